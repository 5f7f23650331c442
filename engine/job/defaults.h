/*
 * defaults.h - what is assumed where nothing was answered. One row a task, a country, a buyer.
 * A default is a typical job, so that a plan can be made at once; each can be changed.
 */
#ifndef ENGINE_JOB_DEFAULTS_H
#define ENGINE_JOB_DEFAULTS_H

#include "engine/job/job.h"

struct task_defaults {
    const char *models[3]; /* the first that the catalog has; NULL-filled */
    unsigned kinds;        /* bits 1 << enum model_kind: else the first model of one of these */
    enum method method;
    double context;                               /* tokens; the model's own limit caps it */
    double tokens, samples, epochs, clip_seconds; /* UNKNOWN: has none */
    double users, input_len, output_len;
    double hours_per_day;
    const char *engines[3]; /* the first that the catalog has */
    bool shards;            /* trainer wanted by default if none of engines is there */
};
const struct task_defaults *task_defaults(enum task t);

/* Chinchilla: training tokens for each parameter of a model that is pre-trained compute-optimal. */
#define PRETRAIN_TOKENS_PER_PARAM 20.0 /* arXiv 2203.15556 */
#define PEAK_SHARE_DEFAULT 0.08        /* 5 to 10 % of the people with access */
#define DISCOUNT_RATE_DEFAULT 0.08     /* when the catalog has no row finance.discount_rate */
#define IMAGE_BYTES 110e3              /* mean of ImageNet-1k, JPEG: 138 GB in 1.28 million files */
#define SPEECH_BYTES_PER_S 32e3        /* 16 kHz, 16 bits, one channel */
#define TEXT_BYTES_PER_TOKEN 4.5       /* plain English text and the tokenizers of today */
#define READABLE_TPS 5.0               /* tokens a second that one reader needs at least */
#define READING_TPS 20.0               /* tokens a second that one user gets, for users from rps */
#define CLIP_FRAMES 81.0               /* frames of a clip when the model does not tell */

struct mains {
    double volts, amps;
};
/* default_mains: ordinary socket, or the circuit of a rack for server rooms and colocation. */
struct mains default_mains(const char *country, enum place place);

double default_months(enum buyer buyer);
enum place default_place(enum buyer buyer);
bool default_gross(enum buyer buyer);   /* VAT or sales tax stays with the buyer */
double default_noise(enum place place); /* dB(A); UNKNOWN: no limit */
enum buyer default_buyer(enum task task);

#endif
