#include "catalog/db.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

#define PATH_BYTES 4096
#define PAGE_BYTES 4096

struct db {
    sqlite3 *handle;
    char path[PATH_BYTES];
    struct db_wait wait; /* of a shared file */
    int64_t since_ms;    /* waiting since; 0: not waiting */
    bool told;
};

/* struct stmt is the statement of SQLite under our name; the owner is asked of SQLite */
static sqlite3_stmt *of(struct stmt *s)
{
    return (sqlite3_stmt *)(void *)s;
}

/* A sentence about the file, with why. */
static enum err told(enum err code, enum msg_id id, const char *path, const char *why,
                     struct err_info *e)
{
    struct msg_arg a[2];

    if (e == NULL)
        return code;
    str_copy(e->file, sizeof e->file, path);
    a[0] = ARG_STR(e->file);
    a[1] = ARG_STR(err_detail(e, why));
    return err_set(e, code, id, 2, a);
}

static enum err damaged(const char *path, const char *why, struct err_info *e)
{
    return told(ERR_DAMAGED, MSG_CATALOG_DAMAGED, path, why, e);
}

static enum err not_written(const char *path, int rc, struct err_info *e)
{
    return told(ERR_IO, MSG_FILE_WRITE_FAILED, path, sqlite3_errstr(rc), e);
}

/* A file that the system does not let us read, or a folder, may be as good as ever: damage is told
 * only of what was read. */
static enum err unreadable_or(enum err err, const char *path, struct err_info *e)
{
    char first[16];
    int fd = err == ERR_DAMAGED ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    bool ok = err != ERR_DAMAGED || (fd >= 0 && read(fd, first, sizeof first) >= 0);
    int number = errno;

    if (fd >= 0)
        close(fd);
    return ok ? err : told(ERR_DAMAGED, MSG_FILE_READ_FAILED, path, strerror(number), e);
}

static enum err locked(const char *path, struct err_info *e)
{
    struct msg_arg a;

    if (e == NULL)
        return ERR_IO;
    str_copy(e->file, sizeof e->file, path);
    a = ARG_STR(e->file);
    return err_set(e, ERR_IO, MSG_OWN_LOCKED, 1, &a);
}

/* failed: what SQLite says as one of our errors. Reading or writing decides which. */
static enum err failed(sqlite3 *handle, const char *path, int rc, struct err_info *e)
{
    if (rc == SQLITE_NOMEM)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if ((rc & 0xff) == SQLITE_BUSY || (rc & 0xff) == SQLITE_LOCKED)
        return locked(path, e);
    if (handle != NULL && !sqlite3_db_readonly(handle, "main") &&
        (rc == SQLITE_FULL || rc == SQLITE_IOERR || rc == SQLITE_CANTOPEN || rc == SQLITE_READONLY))
        return not_written(path, rc, e);
    return damaged(path, handle != NULL ? sqlite3_errmsg(handle) : sqlite3_errstr(rc), e);
}

/* read_uri: path as a read-only, immutable URI; false when it does not fit. */
static bool read_uri(char *out, size_t cap, const char *path)
{
    static const char hex[] = "0123456789ABCDEF";
    static const char tail[] = "?mode=ro&immutable=1";
    size_t n = 5;

    if (!str_copy(out, cap, "file:"))
        return false;
    for (const unsigned char *p = (const unsigned char *)path; *p != '\0'; p++) {
        if (n + 4 + sizeof tail > cap)
            return false;
        if (*p == '%' || *p == '?' || *p == '#' || *p < 0x21 || *p > 0x7e) {
            out[n++] = '%';
            out[n++] = hex[*p >> 4];
            out[n++] = hex[*p & 15];
        } else {
            out[n++] = (char)*p;
        }
    }
    memcpy(out + n, tail, sizeof tail);
    return true;
}

static enum err pragma(struct db *db, const char *sql, double *value, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = false;
    enum err err = db_prepare(db, sql, &s, e);

    if (err == OK)
        err = db_step(s, &more, e);
    *value = err == OK && more ? db_number(s, 0) : UNKNOWN;
    db_finish(s);
    return err;
}

static enum err identify(struct db *db, uint32_t application_id, int format, struct err_info *e)
{
    double id, version;
    enum err err = pragma(db, "PRAGMA application_id", &id, e);

    if (err == OK)
        err = pragma(db, "PRAGMA user_version", &version, e);
    if (err != OK)
        return err;
    if (!known(id) || id != (double)application_id)
        return damaged(db->path, "application id", e);
    if (!known(version) || version != (double)format) {
        struct msg_arg a[3];

        if (e == NULL)
            return ERR_DAMAGED;
        str_copy(e->file, sizeof e->file, db->path);
        a[0] = ARG_STR(e->file);
        a[1] = ARG_INT(version);
        a[2] = ARG_INT(format);
        return err_set(e, ERR_DAMAGED, MSG_CATALOG_FORMAT, 3, a);
    }
    return OK;
}

static struct db *db_new(const char *path)
{
    struct db *db = calloc(1, sizeof *db);

    if (db != NULL)
        str_copy(db->path, sizeof db->path, path);
    return db;
}

enum err db_open(struct db **out, const char *path, uint32_t application_id, int format,
                 struct err_info *e)
{
    char uri[3 * PATH_BYTES + 64];
    struct db *db;
    enum err err = OK;
    int rc;

    *out = NULL;
    if (!file_exists(path)) {
        struct msg_arg a;

        if (e == NULL)
            return ERR_NOT_FOUND;
        str_copy(e->file, sizeof e->file, path);
        a = ARG_STR(e->file);
        return err_set(e, ERR_NOT_FOUND, MSG_CATALOG_MISSING, 1, &a);
    }
    if (strlen(path) >= PATH_BYTES || !read_uri(uri, sizeof uri, path))
        return damaged(path, "path too long", e);
    db = db_new(path);
    if (db == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    rc = sqlite3_open_v2(uri, &db->handle,
                         SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK)
        err = failed(db->handle, path, rc, e);
    if (err == OK)
        err = db_exec(db,
                      "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; "
                      "PRAGMA query_only = ON",
                      e);
    if (err == OK)
        err = identify(db, application_id, format, e);
    if (err != OK) {
        db_close(db);
        return unreadable_or(err, path, e);
    }
    *out = db;
    return OK;
}

enum err db_create(struct db **out, const char *path, uint32_t application_id, int format,
                   struct err_info *e)
{
    char sql[320];
    struct db *db;
    enum err err = OK;
    int rc;

    *out = NULL;
    (void)unlink(path);
    db = db_new(path);
    if (db == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    rc = sqlite3_open_v2(path, &db->handle,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK)
        err = failed(db->handle, path, rc, e);
    if (err == OK) {
        snprintf(sql, sizeof sql,
                 "PRAGMA page_size = %d; PRAGMA encoding = 'UTF-8'; PRAGMA auto_vacuum = NONE; "
                 "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; "
                 "PRAGMA application_id = %lu; PRAGMA user_version = %d; BEGIN",
                 PAGE_BYTES, (unsigned long)application_id, format);
        err = db_exec(db, sql, e);
    }
    if (err != OK) {
        db_close(db);
        return err;
    }
    *out = db;
    return OK;
}

enum err db_seal(struct db *db, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = false;
    enum err err = db_exec(db, "COMMIT", e);

    if (err == OK)
        err = db_prepare(db, "PRAGMA foreign_key_check", &s, e);
    if (err == OK)
        err = db_step(s, &more, e);
    if (err == OK && more)
        err = damaged(db->path, db_text(s, 0), e);
    db_finish(s);
    if (err == OK)
        err = db_exec(db, "VACUUM", e);
    return err;
}

enum err db_attach(struct db *db, const char *path, const char *name, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = false;
    enum err err = db_exec(db, "COMMIT; PRAGMA trusted_schema = OFF", e);

    if (err == OK)
        err = db_prepare(db, "ATTACH ?1 AS ?2", &s, e);
    if (err == OK) {
        db_bind_text(s, 0, path);
        db_bind_text(s, 1, name);
        err = db_step(s, &more, e);
    }
    db_finish(s);
    return err == OK ? db_exec(db, "BEGIN", e) : err;
}

/* --- a file that several programs use --------------------------------------------------------- */
#define WAIT_MS 2000
#define NAP_MS 10

static int64_t clock_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* busy: called by SQLite while the file is locked; 0 gives up. count is 0 when the wait begins. */
static int busy(void *data, int count)
{
    struct db *db = data;
    struct timespec nap = {.tv_nsec = NAP_MS * 1000000L};
    int64_t now = clock_ms();

    if (count == 0)
        db->since_ms = now;
    if (now - db->since_ms >= db->wait.limit_ms)
        return 0;
    if (!db->told && db->wait.tell != NULL && now - db->since_ms >= DB_TELL_MS) {
        db->told = true;
        db->wait.tell(db->wait.data);
    }
    nanosleep(&nap, NULL);
    return 1;
}

/* harden: nothing that stands in the file is run, nothing in it is larger than ours may be. */
static void harden(sqlite3 *handle)
{
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 1 << 16);
    sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, 200);
    sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 20);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
}

/* shared_identity: whose file it is, and its user_version. */
static enum err shared_identity(struct db *db, uint32_t application_id, double *version,
                                struct err_info *e)
{
    double id;
    enum err err = pragma(db, "PRAGMA application_id", &id, e);

    if (err == OK)
        err = pragma(db, "PRAGMA user_version", version, e);
    if (err == OK && (!known(id) || id != (double)application_id || !known(*version)))
        err = damaged(db->path, "application id", e);
    return err;
}

enum err db_open_shared(struct db **out, const char *path, enum db_use use, uint32_t application_id,
                        const struct db_wait *wait, double *version, struct err_info *e)
{
    struct db *db;
    enum err err = OK;
    int rc;

    *out = NULL;
    *version = UNKNOWN;
    if (!file_exists(path))
        return err_set(e, ERR_NOT_FOUND, MSG_CATALOG_MISSING, 1, &ARG_STR(path));
    db = strlen(path) < PATH_BYTES ? db_new(path) : NULL;
    if (db == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    db->wait = wait != NULL ? *wait : (struct db_wait){.limit_ms = WAIT_MS};
    rc = sqlite3_open_v2(path, &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK)
        err = damaged(path, sqlite3_errstr(rc), e);
    if (err == OK && use == DB_WRITE && sqlite3_db_readonly(db->handle, "main"))
        err = not_written(path, SQLITE_READONLY, e);
    if (err == OK) {
        harden(db->handle);
        sqlite3_busy_handler(db->handle, busy, db);
        err = db_exec(db,
                      "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; "
                      "PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = OFF",
                      e);
    }
    if (err == OK)
        err = shared_identity(db, application_id, version, e);
    if (err == OK && use == DB_READ)
        err = db_exec(db, "PRAGMA query_only = ON", e);
    if (err == OK && use == DB_WRITE)
        err = db_exec(db, "PRAGMA journal_mode = DELETE", e);
    if (err != OK) {
        db_close(db);
        return unreadable_or(err, path, e);
    }
    *out = db;
    return OK;
}

enum err db_begin(struct db *db, struct err_info *e)
{
    return db_exec(db, "BEGIN IMMEDIATE", e);
}

enum err db_commit(struct db *db, struct err_info *e)
{
    enum err err = db_exec(db, "COMMIT", e);

    if (err != OK)
        db_rollback(db);
    return err;
}

void db_rollback(struct db *db)
{
    if (!sqlite3_get_autocommit(db->handle))
        (void)sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
}

/* The pages go through SQLite: reading the file by hand would drop the locks that this process has
 * on it. A connection of its own reads: one that writes cannot be copied from. */
static int copy_pages(const char *source, const char *path)
{
    sqlite3 *from = NULL, *to = NULL;
    sqlite3_backup *b;
    int rc = sqlite3_open_v2(source, &from, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_open_v2(
            path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

    if (rc == SQLITE_OK) {
        b = sqlite3_backup_init(to, "main", from, "main");
        if (b != NULL) {
            rc = sqlite3_backup_step(b, -1);
            (void)sqlite3_backup_finish(b);
        } else {
            rc = sqlite3_errcode(to);
        }
    }
    sqlite3_close(to);
    sqlite3_close(from);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

enum err db_copy(struct db *db, const char *path, struct err_info *e)
{
    char fresh[PATH_BYTES + 16];
    int rc;

    snprintf(fresh, sizeof fresh, "%s.new", path);
    (void)unlink(fresh);
    rc = copy_pages(db->path, fresh);
    if (rc == SQLITE_OK && chmod(fresh, S_IRUSR | S_IWUSR) == 0 && rename(fresh, path) == 0)
        return OK;
    (void)unlink(fresh);
    return not_written(path, rc == SQLITE_OK ? SQLITE_IOERR : rc, e);
}

enum err db_overlay_begin(struct db *db, struct err_info *e)
{
    return db_exec(db, "PRAGMA temp_store = MEMORY; PRAGMA query_only = OFF; BEGIN", e);
}

enum err db_overlay_end(struct db *db, struct err_info *e)
{
    return db_exec(db, "COMMIT; PRAGMA query_only = ON", e);
}

enum err db_check(struct db *db, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = false;
    enum err err = db_prepare(db, "PRAGMA quick_check(1)", &s, e);

    if (err == OK)
        err = db_step(s, &more, e);
    if (err == OK && (!more || !str_eq(db_text(s, 0), "ok")))
        err = damaged(db->path, more ? db_text(s, 0) : "quick_check", e);
    db_finish(s);
    return err;
}

void db_close(struct db *db)
{
    if (db == NULL)
        return;
    sqlite3_close(db->handle);
    free(db);
}

enum err db_damaged(const struct db *db, const char *why, struct err_info *e)
{
    return damaged(db->path, why, e);
}

enum err db_exec(struct db *db, const char *sql, struct err_info *e)
{
    int rc = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);

    return rc == SQLITE_OK ? OK : failed(db->handle, db->path, rc, e);
}

enum err db_prepare(struct db *db, const char *sql, struct stmt **out, struct err_info *e)
{
    sqlite3_stmt *s = NULL;
    int rc = sqlite3_prepare_v2(db->handle, sql, -1, &s, NULL);

    *out = NULL;
    if (rc != SQLITE_OK)
        return failed(db->handle, db->path, rc, e);
    *out = (struct stmt *)(void *)s;
    return OK;
}

void db_finish(struct stmt *s)
{
    sqlite3_finalize(of(s));
}

enum err db_step(struct stmt *s, bool *more, struct err_info *e)
{
    int rc = sqlite3_step(of(s));
    sqlite3 *handle;

    *more = rc == SQLITE_ROW;
    if (rc == SQLITE_ROW || rc == SQLITE_DONE)
        return OK;
    handle = sqlite3_db_handle(of(s));
    return failed(handle, sqlite3_db_filename(handle, "main"), rc, e);
}

void db_reset(struct stmt *s)
{
    sqlite3_reset(of(s));
    sqlite3_clear_bindings(of(s));
}

double db_number(struct stmt *s, int column)
{
    double x = sqlite3_column_double(of(s), column);

    if (x == 0 && sqlite3_column_type(of(s), column) == SQLITE_NULL)
        return UNKNOWN;
    return x;
}

enum tri db_tri(struct stmt *s, int column)
{
    if (sqlite3_column_type(of(s), column) != SQLITE_INTEGER)
        return TRI_UNKNOWN;
    return sqlite3_column_int(of(s), column) != 0 ? TRI_YES : TRI_NO;
}

const char *db_text(struct stmt *s, int column)
{
    return (const char *)sqlite3_column_text(of(s), column);
}

size_t db_bytes(struct stmt *s, int column)
{
    return (size_t)sqlite3_column_bytes(of(s), column);
}

const void *db_blob(struct stmt *s, int column, size_t *n)
{
    const void *bytes = sqlite3_column_blob(of(s), column);

    *n = (size_t)sqlite3_column_bytes(of(s), column);
    return bytes;
}

int db_columns(struct stmt *s)
{
    return sqlite3_column_count(of(s));
}

void db_bind_text(struct stmt *s, int i, const char *text)
{
    if (str_empty(text))
        sqlite3_bind_null(of(s), i + 1);
    else
        sqlite3_bind_text(of(s), i + 1, text, -1, SQLITE_STATIC);
}

void db_bind_bytes(struct stmt *s, int i, const void *bytes, size_t n)
{
    sqlite3_bind_blob64(of(s), i + 1, bytes, n, SQLITE_STATIC);
}

void db_bind_number(struct stmt *s, int i, double x)
{
    if (known(x))
        sqlite3_bind_double(of(s), i + 1, x);
    else
        sqlite3_bind_null(of(s), i + 1);
}

void db_bind_tri(struct stmt *s, int i, enum tri t)
{
    if (t == TRI_UNKNOWN)
        sqlite3_bind_null(of(s), i + 1);
    else
        sqlite3_bind_int(of(s), i + 1, t == TRI_YES);
}
