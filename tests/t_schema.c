/* Checks JSON Lines against a JSON Schema: t_schema SCHEMA FILE...
 *
 * Prints "FILE:LINE: PATH: what is wrong" for every fault.  Exit status: 0 when
 * every line is valid; 1 when one is not, or when the files hold no line at all;
 * 2 for wrong usage or a schema that uses a keyword not implemented here; 3 when
 * a file cannot be read. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/json_schema.h"

/* Returns 0, 1 or 3 as the exit status; adds the lines seen to *lines. */
static int check_file(const json_t *schema, const char *path, unsigned long *lines)
{
    unsigned long number = 0;
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int status = 0;
    while (in && (length = getline(&line, &room, in)) > 0) {
        json_error_t error;
        json_t *value = json_loadb(line, (size_t)length, JSON_REJECT_DUPLICATES, &error);
        number++;
        if (!value)
            printf("%s:%lu: (line): %s\n", path, number, error.text);
        if (!value || !json_schema_check(schema, value, path, number))
            status = 1;
        json_decref(value);
    }
    *lines += number;
    free(line);
    if (!in || ferror(in)) {
        perror(path);
        status = 3;
    }
    if (in)
        fclose(in);
    return status;
}

int main(int argc, char **argv)
{
    unsigned long lines = 0;
    json_error_t error;
    if (argc < 3) {
        fputs("usage: t_schema SCHEMA FILE...\n", stderr);
        return 2;
    }
    json_t *schema = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error);
    if (!schema)
        fprintf(stderr, "t_schema: %s:%d: %s\n", argv[1], error.line, error.text);
    int status = schema && json_schema_is_usable(schema) ? 0 : 2;
    for (int i = 2; status < 2 && i < argc; i++) {
        const int result = check_file(schema, argv[i], &lines);
        status = result > status ? result : status;
    }
    if (status == 0 && !lines) {
        puts("no line to check");
        status = 1;
    }
    json_decref(schema);
    return status;
}
