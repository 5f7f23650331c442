#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/job/kinds.h"
#include "engine/job/names.h"
#include "engine/job/resolve.h"

/* --- number formats ------------------------------------------------------------------------- */
/* published: the format a model is published in; its text may say more ("mxfp4 experts, ..."). */
static const struct num_format *published(const struct model *m)
{
    char word[16] = "";
    const char *text = m && m->default_dtype ? m->default_dtype : "";
    size_t n = strcspn(text, " ,+;");
    if (n < sizeof word) {
        memcpy(word, text, n);
        word[n] = '\0';
    }
    /* "fp4" says how it is computed; it is stored with a scale a block */
    const struct num_format *fmt = num_format_find(str_eq(word, "fp4") ? "mxfp4" : word);
    return fmt ? fmt : num_format_find("bf16");
}

/* serving_weights: what is loaded when only the computing precision was asked for. */
static const char *serving_weights(const struct resolve *r)
{
    if (job_answered(r, Q_PRECISION)) {
        const char *p = r->a->a[Q_PRECISION].text;
        return str_eq(p, "fp4") ? "nvfp4" : str_eq(p, "tf32") || str_eq(p, "fp64") ? "fp32" : p;
    }
    const struct num_format *fmt = published(r->j->model);
    /* fp32 is what small models are published in; half of it loses nothing worth naming */
    return fmt->body_bits > 16 ? "bf16" : fmt->id;
}

static const char *default_weights(const struct resolve *r)
{
    const struct job *j = r->j;
    if (j->serving) {
        return serving_weights(r);
    }
    if (j->training && j->method == METHOD_QLORA) {
        return "nf4";
    }
    if (job_answered(r, Q_PRECISION)) {
        const char *p = r->a->a[Q_PRECISION].text;
        if (str_eq(p, "fp16") || str_eq(p, "fp32") || str_eq(p, "fp64")) {
            return p;
        }
    }
    return j->task == TASK_HPC ? "fp64" : "bf16";
}

static const struct num_format *take_format(struct resolve *r, enum question_id id,
                                            const char *otherwise)
{
    const char *word = job_text(r, id, otherwise);
    const struct num_format *fmt = num_format_find(word);
    return fmt ? fmt : num_format_find("bf16");
}

static void take_formats(struct resolve *r)
{
    struct job *j = r->j;
    j->weights = take_format(r, Q_WEIGHTS, default_weights(r));
    j->precision = take_format(r, Q_PRECISION, j->weights->compute);
    bool old = str_eq(j->precision->id, "fp16");
    j->kv = take_format(r, Q_KV, old ? "fp16" : "bf16");
}

/* --- trainer or serving engine -------------------------------------------------------------- */
static bool loads(const struct engine_row *g, const char *format)
{
    size_t n = strlen(format);
    for (const char *p = g->formats; p && *p;) {
        size_t len = strcspn(p, " ");
        if (len == n && memcmp(p, format, n) == 0) {
            return true;
        }
        p += len;
        p += strspn(p, " ");
    }
    return str_empty(g->formats);
}

static bool may_run(const struct resolve *r, const struct engine_row *g)
{
    if (!str_eq(g->role, r->j->serving ? "serve" : "train")) {
        return false;
    }
    bool host = r->j->offload == OFFLOAD_NONE || g->offload_cpu;
    return !r->j->serving || (host && loads(g, r->j->weights->id));
}

/* Does the engine run as it comes on a card made in China? */
static bool runs_domestic(const struct resolve *r, const struct engine_row *g)
{
    for (size_t i = 0; i < r->f->accel_n; i++)
        if (r->f->accel[i].domestic_cn == TRI_YES && engine_runs_on(g, &r->f->accel[i]))
            return true;
    return false;
}

/* For domestic cards only: the engine of the task that runs on some of them as it comes, else, for
 * language models, any that does; NULL where there is none. */
static const struct engine_row *domestic_engine(const struct resolve *r)
{
    const struct job *j = r->j;
    for (size_t i = 0; i < sizeof r->d->engines / sizeof r->d->engines[0]; i++) {
        const struct engine_row *g = r->d->engines[i] ? facts_engine(r->f, r->d->engines[i]) : NULL;
        if (g && may_run(r, g) && runs_domestic(r, g)) {
            return g;
        }
    }
    bool language = j->task == TASK_FINETUNE || j->task == TASK_PRETRAIN || j->task == TASK_SERVE ||
                    j->task == TASK_BATCH_INFERENCE;
    for (size_t i = 0; language && i < r->f->engine_n; i++) {
        const struct engine_row *g = &r->f->engine[i];
        if (may_run(r, g) && (!j->serving || g->tensor_parallel) && g->batches &&
            runs_domestic(r, g)) {
            return g;
        }
    }
    return NULL;
}

static const struct engine_row *default_engine(const struct resolve *r)
{
    const struct engine_row *home = r->j->domestic_only ? domestic_engine(r) : NULL;
    if (home) {
        return home;
    }
    const struct engine_row *first = NULL;
    for (size_t i = 0; i < sizeof r->d->engines / sizeof r->d->engines[0]; i++) {
        const struct engine_row *g = r->d->engines[i] ? facts_engine(r->f, r->d->engines[i]) : NULL;
        if (g && may_run(r, g)) {
            return g;
        }
    }
    for (size_t i = 0; i < r->f->engine_n; i++) {
        const struct engine_row *g = &r->f->engine[i];
        if (!may_run(r, g)) {
            continue;
        }
        bool as_wanted = r->j->serving ? g->tensor_parallel : g->shards == r->d->shards;
        if (as_wanted) {
            return g;
        }
        first = first ? first : g;
    }
    return first;
}

static enum err named_engine(struct resolve *r, enum question_id id, const struct engine_row **out)
{
    const char *question = question_get(id)->name, *name = r->a->a[id].text;
    const char *found = facts_resolve(r->f, "engines", name, NULL);
    *out = found ? facts_engine(r->f, found) : NULL;
    if (!*out) {
        return job_name_unknown(r->f, "engines", question, name, r->e);
    }
    const char *role = r->j->serving ? "serve" : "train";
    if (str_eq((*out)->role, role)) {
        return OK;
    }
    const struct engine_row *instead = default_engine(r);
    return job_refuse(r, MSG_JOB_ENGINE_ROLE, 4, ARG_STR(question), ARG_STR((*out)->name),
                      ARG_MSG(r->j->serving ? MSG_JOB_WORD_SERVE : MSG_JOB_WORD_TRAIN),
                      ARG_STR(instead ? instead->id : "?"));
}

static enum err take_engine(struct resolve *r)
{
    struct job *j = r->j;
    enum question_id by = !j->serving && r->a->a[Q_TRAINER].set ? Q_TRAINER : Q_ENGINE;
    if (r->a->a[by].set) {
        enum err result = named_engine(r, by, &j->engine);
        if (result != OK) {
            return result;
        }
        if (j->serving && j->offload != OFFLOAD_NONE && !j->engine->offload_cpu) {
            const struct engine_row *instead = default_engine(r);
            return job_refuse(r, MSG_JOB_ENGINE_OFFLOAD, 2, ARG_STR(j->engine->name),
                              ARG_STR(instead ? instead->id : "?"));
        }
        if (j->serving && !loads(j->engine, j->weights->id)) {
            return job_refuse(r, MSG_JOB_ENGINE_FORMAT, 3, ARG_STR(j->engine->name),
                              ARG_STR(j->weights->id), ARG_STR(j->engine->formats));
        }
    } else {
        j->engine = default_engine(r);
        by = j->serving ? Q_ENGINE : Q_TRAINER;
    }
    if (!j->engine) {
        return job_refuse(r, MSG_JOB_NO_ENGINE, 1, ARG_STR(task_word(j->task)));
    }
    job_text(r, by, NULL);
    job_note(r, by, j->engine->id);
    /* files of llama.cpp keep what is no expert in 8 bits, where the published model has 16 */
    if (j->serving && str_eq(j->weights->id, "mxfp4") && j->engine->layer_split &&
        !j->engine->tensor_parallel && loads(j->engine, "q8_0"))
        j->weights = num_format_find("mxfp4_moe");
    bool told = r->a->a[by].set && r->a->a[by].from != FROM_DEFAULT;
    j->engine_decides = (j->any_vendor && !j->domestic_only) || told ||
                        (j->domestic_only && runs_domestic(r, j->engine));
    return OK;
}

/* What proposes tokens: "mtp" or "eagle" for a head on the model, else a model. */
static enum err take_draft(struct resolve *r)
{
    struct job *j = r->j;
    j->draft_tokens = j->draft_acceptance = UNKNOWN;
    if (!j->serving || !model_is_text(j->model))
        return OK;
    const char *word = job_text(r, Q_DRAFT_MODEL, NULL);
    if (!word || str_case_eq(word, "none"))
        return OK;
    j->drafts = str_case_eq(word, "mtp")     ? DRAFT_MTP
                : str_case_eq(word, "eagle") ? DRAFT_EAGLE
                                             : DRAFT_MODEL;
    if (j->drafts == DRAFT_MODEL) {
        enum err result = model_from_text(r->f, r->arena, "draft-model", word, &j->draft, r->e);
        if (result != OK)
            return result;
        job_note(r, Q_DRAFT_MODEL, j->draft->id);
    }
    j->draft_tokens = job_number(r, Q_DRAFT_TOKENS, UNKNOWN);
    j->draft_acceptance = job_number(r, Q_DRAFT_ACCEPTANCE, UNKNOWN);
    return OK;
}

static void take_sharding(struct resolve *r)
{
    struct job *j = r->j;
    int at = job_choice(r, Q_SHARDING, 0);
    bool trainer_shards = j->training && j->engine->shards && !j->engine->replicates;
    j->sharding_given = at > 0 || trainer_shards;
    j->sharding = at > 0           ? (enum sharding)(at - 1)
                  : trainer_shards ? (enum sharding)j->engine->shard_stage
                                   : SHARD_NONE;
    at = job_choice(r, Q_RECOMPUTE, 0);
    j->recompute_given = at > 0;
    j->recompute = at > 0 ? (enum recompute)(at - 1) : RECOMPUTE_NONE;
}

/* --- lengths -------------------------------------------------------------------------------- */
static double default_context(const struct resolve *r)
{
    const struct job *j = r->j;
    double wish = r->d->context;
    if (j->model->kind == MODEL_SPEECH) {
        return j->model->max_context;
    }
    if (!model_is_text(j->model)) {
        return UNKNOWN;
    }
    if (!known(wish)) {
        wish = 4096; /* text under a task whose usual model has none */
    }
    if (j->serving && j->input_len + j->output_len > wish) {
        wish = j->input_len + j->output_len;
    }
    return known(j->model->max_context) && j->model->max_context < wish ? j->model->max_context
                                                                        : wish;
}

/* Prompt and answer as they usually are, shortened to what the context holds: what nobody said must
 * not contradict what the model can do. */
static void take_prompts(struct resolve *r)
{
    struct job *j = r->j;
    double in = r->d->input_len, out = r->d->output_len;
    double room = job_answered(r, Q_CONTEXT) ? r->a->a[Q_CONTEXT].num : j->model->max_context;
    bool in_said = job_answered(r, Q_INPUT), out_said = job_answered(r, Q_OUTPUT);
    in = in_said ? r->a->a[Q_INPUT].num : in;
    out = out_said ? r->a->a[Q_OUTPUT].num : out;
    if (known(room) && in + out > room) {
        if (!in_said && !out_said) {
            in = floor(in * room / (in + out));
            out = room - in;
        } else if (!in_said && room > out) {
            in = room - out;
        } else if (!out_said && room > in) {
            out = room - in;
        }
    }
    j->input_len = job_number(r, Q_INPUT, in);
    j->output_len = job_number(r, Q_OUTPUT, out);
}

static void take_lengths(struct resolve *r)
{
    struct job *j = r->j;
    bool image = model_is_image(j->model), video = j->model && j->model->kind == MODEL_VIDEO;
    bool speech = j->model && j->model->kind == MODEL_SPEECH;
    bool prompts = j->serving && model_is_text(j->model);
    j->input_len = j->output_len = UNKNOWN;
    if (prompts)
        take_prompts(r);
    bool text = model_is_text(j->model) || speech;
    j->context = text ? job_number(r, Q_CONTEXT, default_context(r)) : UNKNOWN;
    double side = j->model && known(j->model->input_size) ? j->model->input_size : 224;
    j->image_size = image ? job_number(r, Q_IMAGE_SIZE, side) : UNKNOWN;
    j->frames = video ? job_number(r, Q_FRAMES, CLIP_FRAMES) : UNKNOWN;
    j->denoise_steps = UNKNOWN;
    j->host_share = 0;
    j->attention_dp = false;
    double clip = speech && !known(r->d->clip_seconds) ? 30 : r->d->clip_seconds;
    j->clip_seconds =
        speech || video ? job_number(r, Q_CLIP_SECONDS, speech ? clip : UNKNOWN) : UNKNOWN;
    j->micro_batch = j->training ? job_number(r, Q_MICRO_BATCH, UNKNOWN) : UNKNOWN;
    j->global_batch = j->training ? job_number(r, Q_GLOBAL_BATCH, UNKNOWN) : UNKNOWN;
}

static enum optimizer default_optimizer(const struct job *j)
{
    bool image = j->model && (j->model->kind == MODEL_CNN || j->model->kind == MODEL_DETECTION);
    return image ? OPT_SGDM : OPT_ADAMW;
}

enum err resolve_method(struct resolve *r)
{
    struct job *j = r->j;
    enum method usual = model_has_linear(j->model) ? r->d->method : METHOD_FULL;
    j->method = j->training ? (enum method)job_choice(r, Q_METHOD, (int)usual) : METHOD_FULL;
    j->offload = (enum offload)job_choice(r, Q_OFFLOAD, OFFLOAD_NONE);
    take_formats(r);
    enum err result = take_engine(r);
    if (result != OK) {
        return result;
    }
    j->optimizer = j->training
                       ? (enum optimizer)job_choice(r, Q_OPTIMIZER, (int)default_optimizer(j))
                       : OPT_ADAMW;
    bool lora = j->training && j->method != METHOD_FULL;
    j->lora_rank = lora ? job_number(r, Q_LORA_RANK, 16) : UNKNOWN;
    take_sharding(r);
    take_lengths(r);
    return take_draft(r);
}
