#include "tests/json_schema.h"

#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 256, DEPTH_MOST = 64 };

struct check {
    const json_t *root; /* the whole schema */
    const char *file;
    unsigned long line;
    unsigned depth;
    bool is_quiet; /* while a condition is only tried */
};

/* One keyword's rule of a schema, and the value it is about. */
struct test {
    struct check *check;
    const json_t *schema;
    const json_t *rule;
    const json_t *value;
    const char *path; /* of the value, in the line */
};

/* What a keyword holds, for looking over a schema. */
enum inner { INNER_NONE, INNER_ONE, INNER_MAP, INNER_LIST, INNER_REF, INNER_PATTERN };

static bool is_valid(struct check *check, const json_t *schema, const json_t *value,
                     const char *path);

static bool __attribute__((format(printf, 2, 3)))
fault(const struct test *t, const char *format, ...)
{
    if (t->check->is_quiet)
        return false;
    printf("%s:%lu: %s: ", t->check->file, t->check->line, *t->path ? t->path : "(line)");
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    return false;
}

static bool is_valid_quietly(struct check *check, const json_t *schema, const json_t *value)
{
    const bool was_quiet = check->is_quiet;
    check->is_quiet = true;
    const bool result = is_valid(check, schema, value, "");
    check->is_quiet = was_quiet;
    return result;
}

static bool is_valid_member(const struct test *t, const json_t *schema, const char *name,
                            const json_t *value)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s%s%.80s", t->path, *t->path ? "." : "", name);
    return is_valid(t->check, schema, value, path);
}

static bool is_integral(const json_t *value)
{
    const double real = json_real_value(value);
    return json_is_integer(value) ||
           (json_is_real(value) && real > -9e15 && real < 9e15 && real == (double)(long long)real);
}

static bool holds_type(const struct test *t)
{
    const struct {
        const char *name;
        bool is_so;
    } types[] = {
        {"object", json_is_object(t->value)}, {"array", json_is_array(t->value)},
        {"string", json_is_string(t->value)}, {"number", json_is_number(t->value)},
        {"integer", is_integral(t->value)},   {"boolean", json_is_boolean(t->value)},
        {"null", json_is_null(t->value)},
    };
    const char *type = json_string_value(t->rule);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (!strcmp(types[i].name, type) && types[i].is_so)
            return true;
    return fault(t, "is no %s", type);
}

static bool holds_const(const struct test *t)
{
    return json_equal(t->value, t->rule) || fault(t, "is not the one allowed value");
}

static bool holds_enum(const struct test *t)
{
    for (size_t i = 0; i < json_array_size(t->rule); i++)
        if (json_equal(t->value, json_array_get(t->rule, i)))
            return true;
    const char *text = json_string_value(t->value);
    return fault(t, "\"%.80s\" is none of the allowed values", text ? text : "the value");
}

static bool holds_pattern(const struct test *t)
{
    regex_t regex;
    const char *pattern = json_string_value(t->rule), *text = json_string_value(t->value);
    if (!text)
        return true;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB))
        abort(); /* the schema was looked over before */
    const bool matches = !regexec(&regex, text, 0, NULL, 0);
    regfree(&regex);
    return matches || fault(t, "\"%.80s\" does not match %s", text, pattern);
}

static bool holds_min_length(const struct test *t)
{
    return !json_is_string(t->value) ||
           json_string_length(t->value) >= (size_t)json_integer_value(t->rule) ||
           fault(t, "is too short");
}

static bool holds_minimum(const struct test *t)
{
    return !json_is_number(t->value) || json_number_value(t->value) >= json_number_value(t->rule) ||
           fault(t, "is less than %g", json_number_value(t->rule));
}

static bool holds_exclusive_minimum(const struct test *t)
{
    return !json_is_number(t->value) || json_number_value(t->value) > json_number_value(t->rule) ||
           fault(t, "is not greater than %g", json_number_value(t->rule));
}

static bool holds_min_items(const struct test *t)
{
    return !json_is_array(t->value) ||
           json_array_size(t->value) >= (size_t)json_integer_value(t->rule) ||
           fault(t, "has too few items");
}

static bool holds_max_items(const struct test *t)
{
    return json_array_size(t->value) <= (size_t)json_integer_value(t->rule) ||
           fault(t, "has too many items");
}

static bool holds_min_properties(const struct test *t)
{
    return !json_is_object(t->value) ||
           json_object_size(t->value) >= (size_t)json_integer_value(t->rule) ||
           fault(t, "has too few keys");
}

static bool holds_max_properties(const struct test *t)
{
    return json_object_size(t->value) <= (size_t)json_integer_value(t->rule) ||
           fault(t, "has too many keys");
}

static bool holds_required(const struct test *t)
{
    bool result = true;
    for (size_t i = 0; json_is_object(t->value) && i < json_array_size(t->rule); i++) {
        const char *name = json_string_value(json_array_get(t->rule, i));
        if (!json_object_get(t->value, name))
            result = fault(t, "lacks the key %s", name);
    }
    return result;
}

static bool holds_properties(const struct test *t)
{
    bool result = true;
    const char *name;
    json_t *inner;
    json_object_foreach((json_t *)t->rule, name, inner)
    {
        const json_t *value = json_object_get(t->value, name);
        if (value && !is_valid_member(t, inner, name, value))
            result = false;
    }
    return result;
}

static bool holds_additional(const struct test *t)
{
    const json_t *known = json_object_get(t->schema, "properties");
    bool result = true;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)t->value, name, value)
    {
        if (!json_object_get(known, name) && !is_valid_member(t, t->rule, name, value))
            result = false;
    }
    return result;
}

static bool holds_names(const struct test *t)
{
    bool result = true;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)t->value, name, value)
    {
        json_t *text = json_string(name);
        if (!is_valid_quietly(t->check, t->rule, text))
            result = fault(t, "%.80s is no allowed key", name);
        json_decref(text);
    }
    return result;
}

static bool holds_items(const struct test *t)
{
    bool result = true;
    for (size_t i = 0; i < json_array_size(t->value); i++) {
        char name[24];
        snprintf(name, sizeof name, "%zu", i);
        if (!is_valid_member(t, t->rule, name, json_array_get(t->value, i)))
            result = false;
    }
    return result;
}

static bool holds_all_of(const struct test *t)
{
    bool result = true;
    for (size_t i = 0; i < json_array_size(t->rule); i++)
        if (!is_valid(t->check, json_array_get(t->rule, i), t->value, t->path))
            result = false;
    return result;
}

static bool holds_any_of(const struct test *t)
{
    for (size_t i = 0; i < json_array_size(t->rule); i++)
        if (is_valid_quietly(t->check, json_array_get(t->rule, i), t->value))
            return true;
    return fault(t, "fits none of the alternatives");
}

static bool holds_if(const struct test *t)
{
    const json_t *then = json_object_get(t->schema, "then");
    return !then || !is_valid_quietly(t->check, t->rule, t->value) ||
           is_valid(t->check, then, t->value, t->path);
}

static const json_t *referred(const json_t *root, const json_t *reference)
{
    static const char start[] = "#/$defs/";
    const char *text = json_string_value(reference);
    if (!text || strncmp(text, start, sizeof start - 1))
        return NULL;
    return json_object_get(json_object_get(root, "$defs"), text + sizeof start - 1);
}

static bool holds_ref(const struct test *t)
{
    return is_valid(t->check, referred(t->check->root, t->rule), t->value, t->path);
}

static const struct keyword {
    const char *name;
    enum inner inner;
    json_type type; /* of the rule; JSON_NULL where it may be any */
    bool (*holds)(const struct test *t);
} keywords[] = {
    {"$schema", INNER_NONE, JSON_STRING, NULL},
    {"$id", INNER_NONE, JSON_STRING, NULL},
    {"$comment", INNER_NONE, JSON_STRING, NULL},
    {"title", INNER_NONE, JSON_STRING, NULL},
    {"description", INNER_NONE, JSON_STRING, NULL},
    {"$defs", INNER_MAP, JSON_OBJECT, NULL},
    {"then", INNER_ONE, JSON_NULL, NULL}, /* read by "if" */
    {"$ref", INNER_REF, JSON_STRING, holds_ref},
    {"type", INNER_NONE, JSON_STRING, holds_type},
    {"const", INNER_NONE, JSON_NULL, holds_const},
    {"enum", INNER_NONE, JSON_ARRAY, holds_enum},
    {"pattern", INNER_PATTERN, JSON_STRING, holds_pattern},
    {"minLength", INNER_NONE, JSON_INTEGER, holds_min_length},
    {"minimum", INNER_NONE, JSON_INTEGER, holds_minimum},
    {"exclusiveMinimum", INNER_NONE, JSON_INTEGER, holds_exclusive_minimum},
    {"minItems", INNER_NONE, JSON_INTEGER, holds_min_items},
    {"maxItems", INNER_NONE, JSON_INTEGER, holds_max_items},
    {"minProperties", INNER_NONE, JSON_INTEGER, holds_min_properties},
    {"maxProperties", INNER_NONE, JSON_INTEGER, holds_max_properties},
    {"required", INNER_NONE, JSON_ARRAY, holds_required},
    {"properties", INNER_MAP, JSON_OBJECT, holds_properties},
    {"additionalProperties", INNER_ONE, JSON_NULL, holds_additional},
    {"propertyNames", INNER_ONE, JSON_NULL, holds_names},
    {"items", INNER_ONE, JSON_NULL, holds_items},
    {"allOf", INNER_LIST, JSON_ARRAY, holds_all_of},
    {"anyOf", INNER_LIST, JSON_ARRAY, holds_any_of},
    {"if", INNER_ONE, JSON_NULL, holds_if},
};
enum { KEYWORD_NR = sizeof keywords / sizeof keywords[0] };

static bool is_valid(struct check *check, const json_t *schema, const json_t *value,
                     const char *path)
{
    bool result = true;
    struct test t = {check, schema, NULL, value, path};
    if (json_is_boolean(schema))
        return json_is_true(schema) || fault(&t, "must not be there");
    if (check->depth == DEPTH_MOST)
        return fault(&t, "is nested too deeply");
    check->depth++;
    for (size_t i = 0; i < KEYWORD_NR; i++) {
        t.rule = json_object_get(schema, keywords[i].name);
        if (t.rule && keywords[i].holds && !keywords[i].holds(&t))
            result = false;
    }
    check->depth--;
    return result;
}

static bool is_usable(const json_t *root, const json_t *schema);

static bool is_usable_rule(const json_t *root, const struct keyword *keyword, const json_t *rule)
{
    bool result = keyword->type == JSON_NULL || json_typeof(rule) == keyword->type;
    const char *name;
    json_t *inner;
    regex_t regex;
    if (result && keyword->inner == INNER_ONE)
        result = is_usable(root, rule);
    else if (result && keyword->inner == INNER_REF)
        result = referred(root, rule) != NULL;
    else if (result && keyword->inner == INNER_PATTERN) {
        result = !regcomp(&regex, json_string_value(rule), REG_EXTENDED | REG_NOSUB);
        if (result)
            regfree(&regex);
    }
    for (size_t i = 0; keyword->inner == INNER_LIST && i < json_array_size(rule); i++)
        result = is_usable(root, json_array_get(rule, i)) && result;
    if (keyword->inner == INNER_MAP)
        json_object_foreach((json_t *)rule, name, inner) result = is_usable(root, inner) && result;
    return result;
}

static bool is_usable(const json_t *root, const json_t *schema)
{
    bool result = json_is_object(schema) || json_is_boolean(schema);
    const char *name;
    json_t *rule;
    json_object_foreach((json_t *)schema, name, rule)
    {
        size_t i = 0;
        while (i < KEYWORD_NR && strcmp(keywords[i].name, name))
            i++;
        if (i == KEYWORD_NR || !is_usable_rule(root, &keywords[i], rule)) {
            fprintf(stderr, "t_schema: cannot use the keyword %s\n", name);
            result = false;
        }
    }
    return result;
}

bool json_schema_is_usable(const json_t *schema)
{
    return is_usable(schema, schema);
}

bool json_schema_check(const json_t *schema, const json_t *value, const char *file,
                       unsigned long line)
{
    struct check check = {schema, file, line, 0, false};
    return is_valid(&check, schema, value, "");
}
