/* The JSON of every command against the published contract, from the program itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "tests/support/contract.h"
#include "tests/support/spawn.h"

struct printed {
    struct spawned s;
    struct json_doc *doc;
    const struct json *root;
};

static struct printed run(const char *line, int code)
{
    struct printed p;
    spawn_line(&p.s, NULL, line);
    if (p.s.code != code)
        fail_msg("%s: exit code %d, not %d: %s", line, p.s.code, code, p.s.err);
    assert_string_equal(p.s.err, "");
    assert_false(has_escape(p.s.out, p.s.out_len));
    assert_int_equal(p.s.out[p.s.out_len - 1], '\n');
    p.doc = parse_output(p.s.out, p.s.out_len);
    p.root = json_root(p.doc);
    return p;
}

static void done(struct printed *p)
{
    json_free(p->doc);
    spawned_free(&p->s);
}

static void check_bom(const struct json *bom)
{
    assert_true(json_count(bom) > 0);
    for (size_t i = 0; i < json_count(bom); i++) {
        const struct json *x = json_at(bom, i);
        has_keys(x, "line kind id name qty unit_price currency total watts price_date source "
                    "confidence estimate locked");
        one_of(text_at(x, "kind"), "gpu|platform|cpu|cooler|memory|ssd|hdd|psu|case|fan|nic|switch|"
                                   "cable|ups|rack|spare|service");
        assert_true(number_at(x, "line") == (double)(i + 1));
        assert_true(number_at(x, "qty") >= 1);
        double unit = number_at(x, "unit_price");
        if (known(unit)) /* unknown is null, and nothing costs nothing unless it comes along */
            assert_true(fabs(unit * number_at(x, "qty") - number_at(x, "total")) <
                        0.01 + unit / 1e6);
    }
}

static void check_cost(const struct json *cost)
{
    has_keys(cost, "currency upfront per_month horizon_months total per_run estimate_share lines");
    banded(at(cost, "total"));
    double sum = 0;
    const struct json *lines = at(cost, "lines");
    for (size_t i = 0; i < json_count(lines); i++) {
        has_keys(json_at(lines, i), "id amount default");
        sum += number_at(json_at(lines, i), "amount");
    }
    double total = number_at(cost, "total.typical");
    assert_true(fabs(sum - total) < 0.01 * fabs(total) + 0.01);
}

static void check_plan(const struct json *p)
{
    has_keys(p, "id rank kind title reason pareto verdict gpu provider region instance layout "
                "memory speed power cost carbon bom findings");
    one_of(text_at(p, "kind"), "on-demand|spot|month|reserved-1y|reserved-3y|community|own|hybrid");
    has_keys(at(p, "verdict"), "word reason");
    has_keys(at(p, "gpu"), "id name per_node nodes devices memory_gib");
    assert_true(number_at(p, "gpu.devices") ==
                number_at(p, "gpu.per_node") * number_at(p, "gpu.nodes"));
    check_layout(at(p, "layout"));
    check_memory(at(p, "memory"));
    check_speed(at(p, "speed"));
    has_keys(at(p, "power"), "dc_w wall_w psu_w circuit_w");
    check_cost(at(p, "cost"));
    check_bom(at(p, "bom"));
    check_findings(at(p, "findings"));
}

static void check_plans(const struct json *root)
{
    const struct json *plans = at(root, "plans");
    has_keys(root, "schema generated as_of catalog prices job edits chosen need verdict fx plans "
                   "decision");
    check_envelope(root, "dlrig.plan/1");
    has_keys(at(root, "prices"), "newest oldest");
    has_keys(at(root, "need"), "flops_per_run dataset_gb host_ram_gb network_gbps storage_gbs "
                               "smallest");
    has_keys(at(root, "need.smallest"), "gpu count");
    check_verdict(at(root, "verdict"));
    has_keys(at(root, "decision"), "choice p_own_cheaper break_even_month payback_month "
                                   "utilisation_threshold text outlook score");
    assert_true(json_count(plans) > 2);
    for (size_t i = 0; i < json_count(plans); i++) {
        check_plan(json_at(plans, i));
        assert_true(number_at(json_at(plans, i), "rank") == (double)(i + 1));
    }
    const struct json *fx = at(root, "fx");
    for (size_t i = 0; i < json_count(fx); i++)
        has_keys(json_at(fx, i), "from to rate date source");
}

#define DAY " --as-of 2026-11-30 --format json"

static bool has_kind(const struct json *root, const char *words)
{
    const struct json *plans = at(root, "plans");
    for (size_t i = 0; i < json_count(plans); i++) {
        const char *kind = text_at(json_at(plans, i), "kind");
        const char *found = strstr(words, kind);
        if (found != NULL)
            return true;
    }
    return false;
}

static void plan_of_a_fine_tuning(void **state)
{
    struct printed p =
        run("plan --task finetune --model llama-3.3-70b --method qlora --context 4096"
            " --tokens 50M --epochs 3" DAY,
            0);
    (void)state;
    check_plans(p.root);
    assert_string_equal(text_at(p.root, "as_of"), "2026-11-30");
    assert_string_equal(text_at(p.root, "job.context.unit"), "tokens");
    assert_true(number_at(p.root, "job.context.value") == 4096);
    assert_string_equal(text_at(p.root, "job.context.from"), "given");
    assert_true(number_at(p.root, "job.tokens.value") == 50e6);
    assert_string_equal(text_at(p.root, "job.lora-rank.from"), "default");
    assert_true(has_kind(p.root, "own"));
    assert_true(has_kind(p.root, "on-demand"));
    assert_true(has_kind(p.root, "month reserved-1y reserved-3y"));
    const struct json *plans = at(p.root, "plans");
    for (size_t i = 0; i < json_count(plans); i++)
        banded(at(json_at(plans, i), "speed.hours_per_run"));
    done(&p);
}

static void plan_of_a_service_in_china(void **state)
{
    struct printed p =
        run("plan --task serve --model qwen2.5-7b --users 50 --input 1000 --output 300"
            " --country CN --currency CNY" DAY,
            0);
    bool kv = false;
    (void)state;
    check_plans(p.root);
    const struct json *plans = at(p.root, "plans");
    for (size_t i = 0; i < json_count(plans); i++)
        assert_string_equal(text_at(json_at(plans, i), "cost.currency"), "CNY");
    const struct json *lines = at(p.root, "plans.0.memory.lines");
    for (size_t i = 0; i < json_count(lines); i++)
        kv = kv || (strcmp(text_at(json_at(lines, i), "id"), "kv-cache") == 0 &&
                    number_at(json_at(lines, i), "gib") > 1);
    assert_true(kv);
    assert_true(json_count(at(p.root, "fx")) > 0);
    done(&p);
}

static void size_of_one_card(void **state)
{
    struct printed p = run("size --task train-vision --model resnet-50 --samples 1.28M --epochs 90 "
                           "--gpu nvidia-a100-sxm4-80x4" DAY,
                           0);
    (void)state;
    check_envelope(p.root, "dlrig.size/1");
    check_verdict(at(p.root, "verdict"));
    check_layout(at(p.root, "layout"));
    check_memory(at(p.root, "memory"));
    check_speed(at(p.root, "speed"));
    check_findings(at(p.root, "findings"));
    assert_true(number_at(p.root, "gpu.devices") == 4);
    double hours = number_at(p.root, "speed.hours_per_run.typical");
    assert_true(hours >= 2 && hours <= 6);
    done(&p);
}

static void size_of_several_cards_in_their_order(void **state)
{
    struct printed p = run("size --task finetune --model llama-3.1-8b --method lora "
                           "--gpu rtx-4090x2,nvidia-a100-sxm4-80" DAY,
                           0);
    (void)state;
    const struct json *compare = at(p.root, "compare");
    assert_int_equal(json_count(compare), 2);
    for (size_t i = 0; i < 2; i++) {
        const struct json *x = json_at(compare, i);
        check_layout(at(x, "layout"));
        check_memory(at(x, "memory"));
        check_speed(at(x, "speed"));
        check_findings(at(x, "findings"));
    }
    assert_string_equal(text_at(compare, "1.gpu.id"), "nvidia-a100-sxm4-80");
    assert_true(number_at(compare, "0.gpu.devices") == 2);
    assert_true(number_at(compare, "1.gpu.devices") >= 1); /* the smallest count that holds it */
    done(&p);
}

static void size_without_cards_is_a_table(void **state)
{
    struct printed p = run("size --model llama-3.1-8b" DAY, 0);
    (void)state;
    check_envelope(p.root, "dlrig.size/1");
    const struct json *table = at(p.root, "table");
    assert_true(json_count(table) >= 7);
    /* QLoRA of 8 billion parameters at 4k, one sample a step: 5 GiB of weights, 8 of logits in
       fp32 over 128,256 tokens; never the size of a large batch */
    for (size_t i = 0; i < json_count(table); i++) {
        const struct json *row = json_at(table, i);
        if (strcmp(text_at(row, "method"), "qlora") == 0 && number_at(row, "context") == 4096) {
            double gib = number_at(row, "memory_gib.typical");
            assert_true(gib > 12 && gib < 24);
        }
    }
    done(&p);
}

static void fits_from_small_to_large(void **state)
{
    struct printed p = run("fits --gpu rtx-4090x2 --task serve" DAY, 0);
    (void)state;
    check_envelope(p.root, "dlrig.fits/1");
    const struct json *rows = at(p.root, "rows");
    assert_true(json_count(rows) > 10);
    assert_true(number_at(p.root, "hidden") > 0);
    for (size_t i = 0; i < json_count(rows); i++) {
        const struct json *x = json_at(rows, i);
        has_keys(x, "model params_b task method weights context_max verdict per_gpu_gib usable_gib "
                    "speed");
        has_keys(at(x, "speed"), "unit low typical high");
        assert_string_equal(text_at(x, "task"), "serve");
        assert_true(number_at(x, "context_max") >= 512); /* what fits holds a text */
    }
    done(&p);
}

static void offers_with_their_keys(void **state)
{
    struct printed p = run("offers --count 8 --memory 80GB..80GB --kind on-demand,spot" DAY, 0);
    (void)state;
    has_keys(p.root, "schema hidden offers");
    assert_string_equal(text_at(p.root, "schema"), "dlrig.offers/1");
    const struct json *offers = at(p.root, "offers");
    assert_true(json_count(offers) > 5);
    double before = 0;
    for (size_t i = 0; i < json_count(offers); i++) {
        const struct json *x = json_at(offers, i);
        has_keys(x, "provider instance region zone kind gpu gpu_count gpu_memory_gib vcpus ram_gib "
                    "link rdma network_gbps currency price_hour price_gpu_hour price_month date "
                    "source confidence");
        one_of(text_at(x, "kind"), "on-demand|spot");
        one_of(text_at(x, "confidence"), "A|B|C|D");
        assert_true(number_at(x, "gpu_count") == 8);
        assert_true(number_at(x, "gpu_memory_gib") == 80);
        if (strcmp(text_at(x, "currency"), "USD") == 0) {
            assert_true(number_at(x, "price_gpu_hour") >= before - 1e-9);
            before = number_at(x, "price_gpu_hour");
        }
    }
    done(&p);
}

/* Where nothing is sized, nothing is laid out: null, not one of each. */
static void what_is_not_modelled_has_no_layout(void **state)
{
    struct printed p = run("size --task hpc --gpu h100x2" DAY, 0);
    (void)state;
    const struct json *l = at(p.root, "layout");
    static const char *const keys[] = {"tp",          "pp",         "dp",          "ep",
                                       "cp",          "sharding",   "recompute",   "offload",
                                       "micro_batch", "grad_accum", "global_batch"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        assert_int_equal(json_type(at(l, keys[i])), JSON_NULL);
    assert_int_equal(json_type(at(p.root, "memory.per_gpu_gib.typical")), JSON_NULL);
    assert_true(number_at(p.root, "gpu.devices") == 2);
    done(&p);
}

/* A card of 80 is one of 80GB and of 80GiB; units hold for both ends, and what is beyond is out. */
static void memory_is_that_of_the_label(void **state)
{
    static const char *const same[] = {"24GB..80GB", "24GiB..80GiB", "24..80GiB", "24..80",
                                       "0.024TB..80GB"};
    double n = 0;
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char line[128];
        snprintf(line, sizeof line, "offers --memory %s --provider runpod" DAY, same[i]);
        struct printed p = run(line, 0);
        const struct json *offers = at(p.root, "offers");
        for (size_t k = 0; k < json_count(offers); k++) {
            double gib = number_at(json_at(offers, k), "gpu_memory_gib");
            assert_true(gib >= 24 && gib <= 80);
        }
        assert_true(json_count(offers) > 5);
        assert_true(n < 1 || json_count(offers) == (size_t)n);
        n = (double)json_count(offers);
        done(&p);
    }
}

/* A size is no row of the table of models, and is judged all the same; flags win over a file. */
static void fits_takes_a_size(void **state)
{
    struct printed p = run("fits --gpu rtx-4090 --model 13B" DAY, 0);
    (void)state;
    const struct json *rows = at(p.root, "rows");
    assert_true(json_count(rows) == 3 && number_at(p.root, "hidden") == 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(text_at(json_at(rows, i), "model"), "13B");
        assert_true(number_at(json_at(rows, i), "per_gpu_gib") < 24);
    }
    done(&p);
}

static void rules_of_the_list_and_one(void **state)
{
    struct printed p = run("explain --list --format json", 0);
    (void)state;
    has_keys(p.root, "schema rules");
    const struct json *rules = at(p.root, "rules");
    assert_true(json_count(rules) >= 30);
    for (size_t i = 0; i < json_count(rules); i++) {
        const struct json *x = json_at(rules, i);
        has_keys(x, "id severity en zh source seed aliases");
        assert_int_equal(json_type(at(x, "aliases")), JSON_ARRAY);
        assert_string_not_equal(text_at(x, "en"), text_at(x, "zh"));
    }
    done(&p);
    p = run("explain psu-margin --format json", 0);
    assert_string_equal(text_at(p.root, "rules.0.id"), "psu-margin");
    assert_true(json_count(at(p.root, "rules.0.outcomes")) >= 1);
    done(&p);
}

static void catalog_rows_keep_unknown_apart(void **state)
{
    struct printed p = run("catalog list --format json", 0);
    (void)state;
    assert_true(json_count(at(p.root, "tables")) > 20);
    done(&p);
    p = run("catalog list accelerators --format json", 0);
    const struct json *rows = at(p.root, "rows");
    size_t unknown = 0, none = 0;
    for (const struct json *x = json_at(rows, 0); x != NULL; x = json_next(x)) {
        const struct json *link = at(x, "link_bandwidth_gbs");
        unknown += json_type(link) == JSON_NULL;
        none += json_number(link) == 0; /* known to have no link */
    }
    assert_true(json_count(rows) > 100);
    assert_true(unknown > 0 && none > 0);
    done(&p);
    p = run("catalog show models llama-3.1-8b --format json", 0);
    assert_string_equal(text_at(p.root, "row.id"), "llama-3.1-8b");
    done(&p);
}

static void doctor_is_healthy_here(void **state)
{
    struct printed p = run("doctor --format json", 0);
    (void)state;
    assert_string_equal(text_at(p.root, "schema"), "dlrig.doctor/1");
    assert_true(json_bool(at(p.root, "healthy"), false));
    const struct json *items = at(p.root, "items");
    for (size_t i = 0; i < json_count(items); i++) {
        has_keys(json_at(items, i), "id value state message");
        one_of(text_at(json_at(items, i), "state"), "ok|note|fault");
    }
    done(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plan_of_a_fine_tuning),
        cmocka_unit_test(plan_of_a_service_in_china),
        cmocka_unit_test(size_of_one_card),
        cmocka_unit_test(size_of_several_cards_in_their_order),
        cmocka_unit_test(size_without_cards_is_a_table),
        cmocka_unit_test(fits_from_small_to_large),
        cmocka_unit_test(offers_with_their_keys),
        cmocka_unit_test(what_is_not_modelled_has_no_layout),
        cmocka_unit_test(memory_is_that_of_the_label),
        cmocka_unit_test(fits_takes_a_size),
        cmocka_unit_test(rules_of_the_list_and_one),
        cmocka_unit_test(catalog_rows_keep_unknown_apart),
        cmocka_unit_test(doctor_is_healthy_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
