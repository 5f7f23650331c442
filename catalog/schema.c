#include "catalog/schema.h"

#include <string.h>

#include "base/msg.h"
#include "base/num.h"
#include "base/str.h"

const struct table *catalog_table(const char *name)
{
    for (size_t i = 0; i < catalog_table_count; i++)
        if (str_eq(catalog_tables[i].name, name))
            return &catalog_tables[i];
    return NULL;
}

int table_column(const struct table *t, const char *column)
{
    for (size_t i = 0; i < t->columns; i++)
        if (str_eq(t->column[i].name, column))
            return (int)i;
    return -1;
}

int table_single_key(const struct table *t)
{
    int key = -1;

    for (size_t i = 0; i < t->columns; i++) {
        if (!t->column[i].key)
            continue;
        if (key >= 0)
            return -1;
        key = (int)i;
    }
    return key;
}

static bool is_number(const struct column *c)
{
    return c->type == COL_NUMBER || c->type == COL_WHOLE;
}

static void add_words(struct str *out, const char *words)
{
    str_add(out, "'");
    for (const char *p = words; *p != '\0'; p++) {
        if (*p == '|')
            str_add(out, "', '");
        else
            str_addc(out, *p);
    }
    str_add(out, "'");
}

static void create_column(struct str *out, const struct table *t, size_t i)
{
    const struct column *c = &t->column[i];
    bool alone = table_single_key(t) == (int)i;

    str_addf(out, "  \"%s\" %s", c->name,
             is_number(c)          ? "REAL"
             : c->type == COL_BOOL ? "INTEGER"
                                   : "TEXT");
    if (c->required)
        str_add(out, " NOT NULL");
    if (alone)
        str_add(out, " PRIMARY KEY");
    if (is_number(c)) {
        str_addf(out, " CHECK (\"%s\" BETWEEN ", c->name);
        num_json(out, c->min);
        str_add(out, " AND ");
        num_json(out, c->max);
        str_add(out, ")");
    } else if (c->type == COL_BOOL) {
        str_addf(out, " CHECK (\"%s\" IN (0, 1))", c->name);
    } else if (c->type == COL_WORD) {
        str_addf(out, " CHECK (\"%s\" IN (", c->name);
        add_words(out, c->of);
        str_add(out, "))");
    } else if (c->type == COL_REF) {
        str_addf(out, " REFERENCES \"%s\"", c->of);
    }
    str_add(out, i + 1 < t->columns ? ",\n" : "\n");
}

void schema_create(struct str *out, const struct table *t)
{
    str_addf(out, "CREATE TABLE \"%s\" (\n", t->name);
    for (size_t i = 0; i < t->columns; i++)
        create_column(out, t, i);
    str_add(out, table_single_key(t) >= 0 ? ") STRICT, WITHOUT ROWID" : ") STRICT");
}

static const char *type_word(enum column_type type)
{
    switch (type) {
    case COL_TEXT: return "text";
    case COL_ID: return "id";
    case COL_NUMBER: return "number";
    case COL_WHOLE: return "whole number";
    case COL_BOOL: return "0 or 1";
    case COL_DATE: return "date";
    case COL_CURRENCY: return "currency";
    case COL_WORD: return "word";
    case COL_REF: return "id in";
    case COL_REF_BY: return "id in the table named by";
    }
    return "";
}

static void page_values(struct str *out, const struct column *c)
{
    if (is_number(c)) {
        num_json(out, c->min);
        str_add(out, " to ");
        num_json(out, c->max);
        return;
    }
    for (const char *p = c->of; p != NULL && *p != '\0'; p++) {
        if (*p == '|')
            str_add(out, ", ");
        else
            str_addc(out, *p);
    }
}

void schema_values(struct str *out, enum lang lang, const struct column *c)
{
    static const enum msg_id text[] = {
        [COL_TEXT] = MSG_COLUMN_TEXT,         [COL_ID] = MSG_COLUMN_ID,
        [COL_NUMBER] = MSG_COLUMN_NUMBER,     [COL_WHOLE] = MSG_COLUMN_WHOLE,
        [COL_BOOL] = MSG_COLUMN_BOOL,         [COL_DATE] = MSG_COLUMN_DATE,
        [COL_CURRENCY] = MSG_COLUMN_CURRENCY, [COL_WORD] = MSG_COLUMN_WORD,
        [COL_REF] = MSG_COLUMN_REF,           [COL_REF_BY] = MSG_COLUMN_REF_BY};
    struct str low, high;
    struct msg m;

    str_init(&low, 1 << 16);
    str_init(&high, 64);
    if (is_number(c)) {
        num_json(&low, c->min);
        num_json(&high, c->max);
    } else {
        page_values(&low, c);
    }
    m = msg_make(text[c->type], 2, ARG_STR(low.p), ARG_STR(high.p));
    msg_render(out, lang, &m);
    str_free(&low);
    str_free(&high);
}

void schema_page(struct str *out, const struct table *t)
{
    str_addf(out, "### %s\n\n%s.\n\n", t->name, t->what);
    str_add(out, "| column | type | values | unit | needed | key |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < t->columns; i++) {
        const struct column *c = &t->column[i];

        str_addf(out, "| %s | %s | ", c->name, type_word(c->type));
        page_values(out, c);
        str_addf(out, " | %s | %s | %s |\n", c->unit != NULL ? c->unit : "",
                 c->required ? "yes" : "", c->key ? "yes" : "");
    }
    str_addc(out, '\n');
}
