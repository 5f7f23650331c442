/*
 * market_names.c - the names by which feeds call a card. They are compared compact: small letters
 * and figures alone, without the maker, so that RTX-PRO-6000 is "RTX PRO 6000".
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "pricing/market_inside.h"

#define MEMORY_OFF 0.12 /* 81,559 MiB, 80 GB and 80 GiB are one card */

/* Words that tell nothing about which card it is. */
static const char *const noise[] = {"nvidia", "amd",  "geforce", "tesla",  "instinct",
                                    "nvlink", "mega", "secure",  "latest", "generation"};

static bool is_noise(const char *word)
{
    for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++)
        if (str_eq(noise[i], word))
            return true;
    return false;
}

/* "80gb", "80g"; bare: also "80". */
static double memory_word(const char *word, bool bare)
{
    char *end;
    double x = strtod(word, &end);

    if (end == word || !isdigit((unsigned char)word[0]) || !(x >= 4 && x <= 1024))
        return UNKNOWN;
    return str_eq(end, "gb") || str_eq(end, "g") || (bare && *end == '\0') ? x : UNKNOWN;
}

/* The compact form; memory that the name tells goes to *memory_gb, if it is not known yet. bare: a
 * number behind the first word is memory, as in a100-sxm-80. */
static void compact(char out[COMPACT_BYTES], const char *name, double *memory_gb, bool bare)
{
    char word[COMPACT_BYTES];
    size_t n = 0;
    bool first = true;

    for (const char *p = name; *p != '\0';) {
        size_t len = 0;

        for (; isalnum((unsigned char)*p); p++)
            if (len + 1 < sizeof word)
                word[len++] = (char)tolower((unsigned char)*p);
        word[len] = '\0';
        while (*p != '\0' && !isalnum((unsigned char)*p))
            p++;
        double gb = first ? UNKNOWN : memory_word(word, bare);
        if (known(gb) && memory_gb != NULL) {
            *memory_gb = *memory_gb > 0 ? *memory_gb : gb;
            continue;
        }
        if (is_noise(word))
            continue;
        first = first && len == 0;
        if (str_eq(word, "wk"))
            str_copy(word, sizeof word, "workstation");
        for (size_t i = 0; word[i] != '\0' && n + 1 < COMPACT_BYTES; i++)
            out[n++] = word[i];
    }
    out[n] = '\0';
}

/* --- the index ------------------------------------------------------------------------------- */
static struct card_name *slot_of(const struct market *m, const char *text)
{
    uint32_t i = market_hash(HASH_SEED, text) % NAME_SLOTS;

    while (m->name[i].compact != NULL && !str_eq(m->name[i].compact, text))
        i = (i + 1) % NAME_SLOTS;
    return &m->name[i];
}

/* The first to take a name keeps it. Names with letters that the compact form has not are found by
 * facts_resolve alone. */
static void put(struct market *m, const char *name, int accel)
{
    char text[COMPACT_BYTES];

    for (const char *p = name; *p != '\0'; p++)
        if ((unsigned char)*p > '~')
            return;
    compact(text, name, NULL, false);
    struct card_name *slot = slot_of(m, text);
    if (text[0] == '\0' || slot->compact != NULL || m->name_n > NAME_SLOTS / 2)
        return;
    slot->compact = arena_strdup(m->arena, text);
    slot->accel = accel;
    m->name_n++;
}

bool market_index_names(struct market *m)
{
    const struct facts *f = m->f;

    m->name = ARENA_ARRAY(m->arena, struct card_name, NAME_SLOTS);
    if (m->name == NULL)
        return false;
    for (size_t i = 0; i < f->alias_n; i++) {
        const struct accel *a =
            str_eq(f->alias[i].table, "accelerators") ? facts_accel(f, f->alias[i].id) : NULL;
        if (a != NULL)
            put(m, f->alias[i].name, (int)(a - f->accel));
    }
    for (size_t i = 0; i < f->accel_n; i++) {
        const struct accel *a = &f->accel[i];
        const char *tail = strchr(a->id, '-');

        put(m, a->id, (int)i);
        put(m, tail != NULL ? tail + 1 : a->id, (int)i);
        put(m, accel_label(a), (int)i);
    }
    for (size_t i = 0; i < f->accel_n; i++) {
        if (f->accel[i].sky_name != NULL)
            put(m, f->accel[i].sky_name, (int)i);
        if (f->accel[i].name != NULL)
            put(m, f->accel[i].name, (int)i);
    }
    return !arena_failed(m->arena);
}

/* --- looking up ------------------------------------------------------------------------------ */
static int find(const struct market *m, const char *text)
{
    char with_rtx[COMPACT_BYTES + 4] = "rtx";
    const struct card_name *slot = slot_of(m, text);

    if (slot->compact == NULL && text[0] != '\0') {
        str_copy(with_rtx + 3, COMPACT_BYTES, text); /* A4000 */
        slot = slot_of(m, with_rtx);
    }
    return slot->compact != NULL ? slot->accel : -1;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= MEMORY_OFF * b;
}

/* The card of that name with so much memory, of the same form first. */
static int sibling(const struct market *m, int accel, double memory_gb)
{
    const struct accel *all = m->f->accel, *a = &all[accel];
    int found = -1;

    for (size_t i = 0; i < m->f->accel_n; i++) {
        if (!str_eq(all[i].name, a->name) || !known(all[i].memory_gb) ||
            !near(memory_gb, all[i].memory_gb))
            continue;
        if (all[i].form == a->form)
            return (int)i;
        found = found < 0 ? (int)i : found;
    }
    return found;
}

static bool one_memory_of(const struct accel *a, double memory_gb)
{
    return a->memory_pools > 1 && near(memory_gb, a->memory_gb / a->memory_pools);
}

static int look_up(const struct market *m, const char *name, double memory_gb, double gpu_count)
{
    char text[COMPACT_BYTES];
    double gb = memory_gb > 0 ? memory_gb : 0;
    int accel, other = -1;

    const char *id = facts_resolve(m->f, "accelerators", name, NULL);
    compact(text, name, &gb, false);
    accel = id != NULL ? (int)(facts_accel(m->f, id) - m->f->accel) : find(m, text);
    if (accel < 0) {
        compact(text, name, &gb, true);
        accel = find(m, text);
    }
    if (accel < 0 || !(gb > 0) || near(gb, m->f->accel[accel].memory_gb))
        return accel;
    other = sibling(m, accel, gb);
    if (other < 0 && gpu_count > 1 && !near(gb / gpu_count, m->f->accel[accel].memory_gb))
        other = sibling(m, accel, gb / gpu_count);
    if (other < 0 && one_memory_of(&m->f->accel[accel], gb))
        return -1; /* a part of the board for a part of its price */
    return other >= 0 ? other : accel;
}

static bool same_number(double a, double b)
{
    return a == b || (!known(a) && !known(b));
}

/* Where the answer to such a question is remembered. */
static struct asked *slot_asked(struct market *m, const char *name, double memory_gb, double count)
{
    const double asked[] = {memory_gb, count};
    uint32_t h = market_hash(HASH_SEED, name);

    for (size_t i = 0; i < 2; i++)
        if (asked[i] >= 0 && asked[i] < 1e6)
            h = h * 31 + (uint32_t)asked[i];
    return &m->asked[h % ASKED_SLOTS];
}

int market_card(struct market *m, const char *name, double memory_gb, double gpu_count)
{
    struct asked *known_answer = slot_asked(m, name, memory_gb, gpu_count);
    if (str_eq(known_answer->name, name) && name[0] != '\0' &&
        same_number(known_answer->memory_gb, memory_gb) &&
        same_number(known_answer->gpu_count, gpu_count))
        return known_answer->accel;
    const struct accel *exact = facts_accel(m->f, name);
    int accel = exact != NULL ? (int)(exact - m->f->accel) : look_up(m, name, memory_gb, gpu_count);
    if (!str_copy(known_answer->name, sizeof known_answer->name, name))
        known_answer->name[0] = '\0'; /* too long to be remembered */
    known_answer->memory_gb = memory_gb;
    known_answer->gpu_count = gpu_count;
    known_answer->accel = accel;
    return accel;
}

const char *market_provider(struct market *m, const char *name)
{
    if (str_empty(name))
        return NULL;
    if (str_eq(m->provider_asked, name))
        return m->provider_id;
    const struct provider *p = facts_provider(m->f, name);
    const char *id = p != NULL ? p->id : facts_resolve(m->f, "providers", name, NULL);
    if (str_copy(m->provider_asked, sizeof m->provider_asked, name))
        m->provider_id = id;
    else
        m->provider_asked[0] = '\0';
    return id;
}
