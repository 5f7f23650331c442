/*
 * card.c - the card that a source means: alias of the catalog, else the row whose name,
 * form and memory share most words with the text.
 */
#include <string.h>

#include "base/str.h"
#include "engine/validate/card.h"
#include "engine/validate/setup.h"

#define WORDS 16
struct words {
    char w[WORDS][24];
    int n;
};

/* Whether a word ends here though no blank follows: "RTX3080Ti" is RTX, 3080 and Ti. */
static bool joined(const char *word, size_t n, const char *next)
{
    static const char *const before[] = {"rtx", "gtx", "rx"};
    static const char *const behind[] = {"ti", "xtx", "xt", "super", "gre", "ada"};
    bool number = n >= 3 && n <= 5;
    for (size_t i = 0; i < n; i++)
        number = number && word[i] >= '0' && word[i] <= '9';
    for (size_t i = 0; number && i < sizeof behind / sizeof behind[0]; i++) {
        const char *a = behind[i], *b = next;
        for (; *a && (*b | 0x20) == *a; a++)
            b++;
        if (*a == '\0')
            return true;
    }
    for (size_t i = 0; *next >= '0' && *next <= '9' && i < 3; i++)
        if (n == strlen(before[i]) && memcmp(word, before[i], n) == 0)
            return true;
    return false;
}

/* "80 GB", "80G" and "80GiB" are 80gb. */
static void join_memory(struct words *w)
{
    char *last = w->n > 0 ? w->w[w->n - 1] : NULL;
    size_t digits = last ? strspn(last, "0123456789") : 0;
    const char *unit = last ? last + digits : "";
    if (!last || (strcmp(unit, "g") != 0 && strcmp(unit, "gb") != 0 && strcmp(unit, "gib") != 0))
        return;
    char *number = digits == 0 && w->n > 1 ? w->w[w->n - 2] : last;
    size_t n = strspn(number, "0123456789");
    if (n == 0 || n > 4 || (digits == 0 && number[n] != '\0'))
        return;
    memcpy(number + n, "gb", sizeof "gb");
    w->n -= digits == 0;
}

/* "TPUv3", "Ascend910B": maker and model as one word; cloud names of the fifth TPU. */
static void put_word(struct words *out, size_t *at)
{
    static const char *const makers[] = {"tpu", "ascend", NULL};
    char *w = out->w[out->n];
    w[*at] = '\0';
    *at = 0;
    for (const char *const *m = makers; *m; m++) {
        size_t n = strlen(*m);
        if (!str_starts(w, *m) || out->n + 1 >= WORDS || !strpbrk(w + n, "0123456789"))
            continue;
        if (w[n] != 'v' && (w[n] < '0' || w[n] > '9'))
            continue;
        memmove(out->w[out->n + 1], w + n, strlen(w + n) + 1);
        w[n] = '\0';
        w = out->w[++out->n];
        break;
    }
    if (strcmp(w, "v5litepod") == 0 || strcmp(w, "v5lite") == 0)
        str_copy(w, sizeof out->w[0], "v5e");
    out->n++;
}

#define TIMES_SIGN "\xc3\x97" /* of UTF-8 */

/* Lower-case words of letters and digits; what stands in brackets is a remark. */
static void split(const char *text, struct words *out)
{
    int depth = 0;
    size_t at = 0;
    for (const char *p = text ? text : "";; p++) {
        char c = *p;
        if (str_starts(p, TIMES_SIGN)) {
            c = 'x';
            p++;
        }
        depth += c == '(' ? 1 : c == ')' && depth > 0 ? -1 : 0;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        bool word = depth == 0 && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
        bool cut = at > 0 && word && joined(out->w[out->n], at, p);
        if (at > 0 && (cut || !word || out->n >= WORDS || at + 2 >= sizeof out->w[0])) {
            put_word(out, &at);
            join_memory(out);
        }
        if (word && out->n < WORDS)
            out->w[out->n][at++] = c;
        if (*p == '\0' || *p == '+' || *p == '/')
            break;
    }
}

static bool has(const struct words *w, const char *word)
{
    for (int i = 0; i < w->n; i++)
        if (strcmp(w->w[i], word) == 0)
            return true;
    return false;
}

static bool is_vendor(const char *w)
{
    static const char *const names[] = {
        "nvidia",      "geforce",   "amd",    "radeon",  "intel",   "apple",    "gpu",
        "core",        "ascend",    "huawei", "tesla",   "server",  "graphics", "kunlunxin",
        "blackwell",   "instinct",  "tensor", "macbook", "mac",     "mini",     "studio",
        "imac",        "air",       "laptop", "mobile",  "desktop", "edition",  "founders",
        "workstation", "developer", "kit",    "colab",   "cores",   "gpus",     "accelerator",
        "oam",         "chip"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(w, names[i]) == 0)
            return true;
    return false;
}

/* Memory of a word such as 80gb; 0 when it is something else. */
static double memory_word(const char *w)
{
    double x = 0;
    const char *p = w;
    for (; *p >= '0' && *p <= '9'; p++)
        x = 10 * x + (*p - '0');
    return p != w && strcmp(p, "gb") == 0 ? x : 0;
}

static bool form_word(const char *w)
{
    return str_starts(w, "sxm") || strcmp(w, "pcie") == 0 || str_starts(w, "hbm");
}

static double score(const struct words *want, const struct accel *a)
{
    struct words name = {.n = 0}, rest = {.n = 0};
    split(a->name, &name);
    split(a->variant, &rest);
    split(a->id, &rest);
    double s = 0;
    for (int i = 0; i < want->n; i++) {
        const char *w = want->w[i];
        double memory = memory_word(w);
        if (memory > 0 && a->memory_type && strstr(a->memory_type, "unified"))
            s += memory <= a->memory_gb ? 1 : -1.5; /* the catalog has the largest one of a chip */
        else if (memory > 0)
            s += fabs(memory - a->memory_gb) <= 0.07 * a->memory_gb ? 2 : -1.5;
        else if (has(&name, w) || has(&rest, w))
            s += is_vendor(w) ? 0.2 : 3;
        else if (form_word(w))
            s += a->form_text && str_starts(w, "sxm") && str_starts(a->form_text, "SXM") ? 1.5 : -1;
        else if (strspn(w, "0123456789") >= 4)
            return -1; /* another model number */
        else if (!is_vendor(w))
            s -= 1.2;
    }
    for (int i = 0; i < name.n; i++)
        if (!is_vendor(name.w[i]) && !has(want, name.w[i]))
            s -= 2.5;
    return s;
}

/* *whole: every word belongs to the alias, also one that is no size of the card ("GH200 480GB"). */
static const struct accel *by_alias(const struct facts *f, const struct words *w, bool *whole)
{
    char text[WORDS * 25];
    for (int n = w->n; n > 0; n--) {
        size_t at = 0;
        for (int i = 0; i < n; i++) {
            size_t len = strlen(w->w[i]);
            if (i > 0)
                text[at++] = ' ';
            memcpy(text + at, w->w[i], len);
            at += len;
        }
        text[at] = '\0';
        const char *id = facts_resolve(f, "accelerators", text, NULL);
        *whole = id && n == w->n;
        if (id)
            return facts_accel(f, id);
        if (n == w->n && memory_word(w->w[n - 1]) <= 0)
            break; /* only a memory size may be left out of an alias */
    }
    return NULL;
}

/* A word of digits alone; 0 for any other. */
static int number(const char *w)
{
    int n = 0;
    for (; *w >= '0' && *w <= '9' && n < 100000; w++)
        n = 10 * n + (*w - '0');
    return *w == '\0' ? n : 0;
}

/* "8x", "8x4090": the number; what follows the x in *rest. */
static int times(const char *w, const char **rest)
{
    size_t digits = strspn(w, "0123456789");
    int n = 0;
    for (size_t i = 0; i < digits && n < 100000; i++)
        n = 10 * n + (w[i] - '0');
    *rest = w[digits] == 'x' ? w + digits + 1 : "";
    return w[digits] == 'x' ? n : 0;
}

static void leave_out(struct words *w, int at)
{
    for (int i = at; i + 1 < w->n; i++)
        memcpy(w->w[i], w->w[i + 1], sizeof w->w[i]);
    w->n--;
}

/* How many cards, and a word for the machine around them ("HGX B200"), are no part of a name. */
static int take_count(struct words *w)
{
    const char *rest;
    int n = w->n > 0 ? times(w->w[0], &rest) : 0;
    if (n > 0 && *rest)
        memmove(w->w[0], rest, strlen(rest) + 1);
    else if (n > 0)
        leave_out(w, 0);
    if (n == 0 && w->n > 2 && strcmp(w->w[1], "x") == 0 && number(w->w[0]) > 0) {
        n = number(w->w[0]); /* "4 x A100" */
        leave_out(w, 0);
        leave_out(w, 0);
    }
    if (n == 0 && w->n > 2 && strcmp(w->w[w->n - 2], "x") == 0 && number(w->w[w->n - 1]) > 0) {
        n = number(w->w[w->n - 1]); /* "A100 x 4" */
        w->n -= 2;
    }
    const char *last = w->n > 1 ? w->w[w->n - 1] : "";
    if (n == 0 && *last == 'x' && number(last + 1) > 0) { /* "H100 x8" */
        n = number(last + 1);
        w->n--;
    }
    if (w->n > 1 && (strcmp(w->w[0], "dgx") == 0 || strcmp(w->w[0], "hgx") == 0))
        leave_out(w, 0);
    return n;
}

/* Machines that sources call by a cloud's name, as in catalog/data/instances.csv. */
static const struct machine { const char *name, *id; int n; } machines[] = {
    {"p3.2x", "nvidia-v100-sxm2-16", 1},      {"p3.8x", "nvidia-v100-sxm2-16", 4},
    {"p3.16x", "nvidia-v100-sxm2-16", 8},     {"p3dn.", "nvidia-v100-sxm2-32", 8},
    {"p4d.", "nvidia-a100-sxm4-40", 8},       {"p4de.", "nvidia-a100-sxm4-80", 8},
    {"p5.4x", "nvidia-h100-sxm5-80", 1},      {"p5.", "nvidia-h100-sxm5-80", 8},
    {"p5e", "nvidia-h200-sxm-141", 8},
    {"g4dn.12x", "nvidia-t4", 4},             {"g4dn.metal", "nvidia-t4", 8},
    {"g4dn.", "nvidia-t4", 1},                {"g5.48x", "nvidia-a10g", 8},
    {"g5.12x", "nvidia-a10g", 4},             {"g5.24x", "nvidia-a10g", 4},
    {"g5.", "nvidia-a10g", 1},                {"g6.48x", "nvidia-l4", 8},
    {"g6.12x", "nvidia-l4", 4},               {"g6.24x", "nvidia-l4", 4},
    {"g6.", "nvidia-l4", 1},                  {"g6e.48x", "nvidia-l40s", 8},
    {"g6e.12x", "nvidia-l40s", 4},            {"g6e.24x", "nvidia-l40s", 4},
    {"g6e.", "nvidia-l40s", 1},               {"trn1.2x", "aws-trainium1", 1},
    {"inf2.", "aws-inferentia2", 1},
    {"trn1", "aws-trainium1", 16},            {"trn2", "aws-trainium2", 16},
    {"a2-highgpu-8g", "nvidia-a100-sxm4-40", 8}, {"a2-highgpu-4g", "nvidia-a100-sxm4-40", 4},
    {"a2-highgpu-1g", "nvidia-a100-sxm4-40", 1}, {"a2-megagpu-16g", "nvidia-a100-sxm4-40", 16},
    {"a2-ultragpu-8g", "nvidia-a100-sxm4-80", 8}, {"a3-", "nvidia-h100-sxm5-80", 8},
    {"Standard_ND96asr", "nvidia-a100-sxm4-40", 8}, {"ND96asr", "nvidia-a100-sxm4-40", 8},
    {"Standard_ND96amsr", "nvidia-a100-sxm4-80", 8}, {"ND96amsr", "nvidia-a100-sxm4-80", 8},
    {"Standard_ND96isr_H100", "nvidia-h100-sxm5-80", 8}, {"ND96isr_H100", "nvidia-h100-sxm5-80", 8},
};

static const struct machine *rented(const char *text)
{
    const char *name = text ? strrchr(text, ' ') : NULL;
    name = name ? name + 1 : text ? text : "";
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (str_starts(name, machines[i].name))
            return &machines[i];
    return NULL;
}

int card_count(const char *text)
{
    struct words w = {.n = 0};
    const struct machine *m = rented(text);
    if (m)
        return m->n;
    split(text, &w);
    return take_count(&w);
}

const struct accel *validate_card(const struct facts *f, const char *text)
{
    struct words want = {.n = 0};
    split(text, &want);
    for (int i = 1; i < want.n; i++) /* "M4 Max 32-core": some of its cores */
        if (str_starts(want.w[i], "core") && number(want.w[i - 1]) > 0)
            leave_out(&want, --i);
    while (want.n > 1 && str_starts(want.w[want.n - 1], "hbm")) /* "H100 80GB HBM3" */
        want.n--;
    if (want.n == 0)
        return NULL;
    const struct machine *machine = rented(text);
    if (machine)
        return facts_accel(f, machine->id);
    bool whole = false;
    const struct accel *best = by_alias(f, &want, &whole);
    if (!best) {
        take_count(&want);
        best = by_alias(f, &want, &whole);
    }
    if (!best && want.n > 1 && strcmp(want.w[0], "nvidia") == 0) {
        leave_out(&want, 0);
        best = by_alias(f, &want, &whole);
    }
    double memory = memory_word(want.w[want.n - 1]);
    if (best && (whole || memory <= 0 || fabs(memory - best->memory_gb) <= 0.07 * best->memory_gb))
        return best;
    double top = 2; /* one word of the name at least */
    best = NULL;
    for (size_t i = 0; i < f->accel_n; i++) {
        double s = score(&want, &f->accel[i]);
        if (s > top) {
            top = s;
            best = &f->accel[i];
        }
    }
    return best;
}

bool laptop_card(const char *text, const struct accel *desktop, struct accel *out)
{
    /* GB/s, GB, and arithmetic beside the desktop's card of the same name: cores and clocks
     * (nvidia.com/geforce/laptops/compare) */
    static const struct { const char *id; double gbs, gb, rate; } chips[] = {
        {"nvidia-rtx-5090", 896, 24, 0.41},   {"nvidia-rtx-5080", 896, 16, 0.6},
        {"nvidia-rtx-5070-ti", 672, 12, 0.56}, {"nvidia-rtx-5070", 384, 8, 0.64},
        {"nvidia-rtx-5060", 384, 8, 0.74},    {"nvidia-rtx-4090", 576, 16, 0.5},
        {"nvidia-rtx-4080", 432, 12, 0.65},   {"nvidia-rtx-4070", 256, 8, 0.66},
        {"nvidia-rtx-4060", 256, 8, 0.85},    {"nvidia-rtx-3080-ti", 512, 16, 0.62},
        {"nvidia-rtx-3080-10", 448, 16, 0.6}, {"nvidia-rtx-3070-ti", 448, 8, 0.8},
        {"nvidia-rtx-3070", 448, 8, 0.74},    {"nvidia-rtx-3060-12", 336, 6, 0.9}};
    static const char *const words[] = {"Laptop", "laptop", "Mobile", "mobile", "notebook"};
    bool said = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        said = said || strstr(text, words[i]);
    for (size_t i = 0; said && i < sizeof chips / sizeof chips[0]; i++) {
        if (!str_eq(desktop->id, chips[i].id))
            continue;
        *out = *desktop;
        out->memory_bandwidth_gbs = chips[i].gbs;
        out->usable_gib *= chips[i].gb / desktop->memory_gb;
        out->memory_gb = chips[i].gb;
        double *rates[] = {&out->fp32_tflops, &out->tf32_tflops, &out->fp16_tflops,
                           &out->bf16_tflops, &out->fp8_tflops, &out->fp4_tflops,
                           &out->int8_tops};
        for (size_t k = 0; k < sizeof rates / sizeof rates[0]; k++)
            *rates[k] *= chips[i].rate;
        return true;
    }
    return false;
}
