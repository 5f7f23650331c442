// links: catalog
/*
 * Every accelerator of the shipped catalog, 1, 2, 4 and 8 of it, for a small serving job and a
 * small training job in a server room: whatever is built goes through the rules, and none of them
 * may find an error in the parts.
 */
#include "base/str.h"
#include "engine/rules/gather.h"
#include "tests/support/shipped.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void job_of(const char *task, struct job *job)
{
    const char *const words[] = {"task",        task,      "model", "qwen2.5-0.5b", "place",
                                 "server-room", "country", "DE",    "volts",        "230",
                                 "amps",        "32",      NULL};
    *job = shipped_job(words);
}

/* Errors of rules about parts: power, links, load. Fit and software speak of card and job. */
static int errors_in_parts(const struct job *job, const struct plan *p, struct arena *arena)
{
    struct rule_facts rf;
    struct need need = {.flops_per_run = UNKNOWN};
    struct finding *list = NULL;
    rules_gather(job, &shipped.facts, p, &need, 20787, &rf);
    size_t n = rules_run(&rf, arena, &list);
    int errors = 0;
    for (size_t i = 0; i < n; i++) {
        const struct finding *x = &list[i];
        if (x->severity != SEV_ERROR ||
            (x->group != GROUP_POWER && x->group != GROUP_LINK && x->group != GROUP_LOAD))
            continue;
        struct str s;
        str_init(&s, 1024);
        msg_render(&s, LANG_EN, &x->message);
        printf("%s x%d on %s: %s: %s\n", p->accel->id, p->per_node,
               p->bom.platform != NULL ? p->bom.platform->id : "-", x->rule, s.p);
        str_free(&s);
        errors++;
    }
    return errors;
}

static void no_errors(const char *task)
{
    static const int counts[] = {1, 2, 4, 8};
    struct job job;
    struct arena a;
    job_of(task, &job);
    arena_init(&a, 0);
    const struct build_tables *t = build_tables_make(&shipped.facts, job.currency, &shipped.arena);
    int built = 0, errors = 0;
    for (size_t i = 0; i < shipped.facts.accel_n; i++)
        for (size_t k = 0; k < 4; k++) {
            arena_reset(&a);
            struct plan *p = ARENA_NEW(&a, struct plan);
            struct shape s = shape_of(&shipped.facts.accel[i], counts[k], 1);
            struct build_wish w;
            struct msg why;
            p->kind = KIND_OWN;
            p->accel = s.accel;
            p->per_node = counts[k];
            p->nodes = p->machines = 1;
            size_shape(&job, &shipped.facts, &s, NULL, &p->sizing);
            build_wish_of(&job, &p->sizing, &s, &w);
            w.tables = t;
            if (build_machine(&shipped.facts, &w, &a, &p->bom, &why) != OK)
                continue;
            built++;
            errors += errors_in_parts(&job, p, &a);
        }
    printf("%s: %d machines, %d errors\n", task, built, errors);
    assert_true(built > 300);
    assert_int_equal(errors, 0);
    arena_free(&a);
}

static void serving(void **state)
{
    (void)state;
    no_errors("serve");
}

static void training(void **state)
{
    (void)state;
    no_errors("finetune");
}

/* The same path finds the error when the user takes the supply away. */
static void an_edit_is_found(void **state)
{
    (void)state;
    struct job job;
    job_of("finetune", &job);
    struct arena a;
    arena_init(&a, 0);
    struct plan *p = ARENA_NEW(&a, struct plan);
    struct shape s = shape_of(facts_accel(&shipped.facts, "nvidia-rtx-5090"), 2, 1);
    struct edits ed = {.n = 1};
    struct build_wish w;
    struct msg why;
    ed.e[0].op = EDIT_DROP;
    ed.e[0].kind = PART_PSU;
    p->kind = KIND_OWN;
    p->accel = s.accel;
    p->per_node = 2;
    p->nodes = p->machines = 1;
    size_shape(&job, &shipped.facts, &s, NULL, &p->sizing);
    build_wish_of(&job, &p->sizing, &s, &w);
    w.edits = &ed;
    assert_int_equal(build_machine(&shipped.facts, &w, &a, &p->bom, &why), OK);
    assert_true(errors_in_parts(&job, p, &a) >= 1);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(serving),
        cmocka_unit_test(training),
        cmocka_unit_test(an_edit_is_found),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
