/*
 * What the user puts in by hand is kept, or the plan says with an error that it is not: never a
 * silent change. Edits of all plans (--lock) and of the chosen one alone are told apart, also when
 * they come back from a file. What is at hand, what is included, copies: told as they are.
 */
// links: catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/result.h"
#include "tests/support/shipped.h"
#include "tests/unit/plan/desk.h"

static const struct result *run(const char *line, const struct edits *ed, const char *chosen)
{
    struct err_info e = {0};
    struct answers a = desk_answers(line);
    struct engine_options o = {.edits = ed, .chosen_id = chosen, .no_trace = true};
    const struct result *r =
        engine_run(&a, &shipped.facts, &shipped.prices, shipped.day, &o, &desk, &e);
    assert_non_null(r);
    return r;
}

static bool errs(const struct plan *x, const char *rule)
{
    for (size_t i = 0; i < x->finding_n; i++)
        if (x->finding[i].severity == SEV_ERROR &&
            (rule == NULL || str_eq(x->finding[i].rule, rule)))
            return true;
    return false;
}

static int pieces(const struct plan *x, enum part_kind kind, const char *id)
{
    int n = 0;
    for (int i = 0; i < x->bom.n; i++)
        if (x->bom.line[i].kind == kind && str_eq(x->bom.line[i].id, id))
            n += x->bom.line[i].qty;
    return n;
}

#define SERVE "--task serve --model qwen2.5-7b --where own "
#define ROOM SERVE "--place server-room --buyer lab "

static struct edit swap(enum part_kind kind, const char *to)
{
    struct edit e = {.op = EDIT_SWAP, .kind = kind, .all = true};
    str_copy(e.to, sizeof e.to, to);
    return e;
}

/* Eight cards into a server for four; modules into a server for slot cards. */
static void what_a_server_cannot_hold_is_an_error(void **state)
{
    (void)state;
    struct edits ed = {.n = 1, .e = {swap(PART_PLATFORM, "asus-esc4000a-e12")}};
    const struct result *r = run(ROOM "--gpu nvidia-h100-pcie-80x8", &ed, "");
    assert_int_equal(r->chosen, -1);
    assert_true(r->plan_n > 0 && errs(&r->plan[0], "chassis-places"));
    assert_int_equal(pieces(&r->plan[0], PART_PLATFORM, "asus-esc4000a-e12"), 1);
    assert_int_equal(r->plan[0].bom.gpus, 8);
    r = run(ROOM "--gpu nvidia-h100-sxm5-80x8", &ed, "");
    assert_true(r->plan_n > 0 && errs(&r->plan[0], "chassis-places"));
    r = run(ROOM "--gpu nvidia-h100-pcie-80x4", &ed, "");
    assert_true(r->chosen >= 0 && !errs(&r->plan[r->chosen], NULL));
}

/* Whatever is put in by hand, every own plan has it in that number or an error finding. */
static void nothing_is_dropped_unsaid(void **state)
{
    (void)state;
    static const struct {
        enum part_kind kind;
        const char *id;
        int qty;
    } put[] = {{PART_PLATFORM, "asus-prime-b650-plus-wifi", 2},
               {PART_CPU, "amd-epyc-7302", 3},
               {PART_NIC, "bcm57508-100-2", 2},
               {PART_SWITCH, "edgecore-as7726-32x", 1},
               {PART_UPS, "apc-smt3000", 2},
               {PART_HDD, "seagate-exos-x24-24000", 5},
               {PART_CASE, "corsair-4000d-airflow", 1},
               {PART_CABLE, "lsi-9500-8e", 1}};
    for (size_t i = 0; i < sizeof put / sizeof put[0]; i++) {
        struct edits ed = {.n = 2, .e = {swap(put[i].kind, put[i].id)}};
        bool add = put[i].kind == PART_HDD || put[i].kind == PART_UPS || put[i].kind == PART_CABLE;
        if (add) {
            ed.e[0].op = EDIT_ADD;
            ed.e[0].qty = put[i].qty;
            ed.n = 1;
        }
        ed.e[1] =
            (struct edit){.op = EDIT_QTY, .kind = put[i].kind, .qty = put[i].qty, .all = true};
        const struct result *r = run(SERVE, &ed, "");
        for (size_t k = 0; k < r->plan_n; k++)
            if (pieces(&r->plan[k], put[i].kind, put[i].id) != put[i].qty &&
                !errs(&r->plan[k], NULL))
                fail_msg("%s of %s: %d, and no error", put[i].id, r->plan[k].id,
                         pieces(&r->plan[k], put[i].kind, put[i].id));
        arena_reset(&desk);
    }
}

/* A machine sold whole has no place for parts: it says so and is not chosen. */
static void a_whole_computer_keeps_no_parts(void **state)
{
    (void)state;
    struct edits ed = {.n = 1, .e = {swap(PART_CPU, "amd-epyc-7302")}};
    const struct result *r = run(SERVE "--gpu nvidia-gb10-dgx-spark", &ed, "");
    assert_int_equal(r->chosen, -1);
    assert_true(r->plan_n > 0 && errs(&r->plan[0], "lock-lost"));
    /* held to by the user, it is no rental, whatever it costs */
    ed.e[0].all = false;
    r = run(SERVE "--gpu nvidia-gb10-dgx-spark", &ed, "own-nvidia-gb10-dgx-spark-x1");
    assert_int_equal(r->decision.text.id, MSG_DECISION_BROKEN);
    r = run(SERVE "--gpu nvidia-gb10-dgx-spark", NULL, "");
    assert_true(r->chosen >= 0 && !errs(&r->plan[r->chosen], "lock-lost"));
}

/* A bridge put in by hand links the cards that take one, and is an error on those that do not. */
static void a_bridge_put_in_by_hand(void **state)
{
    (void)state;
    struct edits ed = {.n = 1, .e = {{.op = EDIT_ADD, .kind = PART_CABLE, .qty = 1, .all = true}}};
    str_copy(ed.e[0].to, sizeof ed.e[0].to, "nvlink-bridge");
    const char *line = SERVE "--engine llama.cpp --weights q8_0 --country DE "
                             "--gpu nvidia-rtx-3090x2"; /* gains too little: none of its own */
    const struct result *r = run(line, NULL, "");
    assert_true(r->chosen >= 0 && r->plan[r->chosen].bom.bridges == 0);
    r = run(line, &ed, "");
    assert_true(r->chosen >= 0);
    const struct plan *x = &r->plan[r->chosen];
    assert_int_equal(x->bom.bridges, 1);
    assert_int_equal(pieces(x, PART_CABLE, "nvlink-bridge"), 1);
    assert_null(shipped_finding(x->finding, x->finding_n, "link-not-used"));
    r = run(SERVE "--country DE --gpu nvidia-rtx-4090x2", &ed, "");
    assert_int_equal(r->chosen, -1);
    assert_true(r->plan_n > 0 && errs(&r->plan[0], "bridge-useless"));
}

/* With a plan chosen, edits of all plans stay on all, the others on the chosen one alone. */
static void edits_of_all_stay_on_all(void **state)
{
    (void)state;
    struct edits ed = {.n = 1, .e = {swap(PART_CASE, "fractal-design-torrent")}};
    const struct result *r = run(SERVE, &ed, "");
    assert_true(r->chosen >= 0);
    const struct result *again = run(SERVE, &ed, r->plan[r->chosen].id);
    assert_int_equal(again->plan_n, r->plan_n);
    for (size_t i = 0; i < r->plan_n; i++) {
        assert_string_equal(again->plan[i].id, r->plan[i].id);
        assert_true(fabs(again->plan[i].cost.total.typical - r->plan[i].cost.total.typical) < 1e-6);
    }
    ed.e[0].all = false;
    again = run(SERVE, &ed, r->plan[r->chosen].id);
    int with = 0, cases = 0;
    for (size_t i = 0; i < again->plan_n; i++) {
        cases += again->plan[i].bom.chassis != NULL;
        with += pieces(&again->plan[i], PART_CASE, "fractal-design-torrent") > 0;
    }
    assert_true(with >= 1 && with < cases);
}

/* What is at hand does the job: nothing is to be bought, and the sentence says so. */
static void what_is_there_needs_no_purchase(void **state)
{
    (void)state;
    const struct result *r = run("--task finetune --model llama-3.1-8b --method qlora "
                                 "--have 2x3090 --where own ",
                                 NULL, "");
    assert_true(r->verdict.word == VERDICT_FITS || r->verdict.word == VERDICT_TIGHT);
    assert_true(r->decision.text.id == MSG_DECISION_HAVE ||
                r->decision.text.id == MSG_DECISION_HAVE_ALONE);
    r = run("--task finetune --model llama-3.1-8b --method full --have 1x3090 --where own ", NULL,
            "");
    assert_int_equal(r->verdict.word, VERDICT_DOES_NOT_FIT);
    assert_true(r->decision.text.id != MSG_DECISION_HAVE);
}

/* A data set that finds no hard disks at the place is no job for the machine there; where it lies
 * on them the fast drives are not too small for it. */
static void data_without_a_place_is_not_passed_over(void **state)
{
    (void)state;
    const char *job = "--task train-vision --model resnet-50 --epochs 1 --where own --data 200TB ";
    char line[200];
    str_copy(line, sizeof line, job);
    const struct result *r = run(line, NULL, "");
    assert_int_equal(r->chosen, -1);
    assert_int_equal(r->plan[0].misses.id, MSG_MISS_ARCHIVE);
    str_copy(line + strlen(line), sizeof line - strlen(line), "--place server-room --buyer lab ");
    r = run(line, NULL, "");
    assert_true(r->chosen >= 0);
    const struct plan *x = &r->plan[r->chosen];
    assert_true(x->bom.archive_gb >= 200000.0);
    assert_null(shipped_finding(x->finding, x->finding_n, "data-space"));
    assert_non_null(shipped_finding(x->finding, x->finding_n, "archive-tier"));
}

/* In the rack that is free nothing higher is put, boards in cases neither. */
static void a_case_is_no_higher_than_the_rack(void **state)
{
    (void)state;
    for (int units = 2; units <= 8; units += 2) {
        char line[160] = ROOM "--gpu nvidia-rtx-4090x2 --rack-units 2 ";
        line[strlen(line) - 2] = (char)('0' + units);
        const struct result *r = run(line, NULL, "");
        for (size_t i = 0; i < r->plan_n; i++)
            if (r->plan[i].meets)
                assert_false(r->plan[i].bom.rack_u > units);
        arena_reset(&desk);
    }
}

/* Copies of the job on several machines are data parallel: the ranks come to all devices. */
static void copies_are_told(void **state)
{
    (void)state;
    const struct result *r = run("--task serve --model llama-3.1-8b --users 3000 "
                                 "--gpu nvidia-rtx-4090 --where own ",
                                 NULL, "");
    int many = 0;
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *x = &r->plan[i];
        const struct layout *l = &x->sizing.layout;
        many += x->copies > 1;
        assert_int_equal(l->tp * l->pp * l->dp * l->cp * (x->copies > 1 ? x->copies : 1),
                         x->per_node * x->nodes);
    }
    assert_true(many > 0);
}

/* What comes with another part has no price of its own, and so none that is estimated. */
static void what_is_included_is_no_estimate(void **state)
{
    (void)state;
    const struct result *r =
        run("--task finetune --model qwen2.5-7b --where own --vendors domestic "
            "--country CN --place server-room --buyer enterprise ",
            NULL, "");
    int included = 0;
    for (size_t i = 0; i < r->plan_n; i++)
        for (int k = 0; k < r->plan[i].bom.n; k++) {
            const struct bom_line *l = &r->plan[i].bom.line[k];
            included += l->included;
            assert_false(l->included && l->estimate);
            assert_false(!l->included && !l->owned && l->unit_price <= 0);
            if (l->estimate && known(l->unit_price))
                assert_true(l->from.confidence >= 'C');
        }
    assert_true(included > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(what_a_server_cannot_hold_is_an_error),
        DESK(nothing_is_dropped_unsaid),
        DESK(a_whole_computer_keeps_no_parts),
        DESK(a_bridge_put_in_by_hand),
        DESK(edits_of_all_stay_on_all),
        DESK(what_is_there_needs_no_purchase),
        DESK(data_without_a_place_is_not_passed_over),
        DESK(a_case_is_no_higher_than_the_rack),
        DESK(copies_are_told),
        DESK(what_is_included_is_no_estimate),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
