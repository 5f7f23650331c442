#include "catalog/own_written.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "engine/check/list.h"

/* Words of shops for those of a column; kinds of rent are price_kind_read's. */
static const struct {
    const char *column, *shop, *word;
} shops[] = {
    {"condition", "全新", "new"},  {"condition", "新", "new"},
    {"condition", "新品", "new"},  {"condition", "brand new", "new"},
    {"condition", "二手", "used"}, {"condition", "拆机", "used"},
    {"condition", "旧", "used"},   {"condition", "second hand", "used"},
    {"condition", "翻新", "used"}, {"condition", "refurbished", "used"},
    {"kind", "零售", "retail"},    {"kind", "零售价", "retail"},
    {"kind", "电商", "retail"},    {"kind", "报价", "quote"},
    {"kind", "询价", "quote"},     {"kind", "成交", "sold"},
    {"kind", "成交价", "sold"},    {"kind", "官方价", "list"},
    {"kind", "目录价", "list"},    {"kind", "指导价", "list"},
    {"kind", "msrp", "list"},      {"scope", "单件", "part"},
    {"scope", "配件", "part"},     {"scope", "整机", "machine"},
};

static const struct {
    const char *table;
    enum part_kind kind;
} tables[] = {
    {"accelerators", PART_GPU}, {"platforms", PART_PLATFORM}, {"cpus", PART_CPU},
    {"memory", PART_MEMORY},    {"ssds", PART_SSD},           {"hdds", PART_HDD},
    {"psus", PART_PSU},         {"cases", PART_CASE},         {"coolers", PART_COOLER},
    {"fans", PART_FAN},         {"nics", PART_NIC},           {"switches", PART_SWITCH},
    {"ups", PART_UPS},
};
#define TABLES (sizeof tables / sizeof tables[0])

static const char *of_choices(const char *choices, const char *folded, struct arena *a)
{
    for (const char *p = choices; *p != '\0';) {
        size_t n = strcspn(p, "|");
        if (n == strlen(folded) && strncmp(p, folded, n) == 0)
            return arena_strndup(a, p, n);
        p += n + (p[n] == '|');
    }
    return NULL;
}

/* One of the words of the column, in any letter case, or a shop's word for one. */
static const char *word_of(const struct column *c, const char *v, struct arena *a)
{
    enum price_kind kind;
    struct str s;
    const char *out = NULL;

    str_init(&s, 512);
    text_fold(&s, v);
    const char *folded = s.p;
    for (size_t i = 0; i < sizeof shops / sizeof shops[0] && out == NULL; i++)
        if (str_eq(shops[i].column, c->name) && str_eq(shops[i].shop, folded))
            out = of_choices(c->of, shops[i].word, a);
    if (out == NULL)
        out = of_choices(c->of, folded, a);
    if (out == NULL && price_kind_read(v, &kind))
        out = of_choices(c->of, price_kind_word(kind), a);
    str_free(&s);
    return out != NULL ? out : v;
}

/* A copy; without memory what stood there. */
static const char *kept(struct arena *a, const char *text, const char *before)
{
    const char *copy = arena_strdup(a, text);
    return copy != NULL ? copy : before;
}

/* An amount in the row's currency, or in the one that it names where the row has none yet. */
static const char *amount_of(const struct table *t, const struct column *c, const char **cell,
                             const char *v, struct arena *a)
{
    int currency = table_column(t, "currency");
    char iso[4];
    double x;
    struct str s;

    if (num_plain(v, &x) == NUM_OK || !num_price(v, &x, iso) || currency < 0)
        return v;
    if (str_eq(c->unit, "currency") && num_price_per_time(v))
        return v; /* the price of a thing is no rent */
    if (iso[0] != '\0' && cell[currency][0] == '\0')
        cell[currency] = kept(a, iso, "");
    if (iso[0] != '\0' && !str_eq(cell[currency], iso))
        return v; /* two currencies: which? */
    str_init(&s, 64);
    num_json(&s, x);
    const char *out = kept(a, s.p, v);
    str_free(&s);
    return out;
}

/* The part that a name means; where the table is not told, that of the part is. */
static const char *part_of(const char **table, const char *v, const struct facts *f,
                           struct arena *a)
{
    size_t told = 0;
    while (told < TABLES && !str_eq(tables[told].table, *table))
        told++;
    if (told == TABLES && (*table)[0] != '\0')
        return v;
    enum part_kind kind = told < TABLES ? tables[told].kind : PART_KINDS;
    const char *id = parts_named(f, v, &kind, a);
    for (size_t i = 0; i < TABLES && id != NULL; i++)
        if (tables[i].kind == kind) {
            *table = tables[i].table;
            return id;
        }
    return v;
}

/* A row of another table by any of its names; of what is bought, as people write it. */
static const char *row_of(const struct table *t, size_t i, const char **cell, const char *v,
                          const struct facts *f, struct arena *a)
{
    const struct column *c = &t->column[i];
    int by = c->type == COL_REF_BY ? table_column(t, c->of) : -1;
    const char *in = by >= 0 ? cell[by] : c->of;
    const char *id = in[0] != '\0' ? facts_resolve(f, in, v, NULL) : NULL;

    if (id != NULL || by < 0 || !str_eq(t->name, "street_prices"))
        return id != NULL ? id : v;
    for (size_t k = 0; k < TABLES && in[0] == '\0' && id == NULL; k++) {
        id = facts_resolve(f, tables[k].table, v, NULL);
        cell[by] = id != NULL ? tables[k].table : in;
    }
    return id != NULL ? id : part_of(&cell[by], v, f, a);
}

void own_written(const struct table *t, const char **cell, const struct facts *f, struct arena *a)
{
    char iso[4];

    for (size_t i = 0; i < t->columns; i++) /* first: amounts are told apart by it */
        if (t->column[i].type == COL_CURRENCY && num_currency(cell[i], iso))
            cell[i] = kept(a, iso, cell[i]);
    for (size_t i = 0; i < t->columns; i++) {
        const struct column *c = &t->column[i];
        const char *v = cell[i];
        bool money = c->unit != NULL && str_starts(c->unit, "currency");

        if (v[0] == '\0')
            continue;
        if (money && (c->type == COL_NUMBER || c->type == COL_WHOLE))
            cell[i] = amount_of(t, c, cell, v, a);
        else if (c->type == COL_WORD)
            cell[i] = word_of(c, v, a);
        else if (c->type == COL_REF || c->type == COL_REF_BY)
            cell[i] = row_of(t, i, cell, v, f, a);
    }
}

/* --- headings --------------------------------------------------------------------------------- */
/* What the heads of parts lists are called (parts_column), and what only prices have. */
static const struct {
    const char *table, *head, *column;
} heads[] = {
    {"street_prices", "item", "item_id"},
    {"street_prices", "part", "item_id"},
    {"street_prices", "id", "item_id"},
    {"street_prices", "name", "item_id"},
    {"street_prices", "spec", "item_id"},
    {"street_prices", "价格", "price"},
    {"street_prices", "新旧", "condition"},
    {"street_prices", "成色", "condition"},

    {"offers", "时价", "price_hour"},
    {"offers", "小时价", "price_hour"},
    {"offers", "月价", "price_month"},
    {"offers", "包月价", "price_month"},
    {"offers", "brand", "provider"},
    {"offers", "云厂商", "provider"},
    {"offers", "实例", "instance"},
    {"offers", "机型", "instance"},
    {"offers", "地域", "region"},
    {"offers", "计费方式", "kind"},
    {NULL, "日期", "date"},
    {NULL, "来源", "source"},
};

/* "单价（万元）" counts in ten thousands: no price of one, and no column. */
static bool tells_of_one(const char *head, char (*iso)[4])
{
    struct parts_line l = {.price = 1};
    struct arena a;

    arena_init(&a, 256);
    parts_price_head(&l, head, &a);
    if (l.currency != NULL)
        str_copy(*iso, sizeof *iso, l.currency);
    arena_free(&a);
    return !(l.price > 1);
}

static const char *column_of(const struct table *t, const char *head)
{
    const char *word = parts_column(head);

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if ((str_eq(heads[i].head, word) || str_eq(heads[i].head, head)) &&
            (heads[i].table == NULL || str_eq(heads[i].table, t->name)) &&
            table_column(t, heads[i].column) >= 0)
            return heads[i].column;
    bool of_prices = str_eq(t->name, "street_prices") || str_eq(t->name, "offers");
    return of_prices && table_column(t, word) >= 0 ? word : NULL;
}

const char *own_heading(const struct table *t, const char *head, char (*iso)[4])
{
    if (table_column(t, head) >= 0)
        return head;
    const char *column = column_of(t, head);
    return column != NULL && tells_of_one(head, iso) ? column : head;
}
