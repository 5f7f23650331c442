/* The SQLite file: same rows, same bytes; NULL and 0 stay apart from the cell to the facts; empty,
 * cut, foreign and spoiled files are told apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/db.h"
#include "catalog/load.h"
#include "tests/unit/catalog/folder.h"

#define BYTES_MAX ((size_t)256 << 20)

static struct arena arena; /* of the book */
static struct book book;
static struct folder folder;
static char file_a[600], file_b[600];

static int set_up(void **state)
{
    struct faults faults;

    (void)state;
    arena_init(&arena, 0);
    folder_make(&folder);
    folder_check(&folder, &arena, &book, &faults);
    assert_int_equal(faults.n, 0);
    snprintf(file_a, sizeof file_a, "%s/a.sqlite", folder.dir);
    snprintf(file_b, sizeof file_b, "%s/b.sqlite", folder.dir);
    assert_int_equal(book_write(&book, file_a, NULL), OK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    folder_remove(&folder);
    arena_free(&arena);
    return 0;
}

static void bytes_of(struct arena *a, const char *path, char **text, size_t *len)
{
    assert_int_equal(file_read(a, path, BYTES_MAX, text, len, NULL), OK);
}

static void store(const char *path, const char *bytes, size_t len)
{
    assert_int_equal(file_write(path, bytes, len, FILE_REPLACE, false, NULL), OK);
}

static void two_builds_have_the_same_bytes(void **state)
{
    struct arena a;
    size_t n, m;
    char *x, *y;

    (void)state;
    arena_init(&a, 0);
    assert_int_equal(book_write(&book, file_b, NULL), OK);
    bytes_of(&a, file_a, &x, &n);
    bytes_of(&a, file_b, &y, &m);
    assert_int_equal(n, m);
    assert_true(n > 100000);
    assert_memory_equal(x, y, n);
    arena_free(&a);
}

static void the_order_of_rows_in_a_file_does_not_matter(void **state)
{
    struct arena a, again;
    struct book other;
    struct faults faults;
    size_t n, m;
    char *x, *y;

    (void)state;
    arena_init(&a, 0);
    arena_init(&again, 0);
    /* the first row of the file goes to the end */
    bytes_of(&a, DLRIG_SOURCE_DIR "/catalog/data/hdds.csv", &x, &n);
    {
        char *head = strchr(x, '\n') + 1, *next = strchr(head, '\n') + 1;
        struct str turned;

        str_init(&turned, BYTES_MAX);
        str_addn(&turned, x, (size_t)(head - x));
        str_add(&turned, next);
        str_addn(&turned, head, (size_t)(next - head));
        assert_int_equal(turned.len, n);
        folder_write(&folder, "hdds.csv", turned.p);
        str_free(&turned);
    }
    folder_check(&folder, &again, &other, &faults);
    assert_int_equal(faults.n, 0);
    assert_int_equal(book_write(&other, file_b, NULL), OK);
    bytes_of(&a, file_a, &x, &n);
    bytes_of(&a, file_b, &y, &m);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    arena_free(&a);
    arena_free(&again);
}

/* columns of accelerators that go unchanged into the facts */
static const struct {
    const char *column;
    size_t offset;
} plain[] = {
    {"memory_gb", offsetof(struct accel, memory_gb)},
    {"memory_bandwidth_gbs", offsetof(struct accel, memory_bandwidth_gbs)},
    {"fp64_tflops", offsetof(struct accel, fp64_tflops)},
    {"fp32_tflops", offsetof(struct accel, fp32_tflops)},
    {"tf32_tflops_dense", offsetof(struct accel, tf32_tflops)},
    {"fp16_tflops_dense", offsetof(struct accel, fp16_tflops)},
    {"bf16_tflops_dense", offsetof(struct accel, bf16_tflops)},
    {"fp8_tflops_dense", offsetof(struct accel, fp8_tflops)},
    {"fp4_tflops_dense", offsetof(struct accel, fp4_tflops)},
    {"int8_tops_dense", offsetof(struct accel, int8_tops)},
    {"tdp_w", offsetof(struct accel, tdp_w)},
    {"link_bandwidth_gbs", offsetof(struct accel, link_bandwidth_gbs)},
    {"pcie_lanes", offsetof(struct accel, pcie_lanes)},
};

static void null_and_zero_stay_apart(void **state)
{
    const struct sheet *s = book_sheet(&book, "accelerators");
    struct arena a;
    struct facts f;
    struct prices p;
    size_t zeros = 0, nulls = 0;

    (void)state;
    arena_init(&a, 0);
    assert_int_equal(catalog_load(file_a, &a, &f, &p, NULL), OK);
    assert_int_equal(f.accel_n, s->rows);
    for (size_t r = 0; r < s->rows; r++) {
        const struct accel *x = facts_accel(&f, sheet_cell(s, r, 0));

        assert_non_null(x);
        for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
            const char *cell = sheet_cell(s, r, table_column(s->table, plain[i].column));
            double want, got;

            memcpy(&got, (const char *)x + plain[i].offset, sizeof got);
            if (cell[0] == '\0') {
                assert_false(known(got));
                nulls++;
                continue;
            }
            assert_int_equal(num_plain(cell, &want), NUM_OK);
            assert_true(got == want);
            zeros += want == 0;
        }
    }
    assert_true(zeros > 100);
    assert_true(nulls > 100);
    arena_free(&a);
}

static void fp8_of_an_a100_is_none_and_rates_of_a_k100_unknown(void **state)
{
    struct arena a;
    struct facts f;
    struct prices p;

    (void)state;
    arena_init(&a, 0);
    assert_int_equal(catalog_load(file_a, &a, &f, &p, NULL), OK);
    assert_true(facts_accel(&f, "nvidia-a100-sxm4-80")->fp8_tflops == 0);
    assert_false(known(facts_accel(&f, "hygon-k100")->fp16_tflops));
    arena_free(&a);
}

static enum err load(const char *path, struct err_info *e)
{
    struct arena a;
    struct facts f;
    struct prices p;
    enum err err;

    arena_init(&a, 0);
    memset(e, 0, sizeof *e);
    err = catalog_load(path, &a, &f, &p, e);
    if (err != OK) {
        struct str text;

        assert_int_equal(f.accel_n, 0);
        assert_int_equal(p.offer_n, 0);
        str_init(&text, 4096);
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            str_clear(&text);
            err_render(&text, (enum lang)lang, e);
            assert_non_null(strstr(text.p, "sqlite"));
        }
        str_free(&text);
    }
    arena_free(&a);
    return err;
}

static void a_missing_file_is_not_found(void **state)
{
    struct err_info e;

    (void)state;
    assert_int_equal(load(file_b, &e), ERR_NOT_FOUND);
}

static void an_empty_file_is_damaged(void **state)
{
    struct err_info e;

    (void)state;
    store(file_b, "", 0);
    assert_int_equal(load(file_b, &e), ERR_DAMAGED);
    assert_int_equal(err_exit_code(e.code), 3);
}

static void text_is_damaged(void **state)
{
    struct err_info e;

    (void)state;
    store(file_b, "this is no database, whatever its name says\n", 44);
    assert_int_equal(load(file_b, &e), ERR_DAMAGED);
}

static void a_cut_file_is_damaged_wherever_it_is_cut(void **state)
{
    struct arena a;
    size_t n;
    char *x;

    (void)state;
    arena_init(&a, 0);
    bytes_of(&a, file_a, &x, &n);
    for (size_t keep = 1; keep < n; keep += n / 17 + 1) {
        struct err_info e;

        store(file_b, x, keep);
        assert_int_equal(load(file_b, &e), ERR_DAMAGED);
    }
    arena_free(&a);
}

/* Spoiled pages may go unnoticed by SQLite, but never crash the loader or bring half a catalog. */
static void spoiled_pages_never_crash(void **state)
{
    struct arena a;
    size_t n, damaged = 0;
    char *x;

    (void)state;
    arena_init(&a, 0);
    bytes_of(&a, file_a, &x, &n);
    for (size_t at = 4096; at < n; at += 4096 * 7) {
        struct err_info e;
        char saved[512];
        size_t len = at + sizeof saved < n ? sizeof saved : n - at;

        memcpy(saved, x + at, len);
        memset(x + at, 0xa5, len);
        store(file_b, x, n);
        damaged += load(file_b, &e) == ERR_DAMAGED;
        memcpy(x + at, saved, len);
    }
    assert_true(damaged > 10);
    arena_free(&a);
}

static void foreign_and_older_files_are_refused(void **state)
{
    struct err_info e;
    struct db *db;

    (void)state;
    assert_int_equal(db_create(&db, file_b, 0x12345678, CATALOG_FORMAT, NULL), OK);
    assert_int_equal(db_exec(db, "CREATE TABLE t (x)", NULL), OK);
    assert_int_equal(db_seal(db, NULL), OK);
    db_close(db);
    assert_int_equal(load(file_b, &e), ERR_DAMAGED);
    assert_int_equal(e.msg.id, MSG_CATALOG_DAMAGED);
    assert_int_equal(db_create(&db, file_b, CATALOG_APPLICATION_ID, CATALOG_FORMAT + 1, NULL), OK);
    assert_int_equal(db_seal(db, NULL), OK);
    db_close(db);
    assert_int_equal(load(file_b, &e), ERR_DAMAGED);
    assert_int_equal(e.msg.id, MSG_CATALOG_FORMAT);
}

static void our_id_without_our_tables_is_damaged(void **state)
{
    struct err_info e;
    struct db *db;

    (void)state;
    assert_int_equal(db_create(&db, file_b, CATALOG_APPLICATION_ID, CATALOG_FORMAT, NULL), OK);
    assert_int_equal(db_seal(db, NULL), OK);
    db_close(db);
    assert_int_equal(load(file_b, &e), ERR_DAMAGED);
}

/* patch: the count of models in the table counts (a text and a small whole number, stored side by
 * side) becomes 1. */
static bool patch_count(char *bytes, size_t len, size_t rows)
{
    char pattern[8] = "models";

    pattern[6] = (char)(rows >> 8);
    pattern[7] = (char)(rows & 0xff);
    for (size_t i = 0; i + sizeof pattern < len; i++)
        if (memcmp(bytes + i, pattern, sizeof pattern) == 0) {
            bytes[i + 6] = 0;
            bytes[i + 7] = 1;
            return true;
        }
    return false;
}

static void a_count_that_lies_is_damage(void **state)
{
    struct err_info e;
    struct arena a;
    size_t n;
    char *x;

    (void)state;
    arena_init(&a, 0);
    bytes_of(&a, file_a, &x, &n);
    assert_true(patch_count(x, n, book_sheet(&book, "models")->rows));
    store(file_b, x, n);
    assert_int_equal(load(file_b, &e), ERR_DAMAGED);
    arena_free(&a);
}

static void a_catalog_in_use_cannot_be_written(void **state)
{
    struct db *db;

    (void)state;
    assert_int_equal(db_open(&db, file_a, CATALOG_APPLICATION_ID, CATALOG_FORMAT, NULL), OK);
    assert_int_not_equal(db_exec(db, "DELETE FROM models", NULL), OK);
    db_close(db);
}

static void names_with_percent_and_question_mark_open(void **state)
{
    char odd[700];
    struct arena a;
    struct err_info e;
    size_t n;
    char *x;

    (void)state;
    arena_init(&a, 0);
    snprintf(odd, sizeof odd, "%s/50%% off?#1 目录.sqlite", folder.dir);
    bytes_of(&a, file_a, &x, &n);
    store(odd, x, n);
    assert_int_equal(load(odd, &e), OK);
    arena_free(&a);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_builds_have_the_same_bytes),
        TEST(the_order_of_rows_in_a_file_does_not_matter),
        TEST(null_and_zero_stay_apart),
        TEST(fp8_of_an_a100_is_none_and_rates_of_a_k100_unknown),
        TEST(a_missing_file_is_not_found),
        TEST(an_empty_file_is_damaged),
        TEST(text_is_damaged),
        TEST(a_cut_file_is_damaged_wherever_it_is_cut),
        TEST(spoiled_pages_never_crash),
        TEST(foreign_and_older_files_are_refused),
        TEST(our_id_without_our_tables_is_damaged),
        TEST(a_count_that_lies_is_damage),
        TEST(a_catalog_in_use_cannot_be_written),
        TEST(names_with_percent_and_question_mark_open),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
