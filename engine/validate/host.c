/*
 * host.c - rows that a processor computes alone. A processor reads its memory and
 * multiplies as a card does, only slower: it is made a card of the class "host-cpu", whose shares
 * are measured like those of any other class.
 */
#include "engine/validate/host.h"

#include <string.h>

#include "base/str.h"
#include "engine/validate/card.h"

#define AVX2_FLOP_PER_CLOCK 32.0 /* two fused multiply-adds of eight fp32 numbers */

static const char *const desktop[] = {
    "Ryzen", "Core i", "Core Ultra", "Pentium",      "Celeron", "i3-",          "i5-",
    "i7-",   "i9-",    "N100",       "Raspberry Pi", "RPi",     "Snapdragon X", NULL};
static const char *const server[] = {"EPYC",     "Xeon",    "Threadripper", "Ampere",
                                     "Graviton", "Kunpeng", "Hygon C86",    NULL};

static bool says_any(const char *text, const char *const *words)
{
    for (; text && *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

bool host_runs(const struct setup *s)
{
    const char *a = s->cell[CELL_ACCEL];
    bool gpu = strstr(a, "GPU") != NULL; /* "16-core CPU, 40-core GPU" */
    if ((strstr(a, "CPU") && !gpu) || strstr(s->cell[CELL_FRAMEWORK], "CPU"))
        return true;
    return (says_any(a, desktop) || says_any(a, server)) && !validate_card(s->f, a);
}

static bool word_end(char c)
{
    return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

/* A word of a processor's name that has a digit stands in the text as a word: 7950X, i9-14900K. */
static bool named_in(const char *text, const char *model)
{
    bool any = false;
    for (const char *p = model; *p;) {
        size_t n = strcspn(p, " ");
        char word[32];
        if (n < sizeof word && strcspn(p, "0123456789") < n && n >= 4) {
            memcpy(word, p, n);
            word[n] = '\0';
            const char *at = strstr(text, word);
            if (!at || !word_end(at[n]))
                return false;
            any = true;
        }
        p += n + (p[n] == ' ');
    }
    return any;
}

static const struct cpu *cpu_of(const struct facts *f, const char *text)
{
    for (size_t i = 0; i < f->cpu_n; i++)
        if (named_in(text, f->cpu[i].model))
            return &f->cpu[i];
    return NULL;
}

static double digits_at(const char *p)
{
    double x = 0;
    const char *from = p;
    for (; *p >= '0' && *p <= '9'; p++)
        x = 10 * x + (*p - '0');
    return p != from ? x : UNKNOWN;
}

/* Number that ends just before p, blanks and one "x" or "-" between. */
static double digits_before(const char *text, const char *p)
{
    while (p > text && (p[-1] == ' ' || p[-1] == 'x' || p[-1] == '-'))
        p--;
    const char *end = p;
    while (p > text && p[-1] >= '0' && p[-1] <= '9')
        p--;
    return p != end ? digits_at(p) : UNKNOWN;
}

double host_channels_gbs(const char *text, double channels)
{
    const char *rate = strstr(text, "GB/s"), *ddr = strstr(text, "DDR");
    double told = rate ? digits_before(text, rate) : UNKNOWN;
    if (known(told))
        return told;
    if (!ddr)
        return UNKNOWN;
    double n = digits_before(text, ddr), speed = UNKNOWN;
    if (ddr[3] && (ddr[4] == '-' || ddr[4] == ' '))
        speed = digits_at(ddr + 5);
    if (!known(speed))
        speed = ddr[3] == '4' ? 3200 : 4800; /* what most machines of the generation have */
    return (known(n) && n <= 24 ? n : channels) * 8 * speed / 1000;
}

/* Memory that a machine comes with whose processor is no part of the catalog: GB/s, or UNKNOWN.
 * One channel of LPDDR4X-4267 and LPDDR4-3200 on a Raspberry Pi, 128 bits of LPDDR5X elsewhere. */
static double usual_gbs(const char *text)
{
    static const struct {
        const char *word;
        double gbs;
    } usual[] = {
        {"Pi 5", 17.1},        {"RPi5", 17.1},      {"Pi 4", 12.8},      {"RPi4", 12.8},
        {"Snapdragon X", 135}, {"Ryzen AI", 120},   {"Core Ultra", 120}, {"Graviton3", 307},
        {"Graviton4", 538},    {"Xeon Max", 1000},  {"N100", 38.4},      {"i9-13", 89.6},
        {"i9-14", 89.6},       {"i7-13", 89.6},     {"i7-14", 89.6},     {"i5-13", 89.6},
        {"i5-14", 89.6},       {"i9-12", 76.8},     {"i7-12", 76.8},     {"i5-12", 76.8},
        {"Ryzen 9 7", 83.2},   {"Ryzen 7 7", 83.2}, {"Ryzen 5 7", 83.2}, {"Ryzen 9 9", 89.6},
        {"Ryzen 7 9", 89.6},   {"Ryzen 5 9", 89.6}};
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (strstr(text, usual[i].word))
            return usual[i].gbs;
    return UNKNOWN;
}

static double sockets_of(const char *text)
{
    static const char *const two[] = {"dual",    "Dual",    "2 sockets", "two sockets", "2-socket",
                                      "2x Xeon", "2x EPYC", "2x Intel",  "2x AMD",      NULL};
    return says_any(text, two) || strstr(text, "2x ") == text ? 2 : 1;
}

double host_told_gbs(const struct setup *s)
{
    static const enum cell cells[] = {CELL_NOTES, CELL_ACCEL, CELL_FRAMEWORK};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        const char *text = s->cell[cells[i]];
        const struct cpu *c = cpu_of(s->f, text);
        bool big = says_any(text, server);
        if (!c && !big && !strstr(text, "DDR"))
            continue;
        double channels = c ? c->mem_channels : big ? 8 : 2;
        double gbs = host_channels_gbs(text, channels), sockets = sockets_of(text);
        bool all_told = known(gbs) && strstr(text, "x DDR");
        /* KTransformers keeps a copy for each socket; elsewhere threads read across */
        bool aware = strstr(s->cell[CELL_FRAMEWORK], "ransformers") != NULL;
        if (!known(gbs))
            gbs = channels * 8 * (c ? c->mem_speed_mts : 4800) / 1000;
        if (all_told)
            return aware ? gbs : gbs / sockets;
        return aware ? gbs * sockets : gbs;
    }
    return UNKNOWN;
}

bool host_card(const struct setup *s, struct accel *out)
{
    const char *text = s->cell[CELL_ACCEL];
    const struct accel *chip = validate_card(s->f, text);
    bool unified = chip && chip->memory_type && strstr(chip->memory_type, "unified");
    const struct cpu *c = unified ? NULL : cpu_of(s->f, text);
    bool big = says_any(text, server);
    if (!unified && !c && !big && !says_any(text, desktop) && !strstr(text, "CPU"))
        return false;
    double channels = c ? c->mem_channels : big ? 8 : 2;
    double speed = c ? c->mem_speed_mts : big ? 3200 : 3200;
    double sockets = sockets_of(text);
    double gbs = host_channels_gbs(text, channels);
    if (!known(gbs) && !c)
        gbs = usual_gbs(text);
    if (!known(gbs))
        gbs = channels * 8 * speed / 1000;
    double cores = c && known(c->cores) ? c->cores : big ? 32 : 8;
    double ghz = c && known(c->base_ghz) ? c->base_ghz : big ? 2.5 : 3.5;
    double tflops = cores * ghz * AVX2_FLOP_PER_CLOCK / 1000 * sockets;
    *out = unified ? *chip
                   : (struct accel){.id = "host",
                                    .vendor = "",
                                    .name = "host",
                                    .variant = "",
                                    .architecture = "host",
                                    .memory_gb = 1024,
                                    .usable_gib = 1000,
                                    .memory_pools = 1,
                                    .memory_type = "DDR",
                                    .memory_bandwidth_gbs = gbs * sockets,
                                    .fp32_tflops = tflops,
                                    .fp16_tflops = 0,
                                    .link_type = "none",
                                    .link_bandwidth_gbs = 0,
                                    .max_link_gpus = 1,
                                    .stack = "CPU",
                                    .int8_tops = UNKNOWN,
                                    .tdp_w = UNKNOWN,
                                    .cuda_cc = UNKNOWN};
    out->efficiency_class = unified ? "host-unified" : "host-cpu";
    return true;
}
