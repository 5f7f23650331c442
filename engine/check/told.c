/*
 * told.c - names that are figures: "1600W PSU", "2x32GB DDR5 RDIMM", "4 TB NVMe SSD". Where every
 * word of a name is a number, a unit or a word of its kind, no product is meant, and the line is
 * judged by what the name tells. One word more, and it is a product to be found; if the catalog has
 * none of that name, the figures between its words still count.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "engine/check/list.h"

#define TOLD_MAX 8

struct unit_word { /* a unit behind a number, and the figure that the number is */
    enum part_kind kind;
    const char *unit, *figure;
    double times;
};
static const struct unit_word units[] = {
    {PART_PSU, "w", "watts", 1},           {PART_PSU, "watt", "watts", 1},
    {PART_PSU, "watts", "watts", 1},       {PART_PSU, "kw", "watts", 1000},
    {PART_PSU, "瓦", "watts", 1},          {PART_MEMORY, "gb", "total_gb", 1},
    {PART_MEMORY, "gib", "total_gb", 1},   {PART_MEMORY, "g", "total_gb", 1},
    {PART_MEMORY, "tb", "total_gb", 1024}, {PART_MEMORY, "mts", "speed_mts", 1},
    {PART_MEMORY, "mhz", "speed_mts", 1},  {PART_SSD, "tb", "capacity_gb", 1000},
    {PART_SSD, "gb", "capacity_gb", 1},    {PART_HDD, "tb", "capacity_gb", 1000},
    {PART_HDD, "gb", "capacity_gb", 1},    {PART_UPS, "va", "va", 1},
    {PART_UPS, "kva", "va", 1000},         {PART_UPS, "w", "watts", 1},
    {PART_UPS, "kw", "watts", 1000},       {PART_SSD, "t", "capacity_gb", 1000},
    {PART_SSD, "g", "capacity_gb", 1},     {PART_HDD, "t", "capacity_gb", 1000},
};

struct kind_word { /* a word of a kind; names: enough to tell the kind; a figure that it tells */
    enum part_kind kind;
    bool names;
    const char *word, *figure, *value;
};
static const struct kind_word kind_words[] = {
    {PART_PSU, true, "psu", NULL, NULL},
    {PART_PSU, true, "power", NULL, NULL},
    {PART_PSU, true, "电源", NULL, NULL},
    {PART_PSU, false, "supply", NULL, NULL},
    {PART_PSU, false, "supplies", NULL, NULL},
    {PART_PSU, false, "unit", NULL, NULL},
    {PART_PSU, false, "atx", NULL, NULL},
    {PART_PSU, false, "gold", NULL, NULL},
    {PART_PSU, false, "platinum", NULL, NULL},
    {PART_PSU, false, "titanium", NULL, NULL},
    {PART_PSU, false, "plus", NULL, NULL},
    {PART_PSU, false, "modular", NULL, NULL},
    {PART_MEMORY, true, "ram", NULL, NULL},
    {PART_MEMORY, true, "memory", NULL, NULL},
    {PART_MEMORY, true, "内存条", NULL, NULL},
    {PART_MEMORY, true, "内存", NULL, NULL},
    {PART_MEMORY, false, "recc", "registered", "yes"},
    {PART_MEMORY, false, "reg", "registered", "yes"},
    {PART_MEMORY, true, "ddr4", "generation", "DDR4"},
    {PART_MEMORY, true, "ddr5", "generation", "DDR5"},
    {PART_MEMORY, false, "ecc", "ecc", "yes"},
    {PART_MEMORY, false, "rdimm", "registered", "yes"},
    {PART_MEMORY, false, "udimm", "registered", "no"},
    {PART_MEMORY, false, "kit", NULL, NULL},
    {PART_MEMORY, false, "of", NULL, NULL},
    {PART_SSD, true, "ssd", NULL, NULL},
    {PART_SSD, true, "nvme", NULL, NULL},
    {PART_SSD, true, "固态硬盘", NULL, NULL},
    {PART_SSD, true, "固态", NULL, NULL},
    {PART_SSD, false, "drive", NULL, NULL},
    {PART_HDD, true, "hdd", NULL, NULL},
    {PART_HDD, true, "hard", NULL, NULL},
    {PART_HDD, true, "机械硬盘", NULL, NULL},
    {PART_HDD, false, "disk", NULL, NULL},
    {PART_HDD, false, "drive", NULL, NULL},
    {PART_HDD, false, "sata", NULL, NULL},
    {PART_UPS, true, "ups", NULL, NULL},
    {PART_UPS, true, "不间断电源", NULL, NULL},
};
#define UNITS (sizeof units / sizeof units[0])
#define KIND_WORDS (sizeof kind_words / sizeof kind_words[0])

/* Series of supplies whose number is their watts: RM750x, HX1500i, GX-1000 ... */
static const char *const series[] = {"rm", "hx", "ax", "sf", "cx", "tx", "gx", "px"};

/* With one of these the figures are those of a part of another kind, or of a whole machine. */
static const char *const others[] = {
    "server", "workstation", "pc",       "laptop", "board", "motherboard", "mainboard",
    "cooler", "case",        "chassis",  "cable",  "riser", "rtx",         "gtx",
    "tesla",  "radeon",      "instinct", "gpu",    "cpu",   "主板",        "服务器",
    "工作站", "整机",        "散热器",   "机箱",   "显卡",  "处理器",      "线"};
#define SERIES (sizeof series / sizeof series[0])
#define OTHERS (sizeof others / sizeof others[0])

struct told {
    enum part_kind kind;
    struct part_figure figure[TOLD_MAX];
    int n;
    double last, before; /* numbers not used yet: "8x32" */
    bool times;          /* an x stands between them */
    bool named;          /* a word that names the kind */
    bool loose;          /* words that are none of the kind's are passed over */
    bool other;          /* one of them names a thing of another kind */
};

static bool add(struct told *t, const char *name, const char *text)
{
    if (t->n == TOLD_MAX || text == NULL)
        return false;
    t->figure[t->n++] = (struct part_figure){name, text};
    return true;
}

static bool add_number(struct told *t, const char *name, double x, struct arena *arena)
{
    struct str s;
    str_init(&s, 64);
    num_json(&s, x);
    bool ok = add(t, name, arena_strdup(arena, s.p));
    str_free(&s);
    return ok;
}

/* "8x32 GB" tells modules, "256 GB" their sum. */
static bool take_unit(struct told *t, const struct unit_word *u, struct arena *arena)
{
    double x = t->last * u->times;
    bool kit = t->times && known(t->before) && str_eq(u->figure, "total_gb");
    bool ok =
        kit ? add_number(t, "modules", t->before, arena) && add_number(t, "module_gb", x, arena)
            : add_number(t, u->figure, x, arena);
    t->last = t->before = UNKNOWN;
    t->times = false;
    return ok;
}

static bool word_is(const char *w, size_t n, const char *word)
{
    return strlen(word) == n && strncmp(w, word, n) == 0;
}

static bool take_word(struct told *t, const char *w, size_t n, struct arena *arena)
{
    for (size_t i = 0; i < UNITS && known(t->last); i++)
        if (units[i].kind == t->kind && word_is(w, n, units[i].unit))
            return take_unit(t, &units[i], arena);
    if (word_is(w, n, "x") && known(t->last)) {
        t->times = true;
        return true;
    }
    for (size_t i = 0; i < KIND_WORDS; i++) {
        const struct kind_word *k = &kind_words[i];
        if (k->kind != t->kind || !word_is(w, n, k->word))
            continue;
        t->named = t->named || k->names;
        return k->figure == NULL || add(t, k->figure, k->value);
    }
    return false;
}

/* Letters, or one word of another script as far as the tables know it. */
static size_t word_length(const char *p)
{
    size_t n = 0;
    while (isalpha((unsigned char)p[n]))
        n++;
    if (n == 3 && strncmp(p, "ddr", 3) == 0 && isdigit((unsigned char)p[3]))
        return 4;
    for (size_t i = 0; n == 0 && i < KIND_WORDS; i++)
        if (strncmp(p, kind_words[i].word, strlen(kind_words[i].word)) == 0)
            n = strlen(kind_words[i].word);
    for (size_t i = 0; n == 0 && i < UNITS; i++)
        if (strncmp(p, units[i].unit, strlen(units[i].unit)) == 0)
            n = strlen(units[i].unit);
    return n;
}

static size_t take_number(struct told *t, const char *p)
{
    char text[32];
    size_t n = strspn(p, "0123456789.");
    t->before = t->last;
    t->last = UNKNOWN;
    if (n >= sizeof text)
        return 0;
    memcpy(text, p, n);
    text[n] = '\0';
    return num_parse(text, NUM_PLAIN, &t->last, NULL) == NUM_OK ? n : 0;
}

/* A word of no table: of another kind of part, a series of supplies, "raid" with its level, or
 * nothing; the bytes that it takes. */
static size_t pass_over(struct told *t, const char *p, struct arena *arena)
{
    size_t n = 0;
    for (size_t i = 0; i < OTHERS; i++)
        if ((unsigned char)others[i][0] >= 0x80 && str_starts(p, others[i]))
            t->other = true;
    while (isalpha((unsigned char)p[n]))
        n++;
    for (size_t i = 0; i < OTHERS; i++)
        t->other = t->other || (n > 0 && word_is(p, n, others[i]));
    bool supply = false, raid = t->kind == PART_HDD && word_is(p, n, "raid");
    for (size_t i = 0; t->kind == PART_PSU && i < SERIES; i++)
        supply = supply || word_is(p, n, series[i]);
    size_t at = n + ((supply || raid) && p[n] == '-');
    if ((!supply && !raid) || !isdigit((unsigned char)p[at]))
        return n > 0 ? n : 1;
    size_t more = take_number(t, p + at);
    double x = t->last;
    t->last = t->before = UNKNOWN;
    if (supply && x >= 300 && x <= 2500 && fmod(x, 50) == 0)
        t->named = add_number(t, "watts", x, arena);
    else if (raid && x <= 60)
        add_number(t, "raid", x, arena);
    return at + more;
}

static bool has_amount(const struct told *t)
{
    static const char *const amounts[] = {"watts", "va", "total_gb", "module_gb", "capacity_gb"};
    for (int i = 0; i < t->n; i++)
        for (size_t k = 0; k < sizeof amounts / sizeof amounts[0]; k++)
            if (str_eq(t->figure[i].name, amounts[k]))
                return true;
    return false;
}

/* Is the whole text made of figures and words of that kind? loose: are there enough of them? */
static bool reads_as(struct told *t, enum part_kind kind, const char *text, bool loose,
                     struct arena *arena)
{
    *t = (struct told){.kind = kind, .last = UNKNOWN, .before = UNKNOWN, .loose = loose};
    for (const char *p = text; *p != '\0';) {
        size_t n = 1;
        if (isdigit((unsigned char)*p)) {
            if ((n = take_number(t, p)) == 0)
                return false;
        } else if (isalpha((unsigned char)*p) || (unsigned char)*p >= 0x80) {
            n = word_length(p);
            if (n == 0 || !take_word(t, p, n, arena)) {
                if (!loose)
                    return false;
                n = pass_over(t, p, arena);
            }
        }
        p += n;
    }
    return loose ? has_amount(t) && !t->other : t->n > 0;
}

/* "32G*2" and "16GBx4" are "2x32g" and "4x16gb" to what reads them. */
static void count_first(struct str *out, const char *p)
{
    for (bool apart = true; *p != '\0';) {
        size_t d = apart ? strspn(p, "0123456789") : 0;
        const char *unit = p + d + strspn(p + d, " ");
        size_t u = *unit == 'g' ? 1 + (size_t)(unit[1] == 'b') : 0;
        const char *sign = unit + u + strspn(unit + u, " ");
        size_t x = *sign == 'x' || *sign == '*' ? 1 : str_starts(sign, "×") ? strlen("×") : 0;
        const char *count = sign + x + strspn(sign + x, " ");
        size_t c = strspn(count, "0123456789");
        bool kit = d > 0 && u > 0 && x > 0 && c > 0 && c <= 2 && !isalpha((unsigned char)count[c]);
        if (kit) {
            str_addn(out, count, c);
            str_addc(out, 'x');
            str_addn(out, p, d);
            str_add(out, "gb ");
            p = count + c;
            apart = true;
        } else {
            apart = !isalnum((unsigned char)*p);
            str_addc(out, *p++);
        }
    }
}

static bool figures_of_name(struct parts_line *l, bool loose, struct arena *arena)
{
    static const enum part_kind kinds[] = {PART_PSU, PART_MEMORY, PART_SSD, PART_HDD, PART_UPS};
    struct str s;
    struct told t = {.n = 0};
    bool ok = false;
    str_init(&s, 512);
    struct str plain;
    str_init(&plain, 4096);
    parts_plain(&plain, l->text != NULL ? l->text : "");
    count_first(&s, plain.p);
    str_free(&plain);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !ok; i++)
        if (l->kind == kinds[i] || l->kind == PART_KINDS)
            ok = reads_as(&t, kinds[i], s.p, loose, arena) &&
                 (t.named || l->kind == kinds[i] || (!loose && t.kind == PART_PSU));
    str_free(&s);
    for (int i = 0; ok && i < t.n && l->figure_n < PART_FIGURES_MAX; i++)
        if (figure_text(l, t.figure[i].name) == NULL)
            l->figure[l->figure_n++] = t.figure[i];
    if (ok) {
        l->kind = t.kind;
        l->near_n = 0;
    }
    return ok;
}

bool names_figures(struct parts_line *l, struct arena *arena)
{
    return figures_of_name(l, false, arena);
}

bool names_figures_within(struct parts_line *l, struct arena *arena)
{
    return figures_of_name(l, true, arena);
}
