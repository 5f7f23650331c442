/*
 * read_md.c - parts of a Markdown file: the first table whose head names a part and a count (as in
 * our own bill, in either language), else the first that names a part and a kind or price, else the
 * bullets of a list; or names alone, one a line.
 */
#include <string.h>

#include "base/str.h"
#include "engine/check/list.h"

#define CELLS_MAX 32
#define CELL_BYTES 1024

struct row {
    char cell[CELLS_MAX][CELL_BYTES];
    size_t n;
};

struct lines {
    const char *at, *end;
    long line;
};

static bool next_line(struct lines *l, const char **text, size_t *n)
{
    if (l->at >= l->end)
        return false;
    const char *nl = (const char *)memchr(l->at, '\n', (size_t)(l->end - l->at));
    *text = l->at;
    *n = nl != NULL ? (size_t)(nl - l->at) : (size_t)(l->end - l->at);
    l->at = nl != NULL ? nl + 1 : l->end;
    l->line++;
    return true;
}

static void cell_add(struct row *r, size_t *used, char c)
{
    if (r->n < CELLS_MAX && *used + 1 < CELL_BYTES)
        r->cell[r->n][(*used)++] = c;
}

static void cell_end(struct row *r, size_t *used)
{
    if (r->n < CELLS_MAX) {
        while (*used > 0 && strchr(" \t\r*`", r->cell[r->n][*used - 1]) != NULL)
            (*used)--;
        r->cell[r->n][*used] = '\0';
        r->n++;
    }
    *used = 0;
}

/* Cells between the bars; a backslash hides the sign behind it, stars and ticks around a cell are
 * its dress. false: not a row of a table. */
static bool split(const char *text, size_t n, struct row *r)
{
    size_t used = 0, i = 0;
    r->n = 0;
    while (i < n && (text[i] == ' ' || text[i] == '\t'))
        i++;
    if (memchr(text, '|', n) == NULL)
        return false;
    for (i += i < n && text[i] == '|'; i < n; i++) {
        if (text[i] == '\\' && i + 1 < n)
            cell_add(r, &used, text[++i]);
        else if (text[i] == '|')
            cell_end(r, &used);
        else if (used > 0 || strchr(" \t*`", text[i]) == NULL)
            cell_add(r, &used, text[i]);
    }
    if (used > 0)
        cell_end(r, &used);
    return r->n > 0;
}

static bool is_head(const struct row *r, bool counted)
{
    bool part = false, qty = false, more = false;
    for (size_t i = 0; i < r->n; i++) {
        const char *what = parts_column(r->cell[i]);
        part = part || str_eq(what, "name") || str_eq(what, "id") || str_eq(what, "spec");
        qty = qty || str_eq(what, "qty");
        more = more || str_eq(what, "kind") || str_eq(what, "price");
    }
    return part && (qty || (more && !counted));
}

static bool is_own_head(const struct row *r)
{
    for (int lang = 0; lang < 2; lang++)
        if (r->n >= 4 && str_eq(r->cell[0], msg_text((enum lang)lang, MSG_COL_KIND)) &&
            str_eq(r->cell[1], msg_text((enum lang)lang, MSG_COL_PART)) &&
            str_eq(r->cell[3], msg_text((enum lang)lang, MSG_COL_UNIT)))
            return true;
    return false;
}

static enum err take_row(const struct row *head, const struct row *r, long line,
                         struct arena *arena, struct parts_list *out, struct err_info *e)
{
    struct parts_line *l = parts_add(out);
    if (l == NULL)
        return parts_fault(out, NULL, ERR_LIMIT, MSG_CHECK_FILE_LINES, "512", NULL, e);
    l->at = line;
    for (size_t i = 0; i < r->n && i < head->n; i++)
        if (!parts_put(l, head->cell[i], r->cell[i], arena))
            return parts_fault(out, l, ERR_VALUE, MSG_CHECK_COUNT, r->cell[i], NULL, e);
    if (!parts_row_done(l, arena) || (l->id == NULL && l->text == NULL))
        out->n--;
    else if (!out->own && !parts_row_split(out, out->n - 1, arena))
        return parts_fault(out, NULL, ERR_LIMIT, MSG_CHECK_FILE_LINES, "512", NULL, e);
    return OK;
}

static enum err take_name(const char *text, size_t n, long line, struct arena *arena,
                          struct parts_list *out, struct err_info *e)
{
    struct parts_line *l = parts_add(out);
    if (l == NULL)
        return parts_fault(out, NULL, ERR_LIMIT, MSG_CHECK_FILE_LINES, "512", NULL, e);
    l->at = line;
    char *name = arena_strndup(arena, text, n);
    if (name != NULL && !parts_written(l, name, arena))
        out->n--; /* a sum, a head */
    return OK;
}

static enum err take_bullet(const char *text, size_t n, long line, struct arena *arena,
                            struct parts_list *out, struct err_info *e)
{
    size_t i = 0;
    while (i < n && text[i] == ' ')
        i++;
    if (i + 2 >= n || strchr("-*+", text[i]) == NULL || text[i + 1] != ' ')
        return OK;
    return take_name(text + i + 2, n - i - 2, line, arena, out, e);
}

enum err parts_read_lines(const char *text, size_t len, struct arena *arena, struct parts_list *out,
                          struct err_info *e)
{
    struct lines l = {text, text + len, 0};
    const char *at;
    size_t n;
    enum err rc = OK;
    while (rc == OK && next_line(&l, &at, &n)) {
        size_t blank = 0;
        while (blank < n && strchr(" \t\r", at[blank]) != NULL)
            blank++;
        if (blank < n)
            rc = take_name(at + blank, n - blank, l.line, arena, out, e);
    }
    return rc;
}

static enum err table(const char *text, size_t len, bool counted, struct arena *arena,
                      struct parts_list *out, struct row *head, struct row *r, struct err_info *e)
{
    struct lines l = {text, text + len, 0};
    const char *at;
    size_t n;
    bool inside = false;
    while (next_line(&l, &at, &n)) {
        bool row = split(at, n, r);
        if (inside && !row)
            return OK;
        if (!row)
            continue;
        if (!inside) {
            inside = is_head(r, counted);
            *head = *r;
            out->own = inside && is_own_head(r);
        } else if (r->cell[0][strspn(r->cell[0], "-: ")] != '\0' || r->cell[0][0] == '\0') {
            enum err rc = take_row(head, r, l.line, arena, out, e);
            if (rc != OK)
                return rc;
        }
    }
    return OK;
}

enum err parts_read_md(const char *text, size_t len, struct arena *arena, struct parts_list *out,
                       struct err_info *e)
{
    struct row *head = ARENA_NEW(arena, struct row), *r = ARENA_NEW(arena, struct row);
    if (head == NULL || r == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    enum err rc = table(text, len, true, arena, out, head, r, e);
    if (rc == OK && out->n == 0)
        rc = table(text, len, false, arena, out, head, r, e);
    if (rc != OK || out->n > 0)
        return rc;
    struct lines l = {text, text + len, 0};
    const char *at;
    size_t n;
    while (rc == OK && next_line(&l, &at, &n))
        rc = take_bullet(at, n, l.line, arena, out, e);
    return rc;
}
