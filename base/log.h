/*
 * log.h - ring of the last lines, kept in memory, shown by `dlrig doctor` and by the crash
 * handler. Fixed size, no allocation, safe to read from a signal handler.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stddef.h>

#define LOG_LINES 128
#define LOG_LINE_BYTES 160

void log_add(const char *area, const char *text); /* cut at LOG_LINE_BYTES on a UTF-8 boundary */
size_t log_count(void);                           /* lines now in the ring, <= LOG_LINES */
const char *log_line(size_t i);                   /* 0 = oldest */

#endif
