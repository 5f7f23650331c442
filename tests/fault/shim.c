/*
 * shim.c - a library to be preloaded: the N-th call of a kind fails, once or from then on. For the
 * tests of what happens when a disk is full or memory is short; never part of a program.
 *
 *     FAULT_KIND   write (write, pwrite, ftruncate), sync (fsync, fdatasync),
 *                  name (rename, unlink), open (files to be written),
 *                  memory (malloc, calloc, realloc)
 *     FAULT_AT     1 is the first call; 0: none fails
 *     FAULT_EVER   set: all later ones fail, too
 *     FAULT_COUNT  file that gets the number of calls at the end
 */
#define _GNU_SOURCE /* O_TMPFILE, off64_t */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);

static long at, calls;
static int ever;
static char kind;
static const char *count_path;

__attribute__((constructor)) static void begin(void)
{
    const char *word = getenv("FAULT_KIND"), *n = getenv("FAULT_AT");

    count_path = getenv("FAULT_COUNT");
    ever = getenv("FAULT_EVER") != NULL;
    at = n != NULL ? strtol(n, NULL, 10) : 0;
    kind = word != NULL ? word[0] : '-'; /* last: from now on calls are counted */
}

__attribute__((destructor)) static void end(void)
{
    char text[32];

    kind = '-';
    if (count_path == NULL)
        return;
    int fd = open(count_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int len = snprintf(text, sizeof text, "%ld\n", calls);
    if (fd >= 0 && write(fd, text, (size_t)len) == len)
        close(fd);
}

static int fails(char what)
{
    if (kind != what)
        return 0;
    calls++;
    return at > 0 && (calls == at || (ever && calls > at));
}

static int fail_with(int number)
{
    errno = number;
    return -1;
}

/* Only files: pipes and terminals take what is told even when the disk is full. */
static int is_file(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    if (kind == 'w' && is_file(fd) && fails('w'))
        return fail_with(ENOSPC);
    return syscall(SYS_write, fd, bytes, n);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t from)
{
    if (fails('w'))
        return fail_with(ENOSPC);
    return syscall(SYS_pwrite64, fd, bytes, n, from);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t from)
{
    return pwrite64(fd, bytes, n, from);
}

int ftruncate64(int fd, off64_t n)
{
    return fails('w') ? fail_with(EIO) : (int)syscall(SYS_ftruncate, fd, n);
}

int ftruncate(int fd, off_t n)
{
    return ftruncate64(fd, n);
}

int fsync(int fd)
{
    return fails('s') ? fail_with(EIO) : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    return fails('s') ? fail_with(EIO) : (int)syscall(SYS_fdatasync, fd);
}

int rename(const char *from, const char *to)
{
    return fails('n') ? fail_with(EACCES)
                      : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int unlink(const char *path)
{
    return fails('n') ? fail_with(EACCES) : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

static int open_it(const char *path, int flags, mode_t mode)
{
    if ((flags & (O_CREAT | O_WRONLY | O_RDWR)) != 0 && fails('o'))
        return fail_with(ENOSPC);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static mode_t mode_of(int flags, va_list more)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? (mode_t)va_arg(more, int) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_it(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_it(path, flags, mode);
}

void *malloc(size_t n)
{
    if (!fails('m'))
        return __libc_malloc(n);
    errno = ENOMEM;
    return NULL;
}

void *calloc(size_t n, size_t size)
{
    if (!fails('m'))
        return __libc_calloc(n, size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *p, size_t n)
{
    if (!fails('m'))
        return __libc_realloc(p, n);
    errno = ENOMEM;
    return NULL;
}
