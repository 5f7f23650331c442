/*
 * sheet.c - tables as they are copied out of a spreadsheet: cells apart by tabs or semicolons, rows
 * of unequal length, no head. They become the comma-separated text that read_csv.c reads, line by
 * line.
 */
#include <string.h>

#include "base/csv.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/check/list.h"

#define CELLS_MAX 64

struct cells {
    const char *cell[CELLS_MAX];
    size_t n;
};

static void split(const char *text, size_t len, char mark, struct cells *c, struct arena *arena)
{
    const char *p = text, *end = text + len;
    c->n = 0;
    while (p <= end && c->n < CELLS_MAX) {
        const char *stop = (const char *)memchr(p, mark, (size_t)(end - p));
        stop = stop != NULL ? stop : end;
        c->cell[c->n++] = arena_strndup(arena, p, (size_t)(stop - p));
        p = stop + 1;
    }
}

static size_t count_of(const char *text, size_t len, char mark)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += text[i] == mark;
    return n;
}

/* What sets the cells of that line apart; 0: it is one cell. */
static char mark_of(const char *line, size_t n)
{
    static const char marks[] = "\t;,";
    for (size_t i = 0; marks[i] != '\0'; i++)
        if (count_of(line, n, marks[i]) > 0)
            return marks[i];
    return '\0';
}

/* A row of parts where the head would stand: a kind, and behind it no kind. */
static bool is_row(const struct cells *c)
{
    struct parts_line a = {.kind = PART_KINDS}, b = {.kind = PART_KINDS};
    return c->n >= 2 && parts_kind_word(&a, c->cell[0]) && !parts_kind_word(&b, c->cell[1]) &&
           parts_column(c->cell[1]) == c->cell[1];
}

static void head_of(const struct cells *c, struct str *out)
{
    enum { COUNT_MOST = 64 };
    bool qty = false, price = false, first = true;
    csv_put(out, &first, "kind");
    csv_put(out, &first, "name");
    for (size_t i = 2; i < c->n; i++) {
        struct parts_line l = {.price = UNKNOWN};
        struct arena a;
        int n = 0;
        arena_init(&a, 0);
        bool money = parts_price(&l, c->cell[i], &a);
        arena_free(&a);
        if (!qty && parts_count(c->cell[i], &n) && n <= COUNT_MOST) {
            csv_put(out, &first, "qty");
            qty = true;
        } else if (!price && money) {
            csv_put(out, &first, "price");
            price = true;
        } else {
            csv_put(out, &first, "note");
        }
    }
    csv_end(out, &first);
}

static void put_row(const struct cells *c, size_t columns, struct str *out)
{
    bool first = true;
    for (size_t i = 0; i < columns; i++)
        csv_put_exact(out, &first, i < c->n ? c->cell[i] : "");
    csv_end(out, &first);
}

const char *parts_sheet(const char *text, size_t *len, bool *headless, struct arena *arena)
{
    struct cells *c = ARENA_NEW(arena, struct cells);
    const char *p = text, *end = text + *len;
    size_t columns = 0;
    char mark = '\0';
    struct str out;

    *headless = false;
    if (c == NULL || memchr(text, '"', *len) != NULL)
        return text; /* quoted cells are the business of the reader of CSV */
    p += *len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    str_init(&out, 4 * PARTS_BYTES_MAX);
    while (p < end) {
        const char *nl = (const char *)memchr(p, '\n', (size_t)(end - p));
        size_t n = nl != NULL ? (size_t)(nl - p) : (size_t)(end - p);
        size_t bare = n > 0 && p[n - 1] == '\r' ? n - 1 : n;
        if (columns == 0 && bare > 0) {
            mark = mark_of(p, bare);
            split(p, bare, mark, c, arena);
            columns = c->n;
            *headless = is_row(c);
            if (mark == '\0' || (mark == ',' && !*headless))
                break; /* a list of commas with a head, as it is */
            if (*headless)
                head_of(c, &out);
        }
        if (bare > 0) {
            split(p, bare, mark, c, arena);
            put_row(c, columns, &out);
        } else {
            str_addc(&out, '\n');
        }
        p += n + (nl != NULL);
    }
    bool made = p >= end && columns > 0 && !out.failed;
    const char *sheet = made ? arena_strndup(arena, out.p, out.len) : text;
    *len = made && sheet != NULL ? out.len : *len;
    *headless = *headless && made;
    str_free(&out);
    return sheet != NULL ? sheet : text;
}
