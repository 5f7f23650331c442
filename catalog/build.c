/*
 * catalog-build DIR OUT - makes the SQLite catalog OUT of the CSV files in DIR.
 * catalog-build --columns - prints the columns of all tables as Markdown.
 *
 * Every fault of the files is one line "file:line: column: value: reason" on standard error; with
 * any fault nothing is written and the program ends with 1. Wrong use ends with 2.
 */
#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/str.h"
#include "catalog/sheet.h"

#define MEMORY_MAX ((size_t)512 << 20)
#define TEXT_MAX ((size_t)16 << 20)

static int columns(void)
{
    struct str page;

    str_init(&page, TEXT_MAX);
    for (size_t i = 0; i < catalog_table_count; i++)
        schema_page(&page, &catalog_tables[i]);
    fputs(page.p, stdout);
    str_free(&page);
    return 0;
}

static int tell(const struct err_info *e)
{
    struct str text;

    str_init(&text, TEXT_MAX);
    err_render(&text, LANG_EN, e);
    fprintf(stderr, "catalog-build: %s\n", text.p);
    str_free(&text);
    return 1;
}

static int tell_faults(const struct faults *f)
{
    struct str text;

    str_init(&text, TEXT_MAX);
    for (size_t i = 0; i < f->n; i++)
        fault_line(&text, &f->fault[i]);
    str_addf(&text, "catalog-build: %zu fault%s, nothing written\n", f->n, f->n == 1 ? "" : "s");
    fputs(text.p, stderr);
    str_free(&text);
    return 1;
}

static int build(const char *dir, const char *out)
{
    struct arena arena;
    struct err_info e = {0};
    struct faults faults = {.arena = &arena};
    struct book book;
    enum err err;
    int rc = 0;

    arena_init(&arena, MEMORY_MAX);
    err = book_read(&book, dir, &arena, &faults, &e);
    if (err == OK)
        book_check(&book, &faults);
    if (err == OK && arena_failed(&arena))
        err = err_set(&e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (err == OK && faults.n > 0)
        rc = tell_faults(&faults);
    else if (err == OK)
        err = book_write(&book, out, &e);
    if (err != OK) {
        rc = tell(&e);
        (void)unlink(out);
    }
    arena_free(&arena);
    return rc;
}

int main(int argc, char **argv)
{
    if (argc == 2 && str_eq(argv[1], "--columns"))
        return columns();
    if (argc != 3) {
        fputs("usage: catalog-build DIR OUT | catalog-build --columns\n", stderr);
        return 2;
    }
    return build(argv[1], argv[2]);
}
