#define _GNU_SOURCE
#include "tests/unit/catalog/kill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static enum kill_mode mode;
static long chosen, count;

void kill_at(enum kill_mode m, long n)
{
    mode = m;
    chosen = n;
    count = 0;
}

long kill_count(void)
{
    return count;
}

/* hit: whether this call is the one. */
static bool hit(void)
{
    if (mode == KILL_NONE)
        return false;
    count++;
    return mode == KILL_FULL ? count >= chosen : count == chosen;
}

static int refused(void)
{
    if (mode == KILL_DIE)
        _exit(KILLED);
    errno = ENOSPC;
    return -1;
}

ssize_t write(int fd, const void *buf, size_t n)
{
    if (fd > 2 && hit()) {
        if (mode == KILL_DIE)
            (void)syscall(SYS_write, fd, buf, n / 2);
        return refused();
    }
    return syscall(SYS_write, fd, buf, n);
}

ssize_t pwrite(int fd, const void *buf, size_t n, off_t at)
{
    if (hit()) {
        if (mode == KILL_DIE)
            (void)syscall(SYS_pwrite64, fd, buf, n / 2, at);
        return refused();
    }
    return syscall(SYS_pwrite64, fd, buf, n, at);
}

ssize_t pwrite64(int fd, const void *buf, size_t n, off64_t at)
{
    return pwrite(fd, buf, n, at);
}

int fsync(int fd)
{
    return hit() ? refused() : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return hit() ? refused() : (int)syscall(SYS_fdatasync, fd);
}

int ftruncate(int fd, off_t n)
{
    return hit() ? refused() : (int)syscall(SYS_ftruncate, fd, n);
}

int ftruncate64(int fd, off64_t n)
{
    return ftruncate(fd, n);
}

int unlink(const char *path)
{
    return hit() ? refused() : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int rename(const char *from, const char *to)
{
    return hit() ? refused() : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int link(const char *from, const char *to)
{
    return hit() ? refused() : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}
