#include "engine/job/names.h"

#include <ctype.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/job/fault.h"
#include "engine/job/model_config.h"
#include "engine/job/nearest.h"

#define OFFERED 3

enum err job_name_unknown(const struct facts *f, const char *table, const char *question,
                          const char *name, struct err_info *e)
{
    const char *near[OFFERED];
    size_t n = facts_nearest(f, table, name, near, OFFERED);
    struct fault x = fault_begin(e, ERR_USAGE, n > 0 ? MSG_JOB_UNKNOWN : MSG_JOB_UNKNOWN_LIST);
    fault_arg(&x, ARG_STR(question));
    fault_user(&x, name);
    if (n > 0) {
        struct str all;
        str_init(&all, 256);
        nearest_join(&all, near, n);
        fault_str(&x, all.p);
        str_free(&all);
    } else {
        fault_arg(&x, ARG_STR(table));
    }
    return fault_end(&x);
}

/* --- sizes ---------------------------------------------------------------------------------- */
/*
 * "8x7B" counts the parts that all experts share eight times. Mixtral 8x7B has 46.7B parameters
 * and 12.9B active ones, 8x22B 140.6B and 39.1B: about 22 % of one expert model is shared, and
 * two experts work on a token.
 */
#define SHARED_PART 0.22
#define EXPERTS_ACTIVE 2.0
#define SIZE_MIN_B 0.001
#define SIZE_MAX_B 1e5

struct model_size {
    double params_b, active_b;
    double experts; /* UNKNOWN: dense */
};

/* take_params: "7B", "1.5b", "135M", "1T" at *p -> 1e9 parameters; steps over it. */
static bool take_params(const char **p, double *billions)
{
    const char *end = *p;
    while (isdigit((unsigned char)*end) || *end == '.') {
        end++;
    }
    char digits[16];
    size_t n = (size_t)(end - *p);
    if (n == 0 || n >= sizeof digits) {
        return false;
    }
    memcpy(digits, *p, n);
    digits[n] = '\0';
    double x;
    if (num_plain(digits, &x) != NUM_OK) {
        return false;
    }
    switch (toupper((unsigned char)*end)) {
    case 'M': x *= 1e-3; break;
    case 'B': break;
    case 'T': x *= 1e3; break;
    default: return false;
    }
    *p = end + 1;
    *billions = x;
    return x >= SIZE_MIN_B && x <= SIZE_MAX_B;
}

static bool size_parse(const char *text, struct model_size *out)
{
    const char *p = text;
    *out = (struct model_size){.experts = UNKNOWN};
    double experts = 0;
    while (isdigit((unsigned char)*p) && experts < 1000) {
        experts = experts * 10 + (*p++ - '0');
    }
    bool times = p > text && (*p == 'x' || *p == 'X');
    p = times ? p + 1 : text;
    if (!take_params(&p, &out->params_b) || (times && (experts < 2 || experts > 4096))) {
        return false;
    }
    out->active_b = out->params_b;
    if (times) {
        out->experts = experts;
        out->active_b = out->params_b * (SHARED_PART + (1 - SHARED_PART) * EXPERTS_ACTIVE);
        out->params_b *= SHARED_PART + (1 - SHARED_PART) * experts;
        return !*p;
    }
    if (p[0] == '-' && (p[1] == 'a' || p[1] == 'A')) {
        p += 2;
        return take_params(&p, &out->active_b) && out->active_b <= out->params_b && !*p;
    }
    return !*p;
}

static const struct model *model_of_size(struct arena *arena, const char *text,
                                         const struct model_size *s)
{
    struct model *m = model_blank(arena, text);
    if (!m) {
        return NULL;
    }
    m->family = "size";
    m->kind = MODEL_DECODER;
    m->kind_text = "decoder";
    m->params_b = s->params_b;
    m->active_params_b = s->active_b;
    if (known(s->experts)) {
        m->experts = s->experts;
        m->experts_per_token = EXPERTS_ACTIVE;
    }
    m->attention = ATT_UNKNOWN;
    m->default_dtype = "bf16";
    m->params_source = "size given by you";
    m->from = (struct origin){.source = "size given by you", .confidence = 'D', .yours = true};
    return m;
}

/* A net by another way to write its name; what begins or ends as a path is none. */
static const struct model *net_of_name(const struct facts *f, const char *text)
{
    bool path = *text == '.' || *text == '/' || *text == '~' || strstr(text, ".json");
    return path ? NULL : facts_net(f, text);
}

enum err model_from_text(const struct facts *f, struct arena *arena, const char *question,
                         const char *text, const struct model **out, struct err_info *e)
{
    *out = facts_model(f, text); /* a path is an id as it stands: no folding, any length */
    const char *id = *out ? NULL : facts_resolve(f, "models", text, NULL);
    *out = id ? facts_model(f, id) : *out;
    if (*out) {
        return OK;
    }
    struct model_size size;
    if (size_parse(text, &size)) {
        *out = model_of_size(arena, text, &size);
        return *out ? OK : err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    }
    *out = net_of_name(f, text);
    if (*out) {
        return OK;
    }
    if (model_is_path(text)) {
        struct fault x = fault_begin(e, ERR_UNSUPPORTED, MSG_JOB_CONFIG_JSON);
        fault_arg(&x, ARG_STR(question));
        fault_user(&x, text);
        return fault_end(&x);
    }
    return job_name_unknown(f, "models", question, text, e);
}
