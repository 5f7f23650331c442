/*
 * config_layers.c - which layers a language model has and what each mixes its tokens with: all of
 * them, a window, a state, or nothing. Files say it by a word a layer, a letter, a bit, a period,
 * or not at all; then the family's habit holds.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

double config_list_length(struct config *c, const char *name)
{
    const struct json *v = config_at(c, name);
    return v && json_type(v) == JSON_ARRAY ? (double)json_count(v) : 0;
}

/* every: layers i of [0, layers) with i mod period = offset. */
double config_every(double layers, double period, double offset)
{
    return offset < layers ? floor((layers - 1 - offset) / period) + 1 : 0;
}

static double *layer_of_word(struct config_shape *s, const char *word)
{
    static const struct {
        const char *part;
        size_t at;
    } parts[] = {{"sliding", offsetof(struct config_shape, swa)},
                 {"linear", offsetof(struct config_shape, linear)},
                 {"mamba", offsetof(struct config_shape, linear)},
                 {"recurrent", offsetof(struct config_shape, linear)},
                 {"kda", offsetof(struct config_shape, linear)},
                 {"conv", offsetof(struct config_shape, linear)},
                 {"moe", offsetof(struct config_shape, bare)},
                 {"mlp", offsetof(struct config_shape, bare)}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strstr(word, parts[i].part)) {
            return (double *)((char *)s + parts[i].at);
        }
    }
    return &s->full; /* full_attention, attention, chunked_attention: every key is kept */
}

/* kinds_by_words: a list with a word for each layer. */
static bool kinds_by_words(struct config *c, struct config_shape *s)
{
    const char *key = config_has(c, "layer_types") ? "layer_types" : "layers_block_type";
    const struct json *list = config_at(c, key);
    if (!list) {
        return false;
    }
    if (json_type(list) != JSON_ARRAY || (double)json_count(list) != s->layers) {
        config_bad(c, MSG_CONFIG_LAYERS, key, 1, &ARG_INT(s->layers));
        return true;
    }
    for (const struct json *x = json_at(list, 0); x; x = json_next(x)) {
        if (!json_string(x)) {
            config_bad(c, MSG_CONFIG_NOT_TEXT, key, 0, NULL);
            return true;
        }
        *layer_of_word(s, json_string(x)) += 1;
        s->moe += strstr(json_string(x), "moe") != NULL;
    }
    return true;
}

/* kinds_by_letters: one letter a layer: M state space, * attention, E experts, - MLP. */
static bool kinds_by_letters(struct config *c, struct config_shape *s)
{
    const char *p = config_word(c, "hybrid_override_pattern");
    if (!p) {
        return false;
    }
    if ((double)strlen(p) != s->layers) {
        config_bad(c, MSG_CONFIG_LAYERS, "hybrid_override_pattern", 1, &ARG_INT(s->layers));
        return true;
    }
    for (; *p; p++) {
        switch (*p) {
        case 'M': s->linear++; break;
        case '*': s->full++; break;
        case 'E':
            s->bare++;
            s->moe++;
            break;
        default:
            s->bare++;
            s->dense++;
            break;
        }
    }
    return true;
}

/* kinds_by_bits: a list of numbers, one a layer: `linear` says what the marked ones are. */
static bool kinds_by_bits(struct config *c, struct config_shape *s)
{
    double bit[CONFIG_LAYERS_MAX];
    size_t room = sizeof bit / sizeof bit[0];
    bool windows = config_has(c, "hybrid_layer_pattern");
    size_t n = config_list(c, windows ? "hybrid_layer_pattern" : "attn_type_list", 1, bit, room);
    if (n == 0) {
        return false;
    }
    if ((double)n != s->layers) {
        config_bad(c, MSG_CONFIG_LAYERS, windows ? "hybrid_layer_pattern" : "attn_type_list", 1,
                   &ARG_INT(s->layers));
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        if (windows) { /* 1: through a window */
            *(bit[i] > 0 ? &s->swa : &s->full) += 1;
        } else { /* 1: softmax attention, 0: linear */
            *(bit[i] > 0 ? &s->full : &s->linear) += 1;
        }
    }
    return true;
}

static bool kinds_by_period(struct config *c, struct config_shape *s)
{
    double full = UNKNOWN;
    if (config_has(c, "full_attention_interval")) {
        double n = config_whole(c, "full_attention_interval", 1, CONFIG_LAYERS_MAX, 1);
        full = floor(s->layers / n);
    } else if (config_has(c, "attn_layer_period")) {
        double n = config_whole(c, "attn_layer_period", 1, CONFIG_LAYERS_MAX, 1);
        double first = config_whole(c, "attn_layer_offset", 0, CONFIG_LAYERS_MAX, 0);
        full = config_every(s->layers, n, first);
    } else if (config_has(c, "linear_attn_config.full_attn_layers")) {
        full = config_list_length(c, "linear_attn_config.full_attn_layers");
    } else {
        return false;
    }
    s->full = fmin(full, s->layers);
    s->linear = s->layers - s->full;
    return true;
}

static void windows(struct config *c, const struct config_form *form, struct config_shape *s)
{
    double period = 0;
    const char *pattern = "sliding_window_pattern|_sliding_window_pattern";
    const struct json *letters = config_at(c, pattern);
    if (form->traits & CT_WINDOW_SIX) {
        period = 6;
    } else if (form->traits & CT_WINDOW_FOUR) {
        period = 4;
    } else if (form->traits & CT_WINDOW_HALF) {
        period = 2;
    }
    if (period > 0 && letters && json_type(letters) == JSON_STRING) { /* "LLLG" */
        period = fmax(1, (double)strlen(json_string(letters)));
    } else if (period > 0) {
        period = config_whole(c, pattern, 1, CONFIG_LAYERS_MAX, period);
    }
    s->full = s->layers;
    if (s->window <= 0) {
        return;
    }
    if (period > 0) {
        s->full = floor(s->layers / period);
    } else if (form->traits & CT_WINDOW_ALL) {
        s->full = 0;
    } else if ((form->traits & CT_WINDOW_FLAG) && config_bool(c, "use_sliding_window", false)) {
        s->full = fmin(s->layers, config_whole(c, "max_window_layers", 0, CONFIG_LAYERS_MAX, 0));
    }
    s->swa = s->layers - s->full;
}

void config_layers(struct config *c, const struct config_form *form, struct config_shape *s)
{
    s->window = config_whole(c, "sliding_window|sliding_window_size", 0, CONFIG_CONTEXT_MAX, 0);
    if (s->window >= s->context) { /* as wide as the longest text: none */
        s->window = 0;
    }
    if (form->traits & CT_MAMBA_ALL) {
        s->linear = s->layers;
        return;
    }
    if (form->traits & CT_MAMBA_BESIDE) {
        s->full = s->linear = s->layers;
        return;
    }
    bool told = kinds_by_letters(c, s) || kinds_by_bits(c, s) || kinds_by_words(c, s) ||
                kinds_by_period(c, s);
    if (!told) {
        windows(c, form, s);
        s->cross = fmin(s->full, config_list_length(c, "cross_attention_layers"));
        s->full -= s->cross;
    }
    double shared = config_whole(c, "num_kv_shared_layers", 0, CONFIG_LAYERS_MAX, 0);
    s->own_kv = fmax(0, 1 - shared / s->layers);
}
