/*
 * shipped.h - the shipped catalog, as the tests that need it whole share it: loaded once for a
 * program's tests, asked on the day of all goldens.
 *
 *     cmocka_run_group_tests(tests, shipped_load, shipped_unload);
 *     static const struct pair job[] = {{Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, END};
 *     const struct result *r = shipped_run(job, NULL, &shipped.results);
 *
 * Needs the floor `catalog` (a line "// links: catalog" in tests of lower floors).
 */
#ifndef TESTS_SUPPORT_SHIPPED_H
#define TESTS_SUPPORT_SHIPPED_H

#include "base/arena.h"
#include "base/date.h"
#include "base/err.h"
#include "engine/facts.h"
#include "engine/job/job.h"
#include "engine/result.h"

struct shipped {
    struct arena arena, results; /* the catalog; what tests make and need not free */
    struct facts facts;
    struct prices prices;
    struct moment day; /* noon of 2026-11-30 */
    struct err_info e;
};
extern struct shipped shipped;

/* Set-up and tear-down of a group; the load fails the group when there is no catalog. */
int shipped_load(void **state);
int shipped_unload(void **state);

struct pair {
    enum question_id id;
    const char *text; /* NULL ends a list */
};
#define END                                                                                        \
    {                                                                                              \
        Q_TASK, NULL                                                                               \
    }

/* shipped_answers: as given by a person; a refused answer fails the test, with its reason. */
struct answers shipped_answers(const struct pair *p);
/* shipped_words: the same from names and values, "task", "serve", ..., NULL. */
struct answers shipped_words(const char *const *words);
/* shipped_job: those words resolved. */
struct job shipped_job(const char *const *words);
/* shipped_run: a whole plan; o as engine_run. Fails the test when there is none. */
const struct result *shipped_run(const struct pair *p, const struct engine_options *o,
                                 struct arena *arena);
/* shipped_plan: by its id; shipped_finding: of a rule. NULL: there is none. */
const struct plan *shipped_plan(const struct result *r, const char *id);
const struct finding *shipped_finding(const struct finding *f, size_t n, const char *rule);

#endif
