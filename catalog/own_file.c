#include "catalog/own_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/str.h"

#define PATH_BYTES 4096
#define CHECKED_BYTES (1 << 20) /* files up to this size are checked whole at every start */
#define EMPTY_BYTES (1 << 20)

static const char schema[] =
    "CREATE TABLE about ("
    "  name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE cell ("
    "  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),"
    "  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 4000),"
    "  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),"
    "  value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 4000),"
    "  PRIMARY KEY (kind, key, name)) STRICT, WITHOUT ROWID;";
static const char schema_rows[] = "CREATE TABLE row ("
                                  "  kind TEXT NOT NULL, key TEXT NOT NULL,"
                                  "  added TEXT, changed TEXT," /* YYYY-MM-DD; NULL: not known */
                                  "  PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID;";

/* --- errors ---------------------------------------------------------------------------------- */
enum err own_error(const char *path, enum err code, struct err_info *e)
{
    struct msg_arg a[2];

    if (code != ERR_DAMAGED || e == NULL || e->msg.id == MSG_OWN_NEWER ||
        e->msg.id == MSG_FILE_READ_FAILED)
        return code;
    char why[sizeof e->detail];
    bool with = e->msg.id == MSG_CATALOG_DAMAGED && e->msg.n > 1 && e->msg.a[1].str != NULL;
    str_copy(why, sizeof why, with ? e->msg.a[1].str : "?");
    str_copy(e->file, sizeof e->file, path);
    a[0] = ARG_STR(e->file);
    a[1] = ARG_STR(err_detail(e, why));
    return err_set(e, ERR_DAMAGED, MSG_OWN_DAMAGED, 2, a);
}

static enum err newer(const char *path, double version, const char *program, struct err_info *e)
{
    struct msg_arg a[4];

    if (e == NULL)
        return ERR_DAMAGED;
    str_copy(e->file, sizeof e->file, path);
    a[0] = ARG_STR(e->file);
    a[1] = ARG_INT(version);
    a[2] = ARG_INT(OWN_FORMAT);
    a[3] = ARG_STR(err_detail(e, program));
    return err_set(e, ERR_DAMAGED, MSG_OWN_NEWER, 4, a);
}

/* --- what the file says of itself ------------------------------------------------------------- */
/* about_text: "" when there is no such row. */
static enum err about_text(struct db *db, const char *name, char *out, size_t cap,
                           struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = false;
    enum err err = db_prepare(db, "SELECT value FROM about WHERE name = ?1", &s, e);

    out[0] = '\0';
    if (err == OK) {
        db_bind_text(s, 0, name);
        err = db_step(s, &more, e);
    }
    if (err == OK && more)
        (void)str_copy(out, cap, db_text(s, 0) != NULL ? db_text(s, 0) : "");
    db_finish(s);
    return err;
}

/* judge_version: a file of a later program may be read when it says so. */
static enum err judge_version(struct db *db, const char *path, double version, bool write,
                              struct err_info *e)
{
    char reader[32], program[64];
    double oldest = UNKNOWN;
    enum err err;

    if (version < 1 || version != (double)(long)version)
        return db_damaged(db, "user_version", e);
    if (version <= OWN_FORMAT)
        return OK;
    err = about_text(db, "min_reader", reader, sizeof reader, e);
    if (err == OK)
        err = about_text(db, "program", program, sizeof program, e);
    if (err != OK)
        return err;
    if (!write && num_plain(reader, &oldest) == NUM_OK && oldest <= OWN_FORMAT)
        return OK;
    return newer(path, version, program[0] != '\0' ? program : "?", e);
}

static bool left_half_written(const char *path)
{
    char journal[PATH_BYTES];

    snprintf(journal, sizeof journal, "%s-journal", path);
    return file_exists(journal);
}

static bool is_small(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && st.st_size <= CHECKED_BYTES;
}

enum err own_open_read(struct db **out, const char *path, const struct db_wait *wait,
                       double *version, struct err_info *e)
{
    bool check = left_half_written(path) || is_small(path);
    enum err err = db_open_shared(out, path, DB_READ, OWN_APPLICATION_ID, wait, version, e);

    if (err == OK)
        err = judge_version(*out, path, *version, false, e);
    if (err == OK && check)
        err = db_check(*out, e);
    if (err == ERR_IO) /* locked: for a reader that is a file that cannot be read */
        err = e != NULL ? (e->code = ERR_DAMAGED) : ERR_DAMAGED;
    else if (err != OK)
        err = own_error(path, err, e);
    if (err != OK) {
        db_close(*out);
        *out = NULL;
    }
    return err;
}

/* --- making ----------------------------------------------------------------------------------- */
static enum err write_about(struct db *db, const char *program, struct err_info *e)
{
    const char *const pair[][2] = {{"min_reader", "1"}, {"program", program}};
    struct stmt *s = NULL;
    bool more;
    enum err err = db_prepare(db, "INSERT OR REPLACE INTO about VALUES (?1, ?2)", &s, e);

    for (size_t i = 0; err == OK && i < sizeof pair / sizeof pair[0]; i++) {
        db_bind_text(s, 0, pair[i][0]);
        db_bind_text(s, 1, pair[i][1]);
        err = db_step(s, &more, e);
        db_reset(s);
    }
    db_finish(s);
    return err;
}

static enum err fill_empty(const char *path, const char *program, struct err_info *e)
{
    struct db *db;
    enum err err = db_create(&db, path, OWN_APPLICATION_ID, OWN_FORMAT, e);

    if (err != OK)
        return err;
    err = db_exec(db, schema, e);
    if (err == OK)
        err = db_exec(db, schema_rows, e);
    if (err == OK)
        err = write_about(db, program, e);
    if (err == OK)
        err = db_seal(db, e);
    db_close(db);
    return err;
}

/* own_make: the empty file is made beside its place and put there whole; when another program was
 * quicker, its file stands. */
static enum err own_make(const char *path, const char *program, struct err_info *e)
{
    char fresh[PATH_BYTES], folder[PATH_BYTES];
    struct arena a;
    char *bytes, *slash;
    size_t len;
    enum err err = OK;

    if (strlen(path) + 32 > sizeof fresh)
        return err_set(e, ERR_IO, MSG_CTX_PATH_LONG, 0, NULL);
    str_copy(folder, sizeof folder, path);
    slash = strrchr(folder, '/');
    if (slash != NULL && slash != folder) {
        *slash = '\0';
        err = file_mkdirs(folder, e);
    }
    snprintf(fresh, sizeof fresh, "%s.new-%ld", path, (long)getpid());
    arena_init(&a, 2 * EMPTY_BYTES);
    if (err == OK)
        err = fill_empty(fresh, program, e);
    if (err == OK)
        err = file_read(&a, fresh, EMPTY_BYTES, &bytes, &len, e);
    if (err == OK)
        err = file_write(path, bytes, len, FILE_NEW, true, e);
    (void)unlink(fresh);
    arena_free(&a);
    return err == ERR_EXISTS ? OK : err;
}

/* --- carrying forward ------------------------------------------------------------------------- */
static enum err to_format_2(struct db *db, struct err_info *e)
{
    enum err err = db_exec(db, schema_rows, e);

    return err == OK
               ? db_exec(db, "INSERT INTO row (kind, key) SELECT DISTINCT kind, key FROM cell", e)
               : err;
}

static enum err (*const steps[])(struct db *db, struct err_info *e) = {
    [1] = to_format_2, /* from format 1 */
};

/* carry_forward: inside the transaction of the first write. The copy is of before it. */
static enum err carry_forward(struct db *db, const char *path, double version, struct err_info *e)
{
    char copy[PATH_BYTES], sql[64];
    enum err err;

    if (version >= OWN_FORMAT)
        return OK;
    snprintf(copy, sizeof copy, "%s.bak-%.0f", path, version);
    err = db_copy(db, copy, e);
    for (int f = (int)version; err == OK && f < OWN_FORMAT; f++)
        err = steps[f](db, e);
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", OWN_FORMAT);
    return err == OK ? db_exec(db, sql, e) : err;
}

/* version_now: another program may have carried the file forward since it was opened. */
static enum err version_now(struct db *db, double *version, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = false;
    enum err err = db_prepare(db, "PRAGMA user_version", &s, e);

    if (err == OK)
        err = db_step(s, &more, e);
    if (err == OK)
        *version = db_number(s, 0);
    db_finish(s);
    return err;
}

/* --- changing --------------------------------------------------------------------------------- */
static enum err run_on_row(struct db *db, const char *sql, const struct own_change *c,
                           const char *day, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more;
    enum err err = db_prepare(db, sql, &s, e);

    if (err == OK) {
        db_bind_text(s, 0, c->table->name);
        db_bind_text(s, 1, c->key);
        if (day != NULL)
            db_bind_text(s, 2, day);
        err = db_step(s, &more, e);
    }
    db_finish(s);
    return err;
}

static enum err put_cells(struct db *db, const struct own_change *c, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more;
    enum err err = db_prepare(db, "INSERT INTO cell VALUES (?1, ?2, ?3, ?4)", &s, e);

    for (size_t i = 0; err == OK && i < c->table->columns; i++) {
        if (str_empty(c->cell[i]))
            continue;
        db_bind_text(s, 0, c->table->name);
        db_bind_text(s, 1, c->key);
        db_bind_text(s, 2, c->table->column[i].name);
        db_bind_text(s, 3, c->cell[i]);
        err = db_step(s, &more, e);
        db_reset(s);
    }
    db_finish(s);
    return err;
}

/* Cells of columns that this program does not know stay with a row that it changes. */
static enum err drop_cells(struct db *db, const struct own_change *c, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more;
    enum err err;

    if (c->cell == NULL)
        return run_on_row(db, "DELETE FROM cell WHERE kind = ?1 AND key = ?2", c, NULL, e);
    err = db_prepare(db, "DELETE FROM cell WHERE kind = ?1 AND key = ?2 AND name = ?3", &s, e);
    for (size_t i = 0; err == OK && i < c->table->columns; i++) {
        db_bind_text(s, 0, c->table->name);
        db_bind_text(s, 1, c->key);
        db_bind_text(s, 2, c->table->column[i].name);
        err = db_step(s, &more, e);
        db_reset(s);
    }
    db_finish(s);
    return err;
}

static enum err change_row(struct db *db, const struct own_change *c, const char *day,
                           struct err_info *e)
{
    enum err err = drop_cells(db, c, e);

    if (err != OK)
        return err;
    if (c->cell == NULL)
        return run_on_row(db, "DELETE FROM row WHERE kind = ?1 AND key = ?2", c, NULL, e);
    err = put_cells(db, c, e);
    return err == OK ? run_on_row(db,
                                  "INSERT INTO row VALUES (?1, ?2, ?3, ?3) "
                                  "ON CONFLICT (kind, key) DO UPDATE SET changed = ?3",
                                  c, day, e)
                     : err;
}

static enum err change_all(struct db *db, const char *path, const struct own_change *change,
                           size_t n, const char *day, const char *program, struct err_info *e)
{
    double version = UNKNOWN;
    enum err err = db_begin(db, e);

    if (err != OK)
        return err;
    err = version_now(db, &version, e);
    if (err == OK)
        err = judge_version(db, path, version, true, e);
    if (err == OK)
        err = carry_forward(db, path, version, e);
    for (size_t i = 0; err == OK && i < n; i++)
        err = change_row(db, &change[i], day, e);
    if (err == OK)
        err = write_about(db, program, e);
    if (err == OK)
        return db_commit(db, e);
    db_rollback(db);
    return err;
}

enum err own_write(const char *path, const struct own_change *change, size_t n, const char *day,
                   const char *program, const struct db_wait *wait, struct err_info *e)
{
    struct db *db = NULL;
    double version;
    bool check;
    enum err err = file_exists(path) ? OK : own_make(path, program, e);

    if (err != OK)
        return err;
    check = left_half_written(path) || is_small(path);
    err = db_open_shared(&db, path, DB_WRITE, OWN_APPLICATION_ID, wait, &version, e);
    if (err == OK && check)
        err = db_check(db, e);
    if (err == OK)
        err = change_all(db, path, change, n, day, program, e);
    db_close(db);
    return err == OK ? OK : own_error(path, err, e);
}
