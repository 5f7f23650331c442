#include "base/num.h"
#include "base/str.h"
#include "engine/job/answers.h"
#include "engine/job/kinds.h"
#include "engine/job/resolve.h"

/* Contradictions: each check says in its message what excludes what and what to do. */

static enum err check_lengths(struct resolve *r)
{
    const struct job *j = r->j;
    const struct model *m = j->model;
    if (!m || !known(j->context)) {
        return OK;
    }
    if (known(m->max_context) && j->context > m->max_context) {
        return job_refuse(r, MSG_JOB_CONTEXT_MAX, 3, ARG_INT(j->context), ARG_INT(m->max_context),
                          ARG_STR(m->name));
    }
    double both = j->input_len + j->output_len;
    if (j->serving && known(both) && both > j->context) {
        return job_refuse(r, MSG_JOB_IN_OUT_MAX, 2, ARG_INT(both), ARG_INT(j->context));
    }
    return OK;
}

static enum err check_batches(struct resolve *r)
{
    const struct job *j = r->j;
    if (!known(j->micro_batch) || !known(j->global_batch)) {
        return OK;
    }
    if (j->micro_batch > j->global_batch) {
        return job_refuse(r, MSG_JOB_MICRO_GLOBAL, 2, ARG_INT(j->micro_batch),
                          ARG_INT(j->global_batch));
    }
    double copies = j->dp > 0 ? j->dp : 1;
    double slices = j->global_batch / (j->micro_batch * copies);
    if (j->dp > 0 && (slices < 1 || slices != (double)(long)slices)) {
        return job_refuse(r, MSG_JOB_BATCH_DIVIDES, 3, ARG_INT(j->global_batch),
                          ARG_INT(j->micro_batch), ARG_INT(copies));
    }
    return OK;
}

static enum err check_method(struct resolve *r)
{
    const struct job *j = r->j;
    const struct model *m = j->model;
    if (!j->training) {
        return OK;
    }
    double bits = j->weights->body_bits;
    if (j->method == METHOD_QLORA && !model_has_linear(m)) {
        return job_refuse(r, MSG_JOB_QLORA_LINEAR, 2, ARG_STR(m->name), ARG_STR(m->kind_text));
    }
    if (j->method == METHOD_QLORA && bits >= 8) {
        return job_refuse(r, MSG_JOB_QLORA_WEIGHTS, 1, ARG_STR(j->weights->id));
    }
    if (j->method == METHOD_LORA && bits < 8) {
        return job_refuse(r, MSG_JOB_LORA_WEIGHTS, 1, ARG_STR(j->weights->id));
    }
    if (j->method == METHOD_FULL && bits < 8) {
        return job_refuse(r, MSG_JOB_FULL_WEIGHTS, 1, ARG_STR(j->weights->id));
    }
    if (j->method != METHOD_FULL && known(m->hidden) && j->lora_rank > m->hidden) {
        return job_refuse(r, MSG_JOB_LORA_RANK, 3, ARG_INT(j->lora_rank), ARG_INT(m->hidden),
                          ARG_STR(m->name));
    }
    return OK;
}

static enum err check_offload(struct resolve *r)
{
    const struct job *j = r->j;
    if (j->offload == OFFLOAD_NVME && j->serving) {
        return job_refuse(r, MSG_JOB_OFFLOAD_SERVING, 0);
    }
    if (j->offload == OFFLOAD_EXPERTS && j->training) {
        return job_refuse(r, MSG_JOB_OFFLOAD_TRAINING, 0);
    }
    if (j->offload == OFFLOAD_EXPERTS && j->model && !model_has_experts(j->model)) {
        return job_refuse(r, MSG_JOB_OFFLOAD_DENSE, 1, ARG_STR(j->model->name));
    }
    return OK;
}

/* A draft is for a model that writes, cheaper than it, and only where the program can check it. */
static enum err check_draft(struct resolve *r)
{
    const struct job *j = r->j;
    const struct model *m = j->model, *d = j->draft;
    if (j->drafts == DRAFT_NONE) {
        return OK;
    }
    if (m->kind == MODEL_ENCODER) {
        return job_refuse(r, MSG_JOB_DRAFT_ENCODER, 1, ARG_STR(m->name));
    }
    if (!j->engine->speculates) {
        return job_refuse(r, MSG_JOB_DRAFT_ENGINE, 1, ARG_STR(j->engine->name));
    }
    if (!d) {
        return OK;
    }
    if (d->kind != MODEL_DECODER && d->kind != MODEL_VLM) {
        return job_refuse(r, MSG_JOB_DRAFT_KIND, 1, ARG_STR(d->name));
    }
    if (!known(d->params_b) || !(d->params_b > 0)) {
        return job_refuse(r, MSG_JOB_DRAFT_SIZE, 1, ARG_STR(d->name));
    }
    if (d->params_b >= m->params_b) {
        return job_refuse(r, MSG_JOB_DRAFT_LARGE, 4, ARG_STR(d->name), ARG_NUM(d->params_b),
                          ARG_STR(m->name), ARG_NUM(m->params_b));
    }
    return OK;
}

static enum err check_place(struct resolve *r)
{
    const struct job *j = r->j;
    if (j->data_stays && j->stays_share < 1) {
        return job_refuse(r, MSG_JOB_STAYS_BOTH, 1, ARG_PCT(j->stays_share));
    }
    if (j->stays_share > 0 && j->where == WHERE_CLOUD) {
        return job_refuse(r, MSG_JOB_STAYS_CLOUD, 0);
    }
    if (j->nodes_max > 0 && j->nodes > j->nodes_max) {
        return job_refuse(r, MSG_JOB_NODES_MAX, 2, ARG_INT(j->nodes), ARG_INT(j->nodes_max));
    }
    if (known(j->seats) && j->users > j->seats) {
        return job_refuse(r, MSG_JOB_USERS_SEATS, 2, ARG_INT(j->users), ARG_INT(j->seats));
    }
    return OK;
}

/* A split that the cards named cannot take: too many parts, or cards left over. */
static enum err check_split(struct resolve *r)
{
    const struct job *j = r->j;
    double split =
        (j->tp > 0 ? j->tp : 1.0) * (j->pp > 0 ? j->pp : 1.0) * (j->cp > 0 ? j->cp : 1.0);
    for (int i = 0; i < j->gpu.n; i++) {
        double cards = j->gpu.group[i].count * (j->nodes > 0 ? j->nodes : 1.0);
        if (cards > 0 && split > cards) {
            return job_refuse(r, MSG_JOB_LAYOUT_CARDS, 2, ARG_INT(split), ARG_INT(cards));
        }
        if (cards > 0 && fmod(cards, split) > 0) {
            return job_refuse(r, MSG_JOB_LAYOUT_REST, 3, ARG_INT(split), ARG_INT(cards),
                              ARG_INT(fmod(cards, split)));
        }
        double used = split * j->dp; /* copies of a split use up all cards, no more and no less */
        if (cards > 0 && j->dp > 0 && (used < cards || used > cards)) {
            return job_refuse(r, MSG_JOB_LAYOUT_COPIES, 4, ARG_INT(j->dp), ARG_INT(split),
                              ARG_INT(used), ARG_INT(cards));
        }
    }
    return OK;
}

/* Ways to split that nothing does with this kind of model or task. */
static enum err check_split_kind(struct resolve *r)
{
    const struct job *j = r->j;
    const struct {
        const char *flag;
        int wish;
        bool serving; /* serving programs do it */
    } splits[] = {
        {"tp", j->tp, true}, {"pp", j->pp, true}, {"cp", j->cp, false}, {"ep", j->ep, false}};
    enum model_kind k = j->model->kind;
    bool language = k == MODEL_DECODER || k == MODEL_VLM || k == MODEL_ENCODER_DECODER;
    for (size_t i = 0; i < sizeof splits / sizeof splits[0]; i++) {
        if (splits[i].wish > 1 && !language) {
            return job_refuse(r, MSG_JOB_LAYOUT_KIND, 3, ARG_STR(splits[i].flag),
                              ARG_INT(splits[i].wish), ARG_STR(j->model->name));
        }
        if (splits[i].wish > 1 && j->serving && !splits[i].serving) {
            return job_refuse(r, MSG_JOB_LAYOUT_SERVING, 2, ARG_STR(splits[i].flag),
                              ARG_INT(splits[i].wish));
        }
    }
    return OK;
}

static enum err check_layout(struct resolve *r)
{
    const struct job *j = r->j;
    const struct model *m = j->model;
    if (!m) {
        return OK;
    }
    enum err split = check_split_kind(r);
    if (split == OK) {
        split = check_split(r);
    }
    if (split != OK) {
        return split;
    }
    if (j->tp > 1 && known(m->heads) && m->heads > 0 && (long)m->heads % j->tp != 0) {
        return job_refuse(r, MSG_JOB_LAYOUT_HEADS, 3, ARG_INT(j->tp), ARG_INT(m->heads),
                          ARG_STR(m->name));
    }
    if (known(m->layers) && j->pp > m->layers) {
        return job_refuse(r, MSG_JOB_LAYOUT_LAYERS, 3, ARG_INT(j->pp), ARG_INT(m->layers),
                          ARG_STR(m->name));
    }
    double experts = known(m->experts) && m->experts > 1 ? m->experts : 1;
    if (j->ep > experts) {
        return job_refuse(r, MSG_JOB_LAYOUT_EXPERTS, 2, ARG_INT(j->ep), ARG_STR(m->name));
    }
    return OK;
}

static bool vendor_allowed(const struct job *j, const struct accel *a)
{
    if (j->any_vendor || (j->domestic_only && a->domestic_cn == TRI_YES)) {
        return true;
    }
    char item[ANSWER_TEXT_MAX];
    for (const char *p = j->vendors; p && answer_list_next(&p, item, sizeof item);) {
        if (str_case_eq(item, a->vendor)) {
            return true;
        }
    }
    return false;
}

static enum err check_vendors(struct resolve *r)
{
    const struct job *j = r->j;
    for (int i = 0; i < j->gpu.n; i++) {
        const struct accel *a = j->gpu.group[i].accel;
        if (!vendor_allowed(j, a)) {
            return job_refuse(r, MSG_JOB_VENDORS_GPU, 3, ARG_STR(a->name), ARG_STR(a->vendor),
                              ARG_STR(j->vendors));
        }
    }
    for (size_t i = 0; i < r->f->accel_n; i++) {
        if (vendor_allowed(j, &r->f->accel[i])) {
            return OK;
        }
    }
    return job_refuse(r, MSG_JOB_VENDORS_NONE, 1, ARG_STR(j->vendors ? j->vendors : "any"));
}

enum err check_job(struct resolve *r)
{
    enum err (*const checks[])(struct resolve *) = {check_lengths, check_batches, check_method,
                                                    check_offload, check_draft,   check_place,
                                                    check_layout,  check_vendors};
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        enum err result = checks[i](r);
        if (result != OK) {
            return result;
        }
    }
    return OK;
}
