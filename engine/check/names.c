/*
 * names.c - which part of the catalog a line means: by id, by alias, by its whole name, or by the
 * words of its name when one part alone has them.
 *
 * Words are runs of letters or of digits, folded, so that "RTX4090" and "RTX 4090" are the same. A
 * name that leaves words out is taken when one part needs fewer further words than all others; a
 * name that has more words than any part is taken when it holds all words of one part.
 */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"
#include "engine/build/parts.h"
#include "engine/check/list.h"

#define WORDS_MAX 24
#define WORD_BYTES 32

struct words {
    char w[WORDS_MAX][WORD_BYTES];
    int n;
};

static bool is_noise(const char *w)
{
    static const char *const noise[] = {
        "the",     "and",       "with",   "for",         "used",   "new",    "pcie", "card",
        "gpu",     "edition",   "board",  "motherboard", "server", "nvidia", "amd",  "intel",
        "geforce", "processor", "cpu",    "power",       "supply", "psu",    "gb",   "gaming",
        "显卡",    "主板",      "内存",   "内存条",      "电源",   "机箱",   "硬盘", "固态硬盘",
        "固态",    "机械硬盘",  "散热器", "处理器",      "盒装",   "散片",   "网卡", "企业级"};
    for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++)
        if (strcmp(noise[i], w) == 0)
            return true;
    return false;
}

static int sign_class(char c)
{
    unsigned char u = (unsigned char)c;
    return isdigit(u) ? 1 : isalpha(u) ? 2 : u >= 0x80 ? 3 : 0;
}

/* "2 TB" is one word, so that "990 Pro 2 TB PCIe 4.0" is no drive of 4 TB; shops write "2T", and
 * "24G" for 24 GB, which says nothing that other words do not. */
static void join_unit(struct words *out, bool touching)
{
    char *w = out->w[out->n - 1], *before = out->n > 1 ? out->w[out->n - 2] : w;
    size_t n = strlen(before);
    if (before == w || !isdigit((unsigned char)*before))
        return;
    if (touching && strcmp(w, "g") == 0) {
        out->n--;
    } else if (n + 3 <= WORD_BYTES && (strcmp(w, "tb") == 0 || (touching && strcmp(w, "t") == 0))) {
        memcpy(before + n, "tb", 3);
        out->n--;
    }
}

/* all: noise too */
static void cut(const char *text, bool all, struct words *out)
{
    struct str s;
    str_init(&s, 4096);
    parts_plain(&s, text);
    out->n = 0;
    bool touching = false;
    for (const char *p = s.p; *p != '\0' && out->n < WORDS_MAX;) {
        int k = sign_class(*p);
        size_t n = 0;
        while (p[n] != '\0' && sign_class(p[n]) == k)
            n++;
        if (k != 0 && n < WORD_BYTES) {
            memcpy(out->w[out->n], p, n);
            out->w[out->n][n] = '\0';
            if (all || !is_noise(out->w[out->n])) {
                out->n++;
                join_unit(out, touching);
            }
        }
        touching = k != 0;
        p += n;
    }
    str_free(&s);
}

static bool has(const struct words *all, const char *w)
{
    for (int i = 0; i < all->n; i++)
        if (strcmp(all->w[i], w) == 0)
            return true;
    return false;
}

/* Each word once: "X24 24 TB" has 24 twice, "X24 12 TB" has not. */
static int common(const struct words *a, const struct words *b)
{
    bool taken[WORDS_MAX] = {false};
    int n = 0;
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < b->n; k++)
            if (!taken[k] && strcmp(a->w[i], b->w[k]) == 0) {
                taken[k] = true;
                n++;
                break;
            }
    return n;
}

/* The tables in the order in which a name without a kind is looked for. */
static const enum part_kind order[] = {PART_GPU, PART_PLATFORM, PART_CPU,  PART_PSU,    PART_MEMORY,
                                       PART_SSD, PART_HDD,      PART_CASE, PART_COOLER, PART_FAN,
                                       PART_NIC, PART_SWITCH,   PART_UPS,  PART_CABLE,  PART_RACK};
#define ORDER_N (sizeof order / sizeof order[0])

static const char *table_of(enum part_kind k)
{
    return k == PART_GPU        ? "accelerators"
           : k == PART_PLATFORM ? "platforms"
           : k == PART_CPU      ? "cpus"
           : k == PART_FAN      ? "fans"
                                : NULL;
}

static bool settle(struct parts_line *l, enum part_kind k, size_t i, const struct part_view *v,
                   struct arena *arena)
{
    l->kind = k;
    l->index = i;
    l->name = part_title(v, arena);
    return true;
}

static bool by_id(const struct facts *f, struct parts_line *l, enum part_kind k, const char *id,
                  struct arena *arena)
{
    struct part_view v;
    for (size_t i = 0; id != NULL && part_view_at(f, k, i, &v); i++)
        if (str_case_eq(v.id, id))
            return settle(l, k, i, &v, arena);
    return false;
}

static void extra_is(struct parts_line *l, const struct extra *x, size_t i)
{
    bool rack = str_eq(x->kind, "rack") || str_eq(x->kind, "pdu") || str_eq(x->kind, "rails");
    l->kind = rack ? PART_RACK : PART_CABLE;
    l->index = i;
    l->name = x->name;
}

/* Cables, risers and cabinets stand in a table of their own. */
static bool by_extra(const struct facts *f, struct parts_line *l, const char *text)
{
    for (size_t i = 0; text != NULL && i < f->extra_n; i++) {
        const struct extra *x = &f->extra[i];
        if (!str_eq(x->id, text) && !str_eq(x->name, text) && !str_eq(x->name_zh, text))
            continue;
        extra_is(l, x, i);
        return true;
    }
    return false;
}

/* "NVLink bridge, 4-slot", however it is called: there is one row for all of them. */
static bool by_bridge(const struct facts *f, struct parts_line *l, const char *text)
{
    struct words w;
    cut(text != NULL ? text : "", false, &w);
    bool none = has(&w, "no") || has(&w, "without");
    for (size_t i = 0; has(&w, "nvlink") && has(&w, "bridge") && !none && i < f->extra_n; i++) {
        if (!str_eq(f->extra[i].kind, "bridge"))
            continue;
        extra_is(l, &f->extra[i], i);
        return true;
    }
    return false;
}

static bool exact(const struct facts *f, struct parts_line *l, enum part_kind k, const char *text,
                  struct arena *arena)
{
    struct part_view v;
    const char *table = table_of(k);
    if (by_id(f, l, k, text, arena))
        return true;
    for (size_t i = 0; text != NULL && part_view_at(f, k, i, &v); i++)
        if (str_case_eq(part_title(&v, arena), text) || str_case_eq(v.name, text))
            return settle(l, k, i, &v, arena);
    const char *id = table != NULL && text != NULL ? facts_resolve(f, table, text, NULL) : NULL;
    return id != NULL && by_id(f, l, k, id, arena);
}

struct best { /* of the candidates of all tables */
    enum part_kind kind;
    size_t index;
    int score; /* smaller is nearer */
    int equal; /* how many have that score */
    struct part_view view;
};

static void offer(struct best *b, enum part_kind k, size_t i, int score, const struct part_view *v)
{
    if (b->equal > 0 && score > b->score)
        return;
    b->equal = b->equal > 0 && score == b->score ? b->equal + 1 : 1;
    if (b->equal == 1)
        *b = (struct best){k, i, score, 1, *v};
}

static void nearest(struct parts_line *l, const struct part_view *v, int score, int scores[])
{
    int k = l->near_n;
    while (k > 0 && scores[k - 1] > score)
        k--;
    if (k >= PART_NEAR_MAX)
        return;
    int last = l->near_n < PART_NEAR_MAX ? l->near_n++ : PART_NEAR_MAX - 1;
    for (int i = last; i > k; i--) {
        l->near[i] = l->near[i - 1];
        scores[i] = scores[i - 1];
    }
    l->near[k] = v->id;
    scores[k] = score;
}

/* Words of a line against those of every part of its kind (of all kinds where none is told). */
static bool by_words(const struct facts *f, struct parts_line *l, const struct words *words,
                     struct arena *arena)
{
    struct words ask = *words, have;
    struct best short_of = {0}, within = {0};
    int scores[PART_NEAR_MAX + 1];
    struct part_view v;
    for (size_t t = 0; ask.n > 0 && t < ORDER_N; t++) {
        if (l->kind != PART_KINDS && l->kind != order[t])
            continue;
        for (size_t i = 0; part_view_at(f, order[t], i, &v); i++) {
            const char *title = part_title(&v, arena);
            cut(title, false, &have);
            int both = common(&ask, &have);
            if (both == ask.n)
                offer(&short_of, order[t], i, have.n - both, &v);
            if (both == have.n && have.n >= 2)
                offer(&within, order[t], i, -have.n, &v);
            if (both > 0)
                nearest(l, &v, (ask.n - both) * 2 + (have.n - both), scores);
        }
    }
    struct best *b = short_of.equal == 1 ? &short_of : within.equal == 1 ? &within : NULL;
    /* "Intel 8468": a number of four digits is a processor's name by itself */
    bool number = ask.n == 1 && b != NULL && b->kind == PART_CPU && strlen(ask.w[0]) >= 4;
    bool enough = b != NULL && (ask.n >= 2 || l->kind != PART_KINDS || number);
    if (!enough)
        return false;
    l->near_n = 0;
    return settle(l, b->kind, b->index, &b->view, arena);
}

/* Makers and dress of a card, which the catalog's names of chips leave out. */
static bool is_dress(const char *w)
{
    static const char *const dress[] = {
        "asus",     "msi",    "gigabyte", "evga",     "zotac",      "palit",  "gainward",  "galax",
        "colorful", "pny",    "inno",     "sapphire", "powercolor", "xfx",    "tuf",       "rog",
        "strix",    "suprim", "ventus",   "trio",     "aorus",      "eagle",  "windforce", "ftw",
        "founders", "fe",     "oc",       "blower",   "turbo",      "nvlink", "bridge",    "no",
        "without",  "gddr",   "x",        "二手",     "全新",       "涡轮",   "公版",      "华硕",
        "微星",     "技嘉",   "七彩虹",   "影驰",     "索泰",       "显卡"};
    for (size_t i = 0; i < sizeof dress / sizeof dress[0]; i++)
        if (strcmp(dress[i], w) == 0)
            return true;
    return false;
}

/* The words together, as people call the card: "rtx 4090", of which the catalog has three. */
static bool by_alias(const struct facts *f, struct parts_line *l, const struct words *w,
                     struct arena *arena)
{
    struct str s;
    str_init(&s, 512);
    for (int i = 0; i < w->n; i++)
        str_addf(&s, "%s%s", i > 0 ? " " : "", w->w[i]);
    bool found = exact(f, l, PART_GPU, s.p, arena);
    str_free(&s);
    return found;
}

/* "ASUS TUF RTX 3090 OC", "RTX 3090 with NVLink": a card in its maker's dress. */
static bool by_dressed_card(const struct facts *f, struct parts_line *l, const struct words *ask,
                            struct arena *arena)
{
    struct words bare = {.n = 0};
    struct parts_line x = *l;
    for (int i = 0; i < ask->n; i++)
        if (!is_dress(ask->w[i]))
            memcpy(bare.w[bare.n++], ask->w[i], WORD_BYTES);
    if (bare.n == ask->n || bare.n < 1 || (l->kind != PART_KINDS && l->kind != PART_GPU))
        return false;
    x.kind = PART_GPU;
    if (!by_alias(f, &x, &bare, arena) && (bare.n < 2 || !by_words(f, &x, &bare, arena)))
        return false;
    x.near_n = 0;
    *l = x;
    return true;
}

static const char *counted(struct parts_line *l, const char *text, struct arena *arena)
{
    char name[512];
    int qty;
    if (text != NULL && l->qty == 1 && parts_split_count(text, name, sizeof name, &qty)) {
        l->qty = qty;
        return arena_strdup(arena, name);
    }
    return text;
}

/* A spare is a part of another kind: its id tells which. */
static void spare_of(const struct facts *f, struct parts_line *l, struct arena *arena)
{
    struct part_view v;
    for (size_t t = 0; l->id == NULL && t < ORDER_N; t++) {
        struct parts_line x = *l;
        if (exact(f, &x, order[t], l->text, arena) && part_view_at(f, order[t], x.index, &v))
            l->id = v.id;
    }
}

static enum part_match find(const struct facts *f, struct parts_line *l, struct arena *arena)
{
    l->near_n = 0;
    if (l->kind == PART_SPARE)
        spare_of(f, l, arena);
    if (l->kind == PART_SERVICE || l->kind == PART_SPARE)
        return MATCH_NONE;
    const char *told[] = {l->id, l->text};
    for (int pass = 0; pass < 2; pass++) {
        for (size_t n = 0; n < 2; n++) {
            const char *text = pass == 0 ? told[n] : counted(l, told[n], arena);
            if (text == NULL || (pass == 1 && text == told[n]))
                continue;
            if (pass == 1 && n == 1)
                l->text = text;
            for (size_t t = 0; t < ORDER_N; t++)
                if ((l->kind == PART_KINDS || l->kind == order[t]) &&
                    exact(f, l, order[t], text, arena))
                    return MATCH_EXACT;
            if ((l->kind == PART_KINDS || l->kind == PART_CABLE || l->kind == PART_RACK) &&
                by_extra(f, l, text))
                return MATCH_EXACT;
        }
    }
    if (l->text == NULL && l->id == NULL)
        return MATCH_NONE;
    if ((l->kind == PART_KINDS || l->kind == PART_CABLE) && by_bridge(f, l, l->text))
        return MATCH_NEAR;
    if (l->id == NULL && names_figures(l, arena))
        return MATCH_NONE; /* no product: by the figures */
    const char *text = l->text != NULL ? l->text : l->id;
    struct words ask;
    cut(text, false, &ask);
    if (by_words(f, l, &ask, arena) || by_dressed_card(f, l, &ask, arena))
        return MATCH_NEAR;
    l->by_name = l->id == NULL && (names_figures_within(l, arena) || names_hint(l));
    return MATCH_NONE;
}

/* A kit of several modules counts as its modules; one of another size is no part of the catalog. */
static enum part_match kit_of(const struct facts *f, struct parts_line *l, struct arena *arena)
{
    const struct memory_part *p = &f->memory[l->index];
    double gb = parts_memory_gb(l->text != NULL ? l->text : "");
    int kit = parts_kit(l->text != NULL ? l->text : "", p->module_gb);
    if (!known(gb) || gb == p->total_gb)
        return MATCH_NEAR;
    if (kit > 1 && p->modules == 1 && kit * l->qty <= PART_QTY_MAX) {
        l->qty *= kit;
        return MATCH_NEAR;
    }
    l->by_name = l->id == NULL && (names_figures(l, arena) || names_figures_within(l, arena));
    return MATCH_NONE;
}

/* Turbo cards, 涡轮: two slots wide, air out at the back. */
static void blower_of(struct parts_line *l)
{
    struct words w;
    cut(l->text != NULL ? l->text : "", false, &w);
    if ((!has(&w, "blower") && !has(&w, "turbo")) || figure_text(l, "cooling") != NULL ||
        l->figure_n + 2 > PART_FIGURES_MAX)
        return;
    l->figure[l->figure_n++] = (struct part_figure){"cooling", "blower"};
    if (figure_text(l, "slot_width") == NULL)
        l->figure[l->figure_n++] = (struct part_figure){"slot_width", "2"};
}

/* "2+2": so many must run, so many may fail. */
static void spare_supplies(struct parts_line *l)
{
    static const char *const spare[] = {"0", "1", "2", "3", "4"};
    for (const char *p = l->text; p != NULL && *p != '\0'; p++) {
        if (*p != '+' || p == l->text || !isdigit((unsigned char)p[-1]) || p[1] < '1' || p[1] > '4')
            continue;
        if (isdigit((unsigned char)p[2]) || (p - l->text >= 2 && isdigit((unsigned char)p[-2])))
            continue;
        int runs = p[-1] - '0', fails = p[1] - '0';
        if (runs < 1 || l->figure_n + 2 > PART_FIGURES_MAX)
            return;
        l->qty = l->qty == 1 ? runs + fails : l->qty;
        l->figure[l->figure_n++] = (struct part_figure){"redundant", "yes"};
        l->figure[l->figure_n++] = (struct part_figure){"spare_units", spare[fails]};
        return;
    }
}

/* "RTX 3090 (used, eBay)": the remark in brackets is no part of the name. */
static const char *without_remark(const char *text, struct arena *arena)
{
    const char *open = strchr(text, '('), *wide = strstr(text, "（");
    open = open == NULL || (wide != NULL && wide < open) ? wide : open;
    size_t n = open != NULL ? (size_t)(open - text) : 0;
    while (n > 0 && text[n - 1] == ' ')
        n--;
    return n > 0 ? arena_strndup(arena, text, n) : NULL;
}

static enum part_match find_with(const struct facts *f, struct parts_line *l, const char *text,
                                 struct arena *arena)
{
    struct parts_line x = *l;
    x.text = text;
    enum part_match m = find(f, &x, arena);
    if (m != MATCH_NONE || x.figure_n > l->figure_n) {
        const char *written = l->text;
        *l = x;
        l->text = m != MATCH_NONE ? written : x.text;
    }
    return m;
}

/* A row may tell the name in one column and the rest of it in another: both together, where the
 * name alone is none. */
enum part_match names_find(const struct facts *f, struct parts_line *l, struct arena *arena)
{
    if (l->aside)
        return MATCH_NONE;
    const char *text = l->text;
    if (l->drive && l->kind == PART_KINDS && text != NULL)
        l->kind = parts_drive(text);
    enum part_match m = find(f, l, arena);
    bool open = m == MATCH_NONE && text != NULL && l->figure_n == 0;
    const char *shorter = open ? without_remark(l->text, arena) : NULL; /* no count in it */
    if (shorter != NULL) {
        m = find_with(f, l, shorter, arena);
        open = m == MATCH_NONE && l->figure_n == 0;
    }
    if (open && l->spec != NULL) {
        struct str both;
        str_init(&both, 4096);
        str_addf(&both, "%s %s", l->text, l->spec);
        m = find_with(f, l, arena_strndup(arena, both.p, both.len), arena);
        str_free(&both);
    }
    if (l->kind == PART_PSU)
        spare_supplies(l);
    if (m == MATCH_NEAR && l->kind == PART_MEMORY)
        return kit_of(f, l, arena);
    if (m != MATCH_NONE && l->kind == PART_GPU)
        blower_of(l);
    return m;
}

const char *parts_named(const struct facts *f, const char *name, enum part_kind *kind,
                        struct arena *arena)
{
    struct parts_line l = {.kind = *kind, .qty = 1, .price = UNKNOWN, .limit_w = UNKNOWN};
    struct part_view v;
    if (!parts_written(&l, name, arena) || l.qty != 1) /* "RTX 4090 x2": whose price is it? */
        return NULL;
    enum part_match m = names_find(f, &l, arena);
    if ((m != MATCH_EXACT && m != MATCH_NEAR) || !part_view_at(f, l.kind, l.index, &v))
        return NULL;
    *kind = l.kind;
    return v.id;
}
