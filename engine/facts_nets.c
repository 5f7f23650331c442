/*
 * facts_nets.c - nets of pictures, speech and short texts by the many ways to write one name:
 * "ResNeXt101-32x4d", "ViT-Base/16", "vit_b_16", "FCN R-101-D8", "YOLOv5-m seg", "Mask R-CNN
 * (ResNet-50 FPN)". A name is cut into its letters and numbers, sizes and backbones get one
 * spelling, what is left is put together without anything between. A second reading leaves out what
 * does not change the net: size of the input, data set, library, neck, schedule.
 */
#include <string.h>

#include "base/str.h"
#include "engine/facts.h"

#define FOLD_BYTES 96
#define TOKEN_BYTES 40

struct token {
    char w[TOKEN_BYTES];
    bool number, upper; /* upper: one capital, the G of ViT-G */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Next run of letters or number ("1.6" is one) of a name; false at its end. */
static bool next_token(const char **at, struct token *t)
{
    const char *p = *at;
    size_t n = 0;
    while (*p != '\0' && *p != '+' && !is_digit(*p) && !is_letter(*p))
        p++;
    if (*p == '\0')
        return false;
    *t = (struct token){.number = is_digit(*p)};
    if (*p == '+') {
        str_copy(t->w, sizeof t->w, "plus");
        *at = p + 1;
        return true;
    }
    const char *from = p;
    for (; t->number ? is_digit(*p) || (*p == '.' && is_digit(p[1])) : is_letter(*p); p++)
        if (n + 1 < sizeof t->w)
            t->w[n++] = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
    t->upper = n == 1 && *from >= 'A' && *from <= 'Z';
    *at = p;
    return true;
}

static bool one_of(const char *w, const char *const *words)
{
    for (; *words; words++)
        if (str_eq(w, *words))
            return true;
    return false;
}

/* One spelling of sizes and backbones. */
static const char *spelled(const struct token *t, const struct token *next, const char *before)
{
    static const char *const same[][2] = {{"tiny", "t"},         {"ti", "t"},
                                          {"small", "s"},        {"base", "b"},
                                          {"large", "l"},        {"huge", "h"},
                                          {"giant", "g"},        {"bigg", "gigantic"},
                                          {"xlarge", "xl"},      {"nano", "n"},
                                          {"medium", "m"},       {"rn", "resnet"},
                                          {"wrn", "wideresnet"}, {"effnet", "efficientnet"},
                                          {"dn", "densenet"}};
    if (t->upper && str_eq(t->w, "g") && str_eq(before, "vit")) /* ViT-g has 1.0e9, ViT-G 1.8e9 */
        return "gigantic";
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (str_eq(t->w, same[i][0]))
            return same[i][1];
    static const char *const depths[] = {"18", "34", "50", "101", "152", NULL};
    bool depth = next->number && one_of(next->w, depths);
    if (depth && str_eq(t->w, "r"))
        return "resnet";
    return depth && str_eq(t->w, "x") ? "resnext" : t->w;
}

/* Windows of Swin and its patch of four: every size has them. */
static bool of_window(const struct token *t, const struct token *next)
{
    if (!next->number)
        return false;
    bool patch = str_eq(t->w, "patch") || str_eq(t->w, "p");
    bool window = str_eq(t->w, "window") || str_eq(t->w, "w");
    static const char *const windows[] = {"7", "8", "12", "16", NULL};
    return (patch && str_eq(next->w, "4")) || (window && one_of(next->w, windows));
}

/* Words that do not change the net. */
static bool idle(const struct token *t)
{
    static const char *const words[] = {
        "fpn",         "in",          "imagenet",    "coco",         "cityscapes",
        "ade",         "timm",        "torchvision", "tv",           "tf",
        "gluon",       "pytorch",     "tensorflow",  "jax",          "hf",
        "pretrained",  "pretraining", "finetune",    "finetuned",    "finetuning",
        "training",    "supervised",  "detection",   "segmentation", "classification",
        "uncased",     "cased",       "model",       "backbone",     "with",
        "transformer", "ms",          "input",       "px",           "bn",
        "the",         "facebook",    "google",      "microsoft",    "openai",
        "nvidia",      NULL};
    static const char *const sides[] = {"224",  "240",  "256",  "260", "288", "299", "300",
                                        "320",  "380",  "384",  "416", "448", "456", "480",
                                        "512",  "518",  "528",  "600", "608", "640", "800",
                                        "1024", "1280", "1333", NULL};
    return one_of(t->w, t->number ? sides : words);
}

static bool is_side(const struct token *t)
{
    return t->number && idle(t);
}

/* Two tokens that do not change the net: v1.5 of a benchmark, D8 of a backbone, 1k classes, 2x,
 * 224x224. */
static bool idle_pair(const struct token *t, const struct token *next)
{
    if (t->number)
        return (str_eq(next->w, "k") || (t->w[1] == '\0' && str_eq(next->w, "x")));
    bool eighth = str_eq(t->w, "d") || str_eq(t->w, "os");
    return next->number &&
           ((str_eq(t->w, "v") && strchr(next->w, '.') != NULL) ||
            (eighth && str_eq(next->w, "8")) || (str_eq(t->w, "x") && is_side(next)));
}

/* Name without its publisher: "google/vit-base-patch16-224". */
static const char *without_publisher(const char *name)
{
    const char *slash = strrchr(name, '/');
    bool one = slash && is_letter(slash[1]) && strcspn(name, " (") > (size_t)(slash - name);
    return one ? slash + 1 : name;
}

/* Name put together; with `spare` without what does not change the net. */
static void fold(char *out, const char *name, bool spare)
{
    struct token t, next = {.w = ""};
    const char *before = "";
    size_t n = 0;
    name = without_publisher(name);
    bool more = next_token(&name, &next);
    out[0] = '\0';
    while (more) {
        t = next;
        next = (struct token){.w = ""};
        more = next_token(&name, &next);
        bool pair = of_window(&t, &next) || (spare && n > 0 && idle_pair(&t, &next));
        if (pair) {
            next = (struct token){.w = ""};
            more = next_token(&name, &next);
        }
        if (pair || str_eq(t.w, "patch") || (spare && n > 0 && idle(&t)))
            continue;
        if (str_eq(t.w, "vision") && str_eq(next.w, "transformer")) {
            str_copy(t.w, sizeof t.w, "vit");
            str_copy(next.w, sizeof next.w, "patch"); /* the second word is told */
        }
        before = spelled(&t, &next, before);
        size_t len = strlen(before);
        if (n + len + 1 > FOLD_BYTES)
            break;
        memcpy(out + n, before, len + 1);
        before = out + n;
        n += len;
    }
}

static bool is_net(const struct model *m)
{
    return m != NULL && m->kind != MODEL_DECODER && m->kind != MODEL_VLM;
}

static bool named(const char *candidate, const char *want, bool spare)
{
    char have[FOLD_BYTES];
    if (str_empty(candidate))
        return false;
    fold(have, candidate, spare);
    return str_eq(have, want);
}

const struct model *facts_net(const struct facts *f, const char *name)
{
    char want[FOLD_BYTES];
    for (int spare = 0; spare < 2 && !str_empty(name); spare++) {
        fold(want, name, spare);
        if (strlen(want) < 3)
            return NULL;
        for (size_t i = 0; i < f->model_n; i++)
            if (is_net(&f->model[i]) &&
                (named(f->model[i].id, want, spare) || named(f->model[i].name, want, spare)))
                return &f->model[i];
        for (size_t i = 0; i < f->alias_n; i++) {
            if (!str_eq(f->alias[i].table, "models") || !named(f->alias[i].name, want, spare))
                continue;
            const struct model *m = facts_model(f, f->alias[i].id);
            if (is_net(m))
                return m;
        }
    }
    return NULL;
}
