#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h> /* rename */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/str.h"

#define PATH_BYTES 4096 /* longest path that the system takes */

static enum err fail_path(struct err_info *e, const char *path, enum err code, enum msg_id id)
{
    err_where(e, path, 0, NULL);
    return err_set(e, code, id, 1, &ARG_STR(e ? e->file : NULL));
}

/* The same with the system's reason as second argument. */
static enum err fail_system(struct err_info *e, const char *path, enum err code, enum msg_id id,
                            int number)
{
    err_where(e, path, 0, NULL);
    struct msg_arg args[] = {ARG_STR(e ? e->file : NULL), err_system(e, number)};
    return err_set(e, code, id, 2, args);
}

/* --- reading --------------------------------------------------------------------------------- */
/* Reads n bytes or to the end; -1 with errno. */
static ssize_t read_some(int fd, char *to, size_t n)
{
    size_t got = 0;

    while (got < n) {
        ssize_t k = read(fd, to + got, n - got);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return -1;
        if (k == 0)
            break;
        got += (size_t)k;
    }
    return (ssize_t)got;
}

static enum err too_large(struct err_info *e, const char *path, size_t max)
{
    err_where(e, path, 0, NULL);
    struct msg_arg args[] = {ARG_STR(e ? e->file : NULL), ARG_INT(max)};
    return err_set(e, ERR_LIMIT, MSG_FILE_LARGE, 2, args);
}

/* Size unknown or wrong: pipes, /proc, files that grow. Goes on behind the n bytes of head. */
static enum err read_stream(struct arena *a, int fd, const char *path, size_t max, const char *head,
                            size_t n, char **text, size_t *len, struct err_info *e)
{
    char chunk[16384];
    struct str all;
    enum err rc = OK;

    str_init(&all, max);
    str_addn(&all, head, n);
    for (;;) {
        ssize_t k = read_some(fd, chunk, sizeof chunk);
        if (k < 0)
            rc = fail_system(e, path, ERR_IO, MSG_FILE_READ_FAILED, errno);
        if (k <= 0)
            break;
        bool fits = (size_t)k <= max && all.len <= max - (size_t)k;
        str_addn(&all, chunk, (size_t)k);
        if (all.failed) {
            rc = fits ? fail_path(e, path, ERR_NOMEM, MSG_ERR_MEMORY) : too_large(e, path, max);
            break;
        }
    }
    if (rc == OK) {
        *text = arena_alloc(a, all.len + 1);
        if (*text) {
            memcpy(*text, all.p, all.len);
            *len = all.len;
        } else {
            rc = fail_path(e, path, ERR_NOMEM, MSG_ERR_MEMORY);
        }
    }
    str_free(&all);
    return rc;
}

static enum err read_open(struct arena *a, int fd, const char *path, size_t max, char **text,
                          size_t *len, struct err_info *e)
{
    struct stat st;

    if (fstat(fd, &st) != 0)
        return fail_system(e, path, ERR_IO, MSG_FILE_READ_FAILED, errno);
    if (S_ISDIR(st.st_mode))
        return fail_system(e, path, ERR_IO, MSG_FILE_READ_FAILED, EISDIR);
    if (!S_ISREG(st.st_mode) || st.st_size <= 0)
        return read_stream(a, fd, path, max, "", 0, text, len, e);
    if ((uintmax_t)st.st_size > max)
        return too_large(e, path, max);
    size_t size = (size_t)st.st_size;
    char *p = arena_alloc(a, size + 2);
    if (!p)
        return fail_path(e, path, ERR_NOMEM, MSG_ERR_MEMORY);
    ssize_t n = read_some(fd, p, size + 1); /* one more, to see that it did not grow */
    if (n < 0)
        return fail_system(e, path, ERR_IO, MSG_FILE_READ_FAILED, errno);
    if ((size_t)n > size)
        return read_stream(a, fd, path, max, p, (size_t)n, text, len, e);
    p[n] = '\0';
    *text = p;
    *len = (size_t)n;
    return OK;
}

enum err file_read(struct arena *a, const char *path, size_t max, char **text, size_t *len,
                   struct err_info *e)
{
    int fd;

    *text = NULL;
    *len = 0;
    do
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    if (fd < 0) {
        if (errno == ENOENT || errno == ENOTDIR) /* below a file there is nothing either */
            return fail_path(e, path, ERR_NOT_FOUND, MSG_FILE_MISSING);
        return fail_system(e, path, ERR_IO, MSG_FILE_READ_FAILED, errno);
    }
    enum err rc = read_open(a, fd, path, max, text, len, e);
    close(fd);
    return rc;
}

enum err file_read_input(struct arena *a, size_t max, char **text, size_t *len, struct err_info *e)
{
    *text = NULL;
    *len = 0;
    return read_stream(a, STDIN_FILENO, "stdin", max, "", 0, text, len, e);
}

bool file_exists(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0;
}

/* --- writing --------------------------------------------------------------------------------- */
/* The folder of path, "." when it has none. */
static bool folder_of(const char *path, char *out, size_t cap)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return str_copy(out, cap, ".");
    size_t n = slash == path ? 1 : (size_t)(slash - path);
    return n < cap && (memcpy(out, path, n), out[n] = '\0', true);
}

/* A new file beside path, its name in tmp. The name does not follow from path's, which may be as
 * long as names can be. */
static int open_temporary(const char *folder, mode_t mode, char *tmp, size_t cap)
{
    for (int i = 0; i < 1000; i++) {
        struct str name;
        str_init(&name, cap - 1);
        str_addf(&name, "%s/.dlrig-%ld-%d.tmp", folder, (long)getpid(), i);
        bool fits = !name.failed && str_copy(tmp, cap, name.p);
        str_free(&name);
        if (!fits) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* 0 or errno. Some file systems know no fsync for a file or a folder; that is no failed write. */
static int sync_fd(int fd)
{
    if (fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS)
        return 0;
    return errno;
}

static int write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t k = write(fd, bytes, len);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return errno;
        bytes += k;
        len -= (size_t)k;
    }
    return 0;
}

/* Gives tmp the name path without replacing anything. Where there are no hard links (FAT, some
 * network shares) the name is first taken by an empty file. */
static int publish_new(const char *tmp, const char *path)
{
    if (link(tmp, path) == 0) {
        unlink(tmp);
        return 0;
    }
    if (errno == EEXIST)
        return EEXIST;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno;
    close(fd);
    if (rename(tmp, path) == 0)
        return 0;
    int number = errno;
    unlink(path);
    return number;
}

static void sync_folder(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return; /* a folder that may be written but not read: the file itself is safe */
    fsync(fd);
    close(fd);
}

struct target {
    char path[PATH_BYTES]; /* after links */
    mode_t mode;
    bool keep_mode; /* of the file that is replaced */
};

/* Decides what is written: follows a link to its file, refuses folders, pipes and devices. */
static enum err find_target(struct target *t, const char *path, enum file_mode mode,
                            struct err_info *e)
{
    struct stat st;

    if (!str_copy(t->path, sizeof t->path, path))
        return fail_system(e, path, ERR_IO, MSG_FILE_WRITE_FAILED, ENAMETOOLONG);
    if (lstat(path, &st) != 0) {
        if (errno == ENOENT)
            return OK;
        return fail_system(e, path, ERR_IO, MSG_FILE_WRITE_FAILED, errno);
    }
    if (S_ISLNK(st.st_mode)) {
        char real[PATH_MAX];
        if (stat(path, &st) != 0) {
            if (errno == ENOENT)
                return fail_path(e, path, ERR_IO, MSG_FILE_DANGLING);
            return fail_system(e, path, ERR_IO, MSG_FILE_WRITE_FAILED, errno);
        }
        if (!realpath(path, real) || !str_copy(t->path, sizeof t->path, real))
            return fail_system(e, path, ERR_IO, MSG_FILE_WRITE_FAILED, errno);
    }
    if (!S_ISREG(st.st_mode))
        return fail_path(e, path, ERR_IO, MSG_FILE_NOT_REGULAR);
    if (mode == FILE_NEW)
        return fail_path(e, path, ERR_EXISTS, MSG_FILE_EXISTS);
    t->keep_mode = true;
    t->mode = st.st_mode & 0777;
    return OK;
}

enum err file_write(const char *path, const char *bytes, size_t len, enum file_mode mode,
                    bool secret, struct err_info *e)
{
    struct target t = {.mode = secret ? 0600 : 0644};
    char folder[PATH_BYTES], tmp[PATH_BYTES];
    int number = 0;
    enum err rc = find_target(&t, path, mode, e);

    if (rc != OK)
        return rc;
    if (!folder_of(t.path, folder, sizeof folder))
        return fail_system(e, path, ERR_IO, MSG_FILE_WRITE_FAILED, ENAMETOOLONG);
    int fd = open_temporary(folder, secret ? 0600 : t.mode, tmp, sizeof tmp);
    if (fd < 0)
        return fail_system(e, path, ERR_IO, MSG_FILE_WRITE_FAILED, errno);
    /* where modes cannot be changed the file is still written */
    if (t.keep_mode && !secret && fchmod(fd, t.mode) != 0 && errno != EPERM)
        number = errno;
    if (number == 0)
        number = write_all(fd, bytes, len);
    if (number == 0)
        number = sync_fd(fd);
    if (close(fd) != 0 && number == 0)
        number = errno;
    if (number == 0) {
        if (mode == FILE_NEW)
            number = publish_new(tmp, t.path);
        else if (rename(tmp, t.path) != 0)
            number = errno;
    }
    if (number != 0) {
        unlink(tmp);
        if (number == EEXIST && mode == FILE_NEW)
            return fail_path(e, path, ERR_EXISTS, MSG_FILE_EXISTS);
        return fail_system(e, path, ERR_IO, MSG_FILE_WRITE_FAILED, number);
    }
    sync_folder(folder);
    return OK;
}

enum err file_mkdirs(const char *path, struct err_info *e)
{
    char part[PATH_BYTES];
    struct stat st;

    if (!str_copy(part, sizeof part, path) || !*part)
        return fail_system(e, path, ERR_IO, MSG_FILE_MKDIR_FAILED, *part ? ENAMETOOLONG : ENOENT);
    for (char *p = part + 1;; p++) {
        if (*p && *p != '/')
            continue;
        char end = *p;
        *p = '\0';
        if (mkdir(part, 0700) != 0) {
            int number = errno;
            if (stat(part, &st) != 0)
                return fail_system(e, path, ERR_IO, MSG_FILE_MKDIR_FAILED, number);
            if (!S_ISDIR(st.st_mode))
                return fail_system(e, path, ERR_IO, MSG_FILE_MKDIR_FAILED, ENOTDIR);
        }
        if (!end)
            return OK;
        *p = end;
    }
}

int file_lock(const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

    if (fd >= 0 && fcntl(fd, F_SETLK, &whole) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

void file_unlock(int fd)
{
    if (fd >= 0)
        close(fd); /* closing gives the lock back */
}

/* --- places ---------------------------------------------------------------------------------- */
bool path_join(char *out, size_t cap, const char *dir, const char *name)
{
    size_t n = strlen(dir), m = strlen(name);
    bool slash = n > 0 && dir[n - 1] != '/';

    if (n + slash + m + 1 > cap) {
        if (cap > 0)
            out[0] = '\0';
        return false;
    }
    memmove(out, dir, n);
    if (slash)
        out[n++] = '/';
    memcpy(out + n, name, m + 1);
    return true;
}

bool xdg_dir(const struct xdg_env *env, enum xdg_kind kind, char *out, size_t cap)
{
    const char *value = NULL, *below_home = "";
    char base[PATH_BYTES];

    switch (kind) {
    case XDG_CONFIG:
        value = env->config_home;
        below_home = ".config";
        break;
    case XDG_DATA:
        value = env->data_home;
        below_home = ".local/share";
        break;
    case XDG_STATE:
        value = env->state_home;
        below_home = ".local/state";
        break;
    case XDG_CACHE:
        value = env->cache_home;
        below_home = ".cache";
        break;
    }
    if (cap > 0)
        out[0] = '\0';
    if (value && value[0] == '/')
        return path_join(out, cap, value, "dlrig");
    if (!env->home || env->home[0] != '/' || !path_join(base, sizeof base, env->home, below_home))
        return false;
    return path_join(out, cap, base, "dlrig");
}
