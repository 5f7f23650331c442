// links: catalog
#include <string.h>

#include "engine/job/defaults.h"
#include "tests/support/shipped.h"
#include "tests/unit/job/job_test.h"

/* The shipped catalog has what the defaults name and what people type. */

static void default_models_and_engines_are_there(void **state)
{
    (void)state;
    for (int task = 0; task < TASK_COUNT; task++) {
        const struct task_defaults *d = task_defaults((enum task)task);
        for (size_t i = 0; i < sizeof d->models / sizeof d->models[0] && d->models[i]; i++) {
            if (!facts_model(&shipped.facts, d->models[i])) {
                fail_msg("no model %s", d->models[i]);
            }
        }
        for (size_t i = 0; i < sizeof d->engines / sizeof d->engines[0] && d->engines[i]; i++) {
            if (!facts_engine(&shipped.facts, d->engines[i])) {
                fail_msg("no engine %s", d->engines[i]);
            }
        }
    }
}

static void every_task_resolves(void **state)
{
    struct job_test *t = *state;
    for (int task = 0; task < TASK_COUNT; task++) {
        job_set(t, PAIRS("task", task_word((enum task)task)));
        if (job_resolve(&t->answers, &shipped.facts, &t->arena, &t->job, &t->e) != OK) {
            fail_msg("%s", job_error(t));
        }
        const struct task_defaults *d = task_defaults((enum task)task);
        assert_true(!d->models[0] || strcmp(t->job.model->id, d->models[0]) == 0);
        assert_string_equal(t->job.engine->id, d->engines[0]);
        assert_non_null(t->job.region);
    }
}

/* What nobody said never contradicts the model: each resolves for each task that it is made for. */
static void every_model_resolves_by_itself(void **state)
{
    struct job_test *t = *state;
    int good = 0;
    for (int task = 0; task < TASK_COUNT; task++) {
        for (size_t i = 0; i < shipped.facts.model_n; i++) {
            const char *id = shipped.facts.model[i].id;
            job_set(t, PAIRS("task", task_word((enum task)task), "model", id));
            if (job_resolve(&t->answers, &shipped.facts, &t->arena, &t->job, &t->e) == OK) {
                good++;
            } else if (!strstr(job_error(t), "is not a model for the task")) {
                fail_msg("%s with %s: %s", task_word((enum task)task), id, job_error(t));
            }
        }
        arena_reset(&t->arena);
    }
    assert_true(good > (int)shipped.facts.model_n * 3);
}

/* Every format that an engine of the catalog claims to load is one that is known here. */
static void formats_of_engines_are_known(void **state)
{
    (void)state;
    char word[32];
    for (size_t i = 0; i < shipped.facts.engine_n; i++) {
        for (const char *p = shipped.facts.engine[i].formats; p && *p;) {
            size_t n = strcspn(p, " ");
            assert_true(n < sizeof word);
            memcpy(word, p, n);
            word[n] = '\0';
            if (!num_format_find(word)) {
                fail_msg("%s loads \"%s\"", shipped.facts.engine[i].id, word);
            }
            p += n + strspn(p + n, " ");
        }
    }
}

/* What a trainer shares out: ZeRO-2 keeps the weights whole, FSDP nothing; DDP shares nothing. */
static void trainers_share_what_their_stage_says(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *trainer;
        enum sharding stage;
    } rows[] = {{"deepspeed-zero2", SHARD_ZERO2},
                {"deepspeed-zero3", SHARD_ZERO3},
                {"fsdp", SHARD_ZERO3},
                {"torchtune", SHARD_ZERO3},
                {"pytorch-ddp", SHARD_NONE},
                {"unsloth", SHARD_NONE}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        job_set(t, PAIRS("task", "finetune", "trainer", rows[i].trainer));
        assert_int_equal(job_resolve(&t->answers, &shipped.facts, &t->arena, &t->job, &t->e), OK);
        assert_int_equal(t->job.sharding, rows[i].stage);
        assert_int_equal(t->job.engine->shard_stage, rows[i].stage);
    }
    assert_int_equal(facts_engine(&shipped.facts, "megatron")->shard_stage, 1);
    for (size_t i = 0; i < shipped.facts.engine_n; i++) {
        const struct engine_row *e = &shipped.facts.engine[i];
        assert_true(e->shards == (e->shard_stage > 0));
    }
}

static void examples_name_things_that_exist(void **state)
{
    struct job_test *t = *state;
    for (int i = 0; i < Q_COUNT; i++) {
        const struct question *q = question_get((enum question_id)i);
        if (q->id == Q_CP || q->id == Q_EP || q->id == Q_PP || q->id == Q_TP || q->id == Q_DP) {
            continue; /* 8 is no layout of every model */
        }
        const char *task = q->id == Q_ENGINE ? "serve" : "finetune";
        job_set(t, PAIRS("task", task, q->name, question_example(q)));
        if (job_resolve(&t->answers, &shipped.facts, &t->arena, &t->job, &t->e) != OK &&
            q->id != Q_TASK) {
            fail_msg("%s", job_error(t));
        }
    }
}

/* What stands on a model's page, as it is pasted; other owners and names are nobody's. */
static void models_by_the_name_of_their_page(void **state)
{
    struct job_test *t = *state;
    static const char *const rows[][2] = {{"Qwen/Qwen2.5-7B", "qwen2.5-7b"},
                                          {"qwen/qwen2.5-7b", "qwen2.5-7b"},
                                          {"mistralai/Mixtral-8x7B-v0.1", "mixtral-8x7b"},
                                          {"openai/gpt-oss-20b", "gpt-oss-20b"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        job_set(t, PAIRS("task", "serve", "model", rows[i][0]));
        assert_int_equal(job_resolve(&t->answers, &shipped.facts, &t->arena, &t->job, &t->e), OK);
        assert_string_equal(t->job.model->id, rows[i][1]);
    }
    size_t found = 0;
    for (size_t i = 0; i < shipped.facts.model_n; i++) {
        const char *repo = shipped.facts.model[i].repo;
        found += repo != NULL && facts_resolve(&shipped.facts, "models", repo, NULL) != NULL;
    }
    assert_true(found > 100);
    assert_null(facts_resolve(&shipped.facts, "models", "nobody/Qwen2.5-7B-of-mine", NULL));
    assert_null(facts_resolve(&shipped.facts, "accelerators", "Qwen/Qwen2.5-7B", NULL));
}

static void cards_as_people_write_them(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *text, *id;
        int count;
    } rows[] = {{"4090x2", "nvidia-rtx-4090", 2},
                {"RTX 4090", "nvidia-rtx-4090", 0},
                {"2xRTX 3090", "nvidia-rtx-3090", 2},
                {"nvidia-a100-sxm4-80x4", "nvidia-a100-sxm4-80", 4},
                {"a100 sxm4 80x8", "nvidia-a100-sxm4-80", 8}, /* an id without its maker */
                {"mi300x-192", "amd-mi300x-192", 0},
                {"8xH100", "nvidia-h100-sxm5-80", 8}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hardware h;
        if (hardware_parse(rows[i].text, HARDWARE_GPU, &shipped.facts, &t->arena, &h, &t->e) !=
            OK) {
            fail_msg("%s", job_error(t));
        }
        assert_string_equal(h.group[0].accel->id, rows[i].id);
        assert_int_equal(h.group[0].count, rows[i].count);
    }
}

/* No id of a card may read as another card with a count: nvidia-...-80x4 must be unambiguous. */
static void ids_with_a_count_keep_their_card(void **state)
{
    struct job_test *t = *state;
    for (size_t i = 0; i < shipped.facts.accel_n; i++) {
        struct hardware h;
        str_clear(&t->text);
        str_addf(&t->text, "%sx3", shipped.facts.accel[i].id);
        if (hardware_parse(t->text.p, HARDWARE_GPU, &shipped.facts, &t->arena, &h, &t->e) != OK) {
            fail_msg("%s", job_error(t));
        }
        assert_ptr_equal(h.group[0].accel, &shipped.facts.accel[i]);
        assert_int_equal(h.group[0].count, 3);
    }
}

static void every_region_resolves(void **state)
{
    struct job_test *t = *state;
    for (size_t i = 0; i < shipped.facts.region_n; i++) {
        job_set(t, PAIRS("country", shipped.facts.region[i].code));
        assert_int_equal(job_resolve(&t->answers, &shipped.facts, &t->arena, &t->job, &t->e), OK);
        assert_ptr_equal(t->job.region, &shipped.facts.region[i]);
        assert_true(t->job.volts >= 100 && t->job.amps >= 10);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, job_test_setup, job_test_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_models_and_engines_are_there),
        TEST(every_model_resolves_by_itself),
        TEST(every_task_resolves),
        cmocka_unit_test_setup_teardown(trainers_share_what_their_stage_says, job_test_setup,
                                        job_test_teardown),
        cmocka_unit_test(formats_of_engines_are_known),
        TEST(examples_name_things_that_exist),
        TEST(models_by_the_name_of_their_page),
        TEST(cards_as_people_write_them),
        TEST(ids_with_a_count_keep_their_card),
        TEST(every_region_resolves),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
