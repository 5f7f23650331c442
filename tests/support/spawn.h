/*
 * spawn.h - runs the built program and keeps what it said. The environment is made anew for each
 * run: a home of its own, no language, no terminal; `env` adds to it.
 *
 *     struct spawned s;
 *     spawn(&s, &(struct spawn_how){.env = (const char *[]){"DLRIG_LANG=zh", NULL}},
 *           (const char *[]){"plan", "--task", "serve", NULL});
 *     assert_int_equal(s.code, 0);
 *     spawned_free(&s);
 */
#ifndef TESTS_SUPPORT_SPAWN_H
#define TESTS_SUPPORT_SPAWN_H

#include <stdbool.h>
#include <stddef.h>

struct spawn_how {
    const char *const *env; /* NAME=VALUE, NULL-ended; NULL: none */
    const char *input;      /* what stands on standard input; NULL: nothing */
    const char *out_path;   /* standard output goes there instead, opened for writing */
    bool out_closed_pipe;   /* standard output is a pipe whose reader is gone */
    bool out_closed;        /* standard output is closed */
    const char *dir;        /* working directory; NULL: as it is */
    int umask;              /* 0: as it is */
    long file_limit;        /* RLIMIT_FSIZE in bytes, 0: none */
};

struct spawned {
    int code;   /* exit code, or -1 when a signal ended it */
    int signal; /* 0 when it ended by itself */
    char *out, *err;
    size_t out_len, err_len;
};

/* spawn: runs build/dlrig with the words of argv (NULL-ended, without the program). Fails the test
 * when it cannot be started or does not end within a minute. */
void spawn(struct spawned *s, const struct spawn_how *how, const char *const *argv);
void spawned_free(struct spawned *s);

/* spawn_line: the same with the words of one line, separated by blanks. */
void spawn_line(struct spawned *s, const struct spawn_how *how, const char *line);

int count_lines(const char *text);
bool has_escape(const char *text, size_t len); /* any control byte but newline */

#endif
