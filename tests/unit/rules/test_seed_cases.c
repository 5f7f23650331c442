/*
 * test_seed_cases.c - the figures that two articles on deep-learning servers state, with the right
 * values: supplies of four large cards, host memory beside card memory, the exchange of gradients,
 * data on the way; every row of the rule tables has a rule, every sentence a verdict.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/rules/claims.h"
#include "engine/rules/gather.h"
#include "tests/support/small_facts.h"

static size_t index_of(const char *id)
{
    struct rule_info buf;
    assert_non_null(rules_find(id, &buf));
    return buf.index;
}

/* What the rule says of these facts in English; "" for silence. */
static void says(const char *rule, const struct rule_facts *rf, enum severity *severity,
                 struct str *out)
{
    struct arena a;
    struct finding f;
    arena_init(&a, 0);
    str_clear(out);
    if (rules_run_one(index_of(rule), rf, &a, &f)) {
        *severity = f.severity;
        msg_render(out, LANG_EN, &f.message);
    }
    arena_free(&a);
}

/* --- four large cards and their supply ------------------------------------------------------- */
static double server_of_four(double card_w, int cpus)
{
    /* CPUs of 225 W, eight modules each, four drives, one 100 Gbit/s card */
    struct load l = {.gpu_w = card_w,
                     .gpus = 4,
                     .cpu_tdp_w = 225,
                     .cpus = cpus,
                     .rdimm = 8 * cpus,
                     .u2 = 4,
                     .nic_w = 20,
                     .server = true};
    return load_watts(&l);
}

static void supply(struct rule_facts *rf, double load_w, bool redundant, double usable_w,
                   double rated_w)
{
    rule_facts_init(rf);
    rf->f[F_JUDGES_PSU] = 1;
    rf->f[F_PSU_ATX] = 3;
    rf->f[F_PSU_REDUNDANT] = redundant;
    rf->f[F_PSU_USABLE] = usable_w;
    rf->f[F_PSU_RATED] = rated_w;
    rf->f[F_PSU_LOAD] = load_w;
}

/* "4 x A100 need 2500 W redundant": cards of 250, 300 (PCIe) and 400 W (SXM). */
static void four_cards_and_2500_watts(void **state)
{
    static const struct {
        double card_w;
        int cpus;
        double least_w, most_w;
        bool enough; /* 2500 W left after one supply failed */
    } cards[] = {
        {250, 1, 1600, 1900, true}, {300, 1, 1800, 2100, true}, {400, 2, 2400, 2760, false}};
    struct rule_facts rf;
    struct str s;
    enum severity severity = SEV_UNKNOWN;
    (void)state;
    str_init(&s, 1024);
    for (size_t i = 0; i < 3; i++) {
        double load = server_of_four(cards[i].card_w, cards[i].cpus);
        if (load < cards[i].least_w || load > cards[i].most_w)
            fail_msg("%g W a card: %g W", cards[i].card_w, load);
        supply(&rf, load, true, 2500, 5000); /* 1 + 1, each of 2500 W */
        says("psu-margin", &rf, &severity, &s);
        assert_int_equal(s.len == 0, cards[i].enough);
        if (!cards[i].enough) {
            assert_int_equal(severity, SEV_WARNING);
            assert_non_null(strstr(s.p, "After one failure 2,500 W"));
        }
        supply(&rf, load, true, 1250, 2500); /* 2500 W in all, 1 + 1 */
        says("psu-margin", &rf, &severity, &s);
        assert_int_equal(severity, 2500 < 1.1 * load ? SEV_ERROR : SEV_WARNING);
        assert_true(s.len > 0);
        supply(&rf, load, false, 2500, 2500); /* a single one by the rule for desktops */
        says("psu-margin", &rf, &severity, &s);
        assert_int_equal(s.len > 0, 2500 < 1.25 * load);
    }
    str_free(&s);
}

/* --- host memory ----------------------------------------------------------------------------- */
static void memory(struct rule_facts *rf, double ram_gb, double vram_gb)
{
    rule_facts_init(rf);
    rf->f[F_HAS_HOST] = 1;
    rf->f[F_TRAINING] = 1;
    rf->f[F_SERVING] = 0;
    rf->f[F_HOST_NEED] = 40;
    rf->f[F_HOST_RAM] = ram_gb;
    rf->f[F_VRAM_NODE] = vram_gb;
}

static void memory_beside_the_cards(void **state)
{
    struct rule_facts rf;
    struct str s;
    enum severity severity = SEV_UNKNOWN;
    (void)state;
    str_init(&s, 1024);
    memory(&rf, 64, 24); /* one 24 GB card with 64 GB: right, 2.7 times */
    says("ram-vs-vram", &rf, &severity, &s);
    assert_int_equal(s.len, 0);
    memory(&rf, 256, 4 * 80); /* four 80 GB cards with 256 GB: 0.8 times */
    says("ram-vs-vram", &rf, &severity, &s);
    assert_int_equal(severity, SEV_WARNING);
    assert_non_null(strstr(s.p, "0.8"));
    assert_non_null(strstr(s.p, "below 1x"));
    memory(&rf, 512, 4 * 80); /* 512 GB are enough for them, and far too much for one desktop */
    says("ram-vs-vram", &rf, &severity, &s);
    assert_int_equal(s.len, 0);
    str_free(&s);
}

/* --- network and data ------------------------------------------------------------------------ */
/* 7B in bf16: 14 GB of gradients, between two machines and between very many. */
static void exchange_of_a_7b_model(void **state)
{
    static const struct {
        double gbps, two_s, many_s;
    } rates[] = {{10, 11.2, 22.4}, {100, 1.12, 2.24}, {400, 0.28, 0.56}};
    struct small_facts small;
    (void)state;
    small_facts_new(&small);
    struct model seven = small.model[0];
    seven.params_b = 7;
    struct job j = {.task = TASK_FINETUNE,
                    .training = true,
                    .method = METHOD_FULL,
                    .model = &seven,
                    .country = "US",
                    .currency = "USD",
                    .months = 12};
    for (size_t i = 0; i < 3; i++) {
        for (int nodes = 2; nodes <= 1024; nodes *= 512) {
            struct shape s = shape_of(&small.accel[0], 8, nodes);
            struct sizing z = {.verdict = VERDICT_FITS, .layout = {.tp = 1, .pp = 1, .dp = nodes}};
            struct rule_facts rf;
            struct str text;
            enum severity severity = SEV_UNKNOWN;
            s.net_gbps = rates[i].gbps;
            rules_gather_sizing(&j, &small.facts, &s, &z, &rf);
            double want = nodes == 2 ? rates[i].two_s : rates[i].many_s;
            assert_true(rf.f[F_EXCHANGE] > want * 0.995 && rf.f[F_EXCHANGE] < want * 1.005);
            str_init(&text, 1024);
            says("gradient-exchange", &rf, &severity, &text);
            assert_int_equal(text.len > 0, want >= 1);
            str_free(&text);
        }
    }
}

static void hundred_terabytes_over_100_megabit(void **state)
{
    struct rule_facts rf;
    struct str s;
    enum severity severity = SEV_UNKNOWN;
    (void)state;
    str_init(&s, 1024);
    rule_facts_init(&rf);
    rf.f[F_IS_RENT] = 1;
    rf.f[F_DATA_SIZE] = 100e3;
    says("data-staging", &rf, &severity, &s);
    assert_non_null(strstr(s.p, "92.6 days")); /* 93, as people say it */
    assert_non_null(strstr(s.p, "9.26 over 1 Gbit/s"));
    rf.f[F_DATA_SIZE] = 120;
    says("data-staging", &rf, &severity, &s);
    assert_int_equal(s.len, 0);
    str_free(&s);
}

/* --- the tables ------------------------------------------------------------------------------ */
static void row_has_a_rule(const char *row)
{
    struct rule_info buf;
    const struct merged_row *m = merged_find(row);
    bool alias = rules_find(row, &buf) != NULL;
    if (alias == (m != NULL))
        fail_msg("%s: %s", row, alias ? "a rule and a note" : "neither a rule nor a note");
    if (m != NULL && rules_find(m->rule, &buf) == NULL)
        fail_msg("%s is carried by %s, which is no rule", row, m->rule);
}

static void every_row_of_the_rule_tables(void **state)
{
    static const struct {
        const char *begin, *form;
        int n;
    } rows[] = {{"SLOT", "%s-%02d", 9}, {"RISER", "%s-%02d", 5}, {"LANE", "%s-%02d", 9},
                {"NUMA", "%s-%02d", 4}, {"CPU", "%s-%02d", 7},   {"RAM", "%s-%02d", 9},
                {"ECC", "%s-%02d", 1},  {"PSU", "%s-%02d", 12},  {"CIR", "%s-%02d", 7},
                {"RACK", "%s-%02d", 3}, {"HEAT", "%s-%02d", 3},  {"COOL", "%s-%02d", 6},
                {"ENV", "%s-%02d", 4},  {"NOISE", "%s-%02d", 2}, {"STO", "%s-%02d", 15},
                {"NET", "%s-%02d", 11}, {"UPS", "%s-%02d", 6},   {"SPARE", "%s-%02d", 3},
                {"SAFE", "%s-%02d", 1}, {"P", "%s%d", 9},        {"L", "%s%d", 10},
                {"C", "%s%d", 8},       {"S", "%s%d", 4},        {"F", "%s%d", 12}};
    int n = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int k = 1; k <= rows[i].n; k++, n++) {
            char id[16];
            bool wide = rows[i].form[3] == '-' || rows[i].form[2] == '-';
            if (wide)
                snprintf(id, sizeof id, "%s-%02d", rows[i].begin, k);
            else
                snprintf(id, sizeof id, "%s%d", rows[i].begin, k);
            row_has_a_rule(id);
        }
    }
    assert_int_equal(n, 160);
    for (size_t i = 0; i < merged_count(); i++)
        row_has_a_rule(merged_at(i)->row);
    assert_true(rules_count() >= 150);
}

/* 65 sentences of the one, 63 of the other, each with both texts; a rule that quotes one names it.
 */
static void every_sentence_is_judged(void **state)
{
    (void)state;
    assert_int_equal(claims_count(), 128);
    for (size_t i = 0; i < claims_count(); i++) {
        const struct claim *c = claims_at(i);
        char id[8];
        snprintf(id, sizeof id, "%c%02d", i < 65 ? 'A' : 'B', (int)(i < 65 ? i + 1 : i - 64));
        assert_string_equal(c->id, id);
        assert_ptr_equal(claims_find(id), c);
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            assert_true(strlen(msg_text((enum lang)lang, c->said)) > 0);
            assert_true(strlen(msg_text((enum lang)lang, c->fact)) > 0);
        }
        assert_true(strlen(msg_text(LANG_EN, claim_verdict_label(c->verdict))) > 0);
    }
    assert_null(claims_at(128));
    assert_null(claims_find("A66"));
    assert_string_equal(claim_verdict_word(claims_find("b12")->verdict), "wrong");
    size_t quoting = 0;
    for (size_t i = 0; i < rules_count(); i++) {
        struct rule_info r = rules_get(i);
        for (size_t k = 0; claims_of_rule(&r, k) != NULL; k++)
            quoting++;
    }
    assert_true(quoting >= 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_cards_and_2500_watts),
        cmocka_unit_test(memory_beside_the_cards),
        cmocka_unit_test(exchange_of_a_7b_model),
        cmocka_unit_test(hundred_terabytes_over_100_megabit),
        cmocka_unit_test(every_row_of_the_rule_tables),
        cmocka_unit_test(every_sentence_is_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
