/*
 * run.h - dlrig-refresh as a program, against the server of server.h: a store of its own, its lines
 * of progress kept.
 */
#ifndef TESTS_NET_RUN_H
#define TESTS_NET_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct ran {
    int code; /* exit code; -1 when a signal ended it */
    int signal;
    char *out; /* lines of progress and errors */
    double took_s;
};

/* run_store: the folder of the price file, empty at first; run_store_empty: again. */
const char *run_store(void);
void run_store_empty(void);
/* run_refresh: with these further words, divided by blanks; {NAME} stands for the address of that
 * path on the server. The test fails when it does not end within a minute. */
struct ran run_refresh(const char *words);
void ran_free(struct ran *r);
/* run_begin: starts it; run_end: waits. In between its output gathers in a pipe. */
pid_t run_begin(const char *words, int *out);
struct ran run_end(pid_t pid, int out);

/* run_sum: a hash of the price file, 0 when there is none. run_left: files in the store besides the
 * price file and the lock. run_number: of one SQL expression over the price file. */
unsigned long run_sum(void);
int run_left(void);
double run_number(const char *sql);
/* run_offers: price_file_count of it. */
size_t run_offers(const char *provider, const char *date, const char *past);

#endif
