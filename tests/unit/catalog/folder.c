#include "tests/unit/catalog/folder.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/str.h"

#define BYTES_MAX ((size_t)64 << 20)

static void path_of(const struct folder *f, const char *name, char *out, size_t cap)
{
    assert_true(path_join(out, cap, f->dir, name));
}

static void table_path(const struct folder *f, const char *table, char *out, size_t cap)
{
    char name[128];

    snprintf(name, sizeof name, "%s.csv", table);
    path_of(f, name, out, cap);
}

static void store(const char *path, const struct str *text)
{
    assert_false(text->failed);
    assert_int_equal(file_write(path, text->p, text->len, FILE_REPLACE, false, NULL), OK);
}

void folder_make(struct folder *f)
{
    static const char from[] = DLRIG_SOURCE_DIR "/catalog/data";
    DIR *d;
    struct dirent *entry;

    snprintf(f->dir, sizeof f->dir, "%s/tests/catalog-XXXXXX", DLRIG_BUILD_DIR);
    assert_non_null(mkdtemp(f->dir));
    d = opendir(from);
    assert_non_null(d);
    while ((entry = readdir(d)) != NULL) {
        char source[1024], target[1024];
        struct arena a;
        struct str copy;
        char *text;
        size_t len, n = strlen(entry->d_name);

        if (n < 4 || strcmp(entry->d_name + n - 4, ".csv") != 0)
            continue;
        arena_init(&a, 0);
        str_init(&copy, BYTES_MAX);
        assert_true(path_join(source, sizeof source, from, entry->d_name));
        assert_int_equal(file_read(&a, source, BYTES_MAX, &text, &len, NULL), OK);
        str_addn(&copy, text, len);
        path_of(f, entry->d_name, target, sizeof target);
        store(target, &copy);
        str_free(&copy);
        arena_free(&a);
    }
    closedir(d);
}

void folder_remove(struct folder *f)
{
    DIR *d = opendir(f->dir);
    struct dirent *entry;

    while (d != NULL && (entry = readdir(d)) != NULL) {
        char path[1024];

        path_of(f, entry->d_name, path, sizeof path);
        (void)unlink(path);
    }
    if (d != NULL)
        closedir(d);
    (void)rmdir(f->dir);
}

/* rewrite: the whole file once more; returns the line of the row that was changed. */
static long rewrite(struct folder *f, const char *table, const char *id, const char *column,
                    const char *value, const char *new_name)
{
    char path[1024];
    struct arena a;
    struct str out;
    struct csv *c;
    char *text = NULL;
    size_t len;
    long line = 0;
    bool more = true, first = true;

    table_path(f, table, path, sizeof path);
    arena_init(&a, 0);
    str_init(&out, BYTES_MAX);
    assert_int_equal(file_read(&a, path, BYTES_MAX, &text, &len, NULL), OK);
    assert_int_equal(csv_open(&c, text, len, path, NULL), OK);
    assert_true(csv_find(c, column) >= 0);
    for (size_t i = 0; i < csv_columns(c); i++)
        csv_put(&out, &first,
                new_name != NULL && (int)i == csv_find(c, column) ? new_name
                                                                  : csv_column_name(c, i));
    csv_end(&out, &first);
    while (csv_next(c, &more, NULL) == OK && more) {
        bool hit =
            new_name == NULL && line == 0 && (id == NULL || strcmp(csv_field(c, 0), id) == 0);

        if (hit)
            line = csv_line(c);
        for (size_t i = 0; i < csv_columns(c); i++)
            csv_put(&out, &first,
                    hit && (int)i == csv_find(c, column) ? value : csv_field(c, (int)i));
        csv_end(&out, &first);
    }
    csv_close(c);
    store(path, &out);
    str_free(&out);
    arena_free(&a);
    return line;
}

long folder_set(struct folder *f, const char *table, const char *id, const char *column,
                const char *value)
{
    long line = rewrite(f, table, id, column, value, NULL);

    assert_true(line > 1);
    return line;
}

void folder_header(struct folder *f, const char *table, const char *column, const char *name)
{
    (void)rewrite(f, table, NULL, column, NULL, name);
}

long folder_append(struct folder *f, const char *table, const char *text)
{
    char path[1024];
    struct arena a;
    struct str out;
    char *old;
    size_t len;
    long lines = 1;

    table_path(f, table, path, sizeof path);
    arena_init(&a, 0);
    str_init(&out, BYTES_MAX);
    assert_int_equal(file_read(&a, path, BYTES_MAX, &old, &len, NULL), OK);
    for (size_t i = 0; i < len; i++)
        lines += old[i] == '\n';
    str_addn(&out, old, len);
    str_add(&out, text);
    str_add(&out, "\n");
    store(path, &out);
    str_free(&out);
    arena_free(&a);
    return lines;
}

void folder_delete(struct folder *f, const char *table)
{
    char path[1024];

    table_path(f, table, path, sizeof path);
    assert_int_equal(unlink(path), 0);
}

void folder_write(struct folder *f, const char *file, const char *text)
{
    char path[1024];
    struct str out;

    str_init(&out, BYTES_MAX);
    str_add(&out, text);
    path_of(f, file, path, sizeof path);
    store(path, &out);
    str_free(&out);
}

void folder_check(struct folder *f, struct arena *a, struct book *b, struct faults *faults)
{
    struct err_info e = {0};

    *faults = (struct faults){.arena = a};
    assert_int_equal(book_read(b, f->dir, a, faults, &e), OK);
    book_check(b, faults);
    assert_false(arena_failed(a));
}

const struct fault *folder_fault(const struct faults *faults, const char *file, long line,
                                 const char *column)
{
    for (size_t i = 0; i < faults->n; i++) {
        const struct fault *x = &faults->fault[i];

        if (str_eq(x->file, file) && (line == 0 || x->line == line) &&
            (column == NULL || str_eq(x->column, column)))
            return x;
    }
    return NULL;
}
