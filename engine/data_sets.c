/*
 * data_sets.c - names of data sets in running text. Case, blanks, hyphens and slashes do not count;
 * a name begins and ends where a word does.
 */
#include "engine/data_sets.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"

/* Other ways to write the ids of the factors. */
static const char *const other_names[][2] = {
    {"imagenet", "imagenet-1k"},
    {"imagenet1k", "imagenet-1k"},
    {"imagenet 2012", "imagenet-1k"},
    {"ilsvrc", "imagenet-1k"},
    {"ilsvrc2012", "imagenet-1k"},
    {"in1k", "imagenet-1k"},
    {"imagenet-22k", "imagenet-21k"},
    {"in22k", "imagenet-21k"},
    {"in21k", "imagenet-21k"},
    {"coco train2017", "coco"},
    {"coco 2017", "coco"},
    {"ms coco", "coco"},
    {"mscoco", "coco"},
    {"cifar10", "cifar-10"},
    {"cifar100", "cifar-100"},
    {"pascal voc", "voc2012-aug"},
    {"voc 2012", "voc2012-aug"},
    {"ade", "ade20k"},
    {"open images", "openimages"},
    {"kinetics", "kinetics-400"},
    {"k400", "kinetics-400"},
    {"something-something v2", "ssv2"},
    {"laion-2b-en", "laion-2b"},
    {"laion400m", "laion-400m"},
    {"cc12m", "cc-12m"},
    {"cc3m", "cc-3m"},
    {"sa1b", "sa-1b"},
    {"alpaca-52k", "alpaca"},
    {"stanford alpaca", "alpaca"},
    {"databricks-dolly-15k", "dolly"},
    {"dolly-15k", "dolly"},
    {"openassistant", "oasst1"},
    {"oasst", "oasst1"},
    {"openassistant-guanaco", "guanaco"},
    {"ultrachat", "ultrachat-200k"},
    {"squad v1.1", "squad"},
    {"squad 1.1", "squad"},
    {"squadv1.1", "squad"},
    {"squad v2", "squad-2"},
    {"squad 2.0", "squad-2"},
    {"squad2", "squad-2"},
    {"sst2", "sst-2"},
    {"cnn dailymail", "cnn-dailymail"},
    {"wikitext103", "wikitext-103"},
    {"wikitext2", "wikitext-2"},
    {"the pile", "pile"},
    {"pile", "pile"},
    {"owt", "openwebtext"},
    {"redpajama-1t", "redpajama"},
    {"redpajama v1", "redpajama"},
    {"refined web", "refinedweb"},
    {"libri-speech", "librispeech"},
    {"librispeech 960h", "librispeech"},
    {"librispeech 100h", "librispeech-100"},
    {"libri-light", "librilight"},
    {"lj speech", "ljspeech"},
    {"criteo terabyte", "criteo-1tb"},
    {"criteo 1 tb", "criteo-1tb"},
    {"criteo kaggle", "criteo-kaggle"},
    {"wmt14", "wmt14-en-de"},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool in_word(char c)
{
    c = lower(c);
    return digit(c) || (c >= 'a' && c <= 'z');
}

static bool between(char c)
{
    return c == ' ' || c == '-' || c == '_' || c == '/';
}

/* Letters of `name` when the text begins with it, as many as the text has of it; 0 when not. */
static size_t begins(const char *text, const char *name)
{
    const char *p = text;
    for (; *name != '\0'; name++) {
        if (between(*name))
            continue;
        while (p != text && between(*p))
            p++;
        if (lower(*p) != lower(*name))
            return 0;
        p++;
    }
    return in_word(*p) ? 0 : (size_t)(p - text);
}

/* Length of the name where the text has it as a word of its own. */
static size_t stands(const char *text, const char *name)
{
    bool start = true;
    for (const char *p = text; *p != '\0'; p++) {
        size_t n = start ? begins(p, name) : 0;
        if (n > 0)
            return n;
        start = !in_word(*p);
    }
    return 0;
}

#define PREFIX "data-set."
#define MILLION "million "

static bool of_factor(const struct factor *row, struct data_set *out)
{
    bool millions = str_starts(row->unit, MILLION);
    const char *unit = row->unit + (millions ? strlen(MILLION) : 0);
    out->amount = row->typical * (millions ? 1e6 : 1);
    out->unit = str_eq(unit, "tokens")  ? DATA_TOKENS
                : str_eq(unit, "hours") ? DATA_HOURS
                                        : DATA_SAMPLES;
    return known(out->amount) && out->amount > 0;
}

bool data_set_named(const struct facts *f, const char *text, struct data_set *out)
{
    size_t longest = 0;
    for (size_t i = 0; text && i < f->factor_n; i++) {
        const struct factor *row = &f->factor[i];
        if (!str_eq(row->table, "efficiency") || !str_starts(row->id, PREFIX))
            continue;
        const char *id = row->id + strlen(PREFIX);
        size_t n = stands(text, id);
        for (size_t k = 0; k < sizeof other_names / sizeof other_names[0]; k++) {
            size_t other = str_eq(other_names[k][1], id) ? stands(text, other_names[k][0]) : 0;
            n = other > n ? other : n;
        }
        if (n > longest && of_factor(row, out)) {
            out->id = id;
            longest = n;
        }
    }
    return longest > 0;
}

static bool ends_with_word(const char *text, const char *end, const char *word)
{
    while (end > text && between(end[-1]))
        end--;
    size_t n = strlen(word);
    return (size_t)(end - text) >= n && begins(end - n, word) == n &&
           (end - n == text || !in_word(end[-(long)n - 1]));
}

/* Number that ends at `end`, blanks and one hyphen between: "1.5", "90,000", "160k"; UNKNOWN when
 * there is none. */
static double number_before(const char *text, const char *end)
{
    while (end > text && (between(end[-1])))
        end--;
    double unit = 1;
    if (end > text && lower(end[-1]) == 'k') {
        unit = 1e3;
        end--;
    } else if (end > text && (end[-1] == 'M' || end[-1] == 'B')) {
        unit = end[-1] == 'M' ? 1e6 : 1e9;
        end--;
    } else if (ends_with_word(text, end, "million") || ends_with_word(text, end, "billion")) {
        unit = end[-7] == 'm' ? 1e6 : 1e9;
        end -= strlen("million");
        while (end > text && between(end[-1]))
            end--;
    }
    const char *p = end;
    while (p > text && (digit(p[-1]) || p[-1] == '.' || p[-1] == ','))
        p--;
    char number[24];
    size_t n = 0;
    for (; p < end && n + 1 < sizeof number; p++)
        if (*p != ',')
            number[n++] = *p;
    number[n] = '\0';
    double x;
    return n > 0 && num_plain(number, &x) == NUM_OK && x > 0 ? x * unit : UNKNOWN;
}

double told_epochs(const char *text)
{
    static const char *const single[] = {"one", "single", "per", "each", "an", NULL};
    for (const char *p = text ? strstr(text, "epoch") : NULL; p; p = strstr(p + 1, "epoch")) {
        double x = number_before(text, p);
        if (known(x))
            return x;
        for (const char *const *w = single; *w; w++)
            if (ends_with_word(text, p, *w))
                return 1;
    }
    return UNKNOWN;
}

/* Start of the word before p; the text's start when there is none. */
static const char *word_before(const char *text, const char *p)
{
    while (p > text && !in_word(p[-1]))
        p--;
    while (p > text && (in_word(p[-1]) || p[-1] == '.' || p[-1] == ','))
        p--;
    return p;
}

#define FEW_SAMPLES 500 /* fewer are those of a batch */

bool told_amount(const char *text, double *amount, enum data_unit *unit)
{
    static const struct { const char *noun; enum data_unit unit; } nouns[] = {
        {"samples", DATA_SAMPLES}, {"examples", DATA_SAMPLES}, {"images", DATA_SAMPLES},
        {"conversations", DATA_SAMPLES}, {"instructions", DATA_SAMPLES},
        {"sequences", DATA_SAMPLES}, {"sentences", DATA_SAMPLES}, {"pairs", DATA_SAMPLES},
        {"clips", DATA_SAMPLES}, {"videos", DATA_SAMPLES}, {"utterances", DATA_SAMPLES},
        {"questions", DATA_SAMPLES}, {"prompts", DATA_SAMPLES}, {"h of speech", DATA_HOURS},
        {"hours of speech", DATA_HOURS}, {"hours of audio", DATA_HOURS}};
    for (size_t i = 0; text && i < sizeof nouns / sizeof nouns[0]; i++)
        for (const char *p = strstr(text, nouns[i].noun); p; p = strstr(p + 1, nouns[i].noun)) {
            const char *end = p;
            for (int words = 0; words < 3; words++) { /* "665k image-text conversations" */
                double x = number_before(text, end);
                double least = nouns[i].unit == DATA_HOURS ? 1 : FEW_SAMPLES;
                if (known(x) && x >= least) {
                    *amount = x;
                    *unit = nouns[i].unit;
                    return true;
                }
                end = word_before(text, end);
            }
        }
    return false;
}

double told_steps(const char *text)
{
    static const char *const words[] = {"steps", "iterations", "iters", NULL};
    for (const char *const *w = words; text && *w; w++)
        for (const char *p = strstr(text, *w); p; p = strstr(p + 1, *w)) {
            double x = number_before(text, p);
            if (known(x) && x >= 100)
                return x;
        }
    return UNKNOWN;
}
