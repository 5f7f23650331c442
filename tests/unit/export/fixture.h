/*
 * fixture.h - results to export: runs of the engine over the shipped catalog, and one made by hand
 * in which everything that can go wrong does.
 */
#ifndef TESTS_EXPORT_FIXTURE_H
#define TESTS_EXPORT_FIXTURE_H

#include "base/json.h"
#include "engine/result.h"
#include "export/export.h"

/* Jobs of the acceptance: what the documents are made of. */
enum sample {
    SAMPLE_RENT,    /* QLoRA of 70B: a rented plan is chosen */
    SAMPLE_OWN,     /* the same road with own machines only */
    SAMPLE_SERVE,   /* 50 requests in China, in CNY: no runs, so speed instead of time */
    SAMPLE_NO_PLAN, /* full fine-tuning on one 24 GB card */
    SAMPLE_HAVE,    /* mixed cards at hand */
    SAMPLE_CLUSTER, /* several own machines */
    SAMPLE_OTHER,   /* speed not modelled */
    SAMPLES
};
int fixture_load(void **state); /* cmocka group set-up and tear-down */
int fixture_unload(void **state);
const char *sample_name(enum sample s);
const struct result *sample_plan(enum sample s);
const struct size_result *sample_size(const char *task, const char *gpu); /* gpu NULL: the table */
const struct fits_result *sample_fits(const char *gpu);
size_t sample_offers(const struct offer **out, size_t n); /* the first n of the shipped ones */
struct export_options options(enum lang lang);

/* Texts of documents; str_free them. */
struct str plan_as(enum export_format f, const struct result *r, enum lang lang);
struct json_doc *parsed(const struct str *text); /* fails the test when it is no JSON */

/* A result by hand: every number unknown, 40 bill lines, names of NASTY; or no plan at all. */
#define NASTY                                                                                      \
    "A|B \"q\", 'a' *x* _y_ `z` <b>t</b> [l](http://e.example) ![i](u) ~s~ \\ &amp; "              \
    "#1\n\x1b[31mred"
const struct result *extreme_result(size_t plans);
const struct size_result *extreme_size(void);

#endif
