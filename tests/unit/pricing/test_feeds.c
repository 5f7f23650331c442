// links: z
/* Every format of feeds by a small file of its own in tests/data/feeds: what becomes of each row.
 * Then the same files cut anywhere, in single bytes, spoiled, packed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <zlib.h>

#include "base/str.h"
#include "base/text.h"
#include "tests/unit/pricing/feed_desk.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define FOLDER DLRIG_SOURCE_DIR "/tests/data/feeds/"

/* provider instance region zone kind cards price day reason+repeats */
static const struct {
    const char *file, *kind, *want;
} fixtures[] = {
#include "tests/unit/pricing/feeds_want.h"
};

static const char *where(char path[512], const char *file)
{
    str_copy(path, 512, FOLDER);
    str_copy(path + strlen(path), 512 - strlen(path), file);
    return path;
}

static void see(struct feed_seen *s, const char *file, size_t piece, struct arena *a)
{
    char path[512];
    size_t len;

    where(path, file);
    const char *text = feed_file(a, path, &len);
    feed_see(s, path, text, len, piece, true);
}

static void each_row_of_the_fixtures(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        struct feed_seen s;
        struct arena a;

        arena_init(&a, 0);
        see(&s, fixtures[i].file, 0, &a);
        if (s.kind == NULL || !str_eq(s.kind->word, fixtures[i].kind))
            fail_msg("%s: is %s", fixtures[i].file, s.kind != NULL ? s.kind->word : "unknown");
        assert_int_equal(s.rc, OK);
        if (!str_eq(s.text.p, fixtures[i].want))
            fail_msg("%s:\n%s", fixtures[i].file, s.text.p);
        feed_forget(&s);
        arena_free(&a);
    }
}

static void with_windows_line_ends_and_a_mark_of_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        struct feed_seen s;
        struct arena a;
        struct str text;
        size_t len;
        const char *plain;
        char path[512];

        arena_init(&a, 0);
        plain = feed_file(&a, where(path, fixtures[i].file), &len);
        str_init(&text, 1 << 20);
        str_add(&text, "\xEF\xBB\xBF");
        for (size_t k = 0; k < len; k++)
            str_addn(&text,
                     plain[k] == '\n' && (k == 0 || plain[k - 1] != '\r') ? "\r\n" : &plain[k],
                     plain[k] == '\n' && (k == 0 || plain[k - 1] != '\r') ? 2 : 1);
        feed_see(&s, path, text.p, text.len, 0, true);
        assert_int_equal(s.rc, OK);
        if (!str_eq(s.text.p, fixtures[i].want))
            fail_msg("%s:\n%s", fixtures[i].file, s.text.p);
        feed_forget(&s);
        str_free(&text);
        arena_free(&a);
    }
}

static void byte_by_byte_it_is_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        struct feed_seen s;
        struct arena a;

        arena_init(&a, 0);
        see(&s, fixtures[i].file, 1, &a);
        assert_int_equal(s.rc, OK);
        assert_string_equal(s.text.p, fixtures[i].want);
        feed_forget(&s);
        arena_free(&a);
    }
}

static size_t rows_and_rates(const struct feed_seen *s)
{
    return s->counts.rows + s->rates;
}

/* A cut file has no more rows than the whole one, but for the one that is cut. */
static void cut_at_every_byte_it_ends_well(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        struct feed_seen whole, s;
        struct arena a;
        size_t len, good = 0;
        char path[512];
        const char *text;

        arena_init(&a, 0);
        text = feed_file(&a, where(path, fixtures[i].file), &len);
        feed_see(&whole, path, text, len, 0, false);
        for (size_t n = 0; n < len; n++) {
            feed_see(&s, path, text, n, 0, false);
            assert_true(s.rc == OK || s.rc == ERR_VALUE || s.rc == ERR_SYNTAX);
            assert_true(rows_and_rates(&s) <= rows_and_rates(&whole) + 1);
            good += s.rc == OK;
            feed_forget(&s);
        }
        if (strstr(fixtures[i].file, ".json") != NULL || strstr(fixtures[i].file, ".xml") != NULL)
            assert_true(good <= 2); /* the last line end may be missing, no more */
        feed_forget(&whole);
        arena_free(&a);
    }
}

/* Each byte spoiled in turn: nothing breaks, and no text reaches the offers uncleaned. */
static void spoiled_at_every_byte_it_ends_well(void **state)
{
    static const char spoil[] = {'\0', '\x1b', '\xff', '"', '{', ',', '\n', '9', '-'};

    (void)state;
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        struct arena a;
        size_t len;
        char path[512], *text;

        arena_init(&a, 0);
        feed_file(&a, where(path, fixtures[i].file), &len);
        text = arena_strndup(&a, feed_file(&a, path, &len), len);
        for (size_t n = 0; n < len; n += 3) {
            struct feed_seen s;
            char was = text[n];

            text[n] = spoil[(n / 3) % sizeof spoil];
            feed_see(&s, path, text, len, 0, true);
            assert_true(s.rc == OK || s.rc == ERR_VALUE || s.rc == ERR_SYNTAX || s.rc == ERR_LIMIT);
            assert_null(strchr(s.text.p, '\x1b'));
            assert_true(text_valid(s.text.p));
            feed_forget(&s);
            text[n] = was;
        }
        arena_free(&a);
    }
}

/* --- what is none of the formats, and why ----------------------------------------------------- */
static void others_are_refused_with_a_sentence(void **state)
{
    static const struct {
        const char *place, *text;
        enum err rc;
        enum msg_id why;
    } cases[] = {
        {"x", "", ERR_VALUE, MSG_FEED_NOTHING},
        {"x", " \r\n", ERR_VALUE, MSG_FEED_NOTHING},
        {"x", "\xFF\xFEp", ERR_VALUE, MSG_FEED_ENCODING},
        {"x", "provider;instance;price_hour\n", ERR_VALUE, MSG_FEED_SEPARATOR},
        {"x", "name;price\n", ERR_VALUE, MSG_FEED_UNKNOWN},
        {"x", "hello", ERR_VALUE, MSG_FEED_UNKNOWN},
        {"x", "<!DOCTYPE html><html></html>", ERR_VALUE, MSG_FEED_UNKNOWN},
        {"x", "{\"a\": 1}", ERR_VALUE, MSG_FEED_UNKNOWN},
        {"x", "name,price\nRTX 4090,1600\n", ERR_VALUE, MSG_FEED_UNKNOWN},
        {"x", "PK\003\004aaaaaaaaaa", ERR_VALUE, MSG_FEED_ZIP},
        {"x", "\x1f\x8b\x08 no such thing", ERR_SYNTAX, MSG_FEED_GZIP},
        {"x", "\x1f\x8b", ERR_SYNTAX, MSG_FEED_CUT},
        {"vms.csv", "InstanceType,AcceleratorName,AcceleratorCount,Price\na,H100,1,2\n", ERR_VALUE,
         MSG_FEED_PROVIDER},
        {"list.csv", "instance_type,price_per_hour,currency\nx,1,USD\n", ERR_VALUE,
         MSG_FEED_PROVIDER},
        {"map.json", "{\"a\": {\"ecs.g6.large\": 1}}", ERR_VALUE, MSG_FEED_CURRENCY},
        {"x", "{\"base\": \"EUR\", \"date\": \"yesterday\", \"rates\": {\"USD\": 1}}", ERR_VALUE,
         MSG_FEED_UNKNOWN},
        {"x", "{\"Items\": [], \"BillingCurrency\": \"USD\"", ERR_SYNTAX, MSG_JSON_END},
        {"x", "{\"Items\": [], \"BillingCurrency\": \"USD\"}}", ERR_SYNTAX, MSG_JSON_TRAILING},
        {"x", "{\"Items\": [}, \"BillingCurrency\": \"USD\"}", ERR_SYNTAX, MSG_JSON_END},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct feed_seen s;

        feed_see(&s, cases[i].place, cases[i].text, strlen(cases[i].text), 0, false);
        if (s.rc != cases[i].rc || s.e.msg.id != cases[i].why)
            fail_msg("%zu: %d", i, (int)s.rc);
        assert_int_equal(s.counts.rows, 0);
        feed_forget(&s);
    }
}

/* A file that tells no day is dated by its last change, and its offers say so. */
static bool keep_source(void *ctx, const struct feed_row *row)
{
    str_copy(ctx, 200, row->source);
    return true;
}

static void the_day_of_a_file_is_told_as_such(void **state)
{
    static const char text[] =
        "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region\n"
        "p5.48xlarge,H100,8,55.04,,us-east-1\n";
    static const struct {
        const char *place, *source;
    } cases[] = {
        {"feeds/aws.csv", "SkyPilot catalog, aws (file of 2026-10-05)"},
        {"feeds/aws-2026-09-01.csv", "SkyPilot catalog, aws"},
        {"https://example.org/aws/vms.csv", "SkyPilot catalog, aws"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char source[200] = "";
        struct err_info e = {0};
        const struct feed_about about = {
            .place = cases[i].place, .provider = "aws", .date = "2026-10-05"};
        const struct feed_sink sink = {.row = keep_source, .ctx = source};

        assert_int_equal(feed_read(NULL, text, sizeof text - 1, &about, &sink, &e), OK);
        assert_string_equal(source, cases[i].source);
    }
}

static void a_price_sheet_tells_where_it_lies(void **state)
{
    struct feed_seen s;
    struct arena a;

    (void)state;
    arena_init(&a, 0);
    see(&s, "pricesheet.json", 0, &a);
    assert_int_equal(s.rc, ERR_VALUE);
    assert_int_equal(s.e.msg.id, MSG_FEED_PRICESHEET);
    assert_string_equal(s.e.msg.a[0].str, "https://example.org/sheet.csv"); /* no ticket */
    feed_forget(&s);
    arena_free(&a);
}

static void the_next_page_is_told(void **state)
{
    struct feed_seen s;
    struct arena a;

    (void)state;
    arena_init(&a, 0);
    see(&s, "azure-page.json", 0, &a);
    assert_string_equal(s.next, "https://prices.azure.com:443/api/retail/prices?$skip=1000");
    feed_forget(&s);
    arena_free(&a);
}

static void deep_nesting_is_refused(void **state)
{
    struct feed_seen s;
    struct str text;

    (void)state;
    str_init(&text, 1 << 20);
    str_add(&text, "{\"BillingCurrency\": \"USD\", \"Items\": ");
    str_repeat(&text, "[", 100000);
    feed_see(&s, "x", text.p, text.len, 0, false);
    assert_int_equal(s.rc, ERR_LIMIT);
    assert_int_equal(s.e.msg.id, MSG_JSON_DEEP);
    feed_forget(&s);
    str_free(&text);
}

/* Numbers that are none and names that would move the cursor, in each JSON format. */
static void hostile_values_are_told(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"{\"offers\": [{\"provider\":\"runpod\",\"gpu\":\"rtx-4090\",\"usd_hr\":1e999}]}",
         "- - - - - - bad-line\n"},
        {"{\"offers\": [{\"provider\":\"run\\u0000pod\",\"gpu\":\"x\",\"usd_hr\":1}]}",
         "- - - - - - bad-line\n"},
        {"{\"offers\": [{\"provider\":\"runpod\",\"gpu\":\"rtx-4090\",\"usd_hr\":\"free\","
         "\"kind\":\"secure\"}]}",
         "runpod 1x RTX 4090 - - on-demand 1xnvidia-rtx-4090 2026-11-30 bad-number\n"},
        {"{\"offers\": [{\"provider\":\"m\\u202eine\",\"gpu\":\"rtx-4090\",\"usd_hr\":0,"
         "\"kind\":\"secure\"}]}",
         "mine 1x GeForce RTX 4090 24GB - - on-demand 1xnvidia-rtx-4090 2026-11-30 no-price\n"},
        {"{\"offers\": [{\"provider\":\"m\",\"gpu\":\"\",\"usd_hr\":1,\"kind\":\"secure\"}, 7]}",
         "m 1x - - on-demand 2026-11-30 no-gpu\n- 1x - - - 2026-11-30 no-provider\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct feed_seen s;

        feed_see(&s, "x", cases[i].text, strlen(cases[i].text), 0, true);
        if (!str_eq(s.text.p, cases[i].want))
            fail_msg("%zu: %s", i, s.text.p);
        feed_forget(&s);
    }
}

/* --- packed ----------------------------------------------------------------------------------- */
static size_t pack(const char *text, size_t len, char *out, size_t cap)
{
    z_stream z = {0};

    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (unsigned)len;
    z.next_out = (unsigned char *)out;
    z.avail_out = (unsigned)cap;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return cap - z.avail_out;
}

static void packed_it_is_the_same_and_cut_it_is_refused(void **state)
{
    static char packed[1 << 16];

    (void)state;
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        struct feed_seen s;
        struct arena a;
        size_t len;
        char path[512];
        const char *text;

        arena_init(&a, 0);
        text = feed_file(&a, where(path, fixtures[i].file), &len);
        size_t n = pack(text, len, packed, sizeof packed);
        feed_see(&s, path, packed, n, 7, true);
        assert_int_equal(s.rc, OK);
        assert_string_equal(s.text.p, fixtures[i].want);
        feed_forget(&s);
        feed_see(&s, path, packed, n - 9, 0, false);
        assert_int_equal(s.rc, ERR_SYNTAX);
        feed_forget(&s);
        arena_free(&a);
    }
}

static void what_unpacks_without_end_is_refused(void **state)
{
    static char packed[1 << 20];
    static const char head[] = "{\"BillingCurrency\": \"USD\", \"Items\": [";
    struct feed_seen s;
    struct str text;

    (void)state;
    str_init(&text, (size_t)64 << 20);
    str_add(&text, head);
    str_repeat(&text, "                                                                ", 1 << 19);
    feed_see(&s, "x", packed, pack(text.p, text.len, packed, sizeof packed), 0, false);
    assert_int_equal(s.rc, ERR_LIMIT);
    assert_int_equal(s.e.msg.id, MSG_FEED_LARGE);
    feed_forget(&s);
    str_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_of_the_fixtures),
        cmocka_unit_test(with_windows_line_ends_and_a_mark_of_order),
        cmocka_unit_test(byte_by_byte_it_is_the_same),
        cmocka_unit_test(cut_at_every_byte_it_ends_well),
        cmocka_unit_test(spoiled_at_every_byte_it_ends_well),
        cmocka_unit_test(others_are_refused_with_a_sentence),
        cmocka_unit_test(the_day_of_a_file_is_told_as_such),
        cmocka_unit_test(a_price_sheet_tells_where_it_lies),
        cmocka_unit_test(the_next_page_is_told),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(hostile_values_are_told),
        cmocka_unit_test(packed_it_is_the_same_and_cut_it_is_refused),
        cmocka_unit_test(what_unpacks_without_end_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, feed_desk_close);
}
