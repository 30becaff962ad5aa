#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/parser.h>

#include "report/html_writer.h"
#include "tests/t_main.h"

/* Reads xml and writes it as HTML; returns the text, or NULL where the writer
 * refused, with the reason in *error (freed by the caller, as the text is). */
static char *write_xml(const char *xml, char **error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    struct html_writer *writer = html_writer_new(out);
    xmlDocPtr doc = xmlReadMemory(xml, (int)strlen(xml), NULL, NULL, XML_PARSE_NONET);

    ck_assert_ptr_nonnull(doc);
    html_writer_node(writer, xmlDocGetRootElement(doc));
    *error = html_writer_error(writer) ? strdup(html_writer_error(writer)) : NULL;
    html_writer_free(writer);
    xmlFreeDoc(doc);
    fclose(out);
    if (!*error)
        return text;
    free(text);
    return NULL;
}

static const struct {
    const char *xml, *html;
} pages[] = {
    /* Elements that HTML has no end tag for, and empty ones that need theirs. */
    {"<p>a<br/>b<img src='x'/></p>", "<p>a<br>b<img src=\"x\"></p>"},
    {"<div><i/><textarea/></div>", "<div><i></i><textarea></textarea></div>"},
    /* Text and attributes. */
    {"<p title='&quot;&lt;&amp;'>&lt;script&gt; &amp;amp; ]]&gt;</p>",
     "<p title=\"&quot;&lt;&amp;\">&lt;script&gt; &amp;amp; ]]&gt;</p>"},
    /* Style sheets are raw. */
    {"<style>a &gt; b { content: \"&amp;\" }</style>", "<style>a > b { content: \"&\" }</style>"},
    {"<style><![CDATA[a > b]]></style>", "<style>a > b</style>"},
    /* Pictures close themselves; names of other spaces go. */
    {"<p><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path "
     "d='M0'/><g><title>t</title></g></svg></p>",
     "<p><svg viewBox=\"0 0 1 1\"><path d=\"M0\"/><g><title>t</title></g></svg></p>"},
    {"<p xmlns='http://www.w3.org/1999/xhtml' xml:lang='en' lang='en'/>", "<p lang=\"en\"></p>"},
    /* Comments and instructions are not content. */
    {"<p>a<!-- --><?php x?>b</p>", "<p>ab</p>"},
    /* HTML drops a line feed that comes first in pre. */
    {"<pre>\nx</pre>", "<pre>\n\nx</pre>"},
    {"<pre>x\ny</pre>", "<pre>x\ny</pre>"},
    {"<title>&lt;/title&gt;&lt;b&gt;</title>", "<title>&lt;/title&gt;&lt;b&gt;</title>"},
};

START_TEST(good)
{
    char *error, *html = write_xml(pages[_i].xml, &error);

    ck_assert_ptr_null(error);
    ck_assert_str_eq(html, pages[_i].html);
    free(html);
}
END_TEST

static const char *const refused[] = {
    "<style>a&lt;/style&gt;&lt;script&gt;</style>",
    "<style>&lt;!-- a</style>",
    "<style><b/></style>",
    "<script>&lt;/script&gt;</script>",
    "<br>text</br>",
    "<br><b/></br>",
    "<iframe/>",
    "<p><plaintext/></p>",
    "<xmp>x</xmp>",
    "<IFRAME/>",
    "<STYLE>a&lt;/style&gt;</STYLE>",
    "<svg><foreignObject><div/></foreignObject></svg>",
    "<noscript/>",
    "<svg><style>a</style></svg>",
    "<svg><script>a</script></svg>",
    "<!DOCTYPE p [<!ENTITY e 'x'>]><p>&e;</p>",
    "<\xc3\xa9/>",
};

START_TEST(bad)
{
    char *error, *html = write_xml(refused[_i], &error);

    ck_assert_msg(error != NULL, "written: %s", html ? html : "");
    free(error);
    free(html);
}
END_TEST

START_TEST(attributes_by_hand)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    struct html_writer *writer = html_writer_new(out);

    html_writer_doctype(writer);
    html_writer_open(writer, "p");
    html_writer_attribute(writer, "x\" onclick=\"y", "z");
    ck_assert_ptr_nonnull(html_writer_error(writer));
    html_writer_text(writer, "never");
    html_writer_free(writer);
    fclose(out);
    ck_assert_ptr_null(strstr(text, "onclick"));
    ck_assert_ptr_null(strstr(text, "never"));
    free(text);
}
END_TEST

START_TEST(too_deep)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    struct html_writer *writer = html_writer_new(out);

    for (int i = 0; i < 1000; i++)
        html_writer_open(writer, "div");
    ck_assert_ptr_nonnull(html_writer_error(writer));
    html_writer_free(writer);
    fclose(out);
    free(text);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("html_writer");
    TCase *tests = tcase_create("html_writer");

    tcase_add_loop_test(tests, good, 0, sizeof pages / sizeof pages[0]);
    tcase_add_loop_test(tests, bad, 0, sizeof refused / sizeof refused[0]);
    tcase_add_test(tests, attributes_by_hand);
    tcase_add_test(tests, too_deep);
    suite_add_tcase(suite, tests);
    return suite;
}

T_MAIN(make_suite)
