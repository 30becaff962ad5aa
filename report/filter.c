#define PCRE2_CODE_UNIT_WIDTH 8
#include "report/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcre2.h>

#include "record/memory.h"
#include "report/attribute.h"

enum { KEY_MAX = 512, MATCH_LIMIT = 100000, DEPTH_LIMIT = 1000, HEAP_LIMIT_KIB = 4096 };

enum relation { IS, IS_NOT, LESS, LESS_OR_IS, MORE, MORE_OR_IS, MATCHES, MATCHES_NOT };

/* Longer signs first. */
static const struct {
    const char *sign;
    enum relation relation;
} signs[] = {{"!=", IS_NOT}, {"!~", MATCHES_NOT}, {"<=", LESS_OR_IS}, {">=", MORE_OR_IS},
             {"=", IS},      {"~", MATCHES},      {"<", LESS},        {">", MORE}};

struct condition {
    char *key;
    const char *value; /* behind the sign, borrowed */
    enum relation relation;
    char canonical[KEY_MAX];
    double number;
    bool is_number;
    pcre2_code *code;
};

struct filter {
    struct condition *at;
    size_t nr;
    pcre2_match_context *limits;
    pcre2_match_data *data;
};

static int refuse(const char *condition, const char *why, struct diag *diag)
{
    diag_set(diag, DIAG_FATAL, NULL, 0, "write KEY=VALUE, with = != < <= > >= ~ or !~",
             "--where '%s': %s", condition, why);
    return -1;
}

static int compile(struct condition *condition, const char *text, struct diag *diag)
{
    int error;
    PCRE2_SIZE at;
    condition->code =
        pcre2_compile((PCRE2_SPTR)condition->value, PCRE2_ZERO_TERMINATED,
                      PCRE2_CASELESS | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &error, &at, NULL);
    if (condition->code)
        return 0;
    PCRE2_UCHAR message[200];
    pcre2_get_error_message(error, message, sizeof message);
    return refuse(text, (const char *)message, diag);
}

static int read_condition(struct condition *condition, const char *text, struct diag *diag)
{
    size_t length = strcspn(text, "!=<>~"), s = 0;
    while (s < sizeof signs / sizeof signs[0] &&
           strncmp(text + length, signs[s].sign, strlen(signs[s].sign)))
        s++;
    if (!length || s == sizeof signs / sizeof signs[0])
        return refuse(text, length ? "there is no sign in it" : "there is no key in it", diag);
    condition->key = memory_string(text);
    condition->key[length] = '\0';
    condition->relation = signs[s].relation;
    condition->value = text + length + strlen(signs[s].sign);
    condition->is_number = attribute_number(condition->value, &condition->number);
    attribute_canonical(condition->canonical, sizeof condition->canonical, condition->value);
    if (condition->relation == MATCHES || condition->relation == MATCHES_NOT)
        return compile(condition, text, diag);
    return 0;
}

struct filter *filter_new(const char *const *conditions, size_t nr, struct diag *diag)
{
    struct filter *filter = memory_alloc(sizeof *filter);
    filter->at = memory_alloc((nr + 1) * sizeof *filter->at);
    filter->limits = pcre2_match_context_create(NULL);
    filter->data = pcre2_match_data_create(1, NULL);
    if (!filter->limits || !filter->data) {
        diag_set(diag, DIAG_FATAL, NULL, 0, NULL, "out of memory");
        filter_free(filter);
        return NULL;
    }
    pcre2_set_match_limit(filter->limits, MATCH_LIMIT);
    pcre2_set_depth_limit(filter->limits, DEPTH_LIMIT);
    pcre2_set_heap_limit(filter->limits, HEAP_LIMIT_KIB);
    for (size_t i = 0; i < nr; i++) {
        filter->nr++;
        if (!read_condition(&filter->at[i], conditions[i], diag))
            continue;
        filter_free(filter);
        return NULL;
    }
    return filter;
}

void filter_free(struct filter *filter)
{
    for (size_t i = 0; filter && i < filter->nr; i++) {
        free(filter->at[i].key);
        pcre2_code_free(filter->at[i].code);
    }
    if (!filter)
        return;
    pcre2_match_context_free(filter->limits);
    pcre2_match_data_free(filter->data);
    free(filter->at);
    free(filter);
}

/* What a key stands for that is neither factor nor setting; number is room for a figure. */
static const char *other_value(const struct record *record, const char *key, char *number,
                               size_t size)
{
    const struct {
        const char *key, *value;
    } others[] = {
        {"tool", record->tool},
        {"tool_version", record->tool_version},
        {"op", record->op},
        {"job", record->job},
        {"file", record->source.path},
        {"message", record->source.message_id},
        {"list", record->source.list},
        {"subject", record->source.subject},
        {"date", record->source.date},
        {"start", record->start},
    };
    const struct {
        const char *key;
        unsigned long number; /* 0: there is none */
    } places[] = {{"run", record->run}, {"seq", record->seq}, {"round", record->round}};
    double value;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (!strcmp(key, others[i].key))
            return others[i].value;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (!strcmp(key, places[i].key) && places[i].number) {
            snprintf(number, size, "%lu", places[i].number);
            return number;
        }
    if (record_metric(record, key, &value))
        snprintf(number, size, "%.17g", value);
    else
        return NULL;
    return number;
}

static const char *value_of(const struct record *record, const char *key, char *number, size_t size)
{
    const char *value = record_pair(&record->config, key);
    if (!value)
        value = record_pair(&record->params, key);
    return value ? value : other_value(record, key, number, size);
}

/* Less than 0, 0 or more, as the value is; *is_known is false where that cannot be told. */
static int order(const struct condition *condition, const char *value, bool *is_known)
{
    double number;
    *is_known = true;
    if (condition->is_number && attribute_number(value, &number))
        return number < condition->number ? -1 : number > condition->number;
    bool is_date = !strcmp(condition->key, "date") || !strcmp(condition->key, "start");
    *is_known = is_date && strspn(condition->value, "0123456789") == 4;
    return strcmp(value, condition->value);
}

static bool is_equal(const struct condition *condition, const char *value)
{
    char canonical[KEY_MAX];
    if (strlen(value) >= sizeof canonical)
        return !strcmp(value, condition->value);
    attribute_canonical(canonical, sizeof canonical, value);
    return !strcmp(canonical, condition->canonical);
}

static bool matches(const struct filter *filter, const struct condition *condition,
                    const char *value)
{
    return pcre2_match(condition->code, (PCRE2_SPTR)value, strlen(value), 0, 0, filter->data,
                       filter->limits) >= 0;
}

static bool meets(const struct filter *filter, const struct condition *condition,
                  const struct record *record)
{
    char number[40];
    bool is_known;
    const char *value = value_of(record, condition->key, number, sizeof number);
    if (!value)
        return condition->relation == IS_NOT || condition->relation == MATCHES_NOT;
    int place = order(condition, value, &is_known);
    switch (condition->relation) {
    case IS:
        return is_equal(condition, value);
    case IS_NOT:
        return !is_equal(condition, value);
    case LESS:
        return is_known && place < 0;
    case LESS_OR_IS:
        return is_known && place <= 0;
    case MORE:
        return is_known && place > 0;
    case MORE_OR_IS:
        return is_known && place >= 0;
    case MATCHES:
        return matches(filter, condition, value);
    default:
        return !matches(filter, condition, value);
    }
}

bool filter_takes(const struct filter *filter, const struct record *record)
{
    for (size_t i = 0; i < filter->nr; i++)
        if (!meets(filter, &filter->at[i], record))
            return false;
    return true;
}

const char *filter_unknown_key(const struct filter *filter, const struct record *const *records,
                               size_t nr)
{
    char number[40];
    for (size_t i = 0; i < filter->nr; i++) {
        bool is_known = false;
        for (size_t k = 0; k < nr && !is_known; k++)
            is_known = value_of(records[k], filter->at[i].key, number, sizeof number) != NULL;
        if (!is_known)
            return filter->at[i].key;
    }
    return NULL;
}
