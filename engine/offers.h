/*
 * offers.h - offers side by side: what a card, a gigabyte, a TFLOPS of each costs, and what the job
 * at hand costs on it. Pure; used by the list of offers, not by plans.
 */
#ifndef ENGINE_OFFERS_H
#define ENGINE_OFFERS_H

#include "engine/job/answers.h"
#include "engine/result.h"

/* Prices of one hour, in one currency; UNKNOWN where the card's figure or the rate is. Month and
 * reserved packages count as price / 730. */
struct offer_figures {
    double gpu_hour;    /* of one card */
    double gb_hour;     /* of a GB of VRAM as sold */
    double tflops_hour; /* of a TFLOPS, dense, in bf16, else fp16 */
    double tbs_hour;    /* of a TB/s of memory bandwidth */
};
/* offer_figures_at: of a card whose hour costs so much. */
void offer_figures_at(const struct accel *a, double gpu_hour, struct offer_figures *out);
void offer_figures(const struct facts *f, const struct offer *o, const char *currency,
                   struct offer_figures *out);

/* The job on machines of one offer: of so many as it takes. */
struct offer_rate {
    enum verdict verdict;
    bool meets; /* deadline and load are kept */
    int machines;
    double per_million; /* USD a million of the job's units (tokens, images, samples); UNKNOWN */
};
/* engine_rate_offers: out[i] for offer[i]; offers of one shape are sized once. *unit is the word of
 * the job's rate, "tokens/s". ERR_USAGE as job_resolve, ERR_NOMEM. */
enum err engine_rate_offers(const struct answers *a, const struct facts *f, const struct prices *p,
                            struct moment now, const struct offer *const *offer, size_t n,
                            struct offer_rate *out, const char **unit, struct arena *arena,
                            struct err_info *e);

/* Offers that share a card, a provider, a region. low and high: USD a card and hour. */
struct offers_group {
    const char *key; /* NULL: all regions */
    size_t n;
    double low, high;
    const struct offer *cheapest; /* a stale price stands for the group only when it is a fifth
                                     below every fresher one */
};

#endif
