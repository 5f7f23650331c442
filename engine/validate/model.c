/*
 * model.c - from the names that sources write to a model of the catalog, by words. What
 * tells the tuning, the format, the file or the date of a checkpoint does not change its size and
 * is left out; what is left must be the words of one model, and a size that only one side tells
 * must be that model's.
 */
#include "engine/validate/model.h"

#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"

#define WORDS 16
#define WORD_BYTES 24

struct name {
    char w[WORDS][WORD_BYTES];
    bool version[WORDS]; /* written v1.5: many sources leave it out */
    int n;
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool any_of(const char *w, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(w, *words) == 0)
            return true;
    return false;
}

/* Words that say nothing about the size. */
static bool silent(const char *w)
{
    static const char *const words[] = {
        "instruct", "chat", "it", "base", "hf", "thinking", "meta", "nvidia", "google", "openai",
        "gguf", "mlx", "awq", "gptq", "bit", "int4", "int8", "fp4", "fp8", "fp16", "bf16",
        "nvfp4", "mxfp4", "dynamic", "quantized", "bnb", "autoround", "exl", "latest", "preview",
        "text", "model", "moe", "mostly", "qat", "ud", "lora", NULL};
    size_t n = strlen(w), digits = strspn(w, "0123456789");
    if (any_of(w, words) || (digits > 0 && strcmp(w + digits, "bit") == 0))
        return true;
    if (digits == n && n >= 4) /* a date: 0528, 2507 */
        return true;
    /* context of a variant: 4k, 128k */
    return digits > 0 && digits + 1 == n && w[n - 1] == 'k';
}

/* Q4, IQ3, Q8.0: how llama.cpp names the format in a file's name; K, M, XS follow it. */
static bool file_format(const char *w)
{
    w += *w == 'i';
    return *w == 'q' && digit(w[1]);
}

static bool file_format_rest(const char *w)
{
    static const char *const words[] = {"k", "m", "s", "l", "xl", "xs", "xxs", "nl", NULL};
    return any_of(w, words);
}

/* Number formats are one word with their number. */
static bool keeps_number(const char *letters)
{
    static const char *const words[] = {"int", "fp", "bf", "nvfp", "mxfp", "iq", NULL};
    return any_of(letters, words);
}

/* Length at which a word of n letters ends before a number: "qwen3" is two words, "deepseekv3" is
 * deepseek and v3, "a3b" and "8x7b" are one. 0: it goes on. */
static size_t breaks(char *word, size_t n, char next)
{
    if (n < 2 || !digit(next))
        return 0;
    for (size_t i = 0; i < n; i++)
        if (!letter(word[i]))
            return 0;
    word[n] = '\0';
    return keeps_number(word) ? 0 : word[n - 1] == 'v' ? n - 1 : n;
}

static void put_word(struct name *out, size_t *at, bool *in_format)
{
    char *w = out->w[out->n];
    w[*at] = '\0';
    bool drop = *at == 0 || silent(w) || file_format(w) || (*in_format && file_format_rest(w));
    if (*at > 0)
        *in_format = file_format(w) || (*in_format && drop);
    if (strcmp(w, "epochs") == 0) { /* "ResNet-50 90 epochs" */
        out->n -= out->n > 0;
        drop = true;
    }
    bool version = w[0] == 'v' && digit(w[1]);
    if (version)
        memmove(w, w + 1, *at);
    out->version[out->n] = version;
    out->n += !drop;
    *at = 0;
}

/* A point of a number: "2.5", and "3_3" unless a size follows as in "3_30B". */
static bool is_point(const char *p, size_t at)
{
    if ((*p != '.' && *p != '_') || at == 0 || !digit(p[-1]) || !digit(p[1]))
        return false;
    const char *end = p + 1 + strspn(p + 1, "0123456789");
    return *p == '.' || !letter(lower(*end));
}

/* The slash behind the publisher; that of ViT-B/16 is none. */
static const char *publisher_end(const char *text)
{
    const char *p = strrchr(text, '/');
    size_t n = p ? strspn(p + 1, "0123456789") : 0;
    bool patch = n > 0 && n < 3 && !letter(lower(p[1 + n])) && p[1 + n] != '.';
    return patch ? NULL : p;
}

static void read_name(const char *text, struct name *out)
{
    const char *org = publisher_end(text);
    size_t at = 0;
    bool in_format = false;
    *out = (struct name){.n = 0};
    for (const char *p = org ? org + 1 : text; out->n < WORDS && *p && *p != '('; p++) {
        char c = lower(*p);
        bool point = is_point(p, at);
        size_t end = breaks(out->w[out->n], at, c);
        if (end > 0) {
            bool v = end < at;
            put_word(out, &end, &in_format);
            at = 0;
            if (v && out->n < WORDS)
                out->w[out->n][at++] = 'v';
        }
        if (out->n < WORDS && at + 1 < WORD_BYTES && (letter(c) || digit(c) || point)) {
            out->w[out->n][at++] = point ? '.' : c;
        } else if (out->n < WORDS && !letter(c) && !digit(c)) {
            bool plus = c == '+' && at > 0; /* "Command R+" */
            put_word(out, &at, &in_format);
            if (plus && out->n < WORDS) {
                str_copy(out->w[out->n], WORD_BYTES, "plus");
                at = strlen("plus");
                put_word(out, &at, &in_format);
            }
        }
    }
    if (out->n < WORDS)
        put_word(out, &at, &in_format);
}

static bool has(const struct name *n, const char *word)
{
    for (int i = 0; i < n->n; i++)
        if (strcmp(n->w[i], word) == 0)
            return true;
    return false;
}

/* Billions of a word: 120b, 0.6b, 350m, 7b1, 8x7b (all experts). */
static double size_word(const char *w)
{
    char number[WORD_BYTES];
    const char *x = strchr(w, 'x');
    double times = 1, value;
    if (x && digit(w[0]) && digit(x[1])) {
        str_copy(number, sizeof number, w);
        number[x - w] = '\0';
        if (num_plain(number, &times) != NUM_OK)
            return UNKNOWN;
        w = x + 1;
    }
    size_t n = strspn(w, "0123456789.");
    if (n == 0 || n >= sizeof number || w[n] == '\0')
        return UNKNOWN;
    memcpy(number, w, n);
    number[n] = '\0';
    double unit = w[n] == 'b' ? 1 : w[n] == 'm' ? 1e-3 : w[n] == 't' ? 1e3 : UNKNOWN;
    double part = digit(w[n + 1]) && w[n + 2] == '\0' ? (w[n + 1] - '0') / 10.0 : 0;
    if ((w[n + 1] != '\0' && part <= 0) || num_plain(number, &value) != NUM_OK)
        return UNKNOWN;
    return times * (value + part) * unit;
}

static bool close_to(double a, double b)
{
    return known(a) && known(b) && fabs(a - b) <= 0.15 * fmax(a, b);
}

/* A word of the source that the catalog's name lacks: right when it tells the size of the row. */
static bool explained(const char *w, const struct model *m)
{
    double size = size_word(w);
    if (close_to(size, m->params_b) || close_to(size, m->active_params_b))
        return true;
    if (w[0] == 'a' && close_to(size_word(w + 1), m->active_params_b))
        return true;
    char count[WORD_BYTES];
    snprintf(count, sizeof count, "%de", known(m->experts) ? (int)m->experts : -1);
    return strcmp(w, count) == 0;
}

/* How much a source may leave out of the catalog's name. */
enum spare { SPARE_ACTIVE, SPARE_VERSION, SPARE_SIZE };

/* A word of the catalog that the source lacks. */
static bool spared(const struct name *have, int i, enum spare how)
{
    const char *w = have->w[i];
    if (w[0] == 'a' && known(size_word(w + 1)))
        return true;
    return (how >= SPARE_VERSION && have->version[i]) || (how >= SPARE_SIZE && known(size_word(w)));
}

static bool same_model(const struct name *want, const struct name *have, const struct model *m,
                       enum spare how)
{
    bool sized = false;
    for (int i = 0; i < want->n; i++) {
        bool found = has(have, want->w[i]), told = explained(want->w[i], m);
        sized = sized || (found && known(size_word(want->w[i]))) || told;
        if (!found && !told && !(how >= SPARE_VERSION && want->version[i]))
            return false;
    }
    for (int i = 0; i < have->n; i++)
        if (!has(want, have->w[i]) && !spared(have, i, how))
            return false;
    return how != SPARE_VERSION || sized; /* generations of a family share words */
}

static bool other_size(const struct model *m, double params_b)
{
    bool denoises = m->kind == MODEL_DIFFUSION || m->kind == MODEL_VIDEO; /* or the denoiser's */
    if (denoises && known(params_b) && known(m->active_params_b) &&
        close_to(params_b, m->active_params_b))
        return false;
    return known(params_b) && known(m->params_b) && !close_to(params_b, m->params_b);
}

/* The model of these words; of several that leave out a size, none. */
static const struct model *of_words(const struct facts *f, const struct name *want,
                                    double params_b, enum spare how)
{
    const struct model *found = NULL;
    for (size_t i = 0; i < f->model_n + f->alias_n; i++) {
        const struct alias *a = i < f->model_n ? NULL : &f->alias[i - f->model_n];
        if (a && !str_eq(a->table, "models"))
            continue;
        const struct model *m = a ? facts_model(f, a->id) : &f->model[i];
        struct name have;
        if (!m || other_size(m, params_b))
            continue;
        read_name(a ? a->name : m->id, &have);
        /* "R1" or "Whisper" stands for a model alone, but is no part of the name of another */
        bool same = have.n > (a != NULL && want->n > 1) && same_model(want, &have, m, how);
        if (!a && !same && m->name) {
            read_name(m->name, &have);
            same = have.n > 0 && same_model(want, &have, m, how);
        }
        if (!same || found == m)
            continue;
        if (how != SPARE_SIZE)
            return m;
        if (found)
            return NULL;
        found = m;
    }
    return found;
}

const struct model *validate_model(const struct facts *f, const char *name, double params_b)
{
    if (str_empty(name))
        return NULL;
    const char *id = facts_resolve(f, "models", name, NULL);
    if (id)
        return facts_model(f, id);
    struct name want;
    read_name(name, &want);
    const struct model *m = facts_net(f, name);
    if (m && !other_size(m, params_b))
        return m;
    m = NULL;
    for (int how = SPARE_ACTIVE; !m && want.n > 0 && how <= SPARE_SIZE; how++)
        m = of_words(f, &want, params_b, (enum spare)how);
    return m;
}

bool named_params(const char *name, double *params_b, double *active_b)
{
    struct name words;
    double all = UNKNOWN, active = UNKNOWN;
    read_name(name ? name : "", &words);
    for (int i = 0; i < words.n; i++) {
        const char *w = words.w[i];
        if (!known(all))
            all = size_word(w);
        if (w[0] == 'a' && !known(active))
            active = size_word(w + 1);
    }
    *params_b = all;
    *active_b = known(active) ? active : all;
    return known(all) && all > 0;
}
