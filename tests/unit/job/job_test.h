/*
 * job_test.h - what the tests of the job share: answers from "name", "text" pairs, a job from
 * them, and the text of an error.
 */
#ifndef TESTS_UNIT_JOB_JOB_TEST_H
#define TESTS_UNIT_JOB_JOB_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "engine/job/job.h"
#include "tests/support/small_facts.h"

struct job_test {
    struct small_facts facts;
    struct arena arena;
    struct answers answers;
    struct job job;
    struct err_info e;
    struct str text; /* of the last error, English */
};

int job_test_setup(void **state);
int job_test_teardown(void **state);

/* job_set: answers anew from name, text pairs ended by NULL; all must be accepted. */
void job_set(struct job_test *t, const char *const *pairs);
enum err job_try(struct job_test *t, const char *const *pairs); /* job_set and job_resolve */
const char *job_error(struct job_test *t);                      /* text of t->e */
/* job_refused: job_try must end with code and a text that holds `part`. */
void job_refused(struct job_test *t, enum err code, const char *part, const char *const *pairs);

#define PAIRS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define assert_close(a, b) assert_true(((a) - (b)) * ((a) - (b)) < 1e-12)

#endif
