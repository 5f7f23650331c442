/*
 * progress.h - what dlrig-refresh tells the program that started it: one JSON object a line.
 *
 *     {"feed":"own","stage":"fetch","bytes":65536,"rows":500,"pages":0}
 *     {"feed":"own","stage":"held","line":7,"reason":"far-from-last","what":"lambda gpu_1x_a10"}
 *     {"feed":"own","stage":"done","rows":12,"accepted":3,"unchanged":8, ...}
 *     {"feed":"own","stage":"failed","message":"...","reasons":{"bad-number":3}}
 *     {"feed":"fx","stage":"same","since":"2026-11-30T08:00:00Z"}    as before, by its server
 *     {"feed":"fx","stage":"fresh","since":"..."}                    not asked: fetched just then
 *     {"feed":"fx","stage":"clock","off_s":86400}                   the server's clock against ours
 *     {"stage":"summary","feeds":1,"failed":0,"stored":true,"file":"..."}
 *
 * A line is written at once and whole; the reader needs no more than one line.
 */
#ifndef PRICING_PROGRESS_H
#define PRICING_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/msg.h"
#include "pricing/judge.h"

/* bytes and rows so far; pages: complete ones. */
void progress_fetch(const char *feed, size_t bytes, size_t rows, size_t pages);
void progress_judge(const char *feed, size_t bytes);
/* stage: "same" or "fresh"; since: the moment that the prices are known to hold of. */
void progress_same(const char *feed, const char *stage, const char *since);
void progress_clock(const char *feed, long off_s);
void progress_held(const char *feed, const struct verdict *v);
void progress_done(const char *feed, const char *place, size_t bytes, size_t pages,
                   const struct judge_counts *c);
/* c: what became of its rows; NULL when none were judged. */
void progress_failed(const char *feed, const char *place, const char *message,
                     const struct judge_counts *c);
void progress_note(const char *message);
void progress_summary(size_t feeds, size_t failed, bool stored, const char *file);

#endif
