/* table.c - rows of cells as a Markdown or HTML table or as aligned plain text that keeps to the
 * width. */
#include <string.h>

#include "base/err.h"
#include "base/text.h"
#include "export/doc.h"

#define INDENT 2
#define APART 2
#define WIDTH_LEAST 8 /* a column that is wrapped keeps this much */

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
    if (d->form != DOC_TEXT)
        doc_gap(d);
    str_add(d->out, d->html ? "<div class=\"wide\"><table>\n" : "");
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

static void html_row(struct table *t)
{
    struct str *out = t->d->out;
    const char *tag = t->header_done ? "td" : "th";
    str_add(out, t->header_done ? "<tr>" : "<thead><tr>");
    for (int i = 0; i < t->cols; i++)
        str_addf(out, "<%s%s>%s</%s>", tag, t->right[i] ? " class=\"r\"" : "", t->cell[i].p, tag);
    str_add(out, t->header_done ? "</tr>\n" : "</tr></thead>\n<tbody>\n");
}

/* Cells of the longest piece that no line break may cut: a word; wide characters stand alone. */
static int longest_word(const char *text)
{
    int run = 0, longest = 0;
    for (const char *p = text; *p != '\0';) {
        int32_t cp = text_next(&p);
        int w = text_width_cp(cp);
        run = cp == ' ' || w > 1 ? 0 : run + w;
        if (run > longest)
            longest = run;
    }
    return longest;
}

static void keep_row(struct table *t)
{
    for (int i = 0; i < t->cols; i++) {
        const char *text = t->cell[i].p;
        int w = text_width(text);
        int whole = t->right[i] && t->header_done ? w : longest_word(text);
        if (w > t->width[i])
            t->width[i] = w;
        if (whole > t->whole[i])
            t->whole[i] = whole;
        str_add(&t->rows, text);
        str_addc(&t->rows, i + 1 == t->cols ? '\n' : '\x1f');
    }
}

void table_row(struct table *t)
{
    if (t->d->html)
        html_row(t);
    else if (t->d->md)
        md_row(t);
    else
        keep_row(t);
    t->header_done = true;
    for (int i = 0; i < t->cols; i++)
        str_clear(&t->cell[i]);
    t->at = 0;
}

/* Narrowest that a column may become: first no word is cut, then only figures stay whole. */
static int least(const struct table *t, int col, bool cut_words)
{
    bool whole = (t->right[col] || t->keep[col] || !cut_words) && t->whole[col] > WIDTH_LEAST;
    return whole ? t->whole[col] : WIDTH_LEAST;
}

/* Takes from the widest column that may give; headings of figures give first. -1: none can. */
static int giver(const struct table *t, bool cut_words)
{
    int widest = -1;
    for (int i = 0; i < t->cols; i++) {
        if (t->width[i] <= least(t, i, cut_words))
            continue;
        if (t->right[i])
            return i;
        if (widest < 0 || t->width[i] > t->width[widest])
            widest = i;
    }
    return widest;
}

static void fit_widths(struct table *t)
{
    int total = INDENT - APART, col = 0;
    for (int i = 0; i < t->cols; i++)
        total += t->width[i] + APART;
    for (int cut = 0; cut < 2; cut++) {
        while (total > t->d->cells && (col = giver(t, cut == 1)) >= 0) {
            t->width[col]--;
            total--;
        }
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
    if (t->d->html)
        str_add(t->d->out, t->header_done ? "</tbody></table></div>\n" : "</table></div>\n");
    else
        plain_rows(t);
    if (t->rows.failed)
        t->d->out->failed = true;
    for (int i = 0; i < t->cols; i++)
        str_free(&t->cell[i]);
    str_free(&t->rows);
}
