/*
 * file.h - files read whole with a limit, written whole or not at all, and XDG places.
 * Paths and environment come from the caller; nothing here reads getenv.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct arena;
struct str;

/* file_read: whole regular file (or fifo) into the arena, NUL-terminated.
 * ERR_NOT_FOUND, ERR_IO, ERR_LIMIT when larger than max. */
enum err file_read(struct arena *a, const char *path, size_t max, char **text, size_t *len,
                   struct err_info *e);
/* file_read_input: standard input to its end; in errors it is called stdin. */
enum err file_read_input(struct arena *a, size_t max, char **text, size_t *len, struct err_info *e);

enum file_mode { FILE_NEW, FILE_REPLACE }; /* FILE_NEW: ERR_EXISTS when it is there */
/* file_write: temporary file beside path, write, fsync, rename (or link for FILE_NEW), fsync of
 * the folder. Nothing half written is ever seen. Mode 0644 less umask, or 0600 if secret. */
enum err file_write(const char *path, const char *bytes, size_t len, enum file_mode mode,
                    bool secret, struct err_info *e);
bool file_exists(const char *path);
enum err file_mkdirs(const char *path, struct err_info *e); /* like mkdir -p, mode 0700 */
/* file_lock: advisory lock file created and held; returns fd >= 0, or -1 when another holds it. */
int file_lock(const char *path);
void file_unlock(int fd);

/* path_join: dir + "/" + name into out; false when it does not fit. */
bool path_join(char *out, size_t cap, const char *dir, const char *name);

struct xdg_env { /* values as the environment has them, NULL when unset */
    const char *home, *config_home, *data_home, *state_home, *cache_home, *runtime_dir;
};
enum xdg_kind { XDG_CONFIG, XDG_DATA, XDG_STATE, XDG_CACHE };
/* xdg_dir: ".../dlrig" of the kind; relative values are ignored as the specification says. false
 * when neither the variable nor HOME is usable. */
bool xdg_dir(const struct xdg_env *env, enum xdg_kind kind, char *out, size_t cap);

#endif
