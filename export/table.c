/* table.c - rows of cells as a Markdown table or as aligned plain text that keeps to the width. */
#include <string.h>

#include "base/err.h"
#include "base/text.h"
#include "export/doc.h"

#define INDENT 2
#define APART 2
#define WIDTH_LEAST 9 /* a column that is wrapped keeps this much */

void table_init(struct table *t, struct doc *d, int cols)
{
    if (cols > TABLE_COLS)
        BUG("more columns than TABLE_COLS");
    memset(t, 0, sizeof(*t));
    t->d = d;
    t->cols = cols;
    for (int i = 0; i < cols; i++)
        str_init(&t->cell[i], TEXT_MAX);
    str_init(&t->rows, TABLE_BYTES);
    if (d->md)
        doc_gap(d);
}

void table_right(struct table *t, int col)
{
    t->right[col] = true;
}

struct str *table_cell(struct table *t)
{
    if (t->at >= t->cols)
        BUG("too many cells in a row");
    return &t->cell[t->at++];
}

void table_text(struct table *t, const char *text)
{
    put_text(t->d, table_cell(t), text);
}

void table_id(struct table *t, enum msg_id id)
{
    put_id(t->d, table_cell(t), id);
}

void table_arg(struct table *t, struct msg_arg a)
{
    put_arg(t->d, table_cell(t), a);
}

void table_msg(struct table *t, const struct msg *m)
{
    put_msg(t->d, table_cell(t), m);
}

void table_code(struct table *t, const char *word)
{
    put_code(t->d, table_cell(t), word);
}

void table_heads(struct table *t, const enum msg_id *ids, int n)
{
    for (int i = 0; i < n; i++)
        table_id(t, ids[i]);
    table_row(t);
}

static void md_row(struct table *t)
{
    struct str *out = t->d->out;
    for (int i = 0; i < t->cols; i++)
        str_addf(out, "| %s ", t->cell[i].p);
    str_add(out, "|\n");
    if (t->header_done)
        return;
    for (int i = 0; i < t->cols; i++)
        str_add(out, t->right[i] ? "|---:" : "|---");
    str_add(out, "|\n");
}

static void keep_row(struct table *t)
{
    for (int i = 0; i < t->cols; i++) {
        int w = text_width(t->cell[i].p);
        if (w > t->width[i])
            t->width[i] = w;
        if (t->header_done && w > t->data_width[i])
            t->data_width[i] = w;
        str_add(&t->rows, t->cell[i].p);
        str_addc(&t->rows, i + 1 == t->cols ? '\n' : '\x1f');
    }
}

void table_row(struct table *t)
{
    if (t->d->md)
        md_row(t);
    else
        keep_row(t);
    t->header_done = true;
    for (int i = 0; i < t->cols; i++)
        str_clear(&t->cell[i]);
    t->at = 0;
}

/* Narrowest that a column may become: figures are never wrapped, their heading may be. */
static int least(const struct table *t, int col)
{
    return t->right[col] && t->data_width[col] > WIDTH_LEAST ? t->data_width[col] : WIDTH_LEAST;
}

/* Takes from the widest column that may give until the row fits; headings of figures first. */
static void fit_widths(struct table *t)
{
    int total = INDENT - APART;
    for (int i = 0; i < t->cols; i++)
        total += t->width[i] + APART;
    while (total > DOC_CELLS) {
        int widest = -1;
        for (int i = 0; i < t->cols; i++) {
            if (t->width[i] <= least(t, i))
                continue;
            bool wider = widest < 0 || t->width[i] > t->width[widest];
            if (t->right[i] || (wider && (widest < 0 || !t->right[widest])))
                widest = i;
        }
        if (widest < 0)
            return;
        t->width[widest]--;
        total--;
    }
}

static void trim_line(struct str *out, size_t start)
{
    while (out->len > start && out->p[out->len - 1] == ' ')
        out->p[--out->len] = '\0';
    str_addc(out, '\n');
}

/* One row in as many lines as its longest cell needs. */
static void plain_row(struct table *t, const char *cell[])
{
    struct str *out = t->d->out, part;
    bool more = true;
    str_init(&part, TEXT_MAX);
    while (more && !out->failed) {
        size_t start = out->len;
        more = false;
        str_repeat(out, " ", INDENT);
        for (int i = 0; i < t->cols; i++) {
            size_t skip = 0;
            size_t n = t->width[i] > 0 ? text_wrap(cell[i], t->width[i], &skip) : 0;
            str_clear(&part);
            str_addn(&part, cell[i], n);
            text_pad(out, part.p, t->width[i], t->right[i] ? 1 : -1, false);
            cell[i] += n + skip;
            more = more || *cell[i] != '\0';
            if (i + 1 < t->cols)
                str_repeat(out, " ", APART);
        }
        trim_line(out, start);
    }
    str_free(&part);
}

static void plain_rows(struct table *t)
{
    fit_widths(t);
    for (char *p = t->rows.p; *p != '\0';) {
        const char *cell[TABLE_COLS];
        for (int i = 0; i < t->cols; i++) {
            size_t n = strcspn(p, "\x1f\n");
            cell[i] = p;
            p[n] = '\0';
            p += n + 1;
        }
        plain_row(t, cell);
    }
}

void table_end(struct table *t)
{
    plain_rows(t);
    if (t->rows.failed)
        t->d->out->failed = true;
    for (int i = 0; i < t->cols; i++)
        str_free(&t->cell[i]);
    str_free(&t->rows);
}
