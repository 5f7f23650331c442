#include "tests/unit/job/job_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int job_test_setup(void **state)
{
    struct job_test *t = calloc(1, sizeof *t);
    if (!t) {
        return -1;
    }
    small_facts_new(&t->facts);
    arena_init(&t->arena, 8u << 20);
    str_init(&t->text, 4096);
    answers_init(&t->answers);
    *state = t;
    return 0;
}

int job_test_teardown(void **state)
{
    struct job_test *t = *state;
    arena_free(&t->arena);
    str_free(&t->text);
    free(t);
    return 0;
}

const char *job_error(struct job_test *t)
{
    str_clear(&t->text);
    err_render(&t->text, LANG_EN, &t->e);
    return t->text.p;
}

void job_set(struct job_test *t, const char *const *pairs)
{
    answers_init(&t->answers);
    for (; pairs[0]; pairs += 2) {
        const struct question *q = question_find(pairs[0]);
        if (!q) {
            fail_msg("no question %s", pairs[0]);
        }
        if (answers_set(&t->answers, q->id, pairs[1], FROM_GIVEN, &t->e) != OK) {
            fail_msg("%s", job_error(t));
        }
    }
}

enum err job_try(struct job_test *t, const char *const *pairs)
{
    job_set(t, pairs);
    return job_resolve(&t->answers, &t->facts.facts, &t->arena, &t->job, &t->e);
}

void job_refused(struct job_test *t, enum err code, const char *part, const char *const *pairs)
{
    enum err got = job_try(t, pairs);
    if (got == OK) {
        fail_msg("accepted: %s %s", pairs[0], pairs[1]);
    }
    if (got != code || !strstr(job_error(t), part)) {
        fail_msg("code %d, text: %s", (int)got, job_error(t));
    }
}
