#include "parse/library.h"

#include <dlfcn.h>
#include <string.h>

bool library_load(const char *name, const struct library_symbol *symbols, size_t nr)
{
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    for (size_t i = 0; library && i < nr; i++) {
        void *found = dlsym(library, symbols[i].name);
        if (!found)
            return false;
        memcpy(symbols[i].to, &found, sizeof found); /* POSIX: an address of a function fits */
    }
    return library != NULL;
}
