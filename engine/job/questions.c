#include "base/str.h"
#include "engine/job/choices.h"
#include "engine/job/job.h"
#include "engine/job/kinds.h"
#include "engine/job/nearest.h"

/* --- when a question makes sense ------------------------------------------------------------ */
static bool ask_model(const struct job *j)
{
    return j->task != TASK_HPC && j->task != TASK_OTHER;
}

static bool ask_training(const struct job *j)
{
    return j->training;
}

static bool ask_serving(const struct job *j)
{
    return j->serving;
}

static bool ask_online(const struct job *j)
{
    return j->task == TASK_SERVE;
}

static bool ask_method(const struct job *j)
{
    return j->training && model_has_linear(j->model);
}

static bool ask_lora(const struct job *j)
{
    return j->training && j->method != METHOD_FULL;
}

static bool ask_weights(const struct job *j)
{
    return j->serving || (j->training && j->method == METHOD_QLORA);
}

static bool ask_text(const struct job *j)
{
    return ask_model(j) && model_is_text(j->model);
}

static bool ask_kv(const struct job *j)
{
    return j->serving && model_is_text(j->model);
}

static bool ask_image(const struct job *j)
{
    return ask_model(j) && model_is_image(j->model);
}

static bool ask_video(const struct job *j)
{
    return ask_model(j) && j->model && j->model->kind == MODEL_VIDEO;
}

static bool ask_clip(const struct job *j)
{
    return ask_video(j) || (ask_model(j) && j->model && j->model->kind == MODEL_SPEECH);
}

static bool ask_tokens(const struct job *j)
{
    return j->training && model_is_text(j->model);
}

static bool ask_samples(const struct job *j)
{
    return (j->training && !model_is_text(j->model)) || j->task == TASK_BATCH_INFERENCE ||
           j->task == TASK_GENERATE_MEDIA;
}

static bool ask_prompts(const struct job *j)
{
    return j->serving && model_is_text(j->model);
}

static bool ask_draft(const struct job *j)
{
    return ask_prompts(j) && j->drafts != DRAFT_NONE;
}

static bool ask_runs(const struct job *j)
{
    return j->training || ask_samples(j);
}

static bool ask_own(const struct job *j)
{
    return j->where != WHERE_CLOUD;
}

static bool ask_cloud(const struct job *j)
{
    return j->where != WHERE_OWN;
}

/* --- the table ------------------------------------------------------------------------------ */
#define ask_always NULL
#define choices_none NULL
static const struct question questions[Q_COUNT] = {
#define QUESTION(ID, name, step, type, unit, min, max, words, visible)                             \
    [Q_##ID] = {                                                                                   \
        Q_##ID, (name),          (step),     ANSWER_##type,    NUM_##unit,       (min),            \
        (max),  choices_##words, MSG_Q_##ID, MSG_Q_##ID##_ASK, MSG_Q_##ID##_WHY, ask_##visible},
#include "engine/job/questions.def"
#undef QUESTION
};

const struct question *question_get(enum question_id id)
{
    return &questions[id];
}

const struct question *question_find(const char *name)
{
    for (int i = 0; i < Q_COUNT; i++) {
        if (str_eq(questions[i].name, name)) {
            return &questions[i];
        }
    }
    return NULL;
}

/* Units: what stands beside a number in JSON, and what a user could type. */
static const struct {
    const char *unit, *example;
} units[] = {
    [NUM_PLAIN] = {"", "3"},        [NUM_LENGTH] = {"tokens", "4k"},
    [NUM_COUNT] = {"", "50M"},      [NUM_BYTES] = {"B", "120GB"},
    [NUM_HOURS] = {"h", "24h"},     [NUM_SECONDS] = {"s", "0.5s"},
    [NUM_WATTS] = {"W", "1400"},    [NUM_VOLTS] = {"V", "230"},
    [NUM_AMPS] = {"A", "16"},       [NUM_DB] = {"dB", "45"},
    [NUM_MONEY] = {"", "20000CNY"}, [NUM_FRACTION] = {"", "8%"},
    [NUM_RATE] = {"1/s", "20"},     [NUM_MONTHS] = {"months", "36"},
    [NUM_INT] = {"", "8"},          [NUM_GBPS] = {"Gbit/s", "25gbe"},
};

const char *question_unit(const struct question *q)
{
    if (q->type != ANSWER_QUANTITY) {
        return "";
    }
    return q->id == Q_TOKENS ? "tokens" : units[q->unit].unit;
}

const char *question_example(const struct question *q)
{
    switch (q->id) {
    case Q_MODEL: return "llama-3.1-8b";
    case Q_HAVE: return "2x4090+1x3090";
    case Q_GPU: return "4090x2";
    case Q_ENGINE: return "vllm";
    case Q_TRAINER: return "fsdp";
    case Q_DRAFT_MODEL: return "qwen3-0.6b";
    case Q_DRAFT_TOKENS: return "3";
    case Q_DRAFT_ACCEPTANCE: return "60%";
    case Q_COUNTRY: return "CN-33";
    case Q_CURRENCY: return "CNY";
    case Q_PROVIDERS: return "aws,!azure";
    case Q_REGIONS: return "us-east-1";
    case Q_NETWORK: return "100gbe+rdma";
    case Q_VENDORS: return "nvidia";
    case Q_HOURS: return "6h";
    case Q_LOAD: return "8x4h,1x20h";
    case Q_STAFF: return "0.25";
    case Q_IMAGE_SIZE: return "224";
    default: break;
    }
    if (q->type == ANSWER_QUANTITY) {
        return units[q->unit].example;
    }
    return q->choices ? q->choices[0].word : "";
}

static const char *name_at(size_t i)
{
    return questions[i].name;
}

size_t question_nearest(const char *name, const char **out, size_t n)
{
    return nearest_words(name, name_at, Q_COUNT, out, n);
}
