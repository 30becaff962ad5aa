#include "config.h"

#include "collect/mount_options.h"

#include <stddef.h>
#include <string.h>
#include <sys/mount.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#ifndef MS_LAZYTIME
#define MS_LAZYTIME (1 << 25)
#endif
#ifndef MS_NOSYMFOLLOW
#define MS_NOSYMFOLLOW 256
#endif

enum { WORD_MAX = 63 };

/* How times of access go: one of them holds. */
#define ACCESS_FLAGS (MS_NOATIME | MS_RELATIME | MS_STRICTATIME)

/* Words of the kernel itself.  Those of the mount stand in its own options, the others with those
 * of the file system. */
static const struct {
    const char *word;
    unsigned long set, clear;
    bool is_super, is_refused;
} kernel_words[] = {
    {"ro", MS_RDONLY, 0, false, true},
    {"rw", 0, MS_RDONLY, false, true},
    {"nosuid", MS_NOSUID, 0, false, true},
    {"suid", 0, MS_NOSUID, false, true},
    {"nodev", MS_NODEV, 0, false, true},
    {"dev", 0, MS_NODEV, false, true},
    {"noexec", MS_NOEXEC, 0, false, true},
    {"exec", 0, MS_NOEXEC, false, true},
    {"nosymfollow", MS_NOSYMFOLLOW, 0, false, true},
    {"symfollow", 0, MS_NOSYMFOLLOW, false, true},
    {"noatime", MS_NOATIME, ACCESS_FLAGS, false, false},
    {"relatime", MS_RELATIME, ACCESS_FLAGS, false, false},
    {"strictatime", MS_STRICTATIME, ACCESS_FLAGS, false, false},
    {"nodiratime", MS_NODIRATIME, 0, false, false},
    {"diratime", 0, MS_NODIRATIME, false, false},
    {"sync", MS_SYNCHRONOUS, 0, true, false},
    {"async", 0, MS_SYNCHRONOUS, true, false},
    {"lazytime", MS_LAZYTIME, 0, true, false},
    {"nolazytime", 0, MS_LAZYTIME, true, false},
    {"mand", MS_MANDLOCK, 0, true, true},
    {"nomand", 0, MS_MANDLOCK, true, true},
    {"dirsync", MS_DIRSYNC, 0, true, true},
    /* What mount(8) makes something else of. */
    {"remount", 0, 0, true, true},
    {"bind", 0, 0, true, true},
    {"move", 0, 0, true, true},
    {"loop", 0, 0, true, true},
    {"defaults", 0, 0, true, true},
};

/* Values that stand for the default, which is not shown. */
static const struct {
    const char *fs, *key, *word;
} defaults[] = {
    {"ext3", "commit", "commit=0"},
    {"ext4", "commit", "commit=0"},
};

/* A word within a list. */
struct word {
    const char *text;
    size_t length; /* of all of it */
    size_t key;    /* of what stands before "=" */
};

/* Takes the next word of *list, which moves behind it; false at the end. */
static bool next_word(const char **list, char separator, struct word *word)
{
    while (**list == separator)
        ++*list;
    const char *end = strchr(*list, separator);
    *word = (struct word){.text = *list, .length = end ? (size_t)(end - *list) : strlen(*list)};
    const char *equals = memchr(word->text, '=', word->length);
    word->key = equals ? (size_t)(equals - word->text) : word->length;
    *list += word->length;
    return word->length > 0;
}

static bool is_word(const struct word *word, const char *text)
{
    return strlen(text) == word->length && memcmp(text, word->text, word->length) == 0;
}

static size_t find_kernel_word(const struct word *word)
{
    size_t i = 0;
    while (i < LENGTH(kernel_words) && !is_word(word, kernel_words[i].word))
        i++;
    return i;
}

static bool has_word(const struct strbuf *list, const struct word *word)
{
    struct word other;
    for (const char *at = list->text; next_word(&at, ',', &other);)
        if (other.length == word->length && memcmp(other.text, word->text, word->length) == 0)
            return true;
    return false;
}

static bool starts_with_no(const struct word *word)
{
    return word->key > 2 && memcmp(word->text, "no", 2) == 0;
}

/* Two words of which the later undoes the earlier: of one key, or "nox" and "x". */
static bool is_contrary(const struct word *left, const struct word *right)
{
    size_t cut_left = starts_with_no(left) ? 2 : 0, cut_right = starts_with_no(right) ? 2 : 0;
    if (left->key == right->key && memcmp(left->text, right->text, left->key) == 0)
        return true;
    return cut_left != cut_right && left->key - cut_left == right->key - cut_right &&
           memcmp(left->text + cut_left, right->text + cut_right, left->key - cut_left) == 0;
}

static bool has_contrary(const struct strbuf *list, const struct word *word)
{
    struct word other;
    for (const char *at = list->text; next_word(&at, ',', &other);)
        if (is_contrary(&other, word))
            return true;
    return false;
}

static void add_word(struct strbuf *list, const struct word *word)
{
    if (list->length)
        strbuf_byte(list, ',');
    strbuf_add(list, word->text, word->length);
}

void mount_options_free(struct mount_options *options)
{
    strbuf_free(&options->words);
    strbuf_free(&options->asked);
    *options = (struct mount_options)MOUNT_OPTIONS_INIT;
}

void mount_options_read(const char *options, const char *super_options,
                        struct mount_options *shown)
{
    struct word word;
    *shown = (struct mount_options)MOUNT_OPTIONS_INIT;
    while (next_word(&options, ',', &word)) {
        size_t nr = find_kernel_word(&word);
        if (nr < LENGTH(kernel_words))
            shown->flags |= kernel_words[nr].set;
    }
    /* The one that is the case where none is shown. */
    if (!(shown->flags & ACCESS_FLAGS))
        shown->flags |= MS_STRICTATIME;
    while (next_word(&super_options, ',', &word)) {
        size_t nr = find_kernel_word(&word);
        bool is_kernels = nr < LENGTH(kernel_words) &&
                          (kernel_words[nr].is_super || is_word(&word, "ro") ||
                           is_word(&word, "rw"));
        if (is_kernels)
            shown->super_flags |= kernel_words[nr].set;
        else
            add_word(&shown->words, &word);
    }
}

const char *mount_options_check(const char *level)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-.:=";
    struct word word;
    bool is_empty = true;
    for (const char *at = level; next_word(&at, '+', &word); is_empty = false) {
        size_t nr = find_kernel_word(&word);
        if (word.length > WORD_MAX || word.key == 0 || word.key + 1 == word.length)
            return "holds what is no option";
        for (size_t i = 0; i < word.length; i++)
            if (!strchr(letters, word.text[i]))
                return "has what stands in no option";
        if (nr < LENGTH(kernel_words) && kernel_words[nr].is_refused)
            return "holds an option that no campaign changes";
    }
    return is_empty ? "names no option" : NULL;
}

void mount_options_want(const struct mount_options *earlier, const char *level,
                        struct mount_options *wanted)
{
    struct word word;
    *wanted = (struct mount_options){earlier->flags, earlier->super_flags, STRBUF_INIT,
                                     STRBUF_INIT};
    for (const char *at = level; next_word(&at, '+', &word);) {
        size_t nr = find_kernel_word(&word);
        if (nr == LENGTH(kernel_words)) {
            add_word(&wanted->asked, &word);
            continue;
        }
        unsigned long *flags =
            kernel_words[nr].is_super ? &wanted->super_flags : &wanted->flags;
        *flags = (*flags & ~kernel_words[nr].clear) | kernel_words[nr].set;
    }
    for (const char *at = earlier->words.text; next_word(&at, ',', &word);)
        if (!has_contrary(&wanted->asked, &word))
            add_word(&wanted->words, &word);
}

/* Adds what takes the word back, which is shown and not wanted. */
static bool add_opposite(const char *fs, const struct word *word, struct strbuf *data)
{
    char text[WORD_MAX + 3];
    struct word opposite = {text, 0, 0};
    if (word->length > WORD_MAX)
        return false;
    for (size_t i = 0; i < LENGTH(defaults); i++) {
        if (strcmp(defaults[i].fs, fs) == 0 && strlen(defaults[i].key) == word->key &&
            memcmp(defaults[i].key, word->text, word->key) == 0) {
            opposite = (struct word){defaults[i].word, strlen(defaults[i].word), word->key};
            add_word(data, &opposite);
            return true;
        }
    }
    if (word->key < word->length)
        return false;
    size_t cut = starts_with_no(word) ? 2 : 0;
    memcpy(text, "no", 2);
    memcpy(text + (cut ? 0 : 2), word->text + cut, word->length - cut);
    opposite.length = opposite.key = word->length - cut + (cut ? 0 : 2);
    add_word(data, &opposite);
    return true;
}

int mount_options_change(const char *fs, const struct mount_options *shown,
                         const struct mount_options *wanted, struct strbuf *data,
                         struct diag *diag)
{
    struct word word;
    const struct strbuf *const lists[] = {&wanted->words, &wanted->asked};
    for (size_t i = 0; i < LENGTH(lists); i++)
        for (const char *at = lists[i]->text; next_word(&at, ',', &word);)
            if (!has_word(&shown->words, &word))
                add_word(data, &word);
    for (const char *at = shown->words.text; next_word(&at, ',', &word);) {
        if (has_word(&wanted->words, &word) || has_word(&wanted->asked, &word) ||
            has_contrary(&wanted->words, &word) || has_contrary(&wanted->asked, &word))
            continue;
        if (!add_opposite(fs, &word, data)) {
            diag_set(diag, DIAG_FATAL, NULL, 0, NULL,
                     "%s does not tell what %.*s is by default, so it could not be put back", fs,
                     (int)word.key, word.text);
            return -1;
        }
    }
    return 0;
}

bool mount_options_reached(const struct mount_options *shown, const struct mount_options *wanted)
{
    struct word word;
    if (shown->flags != wanted->flags || shown->super_flags != wanted->super_flags)
        return false;
    for (const char *at = wanted->words.text; next_word(&at, ',', &word);)
        if (!has_word(&shown->words, &word))
            return false;
    for (const char *at = shown->words.text; next_word(&at, ',', &word);)
        if (!has_word(&wanted->words, &word) && !has_word(&wanted->asked, &word))
            return false;
    return true;
}
