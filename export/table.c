/* table.c - rows of cells as Markdown or as aligned plain text. */
#include <string.h>

#include "base/text.h"
#include "export/parts.h"

#define CELL_MAX 2048
#define ROWS_MAX (1u << 20)

void table_init(struct text_table *t, struct str *out, bool md, int cols)
{
    memset(t, 0, sizeof(*t));
    t->out = out;
    t->md = md;
    t->cols = cols;
    for (int i = 0; i < cols; i++)
        str_init(&t->cell[i], CELL_MAX);
    str_init(&t->rows, ROWS_MAX);
}

void table_right(struct text_table *t, int col)
{
    t->right[col] = true;
}

void table_text(struct text_table *t, const char *cell)
{
    if (t->at >= t->cols)
        BUG("too many cells in a row");
    text_clean(&t->cell[t->at], cell != NULL ? cell : "");
    t->at++;
}

void table_arg(struct text_table *t, enum lang lang, struct msg_arg a)
{
    struct str s;
    str_init(&s, CELL_MAX);
    msg_arg_render(&s, lang, &a);
    table_text(t, s.p);
    str_free(&s);
}

void table_msg(struct text_table *t, enum lang lang, const struct msg *m)
{
    struct str s;
    str_init(&s, CELL_MAX);
    if (m->id != MSG_NONE)
        msg_render(&s, lang, m);
    table_text(t, s.p);
    str_free(&s);
}

/* A pipe or a line break inside a cell would break the row. */
static void md_cell(struct str *out, const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '|')
            str_add(out, "\\|");
        else if (*p == '\n')
            str_addc(out, ' ');
        else
            str_addc(out, *p);
    }
}

static void md_row(struct text_table *t)
{
    for (int i = 0; i < t->cols; i++) {
        str_add(t->out, i == 0 ? "| " : " | ");
        md_cell(t->out, t->cell[i].p);
    }
    str_add(t->out, " |\n");
    if (t->header_done)
        return;
    for (int i = 0; i < t->cols; i++) {
        str_add(t->out, i == 0 ? "|" : "|");
        str_add(t->out, t->right[i] ? "---:" : "---");
    }
    str_add(t->out, "|\n");
}

void table_row(struct text_table *t)
{
    if (t->md) {
        md_row(t);
    } else {
        for (int i = 0; i < t->cols; i++) {
            int w = text_width(t->cell[i].p);
            if (w > t->width[i])
                t->width[i] = w;
            str_add(&t->rows, t->cell[i].p);
            str_addc(&t->rows, i + 1 == t->cols ? '\n' : '\x1f');
        }
    }
    t->header_done = true;
    for (int i = 0; i < t->cols; i++)
        str_clear(&t->cell[i]);
    t->at = 0;
}

void table_end(struct text_table *t)
{
    for (const char *p = t->rows.p; *p != '\0';) {
        const char *end = strchr(p, '\n');
        size_t line_start = t->out->len;
        str_add(t->out, "  ");
        for (int i = 0; i < t->cols && p < end; i++) {
            size_t n = strcspn(p, "\x1f\n");
            struct str cell;
            str_init(&cell, CELL_MAX);
            str_addn(&cell, p, n);
            text_pad(t->out, cell.p, t->width[i], t->right[i] ? 1 : -1, false);
            str_free(&cell);
            if (i + 1 < t->cols)
                str_add(t->out, "  ");
            p += n + 1;
        }
        while (t->out->len > line_start && t->out->p[t->out->len - 1] == ' ') {
            t->out->len--;
            t->out->p[t->out->len] = '\0';
        }
        str_addc(t->out, '\n');
        p = end + 1;
    }
    for (int i = 0; i < t->cols; i++)
        str_free(&t->cell[i]);
    str_free(&t->rows);
}
