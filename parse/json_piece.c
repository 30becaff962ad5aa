#include "parse/json_piece.h"

#include <string.h>

#include "parse/json_scan.h"
#include "record/arena.h"

/* What stands above the jobs is short; what is longer is no head. */
enum { LONGEST_HEAD = 1 << 20, JOBNAME = 0 };

static const char *const watched[] = {"jobname", NULL};

static bool is_job_of(const struct json_scan *scan, size_t index, size_t document)
{
    return scan->at[index].keys[JOBNAME] != JSON_SCAN_NONE && scan->at[index].parent == document;
}

/* Returns the last job in front of end, JSON_SCAN_NONE for none. */
static size_t last_job(const struct json_scan *scan, size_t end)
{
    while (end && scan->at[end - 1].keys[JOBNAME] == JSON_SCAN_NONE)
        end--;
    return end ? end - 1 : JSON_SCAN_NONE;
}

/* A line that begins with the object belongs to it. */
static size_t line_start(const char *bytes, size_t at)
{
    size_t start = at;
    while (start && (bytes[start - 1] == ' ' || bytes[start - 1] == '\t'))
        start--;
    return start && bytes[start - 1] == '\n' ? start : at;
}

static void add_head(const struct json_scan *scan, size_t document, struct strbuf *head)
{
    size_t job = document + 1, start = scan->at[document].start;
    while (!is_job_of(scan, job, document))
        job++;
    size_t end = line_start(scan->text, scan->at[job].start);
    if (end - start <= LONGEST_HEAD)
        strbuf_add(head, scan->text + start, end - start);
}

static bool find_cut(const struct json_scan *scan, size_t *cut, struct strbuf *head)
{
    size_t last = last_job(scan, scan->nr), most = *cut;
    if (last == JSON_SCAN_NONE)
        return false;
    size_t document = scan->at[last].parent;
    bool is_open = document == JSON_SCAN_NONE ? scan->at[last].end == JSON_SCAN_NONE
                                              : scan->at[document].end == JSON_SCAN_NONE;
    if (!is_open || scan->at[last].start < most / 2)
        return false;
    /* Two jobs at least are left: a document with a single one is read in another way. */
    size_t before = last_job(scan, last);
    if (before != JSON_SCAN_NONE && is_job_of(scan, before, document) &&
        scan->at[before].start >= most / 2)
        last = before;
    *cut = line_start(scan->text, scan->at[last].start);
    if (document != JSON_SCAN_NONE)
        add_head(scan, document, head);
    return true;
}

bool json_piece_cut(const char *bytes, size_t *cut, struct strbuf *head)
{
    static const char jobname[] = "\"jobname\"";
    size_t half = *cut / 2;
    strbuf_cut(head, 0);
    if (!memmem(bytes + half, *cut - half, jobname, sizeof jobname - 1))
        return false;
    struct json_scan scan;
    struct arena *arena = arena_new();
    json_scan(&scan, arena, bytes, *cut, watched);
    bool is_changed = find_cut(&scan, cut, head);
    arena_free(arena);
    return is_changed;
}
