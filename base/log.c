#include "base/log.h"

#include <signal.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"

/* The slot is filled before the counter moves, so that a signal handler which reads the ring in
 * the middle of log_add sees whole lines only (the oldest may be the one being replaced). */
static char ring[LOG_LINES][LOG_LINE_BYTES];
static volatile sig_atomic_t added; /* counts to 2 * LOG_LINES, then falls back to LOG_LINES */

void log_add(const char *area, const char *text)
{
    char *slot = ring[added % LOG_LINES];
    size_t n;

    text_clean_buf(slot, LOG_LINE_BYTES, area);
    n = strlen(slot);
    if (n > 0 && n + 3 < LOG_LINE_BYTES) {
        str_copy(slot + n, LOG_LINE_BYTES - n, ": ");
        n += 2;
    }
    text_clean_buf(slot + n, LOG_LINE_BYTES - n, text);
    added = added + 1 < 2 * LOG_LINES ? added + 1 : LOG_LINES;
}

size_t log_count(void)
{
    return added < LOG_LINES ? (size_t)added : (size_t)LOG_LINES;
}

const char *log_line(size_t i)
{
    size_t n = log_count();

    if (i >= n)
        return "";
    return ring[((size_t)added - n + i) % LOG_LINES];
}
