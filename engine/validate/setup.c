/*
 * setup.c - a row's cells as a job on a shape. What a source does not state gets the
 * same defaults for every row, written here: one node up to eight cards; one port of 200 Gbit/s
 * per card between nodes before Hopper, 400 after; PCIe 4.0 between cards of unknown links; fp16
 * or bf16 as the card has it.
 */
#include "engine/validate/setup.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/validate/card.h"
#include "engine/validate/habits.h"
#include "engine/validate/host.h"
#include "engine/validate/model.h"
#include "engine/validate/net.h"
#include "engine/validate/words.h"

double setup_num(const struct setup *s, enum cell c)
{
    double x; /* nothing here is below 0: such a cell states nothing */
    return s->cell[c] && num_plain(s->cell[c], &x) == NUM_OK && x >= 0 ? x : UNKNOWN;
}

static int setup_int(const struct setup *s, enum cell c, int otherwise)
{
    double x = setup_num(s, c);
    return known(x) && x >= 1 && x < 1e7 ? (int)x : otherwise;
}

static bool says(const struct setup *s, enum cell c, const char *word)
{
    return s->cell[c] && strstr(s->cell[c], word) != NULL;
}

/* Number after a word of the notes: "layers 48, hidden 6144". */
static double noted(const struct setup *s, const char *word)
{
    const char *p = s->cell[CELL_NOTES] ? strstr(s->cell[CELL_NOTES], word) : NULL;
    if (!p)
        return UNKNOWN;
    p += strlen(word);
    while (*p == ' ')
        p++;
    double x = 0;
    const char *from = p;
    for (; *p >= '0' && *p <= '9'; p++)
        x = 10 * x + (*p - '0');
    if (p != from && *p == 'k' && (p[1] == '\0' || strchr(" ,;.)", p[1])))
        x *= 1000; /* "vocabulary 250k" */
    return p != from ? x : UNKNOWN;
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

double setup_counted(const char *text, const char *word)
{
    const char *p = text ? strstr(text, word) : NULL;
    if (!p || p == text)
        return UNKNOWN;
    double x = 0, place = 1;
    const char *end = p[-1] == ' ' ? p - 1 : p;
    int digits = 0; /* since the last point or comma */
    for (p = end; p > text; p--) {
        bool thousand = p[-1] == ',' && digits == 3 && p - 1 > text && digit(p[-2]);
        if (p[-1] == '.') {
            x /= place;
            place = 1;
        } else if (digit(p[-1])) {
            x += (p[-1] - '0') * place;
            place *= 10;
        } else if (!thousand) {
            break;
        }
        digits = digit(p[-1]) ? digits + 1 : 0;
    }
    return p != end ? x : UNKNOWN;
}

/* "480x720", the only size of pictures in a text: the side of a square of as many pixels. */
static double noted_side(const char *text)
{
    double side = UNKNOWN;
    for (const char *p = text; p && (p = strchr(p, 'x')) != NULL; p++) {
        const char *from = p;
        double a = 0, b = 0;
        while (from > text && digit(from[-1]))
            from--;
        for (const char *q = from; q < p; q++)
            a = 10 * a + (*q - '0');
        for (const char *q = p + 1; digit(*q); q++)
            b = 10 * b + (*q - '0');
        if (a < 32 || b < 32)
            continue;
        if (known(side))
            return UNKNOWN;
        side = sqrt(a * b);
    }
    return side;
}

/* The word before `p` names another net than the row's: "b4 at 380" of an EfficientNet-B0. */
static bool of_another(const char *text, const char *p, const char *model)
{
    char word[16];
    const char *from = p;
    bool number = false;
    for (; from > text && from[-1] != ' ' && from[-1] != ','; from--)
        number = number || digit(from[-1]);
    size_t n = (size_t)(p - from);
    if (!number || n >= sizeof word)
        return false;
    memcpy(word, from, n);
    word[n] = '\0';
    return strstr(model, word) == NULL;
}

/* "at 384", "@384", "resolution 384"; UNKNOWN when several are told. */
static double side_at(const struct setup *s)
{
    const char *text = s->cell[CELL_NOTES];
    static const char *const words[] = {" at ", "@", "resolution ", "crop ", "crops of ", NULL};
    double side = UNKNOWN;
    for (const char *const *w = words; *w; w++)
        for (const char *p = strstr(text, *w); p; p = strstr(p + 1, *w)) {
            double x = 0;
            const char *d = p + strlen(*w);
            for (; *d >= '0' && *d <= '9' && x < 65536; d++)
                x = 10 * x + (*d - '0');
            bool other = of_another(text, p, s->cell[CELL_MODEL]);
            other = other || *d == '.' || *d == '%' || *d == 'k' || *d == 'W';
            if (x < 96 || x > 2048 || other || (*d != '\0' && !strchr(" ,;)px^-", *d)))
                continue;
            if (known(side) && side != x)
                return UNKNOWN;
            side = x;
        }
    return side;
}

/* N of "Nx100 Gb/s"; 1 when there is none. */
static double times_before(const char *text, const char *word)
{
    const char *p = strstr(text, word);
    while (p && p > text && (p[-1] == ' ' || (p[-1] >= '0' && p[-1] <= '9')))
        p--;
    double x = 0, place = 1;
    if (!p || p == text || p[-1] != 'x')
        return 1;
    for (p--; p > text && p[-1] >= '0' && p[-1] <= '9'; p--, place *= 10)
        x += (p[-1] - '0') * place;
    return x > 0 ? x : 1;
}

/* --- model -------------------------------------------------------------------------------------*/
/* "40 layers, 64 heads of 128, MHA" in the name of a model. */
static void named_shape(const char *name, struct model *m)
{
    double layers = setup_counted(name, "layers"), heads = setup_counted(name, "heads of ");
    if (!known(layers) || !known(heads))
        return;
    const char *p = strstr(name, "heads of ") + strlen("heads of ");
    double size = 0;
    for (; *p >= '0' && *p <= '9'; p++)
        size = 10 * size + (*p - '0');
    m->layers = layers;
    m->heads = heads;
    m->head_dim = size;
    m->hidden = heads * size;
    if (strstr(name, "MHA"))
        m->kv_heads = heads;
}

/* A model that the catalog does not have: parameters of the row, dimensions where they are noted
 * (classic GPT blocks: two matrices of 4 h, tied embeddings). */
static bool made_up_model(struct setup *s)
{
    struct model *m = &s->model;
    blank_model(m);
    m->id = m->name = "row";
    m->params_b = setup_num(s, CELL_PARAMS);
    m->active_params_b = setup_num(s, CELL_ACTIVE);
    if (!known(m->params_b))
        named_params(s->cell[CELL_MODEL], &m->params_b, &m->active_params_b);
    if (!known(m->active_params_b))
        m->active_params_b = m->params_b;
    double layers = noted(s, "layers"), hidden = noted(s, "hidden");
    if (known(layers) && known(hidden)) {
        m->layers = layers;
        m->hidden = hidden;
        m->intermediate = 4 * hidden;
        m->gated_mlp = TRI_NO;
        m->tied_embeddings = TRI_YES;
        m->heads = m->kv_heads = noted(s, "heads");
        m->vocab = noted(s, "vocabulary");
    }
    named_shape(s->cell[CELL_MODEL], m);
    return known(m->params_b) && m->params_b > 0;
}

static bool denoises(const struct model *m)
{
    return m->kind == MODEL_DIFFUSION || m->kind == MODEL_VIDEO;
}

static bool row_model(struct setup *s)
{
    static const char *const others[] = {"diffusion", "R-CNN", "SSD", "RetinaNet", "nnU-Net",
                                         "DLRM", "FLUX", NULL};
    const struct model *m = facts_model(s->f, s->cell[CELL_MODEL_ID]);
    if (!m)
        m = validate_model(s->f, s->cell[CELL_MODEL], setup_num(s, CELL_PARAMS));
    if (m) {
        s->model = *m;
        double n = setup_num(s, CELL_PARAMS);
        if (known(n) && n > 0 && !known(s->model.params_b))
            s->model.params_b = n;
        if (encoders_away(s) && known(m->active_params_b) && denoises(m))
            s->model.params_b = m->active_params_b; /* encoders are not on the card */
        s->job.model = &s->model;
        return true;
    }
    s->job.model = &s->model;
    bool image = s->job.task == TASK_TRAIN_VISION || strstr(s->cell[CELL_NOTES], " image") ||
                 strstr(s->cell[CELL_FRAMEWORK], "timm");
    if (image && made_up_net(s))
        return true;
    if (s->cell[CELL_MODEL] && word_in(s->cell[CELL_MODEL], others))
        return false;
    double n, active;
    if (s->job.task == TASK_TRAIN_VISION && !named_params(s->cell[CELL_MODEL], &n, &active))
        return false; /* a net, no text model */
    return made_up_model(s);
}

/* --- engine, formats --------------------------------------------------------------------------*/
static bool unit_is_time(const struct setup *s)
{
    const char *m = s->cell[CELL_METRIC];
    return str_eq(m, "wall_hours") || str_eq(m, "hours_to_train") ||
           str_eq(m, "minutes_to_quality") || str_eq(m, "accelerator_hours") ||
           str_eq(m, "epoch_hours");
}

/* Pictures are trained with momentum unless the row tells or attention is what trains. */
static void vision_optimizer(struct setup *s)
{
    bool told = !str_empty(s->cell[CELL_OPTIMIZER]);
    if (s->job.task == TASK_TRAIN_VISION && !told && s->model.kind != MODEL_VIT)
        s->job.optimizer = OPT_SGDM;
}

/* Set-ups of a program that only the weights or the precision of a row tell. */
static const char *format_class(const struct setup *s, const char *klass)
{
    const char *w = s->job.weights->id, *p = s->cell[CELL_PRECISION];
    static const char *const told[] = {"channels_last", "channels-last", "NHWC", "nhwc", "compile",
                                       "dynamo", "TensorRT", "bf16", "fp32", "tf32", NULL};
    if (str_eq(klass, "transformers-generate") && s->job.serving) {
        if (str_eq(w, "awq-int4"))
            return "transformers-generate-gemm"; /* WQLinear_GEMM, module by module */
        if (str_eq(w, "gptq-int8"))
            return "transformers-generate-gptq8";
    }
    enum model_kind kind = s->job.model->kind;
    bool conv = kind == MODEL_CNN || kind == MODEL_DETECTION;
    static const char *const compiled[] = {"compile", "dynamo", NULL};
    bool net = conv || kind == MODEL_VIT;
    bool eager = strstr(s->cell[CELL_FRAMEWORK], "timm") != NULL && !word_in(p, told);
    if (!net || !s->job.serving || !str_eq(klass, "pytorch-ddp"))
        return klass;
    if (strstr(s->cell[CELL_FRAMEWORK], "TensorRT"))
        return "pytorch-ddp-tensorrt";
    if (word_in(p, compiled))
        return "pytorch-ddp-compiled"; /* norms and activations in one kernel */
    return conv && eager ? "pytorch-ddp-nchw" : klass;
}

static void row_engine(struct setup *s)
{
    struct job *j = &s->job;
    const struct framework *w = framework_of(s);
    const char *id = w ? w->engine : NULL;
    bool text = j->model->kind == MODEL_DECODER || j->model->kind == MODEL_VLM;
    if (!id && j->serving)
        id = text ? str_eq(s->cell[CELL_TASK], "serve") ? "vllm" : "llama.cpp"
             : j->model->kind == MODEL_DIFFUSION || j->model->kind == MODEL_VIDEO ? "diffusers"
                                                                                  : "pytorch-ddp";
    if (!id)
        id = text && (j->task == TASK_PRETRAIN) ? "megatron" : "pytorch-ddp";
    const struct engine_row *row = facts_engine(s->f, id);
    s->engine = row ? *row : (struct engine_row){.id = id, .name = id, .role = "",
                                                 .efficiency_class = id};
    if (w && w->klass)
        s->engine.efficiency_class = w->klass;
    if (str_eq(id, "llama.cpp") && str_eq(j->weights->id, "mxfp4"))
        j->weights = num_format_find("mxfp4_moe");
    if (!w && unit_is_time(s) && j->task == TASK_PRETRAIN) /* trainers of their own */
        s->engine.efficiency_class = setup_year(s) < FUSED_ATTENTION_YEAR ? "megatron-unfused"
                                                                          : "megatron-in-house";
    s->engine.efficiency_class = attention_class(s, s->engine.efficiency_class);
    s->engine.efficiency_class = format_class(s, s->engine.efficiency_class);
    if (str_eq(s->cell[CELL_METRIC], "model_states_per_gpu"))
        s->engine.efficiency_class = "zero-states";
    j->engine = &s->engine;
    trained_as_told(s);
    if (s->engine.layer_split && s->engine.offload_cpu && j->offload == OFFLOAD_NONE && text)
        j->offload = OFFLOAD_CPU; /* these put layers that do not fit into host memory unasked */
}

/* Format of a served text model where the column is empty: what the checkpoint's name tells, what
 * ollama's registry gives when no tag is asked for, or what a model is published in that was
 * trained for few bits. */
static const struct num_format *unstated_format(struct setup *s)
{
    const struct model *m = s->job.model;
    bool text = m->kind == MODEL_DECODER || m->kind == MODEL_VLM;
    if (!s->job.serving || !text)
        return NULL;
    const struct num_format *named = named_format(s, s->cell[CELL_MODEL]);
    if (named || !str_empty(s->cell[CELL_PRECISION]))
        return named;
    const char *own = m->default_dtype;
    if (own && (str_eq(own, "mxfp4") || str_eq(own, "fp8")))
        return num_format_find(own);
    static const char *const ollama[] = {"ollama", "Ollama", NULL};
    return word_in(s->cell[CELL_FRAMEWORK], ollama) ? num_format_find("q4_k_m") : NULL;
}

/* TensorRT-LLM takes the cache's format from the checkpoint, and those that ModelOpt makes in 8 and
 * 4 bits name fp8 (hf_quant_config.json); other engines keep 16 bits unless told. */
static const struct num_format *unstated_cache(const struct setup *s)
{
    static const char *const engines[] = {"TensorRT-LLM", "TRT-LLM", "NIM", NULL};
    const char *w = s->job.weights->id;
    bool modelopt = s->job.serving && (str_eq(w, "fp8") || str_eq(w, "nvfp4"));
    return num_format_find(modelopt && word_in(s->cell[CELL_FRAMEWORK], engines) ? "fp8" : "fp16");
}

/* Frameworks that round the operands of fp32 products to tf32 unasked: TensorFlow since 2.4 and
 * containers that say so, PyTorch from 1.7 to 1.11 (pytorch.org: notes/cuda, TensorFloat-32). */
static bool rounds_to_tf32(const struct setup *s)
{
    bool told = says(s, CELL_NOTES, "TF32") || says(s, CELL_PRECISION, "TF32") ||
                says(s, CELL_FRAMEWORK, "TensorFlow");
    return s->job.training && (told || setup_year(s) < TF32_ASKED_YEAR);
}

/* Weights that a row does not tell: what it serves, what QLoRA packs, what others load. */
static const struct num_format *usual_weights(const struct setup *s)
{
    const struct job *j = &s->job;
    if (j->serving && j->precision)
        return j->precision;
    if (j->method == METHOD_QLORA)
        return j->precision && j->precision->body_bits < 8 ? j->precision : num_format_find("nf4");
    bool full_width = str_eq(s->cell[CELL_FRAMEWORK], "HF PEFT"); /* loads fp32 unless told */
    return num_format_find(full_width ? "fp32" : "bf16");
}

/* Trainers of detectors whose mixed precision has to be asked for: SOLVER.AMP.ENABLED is false in
 * Detectron2, --amp an option of MMDetection's tools, tensorpack's examples have none. */
static bool wide_unless_told(const struct setup *s)
{
    static const char *const words[] = {"etectron", "tensorpack", "MMDetection", NULL};
    return s->job.training && word_in(s->cell[CELL_FRAMEWORK], words) &&
           !says(s, CELL_NOTES, "AMP") && !says(s, CELL_NOTES, "fp16");
}

static bool packed_elsewhere(const struct setup *s)
{
    static const char *const words[] = {"GPTQ", "gptq", "AWQ", "awq", "HQQ", "AutoRound", "Int4",
                                        NULL};
    return word_in(s->cell[CELL_WEIGHTS], words) || word_in(s->cell[CELL_MODEL], words);
}

static bool twice_in_8_bits(const struct accel *a)
{
    return accel_peak_tflops(a, "fp8") > 1.5 * accel_peak_tflops(a, "bf16");
}

/* "4-bit class" alone: what the model's name, the notes or the program pack in, as far as one of
 * them tells; else the words as they are. */
static const char *packed_words(const struct setup *s, const char *w)
{
    static const char *const bnb[] = {"bitsandbytes", "bnb", NULL};
    static const char *const plain[] = {"vLLM", "vllm", "HF Transformers", "SGLang", NULL};
    const char *told[] = {s->cell[CELL_MODEL], s->cell[CELL_NOTES], s->cell[CELL_FRAMEWORK]};
    if (!s->job.serving || !(str_eq(w, "4-bit class") || str_eq(w, "4-bit") || str_eq(w, "4bit")))
        return w;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        if (word_in(told[i], bnb))
            return "nf4";
        if (strstr(told[i], "AWQ"))
            return "awq-int4";
        if (strstr(told[i], "GPTQ"))
            return "int4";
    }
    return word_in(s->cell[CELL_FRAMEWORK], plain) ? "int4" : w;
}

static bool row_formats(struct setup *s)
{
    static const char *const mxfp4_servers[] = {"TensorRT", "TRT", "vLLM", "SGLang", NULL};
    struct job *j = &s->job;
    const char *p = s->cell[CELL_PRECISION], *k = s->cell[CELL_KV];
    const char *w = packed_words(s, s->cell[CELL_WEIGHTS]);
    bool any_p = says_nothing(p), any_w = says_nothing(w);
    j->precision = !any_p ? format_of(s, p) : wide_unless_told(s) ? num_format_find("fp32") : NULL;
    j->weights = any_w ? unstated_format(s) : format_of(s, w);
    if ((!any_p && !j->precision) || (!any_w && !j->weights))
        return false;
    if (!j->weights)
        j->weights = usual_weights(s);
    /* "4-bit" adapters are trained on bitsandbytes' NF4 unless another packing is named. */
    if (j->method == METHOD_QLORA && str_eq(j->weights->id, "int4") && !packed_elsewhere(s))
        j->weights = num_format_find("nf4");
    /* The first program for Whisper loads fp32 and makes each matrix 16 bits when it is used
     * (openai/whisper: whisper/model.py, class Linear). */
    if (j->model->kind == MODEL_SPEECH && str_starts(s->cell[CELL_FRAMEWORK], "openai"))
        j->weights = num_format_find("fp32");
    /* Who races to a target takes 8 bits where the card has them (mlcommons/training_results). */
    bool race = any_p && any_w && str_eq(s->cell[CELL_METRIC], "minutes_to_quality") &&
                (j->model->kind == MODEL_DECODER || j->model->kind == MODEL_ENCODER) &&
                twice_in_8_bits(s->shape.accel);
    if (race)
        j->precision = num_format_find("fp8");
    if (!j->precision || (j->method == METHOD_QLORA && j->precision->body_bits < 8))
        j->precision = num_format_find(j->weights->compute);
    /* Servers multiply MXFP4 with activations of 8 bits on cards of the data centre that have the
     * unit for it, elsewhere they widen the weights (NVIDIA/TensorRT-LLM:
     * examples/models/core/gpt_oss). */
    bool unit = str_eq(s->shape.accel->efficiency_class, "nvidia-blackwell-dc");
    if (j->serving && unit && str_eq(j->weights->id, "mxfp4") &&
        word_in(s->cell[CELL_FRAMEWORK], mxfp4_servers))
        j->precision = num_format_find("fp8");
    if (j->precision && str_eq(j->precision->id, "fp32") && rounds_to_tf32(s))
        j->precision = num_format_find("tf32");
    j->kv = says_nothing(k) ? unstated_cache(s) : format_of(s, k);
    return j->precision && j->kv;
}

static bool of_memory(const struct setup *s)
{
    static const char *const words[] = {"memory", "weight", "kv_cache", NULL};
    return word_in(s->cell[CELL_METRIC], words);
}

/* --- batches, layout ---------------------------------------------------------------------------*/
#define CHAT_PROMPT 220 /* ShareGPT as benchmarks filter it: mean tokens of prompts and answers */
#define CHAT_ANSWER 200 /* vllm-project/vllm: benchmarks/README.md */

/* LitGPT's scripts tune on Alpaca unless told and begin with its longest sample: 1304 tokens of a
 * vocabulary of 32,000 words, 1034 to 1044 of 50,000 (Lightning-AI/litgpt: litgpt/finetune/lora.py,
 * tutorials/resource-tables.md). */
#define LONGEST_ALPACA(words) ((words) > 32768 ? 1040 : 1304)

static void row_batches(struct setup *s)
{
    struct job *j = &s->job;
    j->context = setup_num(s, CELL_SEQ);
    j->micro_batch = setup_num(s, CELL_MICRO);
    j->ran = j->training && known(j->micro_batch);
    j->global_batch = setup_num(s, CELL_GLOBAL);
    double accum = setup_num(s, CELL_ACCUM);
    if (!known(j->global_batch) && known(j->micro_batch) && known(accum))
        j->global_batch = j->micro_batch * accum * s->shape.per_node * s->shape.nodes;
    j->input_len = setup_num(s, CELL_INPUT);
    j->output_len = setup_num(s, CELL_OUTPUT);
    j->lora_rank = setup_num(s, CELL_RANK);
    if (!known(j->lora_rank))
        j->lora_rank = 8;
    j->image_size = noted_side(s->cell[CELL_NOTES]);
    if (!known(j->image_size))
        j->image_size = noted(s, "input");
    if (!known(j->image_size) && known(j->model->input_size))
        j->image_size = side_at(s);
    j->frames = setup_counted(s->cell[CELL_NOTES], "frames");
    j->denoise_steps = setup_counted(s->cell[CELL_NOTES], "steps");
    if (str_eq(s->cell[CELL_METRIC], "denoise_iterations_per_s") ||
        str_eq(s->cell[CELL_METRIC], "seconds_per_denoise_step"))
        j->denoise_steps = RATED_STEPS;
    s->saturated = str_starts(s->cell[CELL_CONCURRENCY], "saturated");
    double users = setup_num(s, CELL_CONCURRENCY);
    bool fixed = j->serving && !j->engine->batches && says(s, CELL_NOTES, "batch");
    if (fixed && !known(j->micro_batch)) /* "fixed batch of 8" of a program that gathers none */
        j->micro_batch = users;
    j->users = known(users) ? users : known(j->micro_batch) && j->serving ? j->micro_batch : 1;
    if (j->serving) {
        bool all_read = j->model->kind == MODEL_ENCODER; /* it writes nothing */
        bool chats = says(s, CELL_NOTES, "ShareGPT") || says(s, CELL_HOW, "ShareGPT");
        if (chats && !known(j->input_len) && !known(j->context))
            j->input_len = CHAT_PROMPT;
        if (chats && !known(j->output_len) && !known(j->context))
            j->output_len = CHAT_ANSWER;
        if (!known(j->input_len))
            j->input_len = !known(j->context) ? 32 : all_read ? j->context : j->context / 2;
        if (!known(j->output_len) || j->output_len < 1)
            j->output_len = known(j->context) ? j->context / 2 : 128;
        if (!known(j->context))
            j->context = j->input_len + j->output_len;
    } else if (!known(j->context)) {
        bool tune = j->task == TASK_FINETUNE;
        /* instructions, phases of 128 and 512 (arXiv 1810.04805), what decoders start with */
        j->context = tune || j->model->kind == MODEL_ENCODER ? 512 : 2048;
        if (tune && of_memory(s) && str_starts(s->engine.efficiency_class, "litgpt"))
            j->context = LONGEST_ALPACA(j->model->vocab);
        bool whole = unit_is_time(s); /* of Alpaca, Vicuna and LLaVA: 128 samples a step */
        if (tune && whole && !known(j->micro_batch) && !known(j->global_batch))
            j->global_batch = 128;
        else if (tune && !known(j->micro_batch))
            j->micro_batch = 1;
    }
    /* Nobody runs a pipeline with one micro batch: a replica's batch is cut into as many as there
     * are stages (pipeline_parallel_microbatches of torchtitan). */
    if (j->training && j->pp > 1 && known(j->global_batch) && known(j->micro_batch) &&
        j->global_batch <= j->micro_batch * setup_int(s, CELL_DP, 1))
        j->micro_batch = fmax(1, floor(j->micro_batch / j->pp));
}

/* The published throughputs of TensorRT-LLM's PyTorch backend share out the requests of models with
 * experts over the ranks (its docs/source/performance/perf-overview.md: enable_attention_dp). */
static bool spreads_requests(const struct setup *s)
{
    const struct job *j = &s->job;
    bool experts = known(j->model->experts) && j->model->experts > 1;
    bool full = str_starts(s->cell[CELL_CONCURRENCY], "saturated");
    return !j->training && full && j->tp > 1 && experts && setup_year(s) >= 2025 &&
           str_eq(s->engine.efficiency_class, "tensorrt-llm");
}

static void row_layout(struct setup *s)
{
    struct job *j = &s->job;
    const char *shard = s->cell[CELL_SHARDING], *ckpt = s->cell[CELL_CKPT];
    j->tp = setup_int(s, CELL_TP, 0);
    j->pp = setup_int(s, CELL_PP, 0);
    j->cp = setup_int(s, CELL_CP, 0);
    j->ep = setup_int(s, CELL_EP, 0);
    int cards = s->shape.per_node * s->shape.nodes;
    bool split = j->tp || j->pp || j->cp || j->ep || setup_int(s, CELL_DP, 0) == cards;
    if (split && j->training) {
        j->tp = j->tp ? j->tp : 1;
        j->pp = j->pp ? j->pp : 1;
        bool spread = s->engine.tensor_parallel && !known(setup_num(s, CELL_EP));
        j->ep = j->ep ? j->ep : spread ? 0 : 1; /* where experts lie is left to the trainer */
    }
    if (!j->training && j->ep > 1 && setup_int(s, CELL_DP, 1) > 1 && j->tp <= 1) {
        j->attention_dp = true; /* the weights lie as under tensor parallelism */
        j->tp = j->ep;
    }
    if (spreads_requests(s))
        j->attention_dp = true;
    if (!j->training && j->tp && !j->pp)
        j->pp = 1;
    if (!j->training && j->pp && !j->tp)
        j->tp = 1;
    j->sharding_given = !says_nothing(shard) || str_case_eq(shard, "none");
    j->sharding = sharding_of(shard);
    if (!j->sharding_given)
        j->sharding_given = usual_sharding(s, &j->sharding);
    j->recompute_given = !str_empty(ckpt) && !str_eq(ckpt, "?") && !str_eq(ckpt, "-") &&
                         !str_case_eq(ckpt, "unknown");
    j->recompute = recompute_of(ckpt);
    if (!j->recompute_given)
        j->recompute_given = usual_recompute(s, &j->recompute);
}

/* "20 of 80 layers in system RAM", "18 % of the model on the CPU". */
static void told_share(struct setup *s)
{
    static const enum cell cells[] = {CELL_FRAMEWORK, CELL_NOTES};
    for (size_t i = 0; i < 2; i++) {
        const char *text = s->cell[cells[i]];
        if (!strstr(text, "system RAM") && !strstr(text, "on the CPU") && !strstr(text, "on CPU"))
            continue;
        double all = setup_counted(text, "layers"), part = setup_counted(text, "of");
        double percent = setup_counted(text, "%");
        bool experts = s->job.offload == OFFLOAD_EXPERTS || strstr(text, "experts");
        if (known(percent) && percent > 0 && percent < 100)
            s->job.host_share = percent / 100;
        else if (known(all) && known(part) && part > 0 && part < all && !experts)
            s->job.host_share = part / all;
    }
    if (s->job.host_share > 0 && s->job.offload == OFFLOAD_NONE)
        s->job.offload = OFFLOAD_CPU;
}

static void row_task(struct setup *s)
{
    struct job *j = &s->job;
    const char *t = s->cell[CELL_TASK];
    j->serving = str_eq(t, "inference") || str_eq(t, "serve");
    j->training = !j->serving;
    j->task = j->serving ? TASK_SERVE : TASK_FINETUNE;
    j->method = str_eq(t, "lora") || str_eq(t, "controlnet") ? METHOD_LORA
                : str_eq(t, "qlora") ? METHOD_QLORA : METHOD_FULL;
    if (str_eq(t, "pretrain"))
        j->task = TASK_PRETRAIN;
    if (str_eq(t, "train"))
        j->task = TASK_TRAIN_VISION;
    j->optimizer = optimizer_of(s);
    if (offloads(s))
        j->offload = OFFLOAD_CPU;
    if (says(s, CELL_FRAMEWORK, "experts in system RAM"))
        j->offload = OFFLOAD_EXPERTS;
    if (j->serving)
        told_share(s);
}

/* A card of no particular kind for figures that do not depend on it (sizes of files). */
static const struct accel *any_card(const struct facts *f)
{
    const struct accel *big = NULL;
    for (size_t i = 0; i < f->accel_n; i++)
        if (known(f->accel[i].usable_gib) && str_eq(f->accel[i].stack, "CUDA") &&
            (!big || f->accel[i].usable_gib > big->usable_gib))
            big = &f->accel[i];
    return big;
}

#define PCIE4_X16_GBS 32 /* between cards of which no link is known */

/* Network of a node: "400 Gb/s" is a port of each card, "4x100 Gb/s ... per node" all there is. */
static double network_gbps(const char *link, double port, int per)
{
    double rate = setup_counted(link, "Gb/s"), ports = per;
    if (!known(rate))
        rate = port;
    else if (strstr(link, "per node"))
        ports = times_before(link, "Gb/s");
    return rate * ports;
}

/* Cards of a run of which only their hours or the speed of one are told: a machine for nets of
 * pictures, a cluster for language models, never more than the batch has samples. */
static int usual_cards(const struct setup *s)
{
    double batch = setup_num(s, CELL_GLOBAL);
    int usual = s->job.task == TASK_TRAIN_VISION ? 8 : 256;
    return known(batch) && batch < usual ? (int)fmax(1, batch) : usual;
}

static bool row_shape(struct setup *s)
{
    static const char *const yolo[] = {"Ultralytics", "ultralytics", NULL}; /* workers=8 a card */
    const char *name = s->cell[CELL_ACCEL], *link = s->cell[CELL_LINK];
    const struct accel *a = str_empty(name) || name[0] == '(' ? any_card(s->f)
                                                              : validate_card(s->f, name);
    static const char *const unnamed[] = {"not stated", "not named", "not given", "unknown",
                                          "unspecified", NULL};
    if (!a && of_memory(s) && word_in(name, unnamed)) /* "80GB GPU (model not stated)" */
        a = any_card(s->f);
    if (a && laptop_card(name, a, &s->host))
        a = &s->host;
    if (s->job.serving && !str_empty(name) && host_runs(s))
        a = host_card(s, &s->host) ? &s->host : NULL;
    if (!a)
        return false;
    bool hours = str_eq(s->cell[CELL_METRIC], "accelerator_hours") || /* of a run on many cards */
                 (str_eq(s->cell[CELL_TASK], "pretrain") &&
                  strstr(s->cell[CELL_METRIC], "_per_s_per_gpu"));
    int told = card_count(name);
    int cards = setup_int(s, CELL_COUNT, told > 0 ? told : hours ? usual_cards(s) : 1);
    int per = setup_int(s, CELL_PER_NODE, cards < 8 ? cards : 8);
    if (strstr(link, "NVL72") || strstr(name, "NVL72") || str_starts(name, "GB"))
        per = cards < 72 ? cards : 72;
    else if (str_starts(a->efficiency_class, "google-tpu") && known(a->max_link_gpus))
        per = cards < a->max_link_gpus ? cards : (int)a->max_link_gpus; /* one torus */
    if (per > cards)
        per = cards;
    int nodes = cards / per;
    while (nodes * per != cards && per > 1)
        nodes = cards / --per;
    s->shape = shape_of(a, per, nodes);
    if (!known(s->shape.link_gbs)) {
        s->shape.link_is_pcie = true;
        s->shape.link_gbs = PCIE4_X16_GBS;
    }
    if (strstr(link, "NVLink")) {
        s->shape.link_is_pcie = false;
        if (known(a->link_bandwidth_gbs) && a->link_bandwidth_gbs > 0)
            s->shape.link_gbs = a->link_bandwidth_gbs / 2;
    }
    s->shape.net_gbps = network_gbps(link, a->cuda_cc >= 9 ? 400 : 200, per);
    s->shape.rdma = TRI_YES;
    s->shape.host_ram_gb = 1024;
    bool by_card = strstr(s->cell[CELL_FRAMEWORK], "submission"); /* MLPerf: the card decodes */
    static const char *const reads[] = {"with data loading", "data loading limits", "real data",
                                        "evaluation included", "with evaluation", NULL};
    bool loads = unit_is_time(s) || mentions_any(s->cell[CELL_NOTES], reads);
    if (loads && !by_card) /* whole runs read pictures, rates are of prepared data */
        s->shape.host_cores = (word_in(s->cell[CELL_FRAMEWORK], yolo) ? 8.0 : 16.0) * per;
    /* A desktop of two channels, where a source runs what does not fit from host memory. */
    s->shape.host_ram_gbs = says(s, CELL_ACCEL, "DDR4") ? 51.2 : 64;
    /* Servers of four cards and more: two processors of eight channels of DDR4-3200. */
    if (s->job.training && per >= 4 && a->form != FORM_PCIE)
        s->shape.host_ram_gbs = 409.6;
    double told_gbs = host_told_gbs(s);
    if (known(told_gbs))
        s->shape.host_ram_gbs = told_gbs;
    return true;
}

static void blank_job(struct job *j)
{
    double *numbers[] = {&j->lora_rank, &j->context, &j->micro_batch, &j->global_batch,
        &j->image_size, &j->frames, &j->denoise_steps, &j->clip_seconds, &j->tokens, &j->samples,
        &j->epochs,
        &j->data_bytes, &j->runs_per_month, &j->deadline_h, &j->users, &j->rps, &j->seats,
        &j->input_len, &j->output_len, &j->ttft_s, &j->tps, &j->amps, &j->volts, &j->network_gbps,
        &j->budget, &j->budget_month};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        *numbers[i] = UNKNOWN;
    j->country = j->currency = "US";
}

/* Nets of pictures and tables of a recommender are trained whole and from the start. */
static bool is_net(const struct model *m)
{
    return m->kind == MODEL_VIT || m->kind == MODEL_CNN || m->kind == MODEL_DETECTION ||
           m->kind == MODEL_SEGMENTATION || m->kind == MODEL_RECSYS;
}

static bool reads_text(const struct model *m)
{
    return m->kind == MODEL_DECODER || m->kind == MODEL_ENCODER ||
           m->kind == MODEL_ENCODER_DECODER || m->kind == MODEL_VLM;
}

enum validate_reason setup_read(struct setup *s)
{
    blank_job(&s->job);
    row_task(s);
    if (!row_model(s))
        return VALIDATE_UNKNOWN_MODEL;
    if (s->task_guessed && s->job.training && is_net(s->job.model)) {
        s->cell[CELL_TASK] = "train";
        s->job.task = TASK_TRAIN_VISION;
    } else if (str_eq(s->cell[CELL_TASK], "train") && reads_text(s->job.model)) {
        s->cell[CELL_TASK] = "pretrain"; /* "training" of a language model */
        s->job.task = TASK_PRETRAIN;
    }
    if (s->job.serving && s->job.model->kind == MODEL_SPEECH)
        s->job.task = TASK_BATCH_INFERENCE; /* a recording, no live stream */
    if (!row_shape(s))
        return VALIDATE_UNKNOWN_CARD;
    if (!row_formats(s))
        return VALIDATE_UNKNOWN_FORMAT;
    row_engine(s);
    vision_optimizer(s);
    row_layout(s);
    row_batches(s);
    memory_counter(s);
    return VALIDATE_COVERED;
}
