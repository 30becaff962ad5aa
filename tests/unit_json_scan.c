#include <string.h>

#include "parse/json_scan.h"
#include "tests/t_main.h"

static const char *const watched[] = {"name", NULL};
static struct arena *arena;
static struct json_scan scan;

static void set_up(void)
{
    arena = arena_new();
}

static void tear_down(void)
{
    arena_free(arena);
}

static void read_text(const char *text)
{
    json_scan(&scan, arena, text, strlen(text), watched);
}

/* Loads the object that has the watched key, the nth of them. */
static json_t *load_named(size_t nth)
{
    for (size_t i = 0; i < scan.nr; i++)
        if (scan.at[i].keys[0] != JSON_SCAN_NONE && nth-- == 0)
            return json_scan_load(&scan, &scan.at[i]);
    ck_abort_msg("no object with the key");
    return NULL;
}

START_TEST(objects_in_prose_are_found)
{
    read_text("He said \"look {here\" and so\n{ \"list\" : [ {\"name\" : \"a\"}, {\"name\":\"b\"} ] }\nend }");
    ck_assert_uint_eq(scan.nr, 4);
    for (size_t i = 0; i < 2; i++) {
        json_t *object = load_named(i);
        ck_assert_str_eq(json_string_value(json_object_get(object, "name")), i ? "b" : "a");
        json_decref(object);
    }
}
END_TEST

START_TEST(names_and_parents)
{
    read_text("{\"outer\" : {\"x\":1}, \"list\" : [{\"y\":2}]}");
    ck_assert_uint_eq(scan.nr, 3);
    ck_assert_ptr_null(scan.at[0].name);
    ck_assert_str_eq(scan.at[1].name, "outer");
    ck_assert_ptr_null(scan.at[2].name);
    ck_assert_uint_eq(scan.at[2].parent, 0);
    ck_assert_uint_eq(scan.at[0].end, scan.length);
}
END_TEST

START_TEST(an_object_without_its_end)
{
    read_text("{\"name\":\"cut\", \"in\" : {\"v\":1}, \"lost\" : {\"v\":");
    ck_assert_uint_eq(scan.at[0].end, JSON_SCAN_NONE);
    ck_assert_ptr_null(json_scan_load(&scan, &scan.at[0]));
    json_t *inner = json_scan_load(&scan, &scan.at[1]);
    ck_assert_double_eq(json_number_value(json_object_get(inner, "v")), 1);
    json_decref(inner);
}
END_TEST

START_TEST(faults_that_are_mended)
{
    static const struct {
        const char *text;
        double value; /* -1: null */
    } rows[] = {
        {"{\"name\":\"a\",\"v\":5,}", 5},
        {"{\"name\":\"a\",\"v\":5 , \n }", 5},
        {"{\"v\":5,\"l\":[1,2,],\"name\":\"a\"}", 5},
        {"{\"name\":\"wrapped\n   here\",\"v\":5}", 5},
        {"{\"name\":\"tab\there\",\"v\":5}", 5},
        {"{\"name\":\"a\",\"v\":-nan}", -1},
        {"{\"name\":\"a\",\"v\":inf}", -1},
        {"{\"name\":\"a\",\"v\":1e400}", -1},
        {"{\"name\":\"nan, inf, }\",\"v\":5}", 5},
        {"{\"name\":\"a\",\"v\":18446744073709551615}", 18446744073709551615.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i].text);
        json_t *object = load_named(0);
        ck_assert_msg(object != NULL, "%s", rows[i].text);
        json_t *value = json_object_get(object, "v");
        if (rows[i].value < 0)
            ck_assert_msg(json_is_null(value), "%s", rows[i].text);
        else
            ck_assert_double_eq(json_number_value(value), rows[i].value);
        json_decref(object);
    }
}
END_TEST

START_TEST(faults_that_are_not)
{
    static const char *const rows[] = {"{\"name\":\"a\" \"v\":5}", "{\"name\":\"a\",\"v\":5 6}",
                                       "{\"name\":\"a\",\"v\":nanometre}"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        read_text(rows[i]);
        ck_assert_msg(load_named(0) == NULL, "%s", rows[i]);
    }
}
END_TEST

START_TEST(depth_is_bounded)
{
    enum { DEEP = 100000 };
    char *text = arena_alloc(arena, DEEP + 1);
    memset(text, '{', DEEP);
    read_text(text);
    ck_assert_uint_lt(scan.nr, 1000);
    ck_assert_uint_gt(scan.nr, 100);
}
END_TEST

START_TEST(the_number_of_objects_is_bounded)
{
    char *text = arena_alloc(arena, 2 * JSON_SCAN_MOST + 100);
    for (size_t i = 0; i < JSON_SCAN_MOST; i++)
        memcpy(text + 2 * i, "{}", 3);
    read_text(text);
    ck_assert_uint_eq(scan.nr, JSON_SCAN_MOST);
    ck_assert(!scan.is_full);
    strcat(text, "{{}}");
    read_text(text);
    ck_assert_uint_eq(scan.nr, JSON_SCAN_MOST);
    ck_assert(scan.is_full);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("json_scan");
    TCase *tests = tcase_create("json_scan");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, objects_in_prose_are_found);
    tcase_add_test(tests, names_and_parents);
    tcase_add_test(tests, an_object_without_its_end);
    tcase_add_test(tests, faults_that_are_mended);
    tcase_add_test(tests, faults_that_are_not);
    tcase_add_test(tests, depth_is_bounded);
    tcase_add_test(tests, the_number_of_objects_is_bounded);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
