/*
 * child.h - dlrig as a process that is watched: on a terminal of its own, whose bytes are counted
 * and timed but not understood, or with its output into a file that nobody reads.
 */
#ifndef TESTS_BENCH_CHILD_H
#define TESTS_BENCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct child {
    pid_t pid;
    int fd;
    double start_ms, last_ms; /* of the clock: before the fork, of the newest byte */
    size_t bytes;             /* since the last child_take */
    char home[64];
};

/* child_screen: dlrig with args (NULL-ended, without the program) on a terminal of that size, in a
 * home of its own. */
bool child_screen(struct child *c, int rows, int cols, const char *const *args);
/* child_quiet: reads until nothing came for quiet_ms. */
void child_quiet(struct child *c, int quiet_ms);
/* child_key: sends a key and reads until quiet; how many bytes came, and when the last of them. */
size_t child_key(struct child *c, const char *bytes, double *took_ms);
size_t child_take(struct child *c);
/* child_resident_mib: the most so far; child_cpu_ms: processor time so far. 0 where the system does
 * not tell. */
double child_resident_mib(const struct child *c);
double child_cpu_ms(const struct child *c);
void child_end(struct child *c);

/* child_command: runs dlrig with args, output thrown away; milliseconds, or -1 when it failed.
 * cpu_used_ms, resident_mib: its processor time and the most memory that it held. */
double child_command(const char *const *args, double *cpu_used_ms, double *resident_mib);

#endif
