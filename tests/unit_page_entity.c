#include <libxml/HTMLparser.h>
#include <string.h>

#include "parse/page_token.h"
#include "tests/t_main.h"

static void decode(struct strbuf *buf, const char *text)
{
    strbuf_cut(buf, 0);
    page_decode(buf, text, strlen(text));
}

/* Every name that another reader of HTML knows stands for the same here. */
START_TEST(names_are_those_of_html)
{
    struct strbuf text = STRBUF_INIT, by_name = STRBUF_INIT, by_number = STRBUF_INIT;
    unsigned nr = 0;
    for (unsigned code = 0; code <= 0xffff; code++) {
        const htmlEntityDesc *known = htmlEntityValueLookup(code);
        if (!known)
            continue;
        nr++;
        strbuf_cut(&text, 0);
        strbuf_printf(&text, "&%s;", known->name);
        decode(&by_name, text.text);
        strbuf_cut(&text, 0);
        strbuf_printf(&text, "&#%u;", code);
        decode(&by_number, text.text);
        ck_assert_str_eq(by_name.text, by_number.text);
    }
    ck_assert_uint_ge(nr, 252);
    strbuf_free(&text);
    strbuf_free(&by_name);
    strbuf_free(&by_number);
}
END_TEST

START_TEST(other_names_stay)
{
    static const char *const rows[] = {"&micro", "&nosuch;", "&Micro;", "&aaa;", "&zzzzzzzzzzzz;",
                                       "&;", "&zwnjx;"};
    struct strbuf buf = STRBUF_INIT;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        decode(&buf, rows[i]);
        ck_assert_str_eq(buf.text, rows[i]);
    }
    strbuf_free(&buf);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("page_entity");
    TCase *names = tcase_create("names");
    tcase_add_test(names, names_are_those_of_html);
    tcase_add_test(names, other_names_stay);
    suite_add_tcase(suite, names);
    return suite;
}

T_MAIN(make_suite)
