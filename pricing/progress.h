/*
 * progress.h - what dlrig-refresh tells the program that started it: one JSON object a line.
 *
 *     {"feed":"own","stage":"fetch","bytes":65536}
 *     {"feed":"own","stage":"held","line":7,"reason":"far-from-last","what":"lambda gpu_1x_a10"}
 *     {"feed":"own","stage":"done","rows":12,"accepted":3,"unchanged":8, ...}
 *     {"feed":"own","stage":"failed","message":"..."}
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

void progress_bytes(const char *feed, const char *stage, size_t bytes);
void progress_held(const char *feed, const struct verdict *v);
void progress_done(const char *feed, const char *place, size_t bytes, const struct judge_counts *c);
void progress_failed(const char *feed, const char *place, const char *message);
void progress_note(const char *message);
void progress_summary(size_t feeds, size_t failed, bool stored, const char *file);

#endif
