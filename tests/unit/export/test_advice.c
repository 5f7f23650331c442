/*
 * The operating part of a bill: what applies stands there with its figures, what does not is not
 * there; drivers and images come from the catalog by kind of card.
 */
// links: catalog
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "tests/unit/export/fixture.h"

static struct result r;
static struct plan plan;
static struct offer offer;

/* A copy of the plan of a sample that a test may change. */
static struct plan *copy(enum sample s)
{
    r = *sample_plan(s);
    assert_true(r.plan_n > 0);
    plan = r.plan[r.chosen >= 0 ? r.chosen : 0];
    r.plan = &plan;
    r.plan_n = 1;
    r.chosen = 0;
    r.best_own = -1;
    r.best_rent = plan.offer != NULL ? 0 : -1;
    return &plan;
}

/* The bullets under the heading alone. */
static char *advice(enum lang lang)
{
    struct str text = plan_as(EXPORT_MD, &r, lang);
    const char *from = strstr(text.p, msg_text(lang, MSG_ADVICE_TITLE));
    assert_non_null(from);
    const char *to = strstr(from, "\n## ");
    size_t n = to != NULL ? (size_t)(to - from) : strlen(from);
    char *out = calloc(1, n + 1);
    assert_non_null(out);
    memcpy(out, from, n);
    str_free(&text);
    return out;
}

static void expect(enum msg_id label, bool there)
{
    for (int lang = 0; lang < 2; lang++) {
        char *text = advice((enum lang)lang);
        char row[200] = "- **";
        str_copy(row + 4, sizeof row - 4, msg_text((enum lang)lang, label));
        if ((strstr(text, row) != NULL) != there)
            fail_msg("\"%s\" is %s\n%s", row, there ? "not there" : "there", text);
        free(text);
    }
}

static void expect_words(const char *words, bool there)
{
    char *text = advice(LANG_EN);
    if ((strstr(text, words) != NULL) != there)
        fail_msg("\"%s\" is %s\n%s", words, there ? "not there" : "there", text);
    free(text);
}

static void own_or_rented(void **state)
{
    (void)state;
    copy(SAMPLE_OWN);
    expect(MSG_ADVICE_L_ROOM, true);
    expect(MSG_ADVICE_L_SELLER, true);
    expect_words("BTU/h", true);
    expect_words("framework image", false);
    copy(SAMPLE_RENT);
    expect(MSG_ADVICE_L_ROOM, false);
    expect(MSG_ADVICE_L_SELLER, false);
    expect_words("provider's framework image", true);
    expect_words("30 %", true);
}

/* 1 W = 3.412 BTU/h, all machines together. */
static void heat_is_the_draw(void **state)
{
    struct plan *p = copy(SAMPLE_OWN);
    (void)state;
    p->bom.power.wall_w = 1000;
    p->bom.machines = 3;
    expect_words("3,000 W leave as heat (10,236 BTU/h)", true);
    p->bom.power.wall_w = UNKNOWN;
    expect(MSG_ADVICE_L_ROOM, false);
}

static void five_causes_for_each_work(void **state)
{
    (void)state;
    copy(SAMPLE_RENT);
    expect_words("loader or disk", true);
    expect_words("too few requests", false);
    copy(SAMPLE_SERVE);
    expect_words("too few requests", true);
    expect_words("loader or disk", false);
}

static void data_first_when_it_is_large(void **state)
{
    struct plan *p = copy(SAMPLE_RENT);
    (void)state;
    p->sizing.dataset_gb = 0.2;
    expect(MSG_ADVICE_L_DATA, false);
    p->sizing.dataset_gb = 100e3; /* over 100 Mbit/s: 8e6 s */
    p->sizing.storage_need_gbs = 2;
    expect_words("must be read at 2 GB/s", true);
    expect_words("take 92.6 d to upload", true);
}

static void ups_or_a_word_about_it(void **state)
{
    struct plan *p = copy(SAMPLE_OWN);
    (void)state;
    p->bom.n = 1;
    p->bom.line[0].kind = PART_GPU;
    expect_words("no UPS is in this bill", true);
    p->bom.n = 2;
    p->bom.line[1] = p->bom.line[0];
    p->bom.line[1].kind = PART_UPS;
    expect_words("no UPS is in this bill", false);
    expect_words("pull the plug", true);
}

static void domestic_cards_bring_the_list(void **state)
{
    struct plan *p = copy(SAMPLE_OWN);
    (void)state;
    expect(MSG_ADVICE_L_MIGRATE, false);
    p->accel = facts_accel(r.facts, "huawei-ascend-910b3");
    assert_non_null(p->accel);
    expect(MSG_ADVICE_L_MIGRATE, true);
    expect_words("torch_npu 2.10.0.post4", true);
    expect_words("npu-smi info", true);
    expect_words("driver is under export", false);
}

static void seller_by_country_and_condition(void **state)
{
    struct plan *p = copy(SAMPLE_OWN);
    (void)state;
    expect_words("VAT", false);
    r.job.country = "CN-33";
    expect_words("13 % VAT", true);
    expect_words("under export rules", !str_empty(p->accel->export_note));
    r.job.used_only = true;
    expect_words("hours in service", true);
}

static void fleet_measures_its_network(void **state)
{
    struct plan *p = copy(SAMPLE_RENT);
    (void)state;
    expect(MSG_ADVICE_L_NETWORK, false);
    p->nodes = 4;
    p->sizing.network_need_gbps = 400;
    expect_words("against 400 Gbit/s a machine", true);
    offer = *p->offer;
    offer.kind = KIND_SPOT;
    p->offer = &offer;
    p->kind = KIND_SPOT;
    p->sizing.checkpoint_gb = 10;
    expect_words("checkpoint on the notice", true);
}

/* The best row for a card: by id before compute capability before the stack. */
static void software_by_kind_of_card(void **state)
{
    static const struct {
        const char *card, *row;
    } cases[] = {{"nvidia-v100-sxm2-32", "cuda-volta"},
                 {"nvidia-rtx-4090", "cuda-turing-hopper"},
                 {"nvidia-rtx-5090", "cuda-blackwell"},
                 {"nvidia-b300-sxm-270", "cuda-blackwell-ultra"},
                 {"amd-mi300x-192", "rocm-cdna2-3"},
                 {"amd-rx-7900-xtx", "rocm-rdna3"},
                 {"huawei-ascend-910c", "cann-a3"},
                 {"huawei-ascend-310", "cann-other"},
                 {"mthreads-s4000", "musa"}};
    const struct facts *f = options(LANG_EN).facts;
    size_t without = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct accel *a = facts_accel(f, cases[i].card);
        assert_non_null(a);
        const struct software *s = facts_software(f, a);
        assert_non_null(s);
        assert_string_equal(s->id, cases[i].row);
    }
    for (size_t i = 0; i < f->accel_n; i++)
        without += facts_software(f, &f->accel[i]) == NULL;
    assert_true(without * 20 < f->accel_n); /* a card in twenty may be strange */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_or_rented),
        cmocka_unit_test(heat_is_the_draw),
        cmocka_unit_test(five_causes_for_each_work),
        cmocka_unit_test(data_first_when_it_is_large),
        cmocka_unit_test(ups_or_a_word_about_it),
        cmocka_unit_test(domestic_cards_bring_the_list),
        cmocka_unit_test(seller_by_country_and_condition),
        cmocka_unit_test(fleet_measures_its_network),
        cmocka_unit_test(software_by_kind_of_card),
    };
    return cmocka_run_group_tests(tests, fixture_load, fixture_unload);
}
