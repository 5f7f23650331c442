/*
 * hint.c - what a name tells where the catalog has no such product: the chipset of a board and the
 * number of a processor give the socket, and with it whether both go together. Nothing else of the
 * part is known from it.
 */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"
#include "engine/check/list.h"

/* Makers' chipset pages (amd.com, intel.com; 2017 to 2025). One kind of memory, where there is one
 * for the socket. */
static const struct {
    const char *socket, *mem_type, *chipsets;
} boards[] = {
    {"AM4", "DDR4 UDIMM", " a320 b350 x370 b450 x470 a520 b550 x570 "},
    {"AM5", "DDR5 UDIMM", " a620 b650 x670 b840 b850 x870 "},
    {"LGA1151", "DDR4 UDIMM", " z170 z270 z370 z390 b250 b360 b365 h310 h370 "},
    {"LGA1200", "DDR4 UDIMM", " h410 b460 h470 z490 w480 h510 b560 h570 z590 "},
    {"LGA1700", NULL, " h610 b660 h670 z690 b760 h770 z790 w680 "},
    {"LGA1851", "DDR5 UDIMM", " h810 b860 z890 w880 "},
    {"LGA2066", "DDR4 UDIMM", " x299 "},
    {"LGA3647", NULL, " c621 c622 c624 "},
    {"LGA4677", "DDR5 RDIMM", " w790 "},
    {"TR4", "DDR4 UDIMM", " x399 "},
    {"sTRX4", "DDR4 UDIMM", " trx40 "},
    {"sWRX8", NULL, " wrx80 "},
    {"sTR5", "DDR5 RDIMM", " trx50 wrx90 "},
};

/* Words of ASCII letters and digits, folded: "Z790M-Plus" is "z790m", "plus". */
#define WORD_MAX 24
static const char *word(const char *p, char out[WORD_MAX])
{
    size_t n = 0;
    while (*p != '\0' && !isalnum((unsigned char)*p))
        p++;
    for (; isalnum((unsigned char)*p); p++)
        if (n + 1 < WORD_MAX)
            out[n++] = *p;
    out[n] = '\0';
    return p;
}

/* Is it one of the words of a list that begins and ends with a blank? */
static bool among(const char *list, const char *w, size_t n)
{
    char want[WORD_MAX + 2];
    want[0] = ' ';
    memcpy(want + 1, w, n);
    memcpy(want + 1 + n, " ", 2);
    return n > 0 && strstr(list, want) != NULL;
}

/* "b650", and "b650e" or "b650m" too; not "b6500". */
static const char *chipset_socket(const char *w, const char **mem_type)
{
    size_t n = strlen(w), letters = 0;
    while (letters < 2 && letters < n && isalpha((unsigned char)w[n - 1 - letters]))
        letters++;
    for (size_t cut = 0; cut <= letters && n - cut >= 4; cut++) {
        for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
            if (among(boards[i].chipsets, w, n - cut)) {
                *mem_type = boards[i].mem_type;
                return boards[i].socket;
            }
        }
    }
    return NULL;
}

/* Digits in front, and the letters behind them. */
static size_t digits(const char *w, const char **rest)
{
    size_t n = strspn(w, "0123456789");
    *rest = w + n;
    return n;
}

static bool mobile(const char *rest)
{
    return strchr("hu", rest[0]) != NULL && rest[0] != '\0';
}

static const char *core_socket(const char *w, bool ultra)
{
    const char *rest;
    size_t n = digits(w, &rest);
    if (mobile(rest))
        return NULL;
    if (rest[0] == 'x')
        return "LGA2066";
    if (ultra)
        return n == 3 && w[0] == '2' ? "LGA1851" : NULL;
    if (n == 5 && w[0] == '1')
        return w[1] <= '1' ? "LGA1200" : w[1] <= '4' ? "LGA1700" : NULL;
    return n == 4 && w[0] >= '6' ? "LGA1151" : NULL;
}

static const char *ryzen_socket(const char *w, bool threadripper)
{
    const char *rest;
    bool pro;
    if (digits(w, &rest) != 4 || mobile(rest))
        return NULL;
    pro = str_starts(rest, "wx");
    if (!threadripper)
        return strchr("789", w[0]) != NULL ? "AM5" : w[0] <= '5' ? "AM4" : NULL;
    return w[0] >= '7' ? "sTR5" : w[0] <= '2' ? "TR4" : pro || w[0] == '5' ? "sWRX8" : "sTRX4";
}

static const char *epyc_socket(const char *w)
{
    if (strlen(w) < 4 || !isdigit((unsigned char)w[0]) || !isdigit((unsigned char)w[3]))
        return NULL;
    switch (w[0]) {
    case '4': return "AM5";
    case '7': return w[3] <= '3' ? "SP3" : NULL;
    case '8': return "SP6";
    case '9': return w[3] == '4' || w[3] == '5' ? "SP5" : NULL;
    default: return NULL;
    }
}

static const char *xeon_socket(const char *w)
{
    const char *rest;
    if (digits(w, &rest) != 4)
        return NULL;
    return w[1] == '1' || w[1] == '2'   ? "LGA3647"
           : w[1] == '3'                ? "LGA4189"
           : w[1] == '4' || w[1] == '5' ? "LGA4677"
                                        : NULL;
}

enum maker {
    MAKER_NONE,
    MAKER_CORE,
    MAKER_ULTRA,
    MAKER_RYZEN,
    MAKER_TR,
    MAKER_EPYC,
    MAKER_XEON,
    MAKER_SCALABLE
};

static enum maker maker_of(const char *w, enum maker before)
{
    static const struct {
        const char *word;
        enum maker maker;
    } words[] = {{"i3", MAKER_CORE},         {"i5", MAKER_CORE},     {"i7", MAKER_CORE},
                 {"i9", MAKER_CORE},         {"ultra", MAKER_ULTRA}, {"ryzen", MAKER_RYZEN},
                 {"threadripper", MAKER_TR}, {"epyc", MAKER_EPYC},   {"xeon", MAKER_XEON}};
    static const char metals[] = " platinum gold silver bronze w3 w5 w7 w9 ";

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_eq(words[i].word, w))
            return words[i].maker;
    return before == MAKER_XEON && among(metals, w, strlen(w)) ? MAKER_SCALABLE : before;
}

static const char *cpu_socket(const char *w, enum maker m)
{
    switch (m) {
    case MAKER_CORE: return core_socket(w, false);
    case MAKER_ULTRA: return core_socket(w, true);
    case MAKER_RYZEN: return ryzen_socket(w, false);
    case MAKER_TR: return ryzen_socket(w, true);
    case MAKER_EPYC: return epyc_socket(w);
    case MAKER_SCALABLE: return xeon_socket(w);
    case MAKER_XEON:
    case MAKER_NONE: break;
    }
    return NULL;
}

static void tell(struct parts_line *l, const char *figure, const char *text)
{
    if (text != NULL && figure_text(l, figure) == NULL && l->figure_n < PART_FIGURES_MAX)
        l->figure[l->figure_n++] = (struct part_figure){figure, text};
}

bool names_hint(struct parts_line *l)
{
    struct str s;
    char w[WORD_MAX];
    const char *socket = NULL, *mem_type = NULL;
    enum part_kind kind = PART_KINDS;
    enum maker m = MAKER_NONE;

    if (l->text == NULL)
        return false;
    str_init(&s, 4096);
    parts_plain(&s, l->text);
    for (const char *p = word(s.p, w); w[0] != '\0' && kind == PART_KINDS; p = word(p, w)) {
        m = maker_of(w, m);
        if ((socket = chipset_socket(w, &mem_type)) != NULL)
            kind = PART_PLATFORM;
        else if ((socket = cpu_socket(w, m)) != NULL)
            kind = PART_CPU;
    }
    str_free(&s);
    if (kind == PART_KINDS || (l->kind != PART_KINDS && l->kind != kind))
        return false;
    l->kind = kind;
    l->near_n = 0;
    tell(l, "socket", socket);
    tell(l, "mem_type", mem_type);
    return true;
}
