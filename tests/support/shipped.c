/* shipped.c - see shipped.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"
#include "catalog/load.h"
#include "tests/support/shipped.h"

struct shipped shipped;

static void refuse(const char *what)
{
    struct str why;
    str_init(&why, 2048);
    err_render(&why, LANG_EN, &shipped.e);
    print_error("%s: %s\n", what, why.p);
    str_free(&why);
}

int shipped_load(void **state)
{
    (void)state;
    shipped = (struct shipped){.day = {1796040000}};
    arena_init(&shipped.arena, 0);
    arena_init(&shipped.results, 0);
    if (catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &shipped.arena, &shipped.facts,
                     &shipped.prices, &shipped.e) == OK)
        return 0;
    refuse("catalog");
    return -1;
}

int shipped_unload(void **state)
{
    (void)state;
    arena_free(&shipped.arena);
    arena_free(&shipped.results);
    return 0;
}

static void answer(struct answers *a, enum question_id id, const char *text)
{
    if (answers_set(a, id, text, FROM_GIVEN, &shipped.e) == OK)
        return;
    refuse(text);
    fail();
}

struct answers shipped_answers(const struct pair *p)
{
    struct answers a;
    answers_init(&a);
    for (; p->text != NULL; p++)
        answer(&a, p->id, p->text);
    return a;
}

struct answers shipped_words(const char *const *words)
{
    struct answers a;
    answers_init(&a);
    for (; words[0] != NULL; words += 2) {
        const struct question *q = question_find(words[0]);
        if (q == NULL)
            fail_msg("no question %s", words[0]);
        answer(&a, q->id, words[1]);
    }
    return a;
}

struct job shipped_job(const char *const *words)
{
    struct answers a = shipped_words(words);
    struct job job;
    if (job_resolve(&a, &shipped.facts, &shipped.arena, &job, &shipped.e) != OK) {
        refuse("job");
        fail();
    }
    return job;
}

const struct result *shipped_run(const struct pair *p, const struct engine_options *o,
                                 struct arena *arena)
{
    struct answers a = shipped_answers(p);
    const struct result *r =
        engine_run(&a, &shipped.facts, &shipped.prices, shipped.day, o, arena, &shipped.e);
    if (r == NULL) {
        refuse("engine_run");
        fail();
    }
    return r;
}

const struct plan *shipped_plan(const struct result *r, const char *id)
{
    for (size_t i = 0; i < r->plan_n; i++)
        if (str_eq(r->plan[i].id, id))
            return &r->plan[i];
    return NULL;
}

const struct finding *shipped_finding(const struct finding *f, size_t n, const char *rule)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(f[i].rule, rule))
            return &f[i];
    return NULL;
}
