/* The Markdown of bills, read by cmark-gfm: the tables it should hold, and no other markup. */
// links: catalog cmark-gfm cmark-gfm-extensions
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tests/unit/export/fixture.h"

static cmark_node *parse(const char *text, size_t len)
{
    static const char *const names[] = {"table", "autolink", "strikethrough", "tasklist"};
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cmark_syntax_extension *x = cmark_find_syntax_extension(names[i]);
        assert_non_null(x);
        cmark_parser_attach_syntax_extension(parser, x);
    }
    cmark_parser_feed(parser, text, len);
    cmark_node *doc = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return doc;
}

static bool is(cmark_node *n, const char *type)
{
    return strcmp(cmark_node_get_type_string(n), type) == 0;
}

/* Words of a node as a reader sees them. */
static void words(cmark_node *n, struct str *out)
{
    const char *literal = cmark_node_get_literal(n);
    if (literal != NULL)
        str_add(out, literal);
    if (is(n, "softbreak") || is(n, "linebreak"))
        str_addc(out, ' ');
    for (cmark_node *c = cmark_node_first_child(n); c != NULL; c = cmark_node_next(c))
        words(c, out);
}

static void expect_words(cmark_node *n, const char *expected)
{
    struct str s;
    str_init(&s, 65536);
    words(n, &s);
    if (strcmp(s.p, expected) != 0)
        fail_msg("reads \"%s\", not \"%s\"", s.p, expected);
    str_free(&s);
}

/* The table under a heading of the document; NULL when there is none. */
static cmark_node *table_of(cmark_node *doc, const char *heading)
{
    for (cmark_node *n = cmark_node_first_child(doc); n != NULL; n = cmark_node_next(n)) {
        if (!is(n, "heading"))
            continue;
        struct str s;
        str_init(&s, 4096);
        words(n, &s);
        bool found = strcmp(s.p, heading) == 0;
        str_free(&s);
        cmark_node *next = cmark_node_next(n);
        if (found)
            return next != NULL && is(next, "table") ? next : NULL;
    }
    return NULL;
}

static cmark_node *child(cmark_node *n, size_t i)
{
    cmark_node *c = cmark_node_first_child(n);
    for (; c != NULL && i > 0; i--)
        c = cmark_node_next(c);
    return c;
}

static size_t children(cmark_node *n)
{
    size_t k = 0;
    for (cmark_node *c = cmark_node_first_child(n); c != NULL; c = cmark_node_next(c))
        k++;
    return k;
}

/* Cells of a line as it is written: pipes that are not escaped, less one. The parser itself fills
 * and cuts rows to the width of their heading, so it cannot tell. */
static size_t cells_written(const char *line, size_t n)
{
    size_t pipes = 0;
    for (size_t i = 0; i < n; i++)
        if (line[i] == '|' && (i == 0 || line[i - 1] != '\\'))
            pipes++;
    return pipes - 1;
}

/* Every table of the text: each line has as many cells as its heading. Returns the tables. */
static size_t check_lines(const char *what, const char *text)
{
    size_t tables = 0, cols = 0;
    for (const char *p = text; *p != '\0';) {
        size_t n = strcspn(p, "\n");
        if (*p != '|') {
            cols = 0;
        } else if (cols == 0) {
            cols = cells_written(p, n);
            tables++;
        } else if (cells_written(p, n) != cols) {
            fail_msg("%s: %zu cells, not %zu: %.*s", what, cells_written(p, n), cols, (int)n, p);
        }
        p += n + (p[n] == '\n');
    }
    return tables;
}

/* What may stand in the document: nothing that a name could have smuggled in. */
static void check_nodes(cmark_node *n, size_t *tables)
{
    static const char *const good[] = {
        "document",   "heading", "paragraph", "text", "strong",       "table", "table_row",
        "table_cell", "code",    "list",      "item", "table_header", "link",  "softbreak"};
    bool known_type = false;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        known_type = known_type || is(n, good[i]);
    if (!known_type)
        fail_msg("a node of type %s: %s", cmark_node_get_type_string(n),
                 cmark_node_get_literal(n) != NULL ? cmark_node_get_literal(n) : "");
    if (is(n, "link")) {
        const char *url = cmark_node_get_url(n);
        assert_true(str_starts(url, "http"));
        expect_words(n, url); /* an address that shows itself */
    }
    *tables += is(n, "table");
    for (cmark_node *c = cmark_node_first_child(n); c != NULL; c = cmark_node_next(c))
        check_nodes(c, tables);
}

static cmark_node *checked(const char *what, const struct str *text)
{
    size_t tables = 0;
    cmark_node *doc = parse(text->p, text->len);
    check_nodes(doc, &tables);
    assert_int_equal(check_lines(what, text->p), tables);
    return doc;
}

static void expect_rows(cmark_node *doc, enum lang lang, enum msg_id heading, size_t cols,
                        size_t rows)
{
    cmark_node *t = table_of(doc, msg_text(lang, heading));
    if (t == NULL)
        fail_msg("no table under \"%s\"", msg_text(lang, heading));
    assert_int_equal(cmark_gfm_extensions_get_table_columns(t), cols);
    assert_int_equal(children(t), rows + 1);
}

/* Cell texts of the bill are the names and kinds of the result. */
static void check_bill(cmark_node *doc, enum lang lang, const struct plan *p)
{
    cmark_node *t = table_of(doc, msg_text(lang, MSG_REPORT_PARTS));
    assert_non_null(t);
    for (int i = 0; i < p->bom.n; i++) {
        const struct bom_line *x = &p->bom.line[i];
        cmark_node *row = child(t, (size_t)i + 1);
        struct str name;
        str_init(&name, 4096);
        text_clean(&name, x->name);
        expect_words(child(row, 0), msg_text(lang, export_part_msg(x->kind)));
        expect_words(child(row, 1), name.p);
        str_free(&name);
    }
}

static void check_report(const char *what, const struct result *r, enum lang lang)
{
    struct str text = plan_as(EXPORT_MD, r, lang);
    cmark_node *doc = checked(what, &text), *first = cmark_node_first_child(doc);
    const struct plan *p = r->plan_n > 0 ? &r->plan[r->chosen >= 0 ? r->chosen : 0] : NULL;
    /* opens with the verdict, bold, in one paragraph */
    assert_true(is(first, "paragraph") && children(first) == 1);
    assert_true(is(cmark_node_first_child(first), "strong"));
    if (r->verdict.change_n > 0)
        expect_rows(doc, lang, MSG_REPORT_CHANGES, 4, r->verdict.change_n);
    assert_true((table_of(doc, msg_text(lang, MSG_REPORT_GAUGES)) != NULL) == (p != NULL));
    if (p != NULL) {
        expect_rows(doc, lang, MSG_REPORT_COST, 3, (size_t)p->cost.n);
        if (p->offer == NULL) {
            expect_rows(doc, lang, MSG_REPORT_PARTS, 8, (size_t)p->bom.n);
            check_bill(doc, lang, p);
        } else {
            expect_rows(doc, lang, MSG_REPORT_RENTAL, 9, 1);
        }
    }
    if (r->plan_n > 1)
        expect_rows(doc, lang, MSG_REPORT_ALTERNATIVES, 7, r->plan_n);
    assert_non_null(table_of(doc, msg_text(lang, MSG_REPORT_ASSUMPTIONS)));
    cmark_node_free(doc);
    str_free(&text);
}

static void reports_parse(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLES; i++)
        for (int l = 0; l < 2; l++)
            check_report(sample_name((enum sample)i), sample_plan((enum sample)i), (enum lang)l);
}

static void nasty_names_stay_names(void **state)
{
    (void)state;
    for (size_t plans = 0; plans < 3; plans++)
        for (int l = 0; l < 2; l++)
            check_report("extreme", extreme_result(plans), (enum lang)l);
}

/* Numbers of sources in the text are those of the list at the end, one after the other. */
static void sources_are_numbered(void **state)
{
    struct str text = plan_as(EXPORT_MD, sample_plan(SAMPLE_OWN), LANG_EN);
    cmark_node *doc = parse(text.p, text.len), *last = cmark_node_last_child(doc);
    (void)state;
    assert_true(is(last, "list"));
    assert_int_equal(cmark_node_get_list_type(last), CMARK_ORDERED_LIST);
    size_t n = children(last), seen = 0;
    assert_true(n > 5);
    for (const char *p = strchr(text.p, '['); p != NULL; p = strchr(p + 1, '[')) {
        size_t number = (size_t)strtoul(p + 1, NULL, 10);
        if (p > text.p && p[-1] == '\\')
            continue;
        assert_true(number >= 1 && number <= seen + 1);
        if (number == seen + 1)
            seen++;
    }
    assert_int_equal(seen, n);
    cmark_node_free(doc);
    str_free(&text);
}

static void other_documents_parse(void **state)
{
    const struct offer *offer[60];
    size_t n = sample_offers(offer, 60);
    (void)state;
    for (int l = 0; l < 2; l++) {
        enum lang lang = (enum lang)l;
        struct export_options o = options(lang);
        struct err_info e = {0};
        struct str text;
        str_init(&text, 8u << 20);
        o.explain = true;
        const struct size_result *sizes[] = {
            sample_size(NULL, NULL), sample_size("finetune", "rtx-4090"),
            sample_size("serve", "rtx-4090x2,l20x1"), extreme_size()};
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            str_clear(&text);
            assert_int_equal(export_size(EXPORT_MD, sizes[i], &o, &text, &e), OK);
            cmark_node_free(checked("size", &text));
        }
        str_clear(&text);
        assert_int_equal(export_fits(EXPORT_MD, sample_fits("rtx-4090x1"), &o, &text, &e), OK);
        cmark_node_free(checked("fits", &text));
        str_clear(&text);
        assert_int_equal(export_offers(EXPORT_MD,
                                       &(struct offers_page){
                                           .offer = offer, .n = n, .hidden = 3, .currency = "USD"},
                                       &o, &text, &e),
                         OK);
        cmark_node *doc = checked("offers", &text);
        assert_int_equal(children(cmark_node_first_child(doc)), n + 1);
        cmark_node_free(doc);
        str_clear(&text);
        assert_int_equal(export_rules(EXPORT_MD, &o, &text, &e), OK);
        doc = checked("rules", &text);
        size_t rules = 0; /* a heading of the third level each */
        for (cmark_node *x = cmark_node_first_child(doc); x != NULL; x = cmark_node_next(x))
            rules += cmark_node_get_type(x) == CMARK_NODE_HEADING &&
                     cmark_node_get_heading_level(x) == 3;
        assert_int_equal(rules, rules_count());
        cmark_node_free(doc);
        str_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_parse),
        cmocka_unit_test(nasty_names_stay_names),
        cmocka_unit_test(sources_are_numbered),
        cmocka_unit_test(other_documents_parse),
    };
    return cmocka_run_group_tests(tests, fixture_load, fixture_unload);
}
