/*
 * sized.h - facts, jobs and shapes made by hand for the tests of sizing: three cards, some models,
 * and only the factors that a test sets, so that figures can be worked out on paper.
 *
 *     struct sized s; sized_init(&s);
 *     sized_factor(&s, "memory.logits-bytes.default", 10);
 *     struct job j = sized_job(&s, "llama-70b", METHOD_QLORA);
 */
#ifndef TESTS_SUPPORT_SIZED_H
#define TESTS_SUPPORT_SIZED_H

#include "engine/sizing/sizing.h"

#define SIZED_FACTORS 128
struct sized {
    struct facts facts;
    struct accel accel[4]; /* big 80 GB with link, mid 48 GB, small 24 GB, tiny 8 GB: PCIe */
    struct model model[10];
    struct engine_row engine[6];
    struct factor factor[SIZED_FACTORS];
};

void sized_init(struct sized *s);
struct model *sized_model(struct sized *s, const char *id);
void sized_factor(struct sized *s, const char *id, double typical);
void sized_band(struct sized *s, const char *id, double low, double high);
void sized_cases(struct sized *s, const char *id, double cases);
struct job sized_job(const struct sized *s, const char *model, enum method method);
struct job sized_serve(const struct sized *s, const char *model, const char *weights, double users);
struct sizing sized_on(const struct sized *s, const struct job *j, const char *accel, int cards);

/* near: got is want within that share of it, else the test fails with both. */
void near(double got, double want, double share);

#endif
