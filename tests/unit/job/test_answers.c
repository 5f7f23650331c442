#include <math.h>
#include <string.h>

#include "tests/unit/job/job_test.h"

struct reading {
    const char *name, *text;
    double num;
    const char *currency, *canonical;
};

static void numbers_are_read_with_units(void **state)
{
    struct job_test *t = *state;
    static const struct reading rows[] = {
        {"context", "4k", 4096, "", "4k"},
        {"context", "5000", 5000, "", "5000"},
        {"context", "128K", 131072, "", "128k"},
        {"tokens", "50M", 50e6, "", "50M"},
        {"tokens", "1.4T", 1.4e12, "", "1.4T"},
        {"tokens", "1234567", 1234567, "", "1234567"},
        {"samples", "1.28M", 1.28e6, "", "1.28M"},
        {"data", "120GB", 120e9, "", "120GB"},
        {"data", "120", 120e9, "", "120GB"},
        {"deadline", "24h", 24, "", "24h"},
        {"deadline", "30d", 720, "", "720h"},
        {"hours", "6", 6, "", "6h"},
        {"ttft", "500ms", 0.5, "", "0.5s"},
        {"peak-share", "8%", 0.08, "", "8%"},
        {"peak-share", "0.08", 0.08, "", "8%"},
        {"budget", "20000CNY", 20000, "CNY", "20000CNY"},
        {"budget", "6000", 6000, "", "6000"},
        {"months", "2y", 24, "", "24"},
        {"users", "50", 50, "", "50"},
        {"epochs", "0.5", 0.5, "", "0.5"},
        /* as a Chinese keyboard types them */
        {"context", "４０９６", 4096, "", "4k"},
        {"users", "　５０", 50, "", "50"},
        {"tokens", "５０Ｍ", 50e6, "", "50M"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct question *q = question_find(rows[i].name);
        answers_init(&t->answers);
        if (answers_set(&t->answers, q->id, rows[i].text, FROM_GIVEN, &t->e) != OK) {
            fail_msg("%s", job_error(t));
        }
        const struct answer *a = &t->answers.a[q->id];
        assert_true(a->set);
        if (a->num != rows[i].num) {
            fail_msg("%s %s: %g", rows[i].name, rows[i].text, a->num);
        }
        assert_string_equal(a->currency, rows[i].currency);
        str_clear(&t->text);
        answers_text(&t->text, q, a->num, a->currency);
        assert_string_equal(t->text.p, rows[i].canonical);
    }
}

/* Whatever is shown must read back as the same number. */
static void canonical_text_reads_back(void **state)
{
    struct job_test *t = *state;
    static const double xs[] = {1,      2,         7,       100,    1000,  1024, 1536,   4096,
                                5000,   12345,     65536,   131072, 1e5,   1e6,  1.28e6, 5e7,
                                999999, 123456789, 1048576, 2.5e7,  16384, 0.5,  0.25,   0.08};
    for (int id = 0; id < Q_COUNT; id++) {
        const struct question *q = question_get((enum question_id)id);
        if (q->type != ANSWER_QUANTITY) {
            continue;
        }
        for (size_t i = 0; i < sizeof xs / sizeof xs[0]; i++) {
            bool whole = q->unit == NUM_INT || q->unit == NUM_LENGTH;
            if (xs[i] < q->min || xs[i] > q->max || (whole && xs[i] != floor(xs[i]))) {
                continue;
            }
            str_clear(&t->text);
            answers_text(&t->text, q, xs[i], NULL);
            if (answers_set(&t->answers, q->id, t->text.p, FROM_GIVEN, &t->e) != OK) {
                fail_msg("%s", job_error(t));
            }
            if (fabs(t->answers.a[id].num - xs[i]) > 1e-12 * xs[i]) {
                fail_msg("%s: %.17g became %.17g", q->name, xs[i], t->answers.a[id].num);
            }
        }
    }
}

/* Pictures are told as people do; what counts is the area. */
static void picture_sizes(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *text;
        double side;
    } rows[] = {{"512", 512}, {"480p", 640}, {"720P", 960}, {"832x480", 632}, {"1024x1024", 1024}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(answers_set(&t->answers, Q_IMAGE_SIZE, rows[i].text, FROM_GIVEN, &t->e),
                         OK);
        assert_true(t->answers.a[Q_IMAGE_SIZE].num == rows[i].side);
    }
    static const char *const bad[] = {"p", "0p", "-5x-5", "832x", "x480", "1e9p", "12q"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(answers_set(&t->answers, Q_IMAGE_SIZE, bad[i], FROM_GIVEN, &t->e),
                         ERR_USAGE);
}

struct refusal {
    const char *name, *text, *part;
};

static void bad_values_are_refused(void **state)
{
    struct job_test *t = *state;
    static const struct refusal rows[] = {
        {"context", "-5", "context: \"-5\" is out of range; allowed are 1 to "},
        {"context", "0", "out of range"},
        {"context", "", "context: a value is missing; for example 4k"},
        {"context", "   ", "missing"},
        {"context", "4.5", "whole"},
        {"context", "abc", "context: \"abc\" is not understood; for example 4k"},
        {"context", "4096GB", "context"},
        {"context", "1e400", "out of range"},
        {"tokens", "1e99", "tokens: \"1e99\" is out of range; allowed are 1 to 10000T"},
        {"tokens", "nan", "tokens"},
        {"tokens", "inf", "tokens"},
        {"tokens", "50MM", "tokens"},
        {"hours", "25", "out of range"},
        {"hours", "24h1", "hours"},
        {"users", "2.5", "whole"},
        {"peak-share", "150%", "out of range"},
        {"budget", "-1USD", "out of range"},
        {"budget", "CNY", "budget"},
        {"task", "cook", "task: \"cook\" is none of: learn, train-vision"},
        {"method", "dora", "full, lora, qlora"},
        {"data-stays", "maybe", "yes, no"},
        {"needs", "rt,wings", "\"wings\" is none of: rt, fp64"},
        {"weights", "q9_9", "weights: \"q9_9\" is none of"},
        {"providers", ",", "providers"},
        {"model", "a\x1b[31m", "control characters"},
        {"model", "\xc3\x28", "not UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct question *q = question_find(rows[i].name);
        answers_init(&t->answers);
        enum err got = answers_set(&t->answers, q->id, rows[i].text, FROM_GIVEN, &t->e);
        if (got != ERR_USAGE || !strstr(job_error(t), rows[i].part)) {
            fail_msg("%s \"%s\": %s", rows[i].name, rows[i].text,
                     got == OK ? "accepted" : job_error(t));
        }
        assert_false(t->answers.a[q->id].set);
    }
}

static void long_text_is_refused(void **state)
{
    struct job_test *t = *state;
    char text[ANSWER_TEXT_MAX + 40];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(answers_set(&t->answers, Q_MODEL, text, FROM_GIVEN, &t->e), ERR_USAGE);
    assert_non_null(strstr(job_error(t), "longer than 255 bytes"));
    text[ANSWER_TEXT_MAX - 1] = '\0';
    assert_int_equal(answers_set(&t->answers, Q_MODEL, text, FROM_GIVEN, &t->e), OK);
}

static void refused_values_leave_the_answer_alone(void **state)
{
    struct job_test *t = *state;
    job_set(t, PAIRS("context", "8k"));
    assert_int_equal(answers_set(&t->answers, Q_CONTEXT, "-5", FROM_GIVEN, &t->e), ERR_USAGE);
    assert_true(t->answers.a[Q_CONTEXT].num == 8192);
}

static void words_become_canonical(void **state)
{
    struct job_test *t = *state;
    static const char *const rows[][3] = {
        {"task", "FineTune", "finetune"}, {"sharding", "fsdp", "zero3"},
        {"data-stays", "true", "yes"},    {"where", "either", "any"},
        {"weights", "Q4_K_M", "q4_k_m"},  {"weights", "iq3_m", "iq3_m"},
        {"weights", "f16", "fp16"},       {"needs", "RT , p2p", "rt,p2p"},
        {"vendors", "NVIDIA", "nvidia"},  {"vendors", "AMD, Intel", "AMD,Intel"},
        {"kv", "q8_0", "q8_0"},           {"gpu", "4090×2", "4090x2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        job_set(t, PAIRS(rows[i][0], rows[i][1]));
        assert_string_equal(t->answers.a[question_find(rows[i][0])->id].text, rows[i][2]);
    }
}

/* A stored default must not outlive the answer that it hung on. */
static void new_answers_void_stored_defaults(void **state)
{
    struct job_test *t = *state;
    job_set(t, PAIRS("task", "finetune"));
    answers_set(&t->answers, Q_MODEL, "llama-3.1-8b", FROM_DEFAULT, &t->e);
    answers_set(&t->answers, Q_USERS, "5", FROM_DERIVED, &t->e);
    assert_true(t->answers.a[Q_MODEL].set);
    answers_set(&t->answers, Q_TASK, "finetune", FROM_GIVEN, &t->e); /* nothing new */
    assert_true(t->answers.a[Q_MODEL].set);
    answers_set(&t->answers, Q_TASK, "train-vision", FROM_GIVEN, &t->e);
    assert_false(t->answers.a[Q_MODEL].set);
    assert_false(t->answers.a[Q_USERS].set);
    answers_set(&t->answers, Q_MODEL, "resnet-50", FROM_DEFAULT, &t->e);
    answers_clear(&t->answers, Q_USERS); /* was not given */
    assert_true(t->answers.a[Q_MODEL].set);
    answers_clear(&t->answers, Q_TASK);
    assert_false(t->answers.a[Q_MODEL].set);
}

static void every_question_is_whole(void **state)
{
    (void)state;
    for (int i = 0; i < Q_COUNT; i++) {
        const struct question *q = question_get((enum question_id)i);
        assert_int_equal(q->id, i);
        assert_ptr_equal(question_find(q->name), q);
        assert_in_range(q->step, 0, 6);
        assert_true(q->type != ANSWER_QUANTITY || q->min < q->max);
        assert_true(q->type == ANSWER_CHOICE || q->type == ANSWER_YESNO ? q->choices != NULL : 1);
        for (int lang = 0; lang < 2; lang++) {
            assert_true(*msg_text((enum lang)lang, q->label));
            assert_true(*msg_text((enum lang)lang, q->ask));
            assert_true(*msg_text((enum lang)lang, q->why));
        }
    }
    assert_null(question_find("colour"));
}

/* The example in the messages must itself be accepted. */
static void every_example_is_accepted(void **state)
{
    struct job_test *t = *state;
    for (int i = 0; i < Q_COUNT; i++) {
        const struct question *q = question_get((enum question_id)i);
        if (answers_set(&t->answers, q->id, question_example(q), FROM_GIVEN, &t->e) != OK) {
            fail_msg("%s", job_error(t));
        }
        for (const struct choice *c = q->choices; c && c->word; c++) {
            assert_int_equal(answers_set(&t->answers, q->id, c->word, FROM_GIVEN, &t->e), OK);
        }
    }
}

/* Scripts rely on these names. */
static void names_are_those_of_the_manual(void **state)
{
    (void)state;
    static const char *const names[] = {"task",
                                        "model",
                                        "method",
                                        "precision",
                                        "weights",
                                        "kv",
                                        "optimizer",
                                        "lora-rank",
                                        "recompute",
                                        "engine",
                                        "draft-model",
                                        "draft-tokens",
                                        "draft-acceptance",
                                        "context",
                                        "micro-batch",
                                        "global-batch",
                                        "image-size",
                                        "tokens",
                                        "samples",
                                        "epochs",
                                        "data",
                                        "runs",
                                        "deadline",
                                        "users",
                                        "rps",
                                        "input",
                                        "output",
                                        "ttft",
                                        "tps",
                                        "where",
                                        "data-stays",
                                        "country",
                                        "place",
                                        "volts",
                                        "amps",
                                        "noise",
                                        "buyer",
                                        "vendors",
                                        "providers",
                                        "regions",
                                        "network",
                                        "budget",
                                        "budget-month",
                                        "hours",
                                        "months",
                                        "currency",
                                        "discount-rate",
                                        "gpu",
                                        "nodes-max",
                                        "have",
                                        "seats",
                                        "peak-share",
                                        "offload",
                                        "needs",
                                        "frames",
                                        "clip-seconds",
                                        "trainer",
                                        "interruptible",
                                        "quantity",
                                        "tax",
                                        "condition",
                                        "load",
                                        "staff",
                                        "nodes",
                                        "tp",
                                        "pp",
                                        "dp",
                                        "ep",
                                        "cp",
                                        "sharding",
                                        "rack-units",
                                        "archive",
                                        "profit-tax",
                                        "licence",
                                        "support",
                                        "sensitivity",
                                        "technology",
                                        "fabric",
                                        "stays-share"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!question_find(names[i])) {
            fail_msg("no question %s", names[i]);
        }
    }
    assert_int_equal(Q_COUNT, sizeof names / sizeof names[0]);
}

static void near_names_are_offered(void **state)
{
    (void)state;
    const char *out[3];
    assert_true(question_nearest("contxt", out, 3) >= 1);
    assert_string_equal(out[0], "context");
    assert_true(question_nearest("lora_rank", out, 3) >= 1);
    assert_string_equal(out[0], "lora-rank");
    assert_int_equal(question_nearest("zzzzzzzzzzzz", out, 3), 0);
}

static void formats_have_bits_and_sources(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        double body, embedding;
    } rows[] = {{"bf16", 16, 16},         {"fp8", 8, 16},         {"int4", 4.25, 16},
                {"nf4", 4.5, 16},         {"mxfp4", 4.25, 16},    {"q8_0", 8.5, 8.5},
                {"q6_k", 6.5625, 6.5625}, {"q4_0", 4.5, 5.53125}, {"awq-int4", 4.15625, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct num_format *f = num_format_find(rows[i].id);
        assert_non_null(f);
        assert_true(f->body_bits == rows[i].body && f->embedding_bits == rows[i].embedding);
        assert_true(f->source && *f->source);
    }
    assert_null(num_format_find("q9_9"));
    assert_true(num_format_is_gguf(num_format_find("q4_k_m")));
    assert_false(num_format_is_gguf(num_format_find("int4")));
}

/* Published sizes of GGUF files, GiB: Llama 3 70B and 8B, Qwen2.5 7B; 1 % is the rounding. */
static void formats_give_published_file_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *format;
        double params, embedding_params, gib;
    } rows[] = {
        {"q4_k_m", 70.554e9, 2.101e9, 39.60}, {"q4_0", 70.554e9, 2.101e9, 37.22},
        {"q6_k", 70.554e9, 2.101e9, 53.91},   {"q8_0", 70.554e9, 2.101e9, 69.83},
        {"q2_k", 70.554e9, 2.101e9, 24.56},   {"q3_k_m", 70.554e9, 2.101e9, 31.91},
        {"q4_k_m", 8.030e9, 1.051e9, 4.58},   {"q4_k_m", 7.616e9, 1.090e9, 4.36},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct num_format *f = num_format_find(rows[i].format);
        double bits = f->body_bits * (rows[i].params - rows[i].embedding_params) +
                      f->embedding_bits * rows[i].embedding_params;
        double error = bits / 8 / GIB / rows[i].gib - 1;
        if (fabs(error) > 0.01) {
            fail_msg("%s: %+.2f %%", rows[i].format, 100 * error);
        }
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, job_test_setup, job_test_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(numbers_are_read_with_units),
        TEST(canonical_text_reads_back),
        TEST(picture_sizes),
        TEST(bad_values_are_refused),
        TEST(long_text_is_refused),
        TEST(refused_values_leave_the_answer_alone),
        TEST(words_become_canonical),
        TEST(new_answers_void_stored_defaults),
        cmocka_unit_test(every_question_is_whole),
        TEST(every_example_is_accepted),
        cmocka_unit_test(names_are_those_of_the_manual),
        cmocka_unit_test(near_names_are_offered),
        cmocka_unit_test(formats_have_bits_and_sources),
        cmocka_unit_test(formats_give_published_file_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
