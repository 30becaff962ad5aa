/* Damages texts in every way of t_mangle_ways.c and demands the same records.
 *
 *     t_mangle [--lossy LIST] FILE...
 *                                prints TAP, a point for each way; of a mail the body
 *                                is damaged, a file that gives no record is left out.
 *                                LIST has lines of a way and the name of a file that it
 *                                leaves too little of: there each record must be one of
 *                                the whole text
 *     t_mangle --apply WAY FILE  writes the damaged text
 *     t_mangle --list            names the ways; those that cut text have "cut" behind */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/message.h"
#include "parse/parse.h"
#include "record/memory.h"
#include "tests/t_mangle.h"

enum { MOST_TEXTS = 200, MOST_RECORDS = 4000, MOST_BYTES = 1 << 22 };

/* What of a record is compared, each with a line for every item. */
struct digest {
    char *figures; /* tool, operation, job and what was measured */
    char *labels;  /* config */
    char *params;
    bool is_partial; /* as it says itself */
};

struct digests {
    struct digest at[MOST_RECORDS];
    size_t nr;
};

struct text_file {
    const char *path;
    char *bytes;
    size_t length;
    struct digests *sound; /* of the text as it is */
};

static void drop_diag(void *context, const struct diag *diag)
{
    (void)context;
    (void)diag;
}

/* Adds the pairs; blanks do not count, for damage may change their number. */
static void add_pairs(struct strbuf *buf, const struct record_pairs *pairs)
{
    for (size_t i = 0; i < pairs->nr; i++) {
        strbuf_printf(buf, "%s=", pairs->at[i].name);
        for (const char *at = pairs->at[i].value; *at; at++)
            if (*at != ' ' && *at != '\t')
                strbuf_byte(buf, *at);
        strbuf_byte(buf, '\n');
    }
}

static int take_record(void *context, const struct record *record)
{
    struct digests *digests = context;
    struct strbuf figures = STRBUF_INIT, labels = STRBUF_INIT, params = STRBUF_INIT;
    if (record->quoted || digests->nr == MOST_RECORDS)
        return 0;
    strbuf_printf(&figures, "%s %s job=%s group=%s jobs=%u version=%s\n", record->tool, record->op,
                  record->job ? record->job : "", record->group ? record->group : "",
                  record->jobs, record->tool_version ? record->tool_version : "");
    for (size_t i = 0; i < record->metrics_nr; i++)
        strbuf_printf(&figures, "%s %.9g\n", record_metric_at(record, i).name, record_metric_at(record, i).value);
    for (size_t i = 0; i < record->bounds_nr; i++)
        strbuf_printf(&figures, "%s beyond %.9g\n", record->bounds[i].name,
                      record->bounds[i].value);
    add_pairs(&labels, &record->config);
    strbuf_printf(&labels, "run %u\n", record->run);
    add_pairs(&params, &record->params);
    digests->at[digests->nr++] =
        (struct digest){strbuf_take(&figures), strbuf_take(&labels), strbuf_take(&params),
                        record_has_warning(record, "partial")};
    return 0;
}

static struct digests *read_text(const char *bytes, size_t length)
{
    struct digests *digests = memory_alloc(sizeof *digests);
    const struct parse_sink records = {take_record, digests};
    const struct diag_sink diags = {drop_diag, NULL};
    struct parse *parse = parse_new(&records, &diags);
    parse_file(parse, "input", bytes, length);
    parse_free(parse);
    return digests;
}

static void free_digests(struct digests *digests)
{
    for (size_t i = 0; i < digests->nr; i++) {
        free(digests->at[i].figures);
        free(digests->at[i].labels);
        free(digests->at[i].params);
    }
    free(digests);
}

/* Returns the first line that differs, as a text of its own; "" where none does. */
static char *first_difference(const char *wanted, const char *got)
{
    struct strbuf buf = STRBUF_INIT;
    while (*wanted || *got) {
        size_t left = strcspn(wanted, "\n"), right = strcspn(got, "\n");
        if (left != right || memcmp(wanted, got, left)) {
            strbuf_printf(&buf, "\"%.*s\" became \"%.*s\"", (int)left, wanted, (int)right, got);
            break;
        }
        wanted += left + (wanted[left] == '\n');
        got += right + (got[right] == '\n');
    }
    return strbuf_take(&buf);
}

/* Says whether what is left of a cut text can come from a record of the whole one:
 * the first line of the figures is the same but for what stood above, and so is the
 * amount of data.  What says that it is partial may have less of that, at another rate. */
static bool is_part_of(const struct digest *got, const struct digests *sound, bool hides)
{
    static const char *const kept[] = {"\nio_bytes ", "\nbw_bytes_per_s ", "\nops_per_s "};
    /* without its command, which way the data went is not known */
    size_t words = strcspn(got->figures, hides ? " " : "=");
    for (size_t i = 0; i < sound->nr; i++) {
        const char *whole = sound->at[i].figures;
        bool is_same = !strncmp(whole, got->figures, words);
        for (size_t k = 0; is_same && k < sizeof kept / sizeof kept[0]; k++) {
            const char *left = strstr(got->figures, kept[k]), *right = strstr(whole, kept[k]);
            if (!left || !right)
                continue;
            double a = strtod(left + strlen(kept[k]), NULL);
            double b = strtod(right + strlen(kept[k]), NULL);
            is_same = fabs(a - b) <= 0.01 * b || (got->is_partial && (k > 0 || a < b));
        }
        if (is_same)
            return true;
    }
    return false;
}

/* Says whether a record of a cut text is the printed sum of jobs, which stands where they
 * are lost. */
static bool is_sum_of(const struct digest *got, const struct digests *sound)
{
    static const char name[] = "\nbw_bytes_per_s ";
    const char *own = strstr(got->figures, name);
    size_t words = strcspn(got->figures, "=");
    double sum = 0;
    for (size_t i = 0; i < sound->nr; i++) {
        const char *part = strstr(sound->at[i].figures, name);
        if (part && !strncmp(sound->at[i].figures, got->figures, words))
            sum += strtod(part + strlen(name), NULL);
    }
    return own && fabs(strtod(own + strlen(name), NULL) - sum) <= 0.01 * sum;
}

/* Returns the record that the whole text does not have, or NULL. */
static char *find_new(const struct digests *sound, const struct digests *got)
{
    for (size_t i = 0; i < got->nr; i++) {
        bool is_known = false;
        for (size_t k = 0; k < sound->nr && !is_known; k++)
            is_known = !strcmp(got->at[i].figures, sound->at[k].figures);
        if (!is_known) {
            struct strbuf buf = STRBUF_INIT;
            strbuf_printf(&buf, "record %zu is new: %.*s", i + 1,
                          (int)strcspn(strchr(got->at[i].figures, '\n') + 1, "\n"),
                          strchr(got->at[i].figures, '\n') + 1);
            return strbuf_take(&buf);
        }
    }
    return NULL;
}

/* Says whether the list has a line for the way and the file. */
static bool is_lossy(const char *list, const char *way, const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    size_t length = strlen(way);
    for (const char *at = list; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (!strncmp(at, way, length) && at[length] == ' ' &&
            strlen(name) == strcspn(at + length + 1, "\n") &&
            !strncmp(at + length + 1, name, strlen(name)))
            return true;
    return false;
}

/* Returns what is wrong with the records of the damaged text, or NULL. */
static char *compare(const struct mangler *mangler, const struct digests *sound,
                     const struct digests *got)
{
    struct strbuf buf = STRBUF_INIT;
    if (!(mangler->flags & MANGLE_CUTS) && got->nr != sound->nr) {
        strbuf_printf(&buf, "%zu records became %zu", sound->nr, got->nr);
        return strbuf_take(&buf);
    }
    for (size_t i = 0; i < got->nr; i++) {
        const struct digest *left = &sound->at[i], *right = &got->at[i];
        char *difference = NULL;
        if (mangler->flags & MANGLE_CUTS) {
            if (is_part_of(right, sound, mangler->flags & MANGLE_HIDES) || is_sum_of(right, sound))
                continue;
            strbuf_printf(&buf, "record %zu is new: %s", i + 1, right->figures);
            return strbuf_take(&buf);
        }
        difference = first_difference(left->figures, right->figures);
        if (!*difference && !(mangler->flags & MANGLE_WORDS)) {
            free(difference);
            difference = first_difference(left->labels, right->labels);
        }
        if (!*difference && !(mangler->flags & MANGLE_HIDES)) {
            free(difference);
            difference = first_difference(left->params, right->params);
        }
        if (*difference) {
            strbuf_printf(&buf, "record %zu: %s", i + 1, difference);
            free(difference);
            return strbuf_take(&buf);
        }
        free(difference);
    }
    return NULL;
}

/* Tries one way on all texts; returns how many lines of what is wrong it printed. */
static size_t try_way(const struct mangler *mangler, const struct text_file *texts, size_t nr,
                      const char *lossy, struct strbuf *wrong)
{
    size_t failed = 0;
    for (size_t i = 0; i < nr; i++) {
        struct strbuf damaged = STRBUF_INIT;
        mangle(mangler, &damaged, texts[i].bytes, texts[i].length);
        struct digests *got = read_text(damaged.text, damaged.length);
        char *why = is_lossy(lossy, mangler->name, texts[i].path)
                        ? find_new(texts[i].sound, got)
                        : compare(mangler, texts[i].sound, got);
        if (why) {
            strbuf_printf(wrong, "# %s, %s: %.*s\n", mangler->name, texts[i].path,
                          (int)strcspn(why, "\n"), why);
            failed++;
        }
        free(why);
        free_digests(got);
        strbuf_free(&damaged);
    }
    return failed;
}

/* Reads a file; of a mail its body. */
static bool load(struct text_file *text, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    text->path = path;
    text->bytes = memory_alloc(MOST_BYTES + 1);
    text->length = fread(text->bytes, 1, MOST_BYTES, file);
    fclose(file);
    if (message_looks_like_mail(text->bytes, text->length)) {
        const char *body = memmem(text->bytes, text->length, "\n\n", 2);
        size_t skip = body ? (size_t)(body + 2 - text->bytes) : text->length;
        text->length -= skip;
        memmove(text->bytes, text->bytes + skip, text->length);
    }
    text->bytes[text->length] = '\0';
    return true;
}

static const struct mangler *find_way(const char *name)
{
    for (size_t i = 0; i < manglers_nr; i++)
        if (!strcmp(manglers[i].name, name))
            return &manglers[i];
    fprintf(stderr, "t_mangle: no way %s\n", name);
    return NULL;
}

static int apply(const char *way, const char *path)
{
    const struct mangler *mangler = find_way(way);
    struct strbuf damaged = STRBUF_INIT;
    struct text_file text;
    if (!mangler || !load(&text, path))
        return 2;
    mangle(mangler, &damaged, text.bytes, text.length);
    fwrite(damaged.text, 1, damaged.length, stdout);
    strbuf_free(&damaged);
    free(text.bytes);
    return 0;
}

static int try_all(const char *lossy, char **paths, size_t nr)
{
    static struct text_file texts[MOST_TEXTS];
    size_t kept = 0, failed = 0;
    for (size_t i = 0; i < nr && kept < MOST_TEXTS; i++) {
        struct text_file *text = &texts[kept];
        if (!load(text, paths[i])) {
            printf("Bail out! cannot read %s\n", paths[i]);
            return 1;
        }
        text->sound = read_text(text->bytes, text->length);
        if (text->sound->nr) {
            kept++;
            continue;
        }
        free_digests(text->sound);
        free(text->bytes);
    }
    printf("1..%zu\n", manglers_nr + 1);
    for (size_t i = 0; i < manglers_nr; i++) {
        struct strbuf wrong = STRBUF_INIT;
        bool is_bad = try_way(&manglers[i], texts, kept, lossy, &wrong) > 0;
        printf("%sok %zu - %s\n%s", is_bad ? "not " : "", i + 1, manglers[i].name, wrong.text);
        strbuf_free(&wrong);
        failed += is_bad;
    }
    printf("%sok %zu - some of the texts give records\n", kept ? "" : "not ", manglers_nr + 1);
    for (size_t i = 0; i < kept; i++) {
        free_digests(texts[i].sound);
        free(texts[i].bytes);
    }
    return failed || !kept;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--list")) {
        for (size_t i = 0; i < manglers_nr; i++)
            printf("%s%s\n", manglers[i].name, manglers[i].flags & MANGLE_CUTS ? " cut" : "");
        return 0;
    }
    if (argc == 4 && !strcmp(argv[1], "--apply"))
        return apply(argv[2], argv[3]);
    if (argc > 2 && !strcmp(argv[1], "--lossy")) {
        struct text_file list;
        if (!load(&list, argv[2])) {
            printf("Bail out! cannot read %s\n", argv[2]);
            return 1;
        }
        int status = try_all(list.bytes, argv + 3, (size_t)argc - 3);
        free(list.bytes);
        return status;
    }
    return try_all(NULL, argv + 1, (size_t)argc - 1);
}
