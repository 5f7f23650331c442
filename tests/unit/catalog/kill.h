/*
 * kill.h - the system calls that change files, counted; at a chosen one the process dies as if the
 * power went (half of a write is done), or the call fails as if the disk were full.
 *
 * The functions of this file stand before those of the C library for every library of the program.
 */
#ifndef TESTS_CATALOG_KILL_H
#define TESTS_CATALOG_KILL_H

enum kill_mode { KILL_NONE, KILL_DIE, KILL_FULL_ONCE, KILL_FULL };
#define KILLED 97 /* exit code of a process that died at its call */

/* kill_at: from now on call number n (from 1) is the one. */
void kill_at(enum kill_mode mode, long n);
long kill_count(void); /* calls since kill_at */

#endif
