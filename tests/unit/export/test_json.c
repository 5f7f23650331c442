/* The JSON of plan, size, fits, offers and rules against the published contract. */
// links: catalog
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "engine/job/planfile.h"
#include "tests/support/contract.h"
#include "tests/unit/export/fixture.h"

#define KINDS "on-demand|spot|month|reserved-1y|reserved-3y|community|own|hybrid"
#define PARTS                                                                                      \
    "gpu|platform|cpu|cooler|memory|ssd|hdd|psu|case|fan|nic|switch|cable|ups|rack|spare|service"
#define MEMORY                                                                                     \
    "weights|gradients|optimizer|activations|logits|kv-cache|state|adapter|gather|communication|"  \
    "workspace|graphs|context|offload-buffer"

/* --- shapes of objects; figures may be null ------------------------------------------ */
static void number_or_null(const struct json *v)
{
    assert_true(json_type(v) == JSON_NULL ||
                (json_type(v) == JSON_NUMBER && known(json_number(v))));
}

static void numbers(const struct json *obj, const char *keys)
{
    char key[32];
    for (const char *p = keys; *p != '\0';) {
        size_t n = strcspn(p, " ");
        assert_true(n < sizeof key);
        memcpy(key, p, n);
        key[n] = '\0';
        number_or_null(at(obj, key));
        p += n + (p[n] == ' ');
    }
}

static void text_or_null(const struct json *v)
{
    assert_true(json_type(v) == JSON_NULL || json_type(v) == JSON_STRING);
}

static void check_band(const struct json *band)
{
    has_keys(band, "low typical high");
    numbers(band, "low typical high");
    double low = number_at(band, "low"), high = number_at(band, "high");
    if (known(low) && known(high))
        assert_true(low <= number_at(band, "typical") && number_at(band, "typical") <= high);
}

static void check_need(const struct json *need)
{
    has_keys(need, "flops_per_run dataset_gb host_ram_gb network_gbps storage_gbs smallest");
    numbers(need, "flops_per_run dataset_gb host_ram_gb network_gbps storage_gbs");
    const struct json *smallest = at(need, "smallest");
    has_keys(smallest, "gpu count");
    if (json_type(at(smallest, "gpu")) != JSON_NULL) {
        assert_true(number_at(smallest, "count") >= 1);
    }
}

static void check_sized(const struct json *p)
{
    has_keys(at(p, "gpu"), "id name per_node nodes devices memory_gib");
    assert_true(number_at(p, "gpu.devices") ==
                number_at(p, "gpu.per_node") * number_at(p, "gpu.nodes"));
    check_layout(at(p, "layout"));
    has_keys(at(p, "memory"), "per_gpu_gib usable_gib lines");
    check_band(at(p, "memory.per_gpu_gib"));
    const struct json *lines = at(p, "memory.lines");
    for (size_t i = 0; i < json_count(lines); i++) {
        has_keys(json_at(lines, i), "id gib");
        one_of(text_at(json_at(lines, i), "id"), MEMORY);
        assert_true(number_at(json_at(lines, i), "gib") > 0);
    }
    has_keys(at(p, "speed"), "unit low typical high per_user hours_per_run ttft_ms tpot_ms "
                             "max_users max_context max_micro_batch bound_by");
    numbers(at(p, "speed"), "low typical high per_user ttft_ms tpot_ms max_users max_context "
                            "max_micro_batch");
    check_band(at(p, "speed.hours_per_run"));
    text_or_null(at(p, "speed.bound_by"));
    has_keys(at(p, "power"), "dc_w wall_w psu_w circuit_w");
    numbers(at(p, "power"), "dc_w wall_w psu_w circuit_w");
    check_findings(at(p, "findings"));
}

static void check_bom(const struct json *bom)
{
    for (size_t i = 0; i < json_count(bom); i++) {
        const struct json *x = json_at(bom, i);
        has_keys(x, "line kind id name qty unit_price currency total watts price_date source "
                    "confidence estimate locked");
        one_of(text_at(x, "kind"), PARTS);
        numbers(x, "unit_price total watts");
        assert_true(number_at(x, "line") == (double)(i + 1));
        assert_true(json_type(at(x, "estimate")) == JSON_BOOL);
        assert_true(json_type(at(x, "locked")) == JSON_BOOL);
        text_or_null(at(x, "price_date"));
        text_or_null(at(x, "confidence"));
        assert_int_equal(strlen(text_at(x, "currency")), 3);
    }
}

static void check_cost(const struct json *cost)
{
    has_keys(cost, "currency upfront per_month horizon_months total per_run estimate_share lines");
    numbers(cost, "upfront per_month horizon_months per_run estimate_share");
    check_band(at(cost, "total"));
    const struct json *lines = at(cost, "lines");
    for (size_t i = 0; i < json_count(lines); i++) {
        has_keys(json_at(lines, i), "id amount default");
        number_or_null(at(json_at(lines, i), "amount"));
        text_or_null(at(json_at(lines, i), "default"));
    }
}

static void check_plan(const struct json *p)
{
    has_keys(p, "id rank kind title reason pareto verdict gpu provider region instance layout "
                "memory speed power cost carbon bom findings");
    one_of(text_at(p, "kind"), KINDS);
    has_keys(at(p, "verdict"), "word reason");
    assert_true(json_type(at(p, "pareto")) == JSON_BOOL);
    check_sized(p);
    check_cost(at(p, "cost"));
    check_bom(at(p, "bom"));
}

static void check_document(const struct json *root)
{
    has_keys(root, "schema generated as_of catalog prices job edits chosen need verdict fx plans "
                   "decision");
    check_envelope(root, "dlrig.plan/1");
    has_keys(at(root, "prices"), "newest oldest");
    check_need(at(root, "need"));
    check_verdict(at(root, "verdict"));
    text_or_null(at(root, "chosen"));
    for (size_t i = 0; i < json_count(at(root, "fx")); i++) {
        const struct json *fx = json_at(at(root, "fx"), i);
        has_keys(fx, "from to rate date source");
        assert_true(number_at(fx, "rate") > 0);
        if (i > 0) /* whatever the order of the plans */
            assert_true(
                strcmp(text_at(json_at(at(root, "fx"), i - 1), "from"), text_at(fx, "from")) < 0);
    }
    const struct json *plans = at(root, "plans");
    for (size_t i = 0; i < json_count(plans); i++) {
        check_plan(json_at(plans, i));
        assert_true(number_at(json_at(plans, i), "rank") == (double)(i + 1));
    }
    has_keys(at(root, "decision"), "choice p_own_cheaper break_even_month payback_month "
                                   "utilisation_threshold text outlook score");
    numbers(at(root, "decision"), "p_own_cheaper break_even_month payback_month "
                                  "utilisation_threshold");
    text_or_null(at(root, "decision.choice"));
}

/* --- plan ----------------------------------------------------------------------------- */
static void every_plan_keeps_the_contract(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        for (int lang = 0; lang < 2; lang++) {
            struct str text = plan_as(EXPORT_JSON, sample_plan((enum sample)i), (enum lang)lang);
            struct json_doc *doc = parsed(&text);
            check_document(json_root(doc));
            json_free(doc);
            str_free(&text);
        }
    }
}

/* Bill x rate = cost: every currency of a bill has its rate, and own bills add up with it. */
static void rates_cover_the_bills(void **state)
{
    struct str text = plan_as(EXPORT_JSON, sample_plan(SAMPLE_SERVE), LANG_EN);
    struct json_doc *doc = parsed(&text);
    const struct json *root = json_root(doc), *plans = at(root, "plans"), *fx = at(root, "fx");
    size_t foreign = 0, owned = 0;
    (void)state;
    for (size_t i = 0; i < json_count(plans); i++) {
        const struct json *p = json_at(plans, i), *bom = at(p, "bom");
        double sum = 0;
        for (size_t l = 0; l < json_count(bom); l++) {
            const struct json *line = json_at(bom, l);
            double rate = strcmp(text_at(line, "currency"), "CNY") == 0 ? 1 : UNKNOWN;
            for (size_t k = 0; k < json_count(fx); k++)
                if (strcmp(text_at(json_at(fx, k), "from"), text_at(line, "currency")) == 0)
                    rate = number_at(json_at(fx, k), "rate");
            assert_true(known(rate));
            foreign += rate < 1 || rate > 1;
            sum += number_at(line, "total") * rate;
        }
        if (strcmp(text_at(p, "kind"), "own") != 0)
            continue;
        const struct json *first = json_at(at(p, "cost.lines"), 0);
        assert_string_equal(text_at(first, "id"), "purchase");
        assert_true(fabs(number_at(first, "amount") - sum) < 1e-6 * sum);
        owned++;
    }
    assert_true(foreign > 3 && owned > 0);
    json_free(doc);
    str_free(&text);
}

/* Where runs tell how long the machine works, "hours a day" follows from them and says so. */
static void hours_say_where_they_come_from(void **state)
{
    struct str text = plan_as(EXPORT_JSON, sample_plan(SAMPLE_OWN), LANG_EN);
    struct json_doc *doc = parsed(&text);
    const struct json *root = json_root(doc);
    (void)state;
    assert_string_equal(text_at(root, "job.hours.from"), "derived");
    double run = number_at(root, "plans.0.speed.hours_per_run.typical");
    double day = number_at(root, "job.hours.value");
    assert_true(fabs(day - num_clamp(8 * run / 30.4, 0.01, 24)) < 1e-9);
    /* read again, it is still derived */
    struct plan_file pf;
    struct err_info e = {0};
    assert_int_equal(planfile_read(text.p, text.len, "plan.json", &pf, &e), OK);
    assert_int_equal(pf.answers.a[Q_HOURS].from, FROM_DERIVED);
    assert_int_equal(pf.answers.a[Q_RUNS].from, FROM_GIVEN);
    json_free(doc);
    str_free(&text);
    text = plan_as(EXPORT_JSON, sample_plan(SAMPLE_SERVE), LANG_EN);
    doc = parsed(&text);
    assert_string_equal(text_at(json_root(doc), "job.hours.from"), "default");
    assert_true(number_at(json_root(doc), "job.hours.value") == 24);
    json_free(doc);
    str_free(&text);
}

/* A plan that is read again as a job gives the same plan, to the byte. */
static void a_plan_is_its_own_job(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        const struct result *r = sample_plan((enum sample)i);
        struct str first = plan_as(EXPORT_JSON, r, LANG_EN);
        struct plan_file pf;
        struct err_info e = {0};
        struct arena arena;
        arena_init(&arena, 0);
        assert_int_equal(planfile_read(first.p, first.len, "plan.json", &pf, &e), OK);
        const struct result *again =
            engine_run(&pf.answers, r->facts, r->prices, r->now, NULL, &arena, &e);
        assert_non_null(again);
        struct str second = plan_as(EXPORT_JSON, again, LANG_EN);
        if (strcmp(first.p, second.p) != 0) {
            size_t at = 0;
            while (first.p[at] == second.p[at])
                at++;
            fail_msg("%s: %.120s\nbecame %.120s", sample_name((enum sample)i),
                     first.p + (at > 60 ? at - 60 : 0), second.p + (at > 60 ? at - 60 : 0));
        }
        str_free(&first);
        str_free(&second);
        arena_free(&arena);
    }
}

static void same_bytes_twice(void **state)
{
    (void)state;
    for (int f = 0; f < EXPORT_FORMATS; f++) {
        if (f == EXPORT_VLLM || f == EXPORT_LLAMA_CPP) /* serve, and this job trains */
            continue;
        struct str a = plan_as((enum export_format)f, sample_plan(SAMPLE_RENT), LANG_ZH);
        struct str b = plan_as((enum export_format)f, sample_plan(SAMPLE_RENT), LANG_ZH);
        assert_string_equal(a.p, b.p);
        str_free(&a);
        str_free(&b);
    }
}

/* A result of which nothing is known: null everywhere, no zero that could be taken for a figure. */
static void unknown_is_null(void **state)
{
    (void)state;
    for (size_t plans = 0; plans < 3; plans++) {
        struct str text = plan_as(EXPORT_JSON, extreme_result(plans), LANG_EN);
        struct json_doc *doc = parsed(&text);
        const struct json *root = json_root(doc);
        has_keys(root, "schema generated as_of catalog prices job edits chosen need verdict fx "
                       "plans decision");
        assert_int_equal(json_count(at(root, "plans")), plans);
        assert_int_equal(json_type(at(root, "need.flops_per_run")), JSON_NULL);
        assert_int_equal(json_type(at(root, "need.smallest.gpu")), JSON_NULL);
        assert_int_equal(json_type(at(root, "need.smallest.count")), JSON_NULL);
        assert_int_equal(json_type(at(root, "decision.break_even_month")), JSON_NULL);
        assert_int_equal(json_type(at(root, "decision.choice")), JSON_NULL);
        assert_int_equal(json_type(at(root, "prices.newest")), JSON_NULL);
        for (size_t i = 0; i < plans; i++) {
            const struct json *p = json_at(at(root, "plans"), i);
            static const char *const nulls[] = {
                "memory.per_gpu_gib.low",
                "memory.usable_gib",
                "speed.typical",
                "speed.unit",
                "speed.bound_by",
                "speed.hours_per_run.high",
                "speed.max_users",
                "power.wall_w",
                "cost.total.typical",
                "cost.upfront",
                "cost.per_run",
                "gpu.memory_gib",
                "bom.0.unit_price",
                "bom.0.total",
                "bom.0.watts",
                "bom.0.price_date",
                "bom.0.confidence",
                "cost.lines.0.amount",
                "cost.lines.0.default",
                "findings.0.seed",
                "region",
                "layout.micro_batch",
            };
            for (size_t k = 0; k < sizeof nulls / sizeof nulls[0]; k++)
                if (json_type(at(p, nulls[k])) != JSON_NULL)
                    fail_msg("%s is not null", nulls[k]);
            assert_int_equal(json_count(at(p, "memory.lines")), 0);
            assert_int_equal(json_count(at(p, "bom")), BOM_MAX);
            assert_string_equal(text_at(p, "bom.3.name"), NASTY);
        }
        assert_null(strstr(text.p, "inf"));
        assert_null(strstr(text.p, "nan"));
        assert_null(strchr(text.p, '\x1b'));
        json_free(doc);
        str_free(&text);
    }
}

/* --- size, fits, offers, rules --------------------------------------------------------- */
static struct str size_json_of(const struct size_result *r, bool explain)
{
    struct export_options o = options(LANG_EN);
    struct err_info e = {0};
    struct str out;
    str_init(&out, 4u << 20);
    o.explain = explain;
    assert_int_equal(export_size(EXPORT_JSON, r, &o, &out, &e), OK);
    return out;
}

static void size_of_one_machine(void **state)
{
    (void)state;
    for (int explain = 0; explain < 2; explain++) {
        struct str text =
            size_json_of(sample_size("finetune", "nvidia-a100-sxm4-80"), explain == 1);
        struct json_doc *doc = parsed(&text);
        const struct json *root = json_root(doc);
        has_keys(root, explain == 0 ? "schema generated as_of catalog job need verdict gpu layout "
                                      "memory speed power findings"
                                    : "schema generated as_of catalog job need verdict gpu layout "
                                      "memory speed power findings explain");
        check_envelope(root, "dlrig.size/1");
        check_need(at(root, "need"));
        check_verdict(at(root, "verdict"));
        check_sized(root);
        /* no count was given: the smallest that holds the job is told */
        assert_string_equal(text_at(root, "need.smallest.gpu"), "nvidia-a100-sxm4-80");
        assert_true(number_at(root, "need.smallest.count") == number_at(root, "gpu.devices"));
        if (explain == 1) {
            assert_true(json_count(at(root, "explain")) > 5);
            has_keys(at(root, "explain.0"), "id formula source result inputs");
            has_keys(at(root, "explain.0.inputs.0"), "name value source date");
        }
        json_free(doc);
        str_free(&text);
    }
}

static void size_of_several_and_of_none(void **state)
{
    struct str text = size_json_of(sample_size("serve", "rtx-4090x2,nvidia-a100-sxm4-80x1"), false);
    struct json_doc *doc = parsed(&text);
    const struct json *root = json_root(doc);
    (void)state;
    has_keys(root, "schema generated as_of catalog job need verdict compare");
    assert_int_equal(json_count(at(root, "compare")), 2);
    for (size_t i = 0; i < 2; i++) {
        const struct json *x = json_at(at(root, "compare"), i);
        has_keys(x, "need verdict gpu layout memory speed power findings");
        check_sized(x);
        check_verdict(at(x, "verdict"));
        assert_int_equal(json_type(at(x, "need.smallest.gpu")), JSON_NULL);
    }
    assert_true(number_at(root, "compare.0.gpu.devices") == 2);
    assert_string_equal(text_at(root, "compare.1.gpu.id"), "nvidia-a100-sxm4-80");
    json_free(doc);
    str_free(&text);

    text = size_json_of(sample_size(NULL, NULL), false);
    doc = parsed(&text);
    root = json_root(doc);
    has_keys(root, "schema generated as_of catalog job need verdict table");
    check_need(at(root, "need"));
    check_verdict(at(root, "verdict"));
    assert_string_equal(text_at(root, "verdict.word"), "unknown");
    assert_true(json_count(at(root, "table")) >= 7);
    for (size_t i = 0; i < json_count(at(root, "table")); i++) {
        const struct json *row = json_at(at(root, "table"), i);
        has_keys(row, "task method weights context memory_gib smallest");
        one_of(text_at(row, "method"), "full|lora|qlora|serve");
        check_band(at(row, "memory_gib"));
        assert_true(number_at(row, "memory_gib.typical") > 1);
    }
    json_free(doc);
    str_free(&text);
}

static void size_of_which_nothing_is_known(void **state)
{
    struct str text = size_json_of(extreme_size(), true);
    struct json_doc *doc = parsed(&text);
    (void)state;
    assert_int_equal(json_type(at(json_root(doc), "power.dc_w")), JSON_NULL);
    assert_int_equal(json_type(at(json_root(doc), "memory.usable_gib")), JSON_NULL);
    assert_int_equal(json_type(at(json_root(doc), "need.dataset_gb")), JSON_NULL);
    json_free(doc);
    str_free(&text);
}

static void fits_with_their_keys(void **state)
{
    struct export_options o = options(LANG_EN);
    struct err_info e = {0};
    struct str text;
    (void)state;
    str_init(&text, 16u << 20);
    assert_int_equal(export_fits(EXPORT_JSON, sample_fits("rtx-4090x2"), &o, &text, &e), OK);
    struct json_doc *doc = parsed(&text);
    const struct json *root = json_root(doc);
    has_keys(root, "schema generated as_of catalog job need verdict have rows hidden");
    check_envelope(root, "dlrig.fits/1");
    check_need(at(root, "need"));
    check_verdict(at(root, "verdict"));
    assert_true(number_at(root, "have.gpu.devices") == 2);
    assert_true(number_at(root, "have.cards.0.count") == 2);
    const struct json *rows = at(root, "rows");
    assert_true(json_count(rows) > 10);
    for (const struct json *x = json_at(rows, 0); x != NULL; x = json_next(x)) {
        has_keys(x, "model params_b task method weights context_max verdict per_gpu_gib usable_gib "
                    "speed");
        one_of(text_at(x, "task"), "serve|finetune");
        has_keys(at(x, "speed"), "unit low typical high");
    }
    json_free(doc);
    str_free(&text);
}

static void offers_with_their_keys(void **state)
{
    const struct offer *offer[200];
    size_t n = sample_offers(offer, 200);
    struct export_options o = options(LANG_EN);
    struct err_info e = {0};
    struct str text;
    (void)state;
    str_init(&text, 4u << 20);
    assert_int_equal(
        export_offers(EXPORT_JSON,
                      &(struct offers_page){.offer = offer, .n = n, .hidden = 7, .currency = "USD"},
                      &o, &text, &e),
        OK);
    struct json_doc *doc = parsed(&text);
    const struct json *root = json_root(doc);
    has_keys(root, "schema hidden offers");
    assert_true(number_at(root, "hidden") == 7);
    assert_int_equal(json_count(at(root, "offers")), n);
    for (const struct json *x = json_at(at(root, "offers"), 0); x != NULL; x = json_next(x)) {
        has_keys(x, "provider instance region zone kind gpu gpu_count gpu_memory_gib vcpus ram_gib "
                    "link rdma network_gbps currency price_hour price_gpu_hour price_month date "
                    "source confidence");
        one_of(text_at(x, "kind"), KINDS);
        one_of(text_at(x, "confidence"), "A|B|C|D");
        text_or_null(at(x, "link"));
        assert_true(json_type(at(x, "rdma")) == JSON_NULL || json_type(at(x, "rdma")) == JSON_BOOL);
        double each = number_at(x, "price_hour") / number_at(x, "gpu_count");
        assert_true(fabs(each - number_at(x, "price_gpu_hour")) < 1e-6 * each);
        double month = number_at(x, "price_month");
        if (known(month))
            assert_true(fabs(month / 730 - number_at(x, "price_hour")) < 1e-6 * month);
    }
    json_free(doc);
    str_free(&text);
}

static void rules_in_both_languages(void **state)
{
    struct export_options o = options(LANG_EN);
    struct err_info e = {0};
    struct str text;
    (void)state;
    str_init(&text, 4u << 20);
    assert_int_equal(export_rules(EXPORT_JSON, &o, &text, &e), OK);
    struct json_doc *doc = parsed(&text);
    const struct json *rules = at(json_root(doc), "rules");
    has_keys(json_root(doc), "schema rules");
    assert_string_equal(text_at(json_root(doc), "schema"), "dlrig.rules/1");
    assert_true(json_count(rules) >= 30);
    for (const struct json *x = json_at(rules, 0); x != NULL; x = json_next(x)) {
        has_keys(x, "id severity en zh source seed aliases");
        one_of(text_at(x, "severity"), "error|warning|advice|unknown");
        assert_string_not_equal(text_at(x, "en"), text_at(x, "zh"));
        assert_null(strstr(text_at(x, "en"), "{1}"));
        assert_true(*text_at(x, "source") != '\0');
        assert_int_equal(json_type(at(x, "aliases")), JSON_ARRAY);
    }
    json_free(doc);
    str_free(&text);
}

static void forms_that_are_not_made_are_refused(void **state)
{
    struct export_options o = options(LANG_EN);
    struct err_info e = {0};
    struct str text;
    (void)state;
    str_init(&text, 1u << 20);
    assert_int_equal(export_size(EXPORT_CSV, extreme_size(), &o, &text, &e), ERR_UNSUPPORTED);
    assert_int_equal(export_rules(EXPORT_LINE, &o, &text, &e), ERR_UNSUPPORTED);
    assert_int_equal(text.len, 0);
    str_free(&text);
    str_init(&text, 100); /* no room: told, not half a document */
    assert_int_equal(export_plan(EXPORT_MD, sample_plan(SAMPLE_RENT), &o, &text, &e), ERR_NOMEM);
    str_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_plan_keeps_the_contract),
        cmocka_unit_test(rates_cover_the_bills),
        cmocka_unit_test(hours_say_where_they_come_from),
        cmocka_unit_test(a_plan_is_its_own_job),
        cmocka_unit_test(same_bytes_twice),
        cmocka_unit_test(unknown_is_null),
        cmocka_unit_test(size_of_one_machine),
        cmocka_unit_test(size_of_several_and_of_none),
        cmocka_unit_test(size_of_which_nothing_is_known),
        cmocka_unit_test(fits_with_their_keys),
        cmocka_unit_test(offers_with_their_keys),
        cmocka_unit_test(rules_in_both_languages),
        cmocka_unit_test(forms_that_are_not_made_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_load, fixture_unload);
}
