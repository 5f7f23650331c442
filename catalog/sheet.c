#include "catalog/sheet.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/str.h"
#include "base/text.h"
#include "catalog/own_written.h"

#define FILE_MAX_BYTES ((size_t)64 << 20)
#define REASON_MAX 512
#define VALUE_SHOWN 80

void fault_add(struct faults *f, const char *file, long line, const char *column, const char *value,
               enum msg_id reason, int n, const char *const *arg)
{
    struct msg why = {.id = reason, .n = n};
    struct str text;

    if (f->n == f->cap) {
        size_t cap = f->cap == 0 ? 64 : 2 * f->cap;
        struct fault *more = ARENA_ARRAY(f->arena, struct fault, cap);

        if (more == NULL)
            return;
        if (f->n > 0)
            memcpy(more, f->fault, f->n * sizeof *more);
        f->fault = more;
        f->cap = cap;
    }
    for (int i = 0; i < n; i++)
        why.a[i] = ARG_STR(arena_strdup(f->arena, arg[i]));
    str_init(&text, REASON_MAX);
    msg_render(&text, LANG_EN, &why);
    f->fault[f->n++] = (struct fault){
        .file = file,
        .line = line,
        .column = column != NULL ? arena_strdup(f->arena, column) : "",
        .value = value != NULL ? arena_strdup(f->arena, value) : "",
        .reason = arena_strdup(f->arena, text.p),
        .why = why,
    };
    str_free(&text);
}

static int by_place(const void *a, const void *b)
{
    const struct fault *x = a, *y = b;

    if (x->sheet != y->sheet)
        return x->sheet < y->sheet ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

void faults_sort(struct faults *f, const struct book *b)
{
    for (size_t i = 0; i < f->n; i++) {
        struct fault *x = &f->fault[i];
        size_t t = 0;

        while (t < catalog_table_count && !str_eq(b->sheet[t].file, x->file))
            t++;
        x->sheet = t < catalog_table_count ? t + 1 : 0;
        x->place =
            x->sheet > 0 ? (size_t)(table_column(b->sheet[t].table, x->column) + 1) : (size_t)0;
        x->order = i;
    }
    if (f->n > 1)
        qsort(f->fault, f->n, sizeof *f->fault, by_place);
}

void fault_render(struct str *out, enum lang lang, const struct fault *f)
{
    char value[VALUE_SHOWN + 1];

    str_add(out, f->file);
    if (f->line > 0)
        str_addf(out, ":%ld", f->line);
    str_add(out, ": ");
    if (f->column[0] != '\0')
        str_addf(out, "%s: ", f->column);
    if (f->value[0] != '\0') {
        bool whole = text_clean_buf(value, sizeof value, f->value);

        str_addf(out, "%s%s: ", value, whole ? "" : "...");
    }
    msg_render(out, lang, &f->why);
}

void fault_line(struct str *out, const struct fault *f)
{
    fault_render(out, LANG_EN, f);
    str_addc(out, '\n');
}

const char *sheet_cell(const struct sheet *s, size_t row, int column)
{
    return column < 0 ? "" : s->cell[row * s->table->columns + (size_t)column];
}

struct sheet *book_sheet(const struct book *b, const char *table)
{
    for (size_t i = 0; i < catalog_table_count; i++)
        if (str_eq(b->sheet[i].table->name, table))
            return &b->sheet[i];
    return NULL;
}

/* header: columns of the file against those of the schema; *at[i] = column of the file. */
static bool header_good(struct sheet *s, const struct csv *c, bool every, int *at, struct faults *f)
{
    bool good = true;

    for (size_t i = 0; i < s->table->columns; i++)
        at[i] = -1;
    for (size_t i = 0; i < csv_columns(c); i++) {
        const char *head = csv_column_name(c, i);
        int column =
            table_column(s->table, every ? head : own_heading(s->table, head, &s->currency));
        if (column >= 0 && at[column] < 0) {
            at[column] = (int)i;
        } else if (column >= 0) {
            fault_add(f, s->file, 1, head, NULL, MSG_ROW_COLUMN_TWICE, 1,
                      (const char *const[]){s->table->column[column].name});
            good = false;
        } else {
            fault_add(f, s->file, 1, csv_column_name(c, i), NULL, MSG_ROW_COLUMN_UNKNOWN, 0, NULL);
            good = false;
        }
    }
    for (size_t i = 0; i < s->table->columns; i++) {
        if (at[i] < 0 && every) {
            fault_add(f, s->file, 1, s->table->column[i].name, NULL, MSG_ROW_COLUMN_MISSING, 0,
                      NULL);
            good = false;
        }
    }
    return good;
}

static size_t count_lines(const char *text, size_t len)
{
    size_t n = 1;

    for (size_t i = 0; i < len; i++)
        n += text[i] == '\n';
    return n;
}

static void syntax_fault(const struct sheet *s, const struct err_info *e, struct faults *f)
{
    struct str text;

    str_init(&text, REASON_MAX);
    msg_render(&text, LANG_EN, &e->msg);
    fault_add(f, s->file, e->line, NULL, NULL, MSG_ROW_SYNTAX, 1, (const char *const[]){text.p});
    str_free(&text);
}

static void read_rows(struct sheet *s, struct csv *c, const int *at, struct arena *a,
                      struct faults *f)
{
    for (;;) {
        struct err_info e = {0};
        bool more = false;
        enum err err = csv_next(c, &more, &e);

        if (err == ERR_SYNTAX) {
            syntax_fault(s, &e, f);
            if (!more)
                return;
            continue;
        }
        if (err != OK) {
            syntax_fault(s, &e, f);
            return;
        }
        if (!more)
            return;
        for (size_t i = 0; i < s->table->columns; i++)
            s->cell[s->rows * s->table->columns + i] = arena_strdup(a, csv_field(c, at[i]));
        s->line[s->rows++] = csv_line(c);
    }
}

enum err sheet_read_file(struct sheet *s, const char *path, bool every, struct arena *a,
                         struct faults *f, struct err_info *e)
{
    char *text;
    size_t len, lines;
    int *at = ARENA_ARRAY(a, int, s->table->columns);
    struct csv *c = NULL;
    struct err_info own = {0};
    enum err err;

    if (at == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    err = file_read(a, path, FILE_MAX_BYTES, &text, &len, &own);
    if (err == ERR_NOT_FOUND) {
        fault_add(f, s->file, 0, NULL, NULL, MSG_ROW_FILE_MISSING, 0, NULL);
        return OK;
    }
    if (err != OK) {
        err_copy(e, &own);
        return err;
    }
    err = csv_open(&c, text, len, s->file, &own);
    if (err != OK) {
        syntax_fault(s, &own, f);
        return OK;
    }
    if (header_good(s, c, every, at, f)) {
        lines = count_lines(text, len);
        s->cell = arena_alloc_array(a, lines * s->table->columns, sizeof *s->cell);
        s->line = ARENA_ARRAY(a, long, lines);
        s->present = s->cell != NULL && s->line != NULL;
        if (s->present)
            read_rows(s, c, at, a, f);
    }
    csv_close(c);
    return arena_failed(a) ? err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL) : OK;
}

/* strangers: CSV files that no table of the schema reads, a typing error in a file name mostly. */
static void strangers(const char *dir, struct arena *a, struct faults *f)
{
    DIR *d = opendir(dir);
    struct dirent *entry;

    if (d == NULL)
        return;
    while ((entry = readdir(d)) != NULL) {
        char name[256];
        size_t n = strlen(entry->d_name);

        if (n < 5 || n >= sizeof name || !str_eq(entry->d_name + n - 4, ".csv"))
            continue;
        memcpy(name, entry->d_name, n - 4);
        name[n - 4] = '\0';
        if (catalog_table(name) == NULL)
            fault_add(f, arena_strdup(a, entry->d_name), 0, NULL, NULL, MSG_ROW_NO_TABLE, 0, NULL);
    }
    closedir(d);
}

enum err book_read(struct book *b, const char *dir, struct arena *a, struct faults *f,
                   struct err_info *e)
{
    *b = (struct book){.arena = a};
    b->sheet = ARENA_ARRAY(a, struct sheet, catalog_table_count);
    if (b->sheet == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (size_t i = 0; i < catalog_table_count; i++) {
        struct sheet *s = &b->sheet[i];
        char name[128], path[4096];
        enum err err;

        s->table = &catalog_tables[i];
        str_copy(name, sizeof name - 4, s->table->name);
        memcpy(name + strlen(name), ".csv", 5);
        s->file = arena_strdup(a, name);
        if (!path_join(path, sizeof path, dir, s->file))
            return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
        err = sheet_read_file(s, path, true, a, f, e);
        if (err != OK)
            return err;
    }
    strangers(dir, a, f);
    return OK;
}
