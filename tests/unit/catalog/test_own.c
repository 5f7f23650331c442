/* The user's own rows: they win and are marked; a file of any age, damage, owner or moment of death
 * is told or harmless, and no row of it is lost. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/load.h"
#include "catalog/own.h"
#include "tests/unit/catalog/kill.h"

#define CATALOG DLRIG_BUILD_DIR "/catalog.sqlite"
#define DAY "2026-11-30"

static char dir[] = "/tmp/dlrig-own-XXXXXX";
static char path[64];

/* --- the fixture ------------------------------------------------------------------------------ */
struct loaded {
    struct arena arena;
    struct facts f;
    struct prices p;
    struct own_note note;
    struct err_info e;
    enum err err;
};

static struct loaded now;

static void load(void)
{
    arena_free(&now.arena);
    memset(&now, 0, sizeof now);
    arena_init(&now.arena, 0);
    now.err = catalog_load_own(CATALOG, path, NULL, &now.note, &now.arena, &now.f, &now.p, &now.e);
}

static void clear(void)
{
    static const char *const tails[] = {"",           "-journal",           ".bak-1",
                                        ".bak-1.new", ".bak-1.new-journal", ".new"};
    char name[128];

    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        (void)unlink(name);
    }
}

static int set_up(void **state)
{
    (void)state;
    kill_at(KILL_NONE, 0);
    if (path[0] == '\0') {
        assert_non_null(mkdtemp(dir));
        snprintf(path, sizeof path, "%s/own.sqlite", dir);
    }
    clear();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    clear();
    arena_free(&now.arena);
    memset(&now, 0, sizeof now);
    return 0;
}

/* put: one row, columns and values in turn, ended by NULL. */
static enum err put(const char *table, const char *const *pair, struct err_info *e)
{
    const struct table *t = catalog_table(table);
    const char *cell[128];
    struct own_change c = {.table = t, .cell = cell};
    struct str key;

    assert_non_null(t);
    for (size_t i = 0; i < t->columns; i++)
        cell[i] = "";
    for (size_t i = 0; pair[i] != NULL; i += 2) {
        int k = table_column(t, pair[i]);

        assert_true(k >= 0);
        cell[k] = pair[i + 1];
    }
    str_init(&key, 4096);
    sheet_key_text(&key, t, cell);
    c.key = key.p;
    enum err err = own_write(path, &c, 1, DAY, "0.1.0", NULL, e);
    str_free(&key);
    return err;
}

#define PUT(table, ...)                                                                            \
    put((table), (const char *const[]){__VA_ARGS__, "confidence", "B", NULL}, NULL)

static void put_drive(const char *id, const char *name)
{
    assert_int_equal(PUT("hdds", "id", id, "name", name, "capacity_gb", "8000", "interface", "SATA",
                         "price_usd", "60", "price_as_of", "2026-10-02", "source", "stall", "as_of",
                         "2026-10-02"),
                     OK);
}

static const struct hdd *drive(const char *id)
{
    for (size_t i = 0; i < now.f.hdd_n; i++)
        if (str_eq(now.f.hdd[i].id, id))
            return &now.f.hdd[i];
    return NULL;
}

static void old_file(int version)
{
    struct arena a;
    struct db *db;
    char *sql;
    size_t len;

    arena_init(&a, 0);
    assert_int_equal(
        file_read(&a, DLRIG_SOURCE_DIR "/tests/data/own-format-1.sql", 1 << 16, &sql, &len, NULL),
        OK);
    assert_int_equal(db_create(&db, path, OWN_APPLICATION_ID, version, NULL), OK);
    assert_int_equal(db_exec(db, sql, NULL), OK);
    assert_int_equal(db_seal(db, NULL), OK);
    db_close(db);
    arena_free(&a);
}

static void bytes_of(struct arena *a, const char *file, char **text, size_t *len)
{
    assert_int_equal(file_read(a, file, 64 << 20, text, len, NULL), OK);
}

/* --- rows win --------------------------------------------------------------------------------- */
static void without_a_file_nothing_changes(void **state)
{
    (void)state;
    load();
    assert_int_equal(now.err, OK);
    assert_int_equal(now.note.rows, 0);
    assert_false(file_exists(path));
}

static void a_row_of_ones_own_is_there_and_marked(void **state)
{
    (void)state;
    put_drive("attic-8tb", "Drive from the attic");
    load();
    assert_int_equal(now.err, OK);
    assert_int_equal(now.note.good, 1);
    assert_non_null(drive("attic-8tb"));
    assert_true(drive("attic-8tb")->from.yours);
    assert_string_equal(drive("attic-8tb")->from.source, "yours: stall");
    assert_true(drive("attic-8tb")->price.from.yours);
    assert_true(drive("attic-8tb")->price.amount == 60);
}

static void it_stands_in_place_of_the_catalogs(void **state)
{
    size_t cards;

    (void)state;
    load();
    cards = now.f.accel_n;
    double shipped = facts_accel(&now.f, "nvidia-t4")->tdp_w;
    assert_false(facts_accel(&now.f, "nvidia-t4")->from.yours);
    assert_int_equal(PUT("accelerators", "id", "nvidia-t4", "vendor", "NVIDIA", "name",
                         "T4 of mine", "architecture", "Turing", "release_year", "2018",
                         "form_factor", "PCIe", "memory_pools", "1", "memory_gb", "16", "tdp_w",
                         "61", "software_stack", "CUDA", "domestic_cn", "0", "efficiency_class",
                         "turing", "status", "current", "source", "bench", "as_of", "2026-11-01"),
                     OK);
    load();
    assert_int_equal(now.err, OK);
    assert_int_equal(now.f.accel_n, cards);
    const struct accel *a = facts_accel(&now.f, "nvidia-t4");
    assert_true(shipped != 61);
    assert_true(a->tdp_w == 61);
    assert_true(a->from.yours);
    assert_string_equal(a->from.source, "yours: bench");
    assert_false(facts_accel(&now.f, "nvidia-l4")->from.yours);
}

static void a_price_of_ones_own_beats_newer_ones(void **state)
{
    (void)state;
    load();
    assert_false(facts_accel(&now.f, "nvidia-rtx-4090")->price.from.yours);
    assert_int_equal(PUT("street_prices", "item_table", "accelerators", "item_id",
                         "nvidia-rtx-4090", "date", "2020-01-01", "market", "own", "condition",
                         "used", "kind", "sold", "scope", "part", "price", "9000", "currency",
                         "CNY", "source", "friend"),
                     OK);
    load();
    const struct price *p = &facts_accel(&now.f, "nvidia-rtx-4090")->price;
    assert_true(p->amount == 9000);
    assert_string_equal(p->currency, "CNY");
    assert_true(p->from.yours);
    assert_true(p->used);
}

static void an_offer_of_ones_own_needs_no_known_provider(void **state)
{
    size_t n = 0;

    (void)state;
    assert_int_equal(PUT("instances", "provider", "cellar", "instance", "box", "accelerator",
                         "nvidia-rtx-4090", "count", "8", "source", "built", "as_of", DAY),
                     OK);
    assert_int_equal(PUT("offers", "provider", "cellar", "instance", "box", "region", "global",
                         "kind", "on-demand", "currency", "USD", "price_hour", "2", "date", DAY,
                         "source", "me"),
                     OK);
    load();
    assert_int_equal(now.err, OK);
    for (size_t i = 0; i < now.p.offer_n; i++) {
        if (!str_eq(now.p.offer[i].provider, "cellar"))
            continue;
        n++;
        assert_true(now.p.offer[i].from.yours);
        assert_string_equal(now.p.offer[i].from.source, "yours: me");
        assert_true(now.p.offer[i].gpu_count == 8);
    }
    assert_int_equal(n, 1);
}

static void a_row_that_cannot_be_used_is_left_out_with_those_that_need_it(void **state)
{
    (void)state;
    put_drive("good", "Good");
    /* no capacity; a machine of a card that is not there; an offer of that machine */
    assert_int_equal(
        PUT("hdds", "id", "bad", "name", "Bad", "interface", "SATA", "source", "x", "as_of", DAY),
        OK);
    assert_int_equal(
        PUT("accelerators", "id", "half-a-card", "vendor", "X", "source", "x", "as_of", DAY), OK);
    assert_int_equal(PUT("instances", "provider", "cellar", "instance", "box", "accelerator",
                         "half-a-card", "count", "8", "source", "x", "as_of", DAY),
                     OK);
    load();
    assert_int_equal(now.err, OK);
    assert_int_equal(now.note.rows, 4);
    assert_int_equal(now.note.good, 1);
    assert_non_null(drive("good"));
    assert_null(drive("bad"));
    assert_null(facts_accel(&now.f, "half-a-card"));
}

#define MANY "2000"
/* Thousands of rows with cells missing in each, columns and tables that are unknown, and a fault in
 * every third: each is told apart. */
static void of_many_rows_each_is_told_apart(void **state)
{
    struct db *db;
    struct err_info e = {0};
    double version;

    (void)state;
    put_drive("z-last", "The last");
    assert_int_equal(db_open_shared(&db, path, DB_WRITE, OWN_APPLICATION_ID, NULL, &version, &e),
                     OK);
    assert_int_equal(
        db_exec(db,
                "CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                "FROM n WHERE i < " MANY ") SELECT i, printf('mine-%05d', i) AS id FROM n;"
                "CREATE TEMP TABLE sister AS SELECT name, value FROM cell WHERE key = 'z-last';"
                "INSERT INTO cell SELECT 'hdds', id, name, CASE WHEN name = 'id' THEN id "
                "WHEN name = 'name' THEN 'Drive ' || i WHEN name = 'capacity_gb' THEN "
                "CASE WHEN i % 3 = 0 THEN 'many' ELSE 1000 + i END ELSE value END "
                "FROM n, sister WHERE name NOT LIKE 'price%' OR i % 2 = 0;"
                "INSERT INTO cell SELECT 'hdds', id, 'warp_factor', i FROM n WHERE i % 10 = 0;"
                "INSERT INTO cell SELECT 'flux_drives', id, 'name', i FROM n WHERE i <= 5;"
                "INSERT INTO cell SELECT 'flux_drives', id, 'size', i FROM n WHERE i <= 5;"
                "INSERT INTO cell SELECT 'tape_drives', id, 'name', i FROM n WHERE i = 5",
                &e),
        OK);
    db_close(db);
    load();
    assert_int_equal(now.err, OK);
    assert_int_equal(now.note.rows, 2001);
    assert_int_equal(now.note.good, 2001 - 666);
    assert_int_equal(now.note.strays, 200 + 5 + 1);
    assert_null(drive("mine-00003"));
    assert_non_null(drive("mine-01999"));
    assert_true(str_starts(drive("mine-01999")->name, "Drive 1999"));
    assert_true(drive("mine-01999")->capacity_gb == 2999);
    assert_true(drive("mine-01000")->price.amount > 0);
    assert_true(str_starts(drive("z-last")->name, "The last"));
}

static void taken_away_it_is_gone(void **state)
{
    struct own_change c = {.table = catalog_table("hdds"), .key = "attic-8tb"};

    (void)state;
    put_drive("attic-8tb", "Drive");
    assert_int_equal(own_write(path, &c, 1, DAY, "0.1.0", NULL, NULL), OK);
    load();
    assert_int_equal(now.note.rows, 0);
}

/* --- hostile ---------------------------------------------------------------------------------- */
static void texts_of_a_strange_file_are_cleaned(void **state)
{
    (void)state;
    put_drive("attic-8tb", "A\x1b[2J\x1b]0;pwn\x07"
                           "B \xe2\x80\xae"
                           "C");
    load();
    assert_int_equal(now.err, OK);
    assert_non_null(drive("attic-8tb"));
    for (const char *p = drive("attic-8tb")->name; *p != '\0'; p++)
        assert_true((unsigned char)*p >= ' ');
    assert_null(strstr(drive("attic-8tb")->name, "\xe2\x80\xae"));
    assert_non_null(strstr(drive("attic-8tb")->name, "A"));
}

static void triggers_and_views_of_a_strange_file_do_not_run(void **state)
{
    struct db *db;

    (void)state;
    old_file(OWN_FORMAT - 1);
    assert_int_equal(db_create(&db, path, OWN_APPLICATION_ID, OWN_FORMAT, NULL), OK);
    assert_int_equal(
        db_exec(db,
                "CREATE TABLE about (name TEXT, value TEXT); CREATE TABLE row (kind, key, added, "
                "changed); CREATE TABLE real (kind, key, name, value); CREATE TABLE fired (x);"
                "INSERT INTO real VALUES ('hdds', 'x', 'id', 'x');"
                "CREATE VIEW cell AS SELECT * FROM real;",
                NULL),
        OK);
    assert_int_equal(db_seal(db, NULL), OK);
    db_close(db);
    load();
    assert_int_equal(now.err, ERR_DAMAGED);
    assert_int_equal(now.e.msg.id, MSG_OWN_DAMAGED);
    assert_true(now.f.accel_n > 100); /* the catalog alone is there */
}

/* --- age -------------------------------------------------------------------------------------- */
static void a_file_of_format_1_is_read_as_it_is(void **state)
{
    struct arena a;
    char *before, *after;
    size_t n, m;

    (void)state;
    old_file(1);
    arena_init(&a, 0);
    bytes_of(&a, path, &before, &n);
    load();
    assert_int_equal(now.err, OK);
    assert_int_equal(now.note.good, 2);
    assert_int_equal(now.note.strays, 2); /* a column and a table that no catalog has any more */
    assert_non_null(drive("attic-8tb"));
    assert_string_equal(facts_resolve(&now.f, "cpus", "attic", NULL), "amd-epyc-7302");
    bytes_of(&a, path, &after, &m);
    assert_int_equal(n, m);
    assert_memory_equal(before, after, n);
    arena_free(&a);
}

/* cells: what stands in the file, one line a cell; "" when it cannot be read. */
static void cells_of(struct str *out, const char *file)
{
    struct db *db = NULL;
    struct stmt *s = NULL;
    bool more = true;
    double version;

    str_clear(out);
    if (db_open_shared(&db, file, DB_READ, OWN_APPLICATION_ID, NULL, &version, NULL) != OK)
        return;
    assert_int_equal(db_check(db, NULL), OK);
    str_addf(out, "%.0f\n", version);
    assert_int_equal(
        db_prepare(db, "SELECT kind, key, name, value FROM cell ORDER BY 1, 2, 3", &s, NULL), OK);
    while (db_step(s, &more, NULL) == OK && more)
        str_addf(out, "%s|%s|%s|%s\n", db_text(s, 0), db_text(s, 1), db_text(s, 2), db_text(s, 3));
    db_finish(s);
    db_close(db);
}

static void the_first_write_carries_it_forward_and_keeps_a_copy(void **state)
{
    struct str was, is, copy;
    char bak[80];

    (void)state;
    old_file(1);
    str_init(&was, 1 << 16);
    str_init(&is, 1 << 16);
    str_init(&copy, 1 << 16);
    cells_of(&was, path);
    put_drive("new-8tb", "New");
    snprintf(bak, sizeof bak, "%s.bak-1", path);
    cells_of(&copy, bak);
    assert_string_equal(copy.p, was.p);
    cells_of(&is, path);
    assert_int_equal(is.p[0], '0' + OWN_FORMAT);
    assert_non_null(strstr(is.p, "colour_of_the_label|green"));
    assert_non_null(strstr(is.p, "floppies|hd-144"));
    load();
    assert_int_equal(now.note.good, 3);
    assert_non_null(drive("attic-8tb"));
    assert_non_null(drive("new-8tb"));
    str_free(&was);
    str_free(&is);
    str_free(&copy);
}

static void newer(const char *min_reader, enum err want)
{
    struct arena a;
    struct db *db;
    char *before, *after, sql[300];
    size_t n, m;
    struct err_info e = {0};

    old_file(OWN_FORMAT + 7);
    double version;
    assert_int_equal(db_open_shared(&db, path, DB_WRITE, OWN_APPLICATION_ID, NULL, &version, NULL),
                     OK);
    snprintf(sql, sizeof sql,
             "CREATE TABLE row (kind TEXT, key TEXT, added TEXT, hue TEXT); "
             "UPDATE about SET value = '%s' WHERE name = 'min_reader'; "
             "UPDATE about SET value = '9.9.9' WHERE name = 'program'",
             min_reader);
    assert_int_equal(db_exec(db, sql, NULL), OK);
    db_close(db);
    arena_init(&a, 0);
    bytes_of(&a, path, &before, &n);
    load();
    assert_int_equal(now.err, want);
    assert_true(now.f.accel_n > 100);
    assert_int_equal(put("hdds", (const char *const[]){"id", "x", NULL}, &e), ERR_DAMAGED);
    assert_int_equal(e.msg.id, MSG_OWN_NEWER);
    assert_string_equal(e.msg.a[3].str, "9.9.9");
    bytes_of(&a, path, &after, &m);
    assert_int_equal(n, m);
    assert_memory_equal(before, after, n);
    arena_free(&a);
}

static void a_newer_file_that_may_be_read_is_read_only(void **state)
{
    (void)state;
    newer("1", OK);
    assert_true(now.note.newer);
    assert_int_equal(now.note.good, 2);
}

static void a_newer_file_that_may_not_be_read_names_the_version(void **state)
{
    (void)state;
    newer("9", ERR_DAMAGED);
    assert_int_equal(now.e.msg.id, MSG_OWN_NEWER);
    assert_int_equal(err_exit_code(now.err), 3);
}

/* --- death at every call ---------------------------------------------------------------------- */
static int in_child(enum kill_mode mode, long n, long *calls)
{
    int report[2], status;
    long count = 0;
    pid_t pid;

    assert_int_equal(pipe(report), 0);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(report[0]);
        kill_at(mode, n);
        enum err err = PUT("hdds", "id", "late", "name", "Late", "capacity_gb", "1", "interface",
                           "SATA", "source", "x", "as_of", DAY);
        count = kill_count();
        kill_at(KILL_NONE, 0);
        if (write(report[1], &count, sizeof count) != (ssize_t)sizeof count)
            _exit(1);
        _exit(err == OK ? 0 : 2);
    }
    close(report[1]);
    if (read(report[0], &count, sizeof count) != (ssize_t)sizeof count)
        count = -1;
    close(report[0]);
    waitpid(pid, &status, 0);
    if (calls != NULL)
        *calls = count;
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* at_every_call: make() sets the file up; whatever call fails, the file is exactly as before or
 * exactly as after, and a write after that works. */
static void at_every_call(void (*make)(void), enum kill_mode mode)
{
    struct str before, after, is;
    long calls = 0;
    int olds = 0, news = 0;

    str_init(&before, 1 << 16);
    str_init(&after, 1 << 16);
    str_init(&is, 1 << 16);
    make();
    if (file_exists(path))
        cells_of(&before, path);
    assert_int_equal(in_child(KILL_DIE, 0, &calls), 0); /* 0: none dies; counts them */
    cells_of(&after, path);
    assert_true(calls > 5);
    for (long n = 1; n <= calls; n++) {
        clear();
        make();
        int code = in_child(mode, n, NULL);
        assert_int_not_equal(code, 1);
        str_clear(&is);
        if (file_exists(path))
            cells_of(&is, path);
        if (str_eq(is.p, after.p)) {
            news++;
        } else {
            if (before.len > 0 || file_exists(path)) /* empty but whole: nothing was there yet */
                assert_true(before.len == 0 || str_eq(is.p, before.p));
            assert_int_not_equal(code, 0);
            olds++;
        }
        assert_int_equal(in_child(KILL_NONE, 0, NULL), 0);
        cells_of(&is, path);
        assert_string_equal(is.p, after.p);
    }
    assert_true(olds > 0);
    assert_true(news > 0 || mode != KILL_DIE);
    str_free(&before);
    str_free(&after);
    str_free(&is);
}

static void make_old(void)
{
    old_file(1);
}

static void make_new(void)
{
    put_drive("attic-8tb", "Drive");
}

static void make_none(void)
{
}

static void a_migration_killed_at_any_point_is_old_or_new(void **state)
{
    (void)state;
    at_every_call(make_old, KILL_DIE);
}

static void a_write_killed_at_any_point_is_old_or_new(void **state)
{
    (void)state;
    at_every_call(make_new, KILL_DIE);
    clear();
    at_every_call(make_none, KILL_DIE);
}

static void a_full_disk_at_any_point_leaves_the_old(void **state)
{
    (void)state;
    at_every_call(make_old, KILL_FULL);
    clear();
    at_every_call(make_new, KILL_FULL);
}

/* --- damage ----------------------------------------------------------------------------------- */
static void damage_is_told_or_harmless(void **state)
{
    static const size_t cuts[] = {0, 1, 100, 4096};
    struct arena a;
    char *good, *bad;
    size_t n;

    (void)state;
    make_new();
    arena_init(&a, 0);
    bytes_of(&a, path, &good, &n);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(file_write(path, good, cuts[i], FILE_REPLACE, true, NULL), OK);
        load();
        assert_int_equal(now.err, ERR_DAMAGED);
        assert_int_equal(now.e.msg.id, MSG_OWN_DAMAGED);
        assert_true(now.f.accel_n > 100);
    }
    bad = arena_alloc(&a, n);
    for (size_t i = 0; i < 200; i++) {
        size_t at = i * (n - 1) / 199;

        memcpy(bad, good, n);
        bad[at] = (char)~bad[at];
        assert_int_equal(file_write(path, bad, n, FILE_REPLACE, true, NULL), OK);
        load();
        assert_true(now.err == OK || now.err == ERR_DAMAGED);
        assert_true(now.f.accel_n > 100);
        if (now.err == OK && drive("attic-8tb") != NULL)
            assert_true(drive("attic-8tb")->from.yours);
    }
    arena_free(&a);
}

/* --- several programs ------------------------------------------------------------------------- */
static void holder(int ready, double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    struct db *db;
    double version;
    char c = 'x';

    if (db_open_shared(&db, path, DB_WRITE, OWN_APPLICATION_ID, NULL, &version, NULL) != OK ||
        db_exec(db, "BEGIN EXCLUSIVE", NULL) != OK || write(ready, &c, 1) != 1)
        _exit(1);
    nanosleep(&t, NULL);
    db_rollback(db);
    db_close(db);
    _exit(0);
}

static pid_t hold(double seconds)
{
    int ready[2];
    char c;
    pid_t pid;

    assert_int_equal(pipe(ready), 0);
    pid = fork();
    if (pid == 0)
        holder(ready[1], seconds);
    assert_int_equal(read(ready[0], &c, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return pid;
}

static void count_call(void *data)
{
    ++*(int *)data;
}

static enum err write_waiting(long limit_ms, int *told, struct err_info *e)
{
    struct db_wait wait = {.limit_ms = limit_ms, .tell = count_call, .data = told};
    const char *cell[64];
    const struct table *t = catalog_table("hdds");
    const struct own_change c = {t, "late", cell};

    for (size_t i = 0; i < t->columns; i++)
        cell[i] = i == 0 ? "late" : "";
    return own_write(path, &c, 1, DAY, "0.1.0", &wait, e);
}

static void a_writer_that_waits_says_so_and_gets_there(void **state)
{
    int told = 0, status;
    pid_t pid;

    (void)state;
    make_new();
    pid = hold(0.9);
    assert_int_equal(write_waiting(20000, &told, NULL), OK);
    assert_int_equal(told, 1);
    waitpid(pid, &status, 0);
    told = 0;
    pid = hold(0.1);
    assert_int_equal(write_waiting(20000, &told, NULL), OK);
    assert_int_equal(told, 0); /* soon enough */
    waitpid(pid, &status, 0);
}

static void a_writer_that_waits_in_vain_reports_it(void **state)
{
    struct err_info e = {0};
    int told = 0, status;
    pid_t pid;

    (void)state;
    make_new();
    pid = hold(1.5);
    assert_int_equal(write_waiting(700, &told, &e), ERR_IO);
    assert_int_equal(e.msg.id, MSG_OWN_LOCKED);
    assert_int_equal(told, 1);
    waitpid(pid, &status, 0);
    load();
    assert_int_equal(now.note.good, 1);
}

static void many_writers_at_once_lose_nothing(void **state)
{
    enum { WRITERS = 4, ROWS = 12 };
    pid_t pid[WRITERS];

    (void)state;
    for (int w = 0; w < WRITERS; w++) {
        pid[w] = fork();
        if (pid[w] != 0)
            continue;
        for (int i = 0; i < ROWS; i++) {
            char id[32];
            struct db_wait wait = {.limit_ms = 60000};
            const struct table *t = catalog_table("hdds");
            const char *cell[64];
            const struct own_change c = {t, id, cell};

            snprintf(id, sizeof id, "d-%d-%d", w, i);
            for (size_t k = 0; k < t->columns; k++)
                cell[k] = k == 0 ? id : "";
            if (own_write(path, &c, 1, DAY, "0.1.0", &wait, NULL) != OK)
                _exit(1);
        }
        _exit(0);
    }
    for (int w = 0; w < WRITERS; w++) {
        int status;

        waitpid(pid[w], &status, 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    load();
    assert_int_equal(now.note.rows, WRITERS * ROWS);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

/* Who dies while making the file leaves it beside its place. */
static int finish(void **state)
{
    DIR *d = opendir(dir);
    struct dirent *entry;
    char name[512];

    (void)state;
    while (d != NULL && (entry = readdir(d)) != NULL) {
        snprintf(name, sizeof name, "%s/%s", dir, entry->d_name);
        (void)unlink(name);
    }
    if (d != NULL)
        closedir(d);
    return rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(without_a_file_nothing_changes),
        TEST(a_row_of_ones_own_is_there_and_marked),
        TEST(it_stands_in_place_of_the_catalogs),
        TEST(a_price_of_ones_own_beats_newer_ones),
        TEST(an_offer_of_ones_own_needs_no_known_provider),
        TEST(a_row_that_cannot_be_used_is_left_out_with_those_that_need_it),
        TEST(of_many_rows_each_is_told_apart),
        TEST(taken_away_it_is_gone),
        TEST(texts_of_a_strange_file_are_cleaned),
        TEST(triggers_and_views_of_a_strange_file_do_not_run),
        TEST(a_file_of_format_1_is_read_as_it_is),
        TEST(the_first_write_carries_it_forward_and_keeps_a_copy),
        TEST(a_newer_file_that_may_be_read_is_read_only),
        TEST(a_newer_file_that_may_not_be_read_names_the_version),
        TEST(a_migration_killed_at_any_point_is_old_or_new),
        TEST(a_write_killed_at_any_point_is_old_or_new),
        TEST(a_full_disk_at_any_point_leaves_the_old),
        TEST(damage_is_told_or_harmless),
        TEST(a_writer_that_waits_says_so_and_gets_there),
        TEST(a_writer_that_waits_in_vain_reports_it),
        TEST(many_writers_at_once_lose_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, finish);
}
