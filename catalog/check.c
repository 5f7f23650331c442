#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "catalog/sheet.h"

#define DAY_LAST 47846 /* 2100-12-31 */

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

static void check_number(const struct column *c, const struct sheet *s, long line, const char *v,
                         struct faults *f)
{
    double x;

    if (num_plain(v, &x) != NUM_OK) {
        fault_add(f, s->file, line, c->name, v, "not a number");
        return;
    }
    if (x < c->min || x > c->max)
        fault_add(f, s->file, line, c->name, v, "outside %g to %g%s%s", c->min, c->max,
                  str_empty(c->unit) ? "" : " ", c->unit != NULL ? c->unit : "");
    if (c->type == COL_WHOLE && x != floor(x))
        fault_add(f, s->file, line, c->name, v, "not a whole number");
}

static void check_text(const struct column *c, const struct sheet *s, long line, const char *v,
                       struct faults *f)
{
    size_t n = strlen(v);

    if (!text_valid(v))
        fault_add(f, s->file, line, c->name, v, "not valid UTF-8");
    else if (v[0] == ' ' || v[n - 1] == ' ')
        fault_add(f, s->file, line, c->name, v, "begins or ends with a blank");
    else if (strpbrk(v, "\n\r\t") != NULL)
        fault_add(f, s->file, line, c->name, v, "holds a line break or tab");
}

static void check_cell(const struct column *c, const struct sheet *s, long line, const char *v,
                       struct faults *f)
{
    if (v[0] == '\0') {
        if (c->required)
            fault_add(f, s->file, line, c->name, NULL, "must not be empty");
        return;
    }
    switch (c->type) {
    case COL_NUMBER:
    case COL_WHOLE: check_number(c, s, line, v, f); return;
    case COL_BOOL:
        if (!is_flag(v))
            fault_add(f, s->file, line, c->name, v, "not 0, 1, no or yes");
        return;
    case COL_DATE:
        if (!is_date(v))
            fault_add(f, s->file, line, c->name, v, "not a date YYYY, YYYY-MM or YYYY-MM-DD");
        return;
    case COL_CURRENCY:
        if (!is_currency(v))
            fault_add(f, s->file, line, c->name, v, "not a currency of three capital letters");
        return;
    case COL_WORD:
        if (!is_word_of(c->of, v))
            fault_add(f, s->file, line, c->name, v, "not one of %s", c->of);
        return;
    case COL_ID:
        if (!is_id(v))
            fault_add(f, s->file, line, c->name, v,
                      "an id has lower case letters, digits and . _ + - only");
        return;
    case COL_TEXT:
    case COL_REF:
    case COL_REF_BY: check_text(c, s, line, v, f); return;
    }
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
                fault_add(f, s->file, s->line[row], p, v, "falls: the order is %s",
                          s->table->rises);
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
            fault_add(f, s->file, s->line[row], b, NULL, "must not be empty where %s is given", a);
    }
}

static int by_key(const void *a, const void *b)
{
    const struct sheet_key *x = a, *y = b;
    int c = strcmp(x->text, y->text);

    return c != 0 ? c : (x->row > y->row) - (x->row < y->row);
}

static void make_keys(struct sheet *s, struct arena *a)
{
    struct str text;
    bool any = false;

    s->key = ARENA_ARRAY(a, struct sheet_key, s->rows);
    if (s->key == NULL)
        return;
    for (size_t i = 0; i < s->table->columns; i++)
        any = any || s->table->column[i].key;
    str_init(&text, (size_t)1 << 20);
    for (size_t r = 0; r < s->rows; r++) {
        str_clear(&text);
        for (size_t i = 0; i < s->table->columns; i++)
            if (s->table->column[i].key || !any) {
                if (text.len > 0)
                    str_addc(&text, '\x1f');
                str_add(&text, sheet_cell(s, r, (int)i));
            }
        s->key[r] = (struct sheet_key){arena_strdup(a, text.p), r};
    }
    str_free(&text);
    if (!arena_failed(a))
        qsort(s->key, s->rows, sizeof *s->key, by_key);
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

            str_init(&shown, 4096);
            str_add(&shown, s->key[i].text);
            for (char *p = shown.p; *p != '\0'; p++)
                if (*p == '\x1f')
                    *p = ' ';
            fault_add(f, s->file, s->line[s->key[i].row], name, shown.p,
                      "stands already in line %ld", s->line[s->key[i - 1].row]);
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
        if (!has_key(to, v))
            fault_add(f, s->file, s->line[row], c->name, v, "no such id in %s", table);
    }
}

void book_check(struct book *b, struct faults *f)
{
    for (size_t t = 0; t < catalog_table_count; t++)
        if (b->sheet[t].present)
            make_keys(&b->sheet[t], b->arena);
    if (arena_failed(b->arena))
        return;
    for (size_t t = 0; t < catalog_table_count; t++) {
        const struct sheet *s = &b->sheet[t];

        for (size_t r = 0; s->present && r < s->rows; r++) {
            for (size_t i = 0; i < s->table->columns; i++)
                check_cell(&s->table->column[i], s, s->line[r], sheet_cell(s, r, (int)i), f);
            check_rises(s, r, f);
            check_needs(s, r, f);
            check_refs(b, s, r, f);
        }
        if (s->present)
            check_keys(s, f);
    }
}
