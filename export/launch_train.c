/*
 * launch_train.c - torchrun with the configuration of the trainer that was sized: plain data
 * parallel, DeepSpeed or FSDP under the names of transformers.TrainingArguments, or Megatron-LM
 * (launch_megatron.c).
 *
 * Options: https://docs.pytorch.org/docs/stable/elastic/run.html;
 * https://huggingface.co/docs/transformers/main_classes/trainer (TrainingArguments, fsdp_config);
 * https://www.deepspeed.ai/docs/config-json/; trl/scripts/sft.py of huggingface/trl.
 */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "export/launch.h"

#define PORT "29500"

static bool by_deepspeed(const struct launch *x)
{
    bool named = str_starts(x->job->engine->id, "deepspeed");
    bool shards = x->layout.sharding == SHARD_ZERO1 || x->layout.sharding == SHARD_ZERO2;
    return named || shards || x->layout.offload == OFFLOAD_NVME;
}

static bool by_fsdp(const struct launch *x)
{
    return !by_deepspeed(x) && x->layout.sharding == SHARD_ZERO3;
}

bool train_is_megatron(const struct launch *x)
{
    const struct layout *l = &x->layout;
    return l->tp * l->pp * l->ep * l->cp > 1 || str_starts(x->job->engine->id, "megatron");
}

/* A language model that trl's own script fine-tunes; else the user's program. */
static bool by_trl(const struct launch *x)
{
    const struct model *m = x->job->model;
    return m != NULL && (m->kind == MODEL_DECODER || m->kind == MODEL_VLM) &&
           (x->job->task == TASK_FINETUNE || x->job->task == TASK_LEARN);
}

/* A program of its own builds the small models of vision and the like itself. */
static bool has_model(const struct launch *x)
{
    const struct model *m = x->job->model;
    return m != NULL && (script_word(m->repo) || by_trl(x) || train_is_megatron(x) ||
                         x->job->task == TASK_PRETRAIN);
}

enum err train_can(const struct launch *x, struct err_info *e)
{
    if (!train_is_megatron(x) || x->layout.offload == OFFLOAD_NONE)
        return OK;
    struct msg_arg a[3] = {ARG_MSG(MSG_Q_OFFLOAD), ARG_STR(offload_word(x->layout.offload)),
                           ARG_STR("Megatron-LM")};
    return err_set(e, ERR_UNSUPPORTED, MSG_LAUNCH_NO_OPTION, 3, a);
}

void train_variables(const struct launch *x, struct str *out)
{
    enum lang lang = x->o->lang;
    const struct model *m = x->job->model;
    struct msg fill;
    if (m != NULL && script_word(m->repo)) {
        script_default(out, "MODEL", m->repo);
    } else if (has_model(x)) {
        fill = msg_make(MSG_LAUNCH_FILL_MODEL, 1, ARG_STR(m->name));
        script_fill(out, "MODEL", lang, &fill);
    }
    fill = msg_make(train_is_megatron(x) ? MSG_LAUNCH_FILL_MEGATRON_DATA : MSG_LAUNCH_FILL_DATA, 0);
    script_fill(out, "DATASET", lang, &fill);
    if (train_is_megatron(x)) {
        fill = msg_make(MSG_LAUNCH_FILL_MEGATRON, 0);
        script_fill(out, "MEGATRON", lang, &fill);
    } else if (!by_trl(x)) {
        fill = msg_make(MSG_LAUNCH_FILL_PROGRAM, 0);
        script_fill(out, "TRAIN_PROGRAM", lang, &fill);
    }
    script_default(out, "OUTPUT", "./output");
}

void train_torchrun(const struct launch *x, struct str *out)
{
    str_add(out, "torchrun");
    if (x->nodes == 1) {
        script_opt(out, "--standalone", NULL);
    } else {
        script_number(out, "--nnodes", x->nodes);
        script_opt(out, "--rdzv-backend", "c10d");
        script_opt(out, "--rdzv-id", "dlrig");
        script_opt(out, "--rdzv-endpoint", "\"$MASTER_ADDR:" PORT "\"");
    }
    script_number(out, "--nproc-per-node", x->per_node);
}

/* --- DeepSpeed -------------------------------------------------------------------------------- */
static int stage_of(const struct layout *l)
{
    return l->sharding == SHARD_ZERO1   ? 1
           : l->sharding == SHARD_ZERO2 ? 2
           : l->sharding == SHARD_ZERO3 ? 3
                                        : 0;
}

static void json_offload(struct json_out *w, const char *key, const struct launch *x)
{
    bool nvme = x->layout.offload == OFFLOAD_NVME;
    jw_key(w, key);
    jw_obj(w);
    jw_kstr(w, "device", nvme ? "nvme" : "cpu");
    if (nvme)
        jw_kstr(w, "nvme_path", "/local_nvme");
    jw_kbool(w, "pin_memory", true);
    jw_obj_end(w);
}

static void json_switch(struct json_out *w, const char *key, bool on)
{
    jw_key(w, key);
    jw_obj(w);
    jw_kbool(w, "enabled", on);
    jw_obj_end(w);
}

static void deepspeed_json(const struct launch *x, struct str *out)
{
    const struct layout *l = &x->layout;
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    jw_knum(&w, "train_batch_size", l->global_batch);
    jw_knum(&w, "train_micro_batch_size_per_gpu", l->micro_batch);
    jw_knum(&w, "gradient_accumulation_steps", l->grad_accum);
    jw_knum(&w, "gradient_clipping", 1);
    json_switch(&w, "bf16", str_eq(launch_precision(x), "bf16"));
    json_switch(&w, "fp16", str_eq(launch_precision(x), "fp16"));
    jw_key(&w, "zero_optimization");
    jw_obj(&w);
    jw_knum(&w, "stage", stage_of(l));
    jw_kbool(&w, "overlap_comm", true);
    jw_kbool(&w, "contiguous_gradients", true);
    if (l->offload != OFFLOAD_NONE) {
        json_offload(&w, "offload_optimizer", x);
        if (stage_of(l) == 3)
            json_offload(&w, "offload_param", x);
    }
    if (stage_of(l) == 3)
        jw_kbool(&w, "stage3_gather_16bit_weights_on_model_save", true);
    jw_obj_end(&w);
    jw_obj_end(&w);
    str_addc(out, '\n');
}

/* --- FSDP ------------------------------------------------------------------------------------- */
static void fsdp_json(const struct launch *x, struct str *out)
{
    bool full = x->layout.recompute != RECOMPUTE_NONE;
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    jw_knum(&w, "fsdp_version", 2);
    jw_kbool(&w, "reshard_after_forward", true);
    jw_kbool(&w, "cpu_ram_efficient_loading", true);
    jw_kbool(&w, "activation_checkpointing", full);
    jw_kstr(&w, "state_dict_type", "SHARDED_STATE_DICT");
    jw_obj_end(&w);
    str_addc(out, '\n');
}

static void config_file(const struct launch *x, struct str *out)
{
    if (!by_deepspeed(x) && !by_fsdp(x))
        return;
    str_add(out, "CONFIG=\"$(mktemp)\"\ncat > \"$CONFIG\" <<'JSON'\n");
    if (by_deepspeed(x))
        deepspeed_json(x, out);
    else
        fsdp_json(x, out);
    str_add(out, "JSON\n");
}

/* --- arguments of transformers.TrainingArguments, SFTConfig and ModelConfig ------------------- */
static const char *const optimizers[OPT_COUNT] = {
    [OPT_ADAMW] = "adamw_torch", [OPT_ADAMW_8BIT] = "adamw_bnb_8bit", [OPT_ADAFACTOR] = "adafactor",
    [OPT_SGD] = "sgd",           [OPT_LION] = "lion_32bit",
};

static double steps(const struct launch *x)
{
    const struct job *j = x->job;
    double epochs = known(j->epochs) ? j->epochs : 1;
    if (known(j->tokens) && known(j->context) && x->layout.global_batch > 0)
        return ceil(j->tokens * epochs / (j->context * x->layout.global_batch));
    return UNKNOWN;
}

static void arg_length(const struct launch *x, struct str *out)
{
    const struct job *j = x->job;
    if (j->task == TASK_PRETRAIN && known(steps(x)))
        script_number(out, "--max_steps", steps(x));
    else if (known(j->epochs)) {
        struct str s;
        str_init(&s, 64);
        num_json(&s, j->epochs);
        script_opt(out, "--num_train_epochs", s.p);
        str_free(&s);
    }
}

/* Gradient checkpointing of transformers drops the activations of every layer: it takes less than
 * what was sized where that was selective. Under FSDP the configuration says it. */
static void arg_memory(const struct launch *x, struct str *out)
{
    bool on = x->layout.recompute != RECOMPUTE_NONE && !by_fsdp(x);
    script_number(out, "--per_device_train_batch_size", x->layout.micro_batch);
    script_number(out, "--gradient_accumulation_steps", x->layout.grad_accum);
    script_opt(out, "--gradient_checkpointing", on ? "True" : "False");
    if (optimizers[x->job->optimizer] != NULL)
        script_opt(out, "--optim", optimizers[x->job->optimizer]);
    if (str_eq(launch_precision(x), "bf16"))
        script_opt(out, "--bf16", "True");
    if (str_eq(launch_precision(x), "fp16"))
        script_opt(out, "--fp16", "True");
    if (str_eq(launch_precision(x), "tf32"))
        script_opt(out, "--tf32", "True");
    if (by_deepspeed(x))
        script_opt(out, "--deepspeed", "\"$CONFIG\"");
    if (by_fsdp(x)) {
        script_opt(out, "--fsdp",
                   x->layout.offload == OFFLOAD_CPU ? "\"full_shard auto_wrap offload\""
                                                    : "\"full_shard auto_wrap\"");
        script_opt(out, "--fsdp_config", "\"$CONFIG\"");
    }
}

static void arg_adapter(const struct launch *x, struct str *out)
{
    const struct job *j = x->job;
    const char *w = j->weights->id;
    bool full = j->method == METHOD_FULL;
    /* full training keeps its weights in 32 bits beside the optimizer, DeepSpeed does so itself */
    script_opt(out, "--dtype",
               full && !by_deepspeed(x) && j->optimizer != OPT_ADAMW_BF16 ? "float32"
               : str_eq(launch_precision(x), "fp16")                      ? "float16"
                                                                          : "bfloat16");
    if (full)
        return;
    script_opt(out, "--use_peft", "True");
    script_number(out, "--lora_r", j->lora_rank);
    script_opt(out, "--lora_target_modules", "all-linear");
    if (str_starts(w, "nf4")) {
        script_opt(out, "--load_in_4bit", "True");
        script_opt(out, "--bnb_4bit_quant_type", "nf4");
        script_opt(out, "--use_bnb_nested_quant", str_eq(w, "nf4-dq") ? "True" : "False");
    } else if (str_eq(w, "int8")) {
        script_opt(out, "--load_in_8bit", "True");
    }
}

static void notes(const struct launch *x, struct str *out)
{
    static const char *const same[] = {"transformers", "fsdp", "pytorch-ddp"};
    const struct engine_row *g = x->job->engine;
    bool known_names = str_starts(g->id, "deepspeed");
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        known_names = known_names || str_starts(g->id, same[i]);
    if (!known_names) {
        struct msg m = msg_make(MSG_LAUNCH_OTHER_TRAINER, 1, ARG_STR(g->name));
        script_comment(out, x->o->lang, &m);
    }
    if (x->layout.recompute == RECOMPUTE_SELECTIVE) {
        struct msg m = msg_make(MSG_LAUNCH_SELECTIVE, 0);
        script_comment(out, x->o->lang, &m);
    }
    if (optimizers[x->job->optimizer] == NULL) {
        struct msg m =
            msg_make(MSG_LAUNCH_OPTIMIZER, 1, ARG_STR(optimizer_word(x->job->optimizer)));
        script_comment(out, x->o->lang, &m);
    }
}

void train_body(const struct launch *x, struct str *out)
{
    if (train_is_megatron(x)) {
        megatron_body(x, out);
        return;
    }
    notes(x, out);
    config_file(x, out);
    train_torchrun(x, out);
    if (by_trl(x)) {
        script_opt(out, "-m trl.scripts.sft", NULL);
        script_opt(out, "--model_name_or_path", "\"$MODEL\"");
        script_opt(out, "--dataset_name", "\"$DATASET\"");
        arg_adapter(x, out);
        script_number(out, "--max_length", x->job->context);
        script_opt(out, "--packing", "True");
    } else {
        script_opt(out, "\"$TRAIN_PROGRAM\"", NULL);
        if (has_model(x))
            script_opt(out, "--model_name_or_path", "\"$MODEL\"");
        script_opt(out, "--dataset_name", "\"$DATASET\"");
    }
    arg_memory(x, out);
    arg_length(x, out);
    script_opt(out, "--output_dir", "\"$OUTPUT\"");
    str_addc(out, '\n');
}
