#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "catalog/own_file.h"
#include "catalog/sheet.h"

#define DAY_LAST 47846     /* 2100-12-31 */
#define KEY_CELL_BYTES 300 /* twelve of them are a key that own.sqlite takes */

static bool is_id(const char *s)
{
    if (!((s[0] >= 'a' && s[0] <= 'z') || (s[0] >= '0' && s[0] <= '9')))
        return false;
    for (; *s != '\0'; s++)
        if (!((*s >= 'a' && *s <= 'z') || (*s >= '0' && *s <= '9') || strchr("._+-", *s) != NULL))
            return false;
    return true;
}

static bool is_word_of(const char *words, const char *s)
{
    size_t n = strlen(s);

    for (const char *p = words; p != NULL && *p != '\0';) {
        size_t w = strcspn(p, "|");

        if (w == n && memcmp(p, s, n) == 0)
            return true;
        p += w + (p[w] == '|');
    }
    return false;
}

static bool is_flag(const char *s)
{
    return str_eq(s, "0") || str_eq(s, "1") || str_eq(s, "no") || str_eq(s, "yes");
}

static bool is_currency(const char *s)
{
    for (int i = 0; i < 3; i++)
        if (s[i] < 'A' || s[i] > 'Z')
            return false;
    return s[3] == '\0';
}

static bool is_date(const char *s)
{
    int32_t day;
    size_t n = strlen(s);

    return (n == 4 || n == 7 || n == 10) && date_parse(s, &day) && day > 0 && day < DAY_LAST;
}

static void outside(const struct column *c, const struct sheet *s, long line, const char *v,
                    struct faults *f)
{
    char low[32], high[32];

    snprintf(low, sizeof low, "%g", c->min);
    const char *sign = schema_sign(c);
    snprintf(high, sizeof high, "%g%s%s", c->max, sign[0] != '\0' ? " " : "", sign);
    fault_add(f, s->file, line, c->name, v, MSG_ROW_OUTSIDE, 2, (const char *const[]){low, high});
}

static void check_number(const struct column *c, const struct sheet *s, long line, const char *v,
                         struct faults *f)
{
    double x;
    char iso[4];

    if (num_plain(v, &x) != NUM_OK) {
        bool money = c->unit != NULL && str_starts(c->unit, "currency") && num_price(v, &x, iso);
        bool other = money && iso[0] != '\0'; /* what is the row's was taken (own_written.h) */
        enum msg_id what = money && num_price_per_time(v) ? MSG_ROW_PER_TIME
                           : other                        ? MSG_ROW_OTHER_MONEY
                                                          : MSG_ROW_NOT_NUMBER;
        fault_add(f, s->file, line, c->name, v, what, 0, NULL);
        return;
    }
    if (x < c->min || x > c->max)
        outside(c, s, line, v, f);
    if (c->type == COL_WHOLE && x != floor(x))
        fault_add(f, s->file, line, c->name, v, MSG_ROW_NOT_WHOLE, 0, NULL);
}

/* unclean: control characters, escapes, line breaks, turned direction; what a terminal would act on
 * instead of showing it. */
static bool unclean(const char *v)
{
    struct str clean;
    bool changed;

    for (const char *p = v;; p++) {
        if (*p == '\0')
            return false;
        if (*p < ' ' || *p > '~')
            break;
    }
    if (strpbrk(v, "\n\r\t") != NULL)
        return true;
    str_init(&clean, (size_t)1 << 20);
    text_clean(&clean, v);
    changed = strcmp(clean.p, v) != 0;
    str_free(&clean);
    return changed;
}

static void check_text(const struct column *c, const struct sheet *s, long line, const char *v,
                       struct faults *f)
{
    size_t n = strlen(v);

    if (!text_valid(v))
        fault_add(f, s->file, line, c->name, v, MSG_ROW_NOT_UTF8, 0, NULL);
    else if (v[0] == ' ' || v[n - 1] == ' ')
        fault_add(f, s->file, line, c->name, v, MSG_ROW_BLANK_EDGE, 0, NULL);
    else if (unclean(v))
        fault_add(f, s->file, line, c->name, v, MSG_ROW_CONTROLS, 0, NULL);
}

/* The longest text that a cell takes; keys, which are put together, take less. */
static bool too_long(const struct column *c, const struct sheet *s, long line, const char *v,
                     struct faults *f)
{
    size_t most = c->key ? KEY_CELL_BYTES : OWN_CELL_BYTES;
    char limit[32];

    if (strlen(v) <= most)
        return false;
    snprintf(limit, sizeof limit, "%zu", most);
    fault_add(f, s->file, line, c->name, NULL, MSG_ROW_TOO_LONG, 1, (const char *const[]){limit});
    return true;
}

static void check_cell(const struct column *c, const struct sheet *s, long line, const char *v,
                       struct faults *f)
{
    if (v[0] == '\0') {
        if (c->required)
            fault_add(f, s->file, line, c->name, NULL, MSG_ROW_EMPTY, 0, NULL);
        return;
    }
    if (too_long(c, s, line, v, f))
        return;
    switch (c->type) {
    case COL_NUMBER:
    case COL_WHOLE: check_number(c, s, line, v, f); return;
    case COL_BOOL:
        if (!is_flag(v))
            fault_add(f, s->file, line, c->name, v, MSG_ROW_NOT_FLAG, 0, NULL);
        return;
    case COL_DATE:
        if (!is_date(v))
            fault_add(f, s->file, line, c->name, v, MSG_ROW_NOT_DATE, 0, NULL);
        return;
    case COL_CURRENCY:
        if (!is_currency(v))
            fault_add(f, s->file, line, c->name, v, MSG_ROW_NOT_CURRENCY, 0, NULL);
        return;
    case COL_WORD:
        if (!is_word_of(c->of, v))
            fault_add(f, s->file, line, c->name, v, MSG_ROW_NOT_ONE_OF, 1, &c->of);
        return;
    case COL_ID:
        if (!is_id(v))
            fault_add(f, s->file, line, c->name, v, MSG_ROW_NOT_ID, 0, NULL);
        return;
    case COL_TEXT:
    case COL_REF:
    case COL_REF_BY: check_text(c, s, line, v, f); return;
    }
}

/* A row tells a name and not of which table it is: no table has it. True: told. */
static bool check_named(const struct sheet *s, size_t row, size_t column, struct faults *f)
{
    const char *name = s->table->column[column].name;

    for (size_t i = 0; i < s->table->columns; i++) {
        const struct column *c = &s->table->column[i];
        const char *v = sheet_cell(s, row, (int)i);

        if (c->type != COL_REF_BY || !str_eq(c->of, name) || v[0] == '\0' ||
            sheet_cell(s, row, (int)column)[0] != '\0')
            continue;
        fault_add(f, s->file, s->line[row], c->name, v, MSG_ROW_NO_PART, 0, NULL);
        return true;
    }
    return false;
}

/* rises: the columns of the list must not fall from left to right, empty ones left out. */
static void check_rises(const struct sheet *s, size_t row, struct faults *f)
{
    double last = -INFINITY, x;
    char list[128];

    if (s->table->rises == NULL)
        return;
    str_copy(list, sizeof list, s->table->rises);
    for (char *p = list; *p != '\0';) {
        size_t n = strcspn(p, ",");
        bool end = p[n] == '\0';
        const char *v;

        p[n] = '\0';
        v = sheet_cell(s, row, table_column(s->table, p));
        if (num_plain(v, &x) == NUM_OK) {
            if (x < last)
                fault_add(f, s->file, s->line[row], p, v, MSG_ROW_FALLS, 1, &s->table->rises);
            last = x;
        }
        p += n + !end;
    }
}

static void check_needs(const struct sheet *s, size_t row, struct faults *f)
{
    for (size_t i = 0; i < 2; i++) {
        const char *a = s->table->needs[i][0], *b = s->table->needs[i][1];

        if (a == NULL)
            continue;
        if (sheet_cell(s, row, table_column(s->table, a))[0] != '\0' &&
            sheet_cell(s, row, table_column(s->table, b))[0] == '\0')
            fault_add(f, s->file, s->line[row], b, NULL, MSG_ROW_NEEDS, 1, &a);
    }
}

static int by_key(const void *a, const void *b)
{
    const struct sheet_key *x = a, *y = b;
    int c = strcmp(x->text, y->text);

    return c != 0 ? c : (x->row > y->row) - (x->row < y->row);
}

void sheet_key_text(struct str *out, const struct table *t, const char *const *cell)
{
    bool any = false, first = true;

    for (size_t i = 0; i < t->columns; i++)
        any = any || t->column[i].key;
    for (size_t i = 0; i < t->columns; i++) {
        if (any && !t->column[i].key)
            continue;
        if (!first)
            str_addc(out, '\x1f');
        str_add(out, cell[i]);
        first = false;
    }
}

void sheet_keys(struct sheet *s, struct arena *a)
{
    struct str text;

    s->key = ARENA_ARRAY(a, struct sheet_key, s->rows);
    if (s->key == NULL)
        return;
    str_init(&text, (size_t)1 << 20);
    for (size_t r = 0; r < s->rows; r++) {
        str_clear(&text);
        sheet_key_text(&text, s->table, s->cell + r * s->table->columns);
        s->key[r] = (struct sheet_key){arena_strdup(a, text.p), r};
    }
    str_free(&text);
    if (arena_failed(a))
        return;
    for (size_t r = 1; r < s->rows; r++)
        if (by_key(&s->key[r - 1], &s->key[r]) > 0) {
            qsort(s->key, s->rows, sizeof *s->key, by_key);
            return;
        }
}

static void check_keys(const struct sheet *s, struct faults *f)
{
    const char *name = "row";

    for (size_t i = s->table->columns; i-- > 0;)
        if (s->table->column[i].key)
            name = s->table->column[i].name;
    for (size_t i = 1; i < s->rows; i++)
        if (strcmp(s->key[i].text, s->key[i - 1].text) == 0) {
            struct str shown;
            char line[24];
            const char *first = line;

            snprintf(line, sizeof line, "%ld", s->line[s->key[i - 1].row]);
            str_init(&shown, 4096);
            str_add(&shown, s->key[i].text);
            for (char *p = shown.p; *p != '\0'; p++)
                if (*p == '\x1f')
                    *p = ' ';
            fault_add(f, s->file, s->line[s->key[i].row], name, shown.p, MSG_ROW_TWICE, 1, &first);
            str_free(&shown);
        }
}

static bool has_key(const struct sheet *s, const char *text)
{
    size_t lo = 0, hi = s->key == NULL ? 0 : s->rows;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = strcmp(s->key[mid].text, text);

        if (c == 0)
            return true;
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return false;
}

static bool stands(const struct book *b, const struct sheet *to, const char *key)
{
    return has_key(to, key) ||
           (b->beyond != NULL && b->beyond->has(b->beyond->data, to->table, key));
}

static void check_refs(const struct book *b, const struct sheet *s, size_t row, struct faults *f)
{
    for (size_t i = 0; i < s->table->columns; i++) {
        const struct column *c = &s->table->column[i];
        const char *v = sheet_cell(s, row, (int)i);
        const char *table = c->of;
        const struct sheet *to;

        if ((c->type != COL_REF && c->type != COL_REF_BY) || v[0] == '\0')
            continue;
        if (c->type == COL_REF_BY)
            table = sheet_cell(s, row, table_column(s->table, c->of));
        to = book_sheet(b, table);
        if (to == NULL || !to->present) /* told already */
            continue;
        if (!stands(b, to, v))
            fault_add(f, s->file, s->line[row], c->name, v, MSG_ROW_NO_SUCH, 1, &table);
    }
}

/* check_within: the row of another table that this one belongs to, by the columns of its key. */
static void check_within(const struct book *b, const struct sheet *s, size_t row, struct faults *f)
{
    const char *within = s->table->within, *column = NULL;
    const struct sheet *to = within != NULL ? book_sheet(b, within) : NULL;
    struct str key;

    if (to == NULL || !to->present)
        return;
    str_init(&key, (size_t)1 << 20);
    for (size_t i = 0; i < to->table->columns; i++) {
        if (!to->table->column[i].key)
            continue;
        if (column != NULL)
            str_addc(&key, '\x1f');
        column = to->table->column[i].name;
        str_add(&key, sheet_cell(s, row, table_column(s->table, column)));
    }
    if (!stands(b, to, key.p))
        fault_add(f, s->file, s->line[row], column,
                  sheet_cell(s, row, table_column(s->table, column)), MSG_ROW_NO_SUCH, 1, &within);
    str_free(&key);
}

void book_check(struct book *b, struct faults *f)
{
    for (size_t t = 0; t < catalog_table_count; t++)
        if (b->sheet[t].present)
            sheet_keys(&b->sheet[t], b->arena);
    if (arena_failed(b->arena))
        return;
    for (size_t t = 0; t < catalog_table_count; t++) {
        const struct sheet *s = &b->sheet[t];

        for (size_t r = 0; s->present && r < s->rows; r++) {
            for (size_t i = 0; i < s->table->columns; i++)
                if (!check_named(s, r, i, f))
                    check_cell(&s->table->column[i], s, s->line[r], sheet_cell(s, r, (int)i), f);
            check_rises(s, r, f);
            check_needs(s, r, f);
            check_refs(b, s, r, f);
            check_within(b, s, r, f);
        }
        if (s->present)
            check_keys(s, f);
    }
}
