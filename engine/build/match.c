/*
 * match.c - what the words of the part tables mean: sockets, CPU families, memory kinds, forms of
 * cards, case sizes. The tables keep the makers' words; the grammar of each cell stands here.
 */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "engine/build/parts.h"

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool text_begins(const char *text, const char *part)
{
    if (text == NULL || part == NULL)
        return false;
    for (; *part != '\0'; text++, part++)
        if (*text != *part && lower(*text) != lower(*part))
            return false;
    return true;
}

bool text_has(const char *text, const char *part)
{
    if (text == NULL || str_empty(part))
        return false;
    int first = lower(part[0]);
    for (; *text != '\0'; text++)
        if (lower(*text) == first && text_begins(text, part))
            return true;
    return false;
}

/* A word of a list such as "RDIMM/LRDIMM" or "AM4 AM5": bounded by separators or the ends. */
static bool text_word(const char *text, const char *word)
{
    if (text == NULL || str_empty(word))
        return false;
    size_t n = strlen(word);
    int first = lower(word[0]);
    for (const char *s = text; *s != '\0'; s++)
        if (lower(*s) == first && text_begins(s, word) &&
            (s == text || strchr(" /,;+", s[-1]) != NULL) &&
            (s[n] == '\0' || strchr(" /,;+", s[n]) != NULL))
            return true;
    return false;
}

/* Families of the CPU table as boards write them: "EPYC 7002/7003", "Xeon Scalable 4th/5th gen".
 * A board takes the family when its cell has both words and not the third. */
static const struct {
    const char *family, *brand, *token, *without;
} families[] = {
    {"ryzen5000", "Ryzen", "5000", NULL},
    {"ryzen7000", "Ryzen", "7000", NULL},
    {"ryzen9000", "Ryzen", "9000", NULL},
    {"epyc4004", "EPYC", "4004", NULL},
    {"core12", "Core", "12", "Ultra"},
    {"core13", "Core", "-14", "Ultra"},
    {"ultra2", "Core Ultra", "200S", NULL},
    {"tr5000wx", "Threadripper PRO", "5000", NULL},
    {"tr7000wx", "Threadripper PRO", "7000", NULL},
    {"tr9000wx", "Threadripper PRO", "9000", NULL},
    {"tr7000", "Threadripper", "7000", "PRO"},
    {"tr9000", "Threadripper", "9000", "PRO"},
    {"rome", "EPYC", "7002", NULL},
    {"milan", "EPYC", "7003", NULL},
    {"genoa", "EPYC", "9004", NULL},
    {"turin", "EPYC", "9005", NULL},
    {"icx", "Xeon Scalable", "3rd", NULL},
    {"spr", "Xeon Scalable", "4th", NULL},
    {"emr", "Xeon Scalable", "5th", NULL},
    {"gnrsp", "Xeon", "6700P", NULL},
    {"gnrap", "Xeon", "6900", NULL},
    {"w2400", "Xeon W", "2400", NULL},
    {"w3400", "Xeon W", "3400", NULL},
    {"kunpeng", "Kunpeng", "920", NULL},
    {"hygon", "Hygon", "C86", NULL},
};

static bool family_named(const char *cell, const char *family)
{
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (str_eq(families[i].family, family))
            return text_has(cell, families[i].brand) && text_has(cell, families[i].token) &&
                   !text_has(cell, families[i].without);
    return false;
}

static bool socket_same(const char *cell, const char *socket)
{
    if (text_word(cell, socket))
        return true;
    return text_has(socket, "BGA") && text_has(cell, "BGA"); /* soldered on its board */
}

bool cpu_fits_platform(const struct platform *p, const struct cpu *c, enum why *why)
{
    *why = WHY_SOCKET;
    if (p->socket_type == NULL || c->socket == NULL || !socket_same(p->socket_type, c->socket))
        return false;
    *why = WHY_CPU;
    if (known(p->sockets) && known(c->max_sockets) && c->max_sockets < p->sockets)
        return false;
    if (!family_named(p->cpu_families, c->family) && !text_has(c->model, p->cpu_families))
        return false;
    *why = WHY_NONE;
    return true;
}

bool memory_of_generation(const char *mem_type, const struct memory_part *m)
{
    return text_word(mem_type, m->generation);
}

bool memory_fits_kind(const char *mem_type, const struct memory_part *m)
{
    if (mem_type == NULL || m->generation == NULL || m->module_type == NULL)
        return false;
    if (!memory_of_generation(mem_type, m))
        return false;
    const char *kind = m->module_type;
    if (text_has(kind, "MRDIMM"))
        return text_word(mem_type, "MRDIMM");
    if (text_has(kind, "LRDIMM"))
        return text_word(mem_type, "LRDIMM");
    if (text_has(kind, "RDIMM"))
        return text_word(mem_type, "RDIMM");
    if (text_has(kind, "UDIMM"))
        return text_word(mem_type, "UDIMM");
    return false;
}

bool cooler_fits_socket(const struct cooler *c, const char *socket)
{
    return socket != NULL && text_word(c->sockets, socket);
}

bool board_is_desktop(const struct platform *p)
{
    static const char *const sockets[] = {"AM4", "AM5", "LGA1200", "LGA1700", "LGA1851"};
    for (size_t i = 0; i < sizeof sockets / sizeof sockets[0]; i++)
        if (text_word(p->socket_type, sockets[i]))
            return true;
    return false;
}

/* --- forms of cards --------------------------------------------------------------------------- */

/* One alternative of the cell gpu_form: "pcie", "pcie single-width", "hgx sxm5", "hgx 4 sxm4",
 * "hgx B300", "oam MI300X", "npu Ascend 910B", "sxm4 (water-cooled module)". */
static enum why form_one(const char *cell, const struct platform *p, const struct accel *a,
                         int gpus, int *exact)
{
    *exact = 0;
    if (text_begins(cell, "pcie")) {
        if (a->form != FORM_PCIE)
            return WHY_FORM;
        return text_has(cell, "single-width") && a->slot_width > 1 ? WHY_COUNT : WHY_NONE;
    }
    int count = known(p->gpu_max) ? (int)p->gpu_max : 8;
    bool fits;
    if (text_begins(cell, "hgx ") || text_begins(cell, "sxm")) {
        const char *rest = text_begins(cell, "hgx ") ? cell + 4 : cell;
        if (rest[0] >= '1' && rest[0] <= '9' && rest[1] == ' ') {
            count = rest[0] - '0';
            rest += 2;
        }
        char word[32];
        size_t n = strcspn(rest, " (");
        n = n < sizeof word ? n : sizeof word - 1;
        memcpy(word, rest, n);
        word[n] = '\0';
        fits = a->form == FORM_SXM && (text_begins(word, "sxm") ? text_begins(a->form_text, word)
                                                                : text_has(a->name, word));
    } else if (text_begins(cell, "oam")) {
        const char *name = cell[3] == ' ' ? cell + 4 : NULL;
        fits = a->form == FORM_OAM && (name == NULL || text_has(a->name, name));
        if (fits && name == NULL && p->made_for == NULL)
            return WHY_MADE_FOR; /* the mezzanine alone does not make it fit another maker's */
    } else if (text_begins(cell, "npu ")) {
        fits = text_has(a->form_text, "mezzanine") && text_has(a->name, cell + 4);
    } else {
        return WHY_FORM;
    }
    if (!fits)
        return WHY_FORM;
    *exact = count;
    if (known(a->max_link_gpus) && a->max_link_gpus > 1 && a->max_link_gpus < count)
        return WHY_MADE_FOR; /* a variant for smaller baseboards */
    return gpus == count ? WHY_NONE : WHY_BOARD_COUNT;
}

static bool made_for(const struct platform *p, const struct accel *a)
{
    if (str_empty(p->made_for))
        return true;
    char item[64];
    for (const char *s = p->made_for; *s != '\0';) {
        size_t n = strcspn(s, ";");
        size_t len = n < sizeof item ? n : sizeof item - 1;
        memcpy(item, s, len);
        item[len] = '\0';
        if (text_has(a->name, item))
            return true;
        s += n + (s[n] == ';');
    }
    return false;
}

enum why platform_form(const struct platform *p, const struct accel *a, int gpus, int *exact)
{
    enum why best = WHY_FORM;
    *exact = 0;
    if (p->is_complete) { /* sold with its cards */
        *exact = known(p->includes_count) ? (int)p->includes_count : 0;
        if (!str_eq(p->includes_accel, a->id))
            return WHY_FORM;
        return gpus == *exact ? WHY_NONE : WHY_BOARD_COUNT;
    }
    char cell[64];
    for (const char *s = p->gpu_form; s != NULL && *s != '\0';) {
        const char *end = strstr(s, " or ");
        size_t n = end != NULL ? (size_t)(end - s) : strlen(s);
        size_t len = n < sizeof cell ? n : sizeof cell - 1;
        memcpy(cell, s, len);
        cell[len] = '\0';
        int count;
        enum why why = form_one(cell, p, a, gpus, &count);
        if (why == WHY_NONE && !made_for(p, a))
            why = WHY_MADE_FOR;
        if (why == WHY_NONE || why > best) {
            best = why;
            *exact = count;
        }
        if (why == WHY_NONE)
            return WHY_NONE;
        s = end != NULL ? end + 4 : NULL;
    }
    return best;
}

void platform_slots_words(const struct platform *p, bool *any_card, bool *single, bool *never)
{
    bool pcie = text_begins(p->gpu_form, "pcie");
    bool one = !p->is_complete && p->gpu_form != NULL && strstr(p->gpu_form, " or ") == NULL;
    *any_card = one && pcie && str_empty(p->made_for);
    *single = *any_card && text_has(p->gpu_form, "single-width");
    *never = one && (text_begins(p->gpu_form, "hgx ") || text_begins(p->gpu_form, "sxm") ||
                     text_begins(p->gpu_form, "oam"));
}

enum why platform_takes(const struct platform_info *pi, const struct accel *a, int gpus)
{
    int exact;
    if (pi->any_card) {
        if (a->form != FORM_PCIE)
            return WHY_FORM;
        return pi->single_width && a->slot_width > 1 ? WHY_COUNT : WHY_NONE;
    }
    if (pi->no_card && a->form == FORM_PCIE)
        return WHY_FORM;
    return platform_form(pi->p, a, gpus, &exact);
}

/* --- boards and cases ------------------------------------------------------------------------- */

static int form_rank(const char *text)
{
    if (text_has(text, "EEB"))
        return 4;
    if (text_has(text, "E-ATX 305x277"))
        return 2;
    if (text_has(text, "E-ATX"))
        return 3;
    if (text_has(text, "CEB"))
        return 2;
    return text_has(text, "ATX") ? 1 : 0;
}

int board_form_rank(const struct platform *p)
{
    int rank = form_rank(p->form_factor);
    if (rank != 0)
        return rank;
    return board_is_desktop(p) ? 3 : 4; /* unknown: the largest that is usual for the socket */
}

bool chassis_is_open(const struct chassis *c)
{
    return text_has(c->kind, "open frame");
}

int chassis_form_rank(const struct chassis *c)
{
    return chassis_is_open(c) ? 4 : form_rank(c->motherboard); /* no walls: any board */
}

int chassis_psu_places(const struct chassis *c)
{
    if (!text_has(c->psu_fit, "ATX"))
        return 0;
    const char *s = c->psu_fit;
    if (text_begins(s, "2-4x"))
        return 4;
    return text_begins(s, "2x") ? 2 : 1;
}

/* --- cells with counts ------------------------------------------------------------------------ */

static double digits(const char **s)
{
    double x = 0;
    while (isdigit((unsigned char)**s))
        x = x * 10 + (*(*s)++ - '0');
    if (**s == '.' && isdigit((unsigned char)(*s)[1])) {
        double scale = 0.1;
        for ((*s)++; isdigit((unsigned char)**s); (*s)++, scale /= 10)
            x += (**s - '0') * scale;
    }
    return x;
}

/* "8 LP x16 + 2 FH x16" -> 10, "OCP + x16" -> 1, "4-8 x16" -> 4. Items are joined by '+'. */
double parse_x16_slots(const char *cell)
{
    double sum = UNKNOWN;
    for (const char *s = cell; s != NULL && *s != '\0';) {
        size_t n = strcspn(s, "+");
        const char *p = s + strspn(s, " ");
        double count = isdigit((unsigned char)*p) ? digits(&p) : 1;
        bool x16 = false;
        for (size_t i = 0; i + 3 <= n && !x16; i++)
            x16 = text_begins(s + i, "x16");
        if (x16)
            sum = (known(sum) ? sum : 0) + count;
        s += n + (s[n] == '+');
    }
    return sum;
}

/* "2x 10 GbE" -> 10 (one port), "8x 400G IB" -> 3200 (one port a card from 100 Gbit/s up). */
double parse_lan_gbps(const char *cell)
{
    double best = 0;
    for (const char *s = cell; s != NULL && *s != '\0';) {
        size_t n = strcspn(s, "+");
        const char *p = s + strspn(s, " "), *end = s + n;
        double count = 1, rate = 0;
        if (isdigit((unsigned char)*p)) {
            double first = digits(&p);
            if (*p == 'x')
                count = first;
            else
                p = s; /* "10 GbE": the number is the rate */
        }
        for (; p < end; p++) {
            if (!isdigit((unsigned char)*p) ||
                (p > s && (isalpha((unsigned char)p[-1]) || p[-1] == '-')))
                continue;
            const char *q = p;
            double x = digits(&q);
            const char *unit = q + strspn(q, " ");
            if (unit < end && *unit == 'G')
                rate = x;
            p = q - 1;
        }
        double gbps = rate >= 100 ? count * rate : rate;
        best = gbps > best ? gbps : best;
        s += n + (s[n] == '+');
    }
    return best;
}

void parse_redundancy(const struct platform *p, int *n, int *spare)
{
    *n = known(p->psu_count) ? (int)p->psu_count : -1;
    *spare = -1;
    const char *s = p->psu_redundancy;
    if (s == NULL)
        return;
    if (text_begins(s, "none")) {
        *spare = 0;
    } else if (isdigit((unsigned char)*s)) {
        int active = (int)digits(&s);
        if (*s == '+' && isdigit((unsigned char)s[1])) {
            s++;
            *spare = (int)digits(&s);
            if (*n < 0)
                *n = active + *spare;
        }
    }
}
