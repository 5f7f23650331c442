#include <string.h>

#include "engine/job/flags.h"
#include "engine/job/planfile.h"
#include "tests/unit/job/job_test.h"

static enum err read_text(struct job_test *t, const char *text, struct plan_file *p)
{
    return planfile_read(text, strlen(text), "plan.json", p, &t->e);
}

static struct plan_file sample(struct job_test *t)
{
    struct plan_file p;
    memset(&p, 0, sizeof p);
    job_set(t, PAIRS("task", "serve", "model", "qwen2.5-7b", "seats", "200", "context", "16k",
                     "budget", "20000CNY", "data", "120GB", "needs", "ecc,cuda", "country", "CN",
                     "have", "gpu=2x4090+3090,ram=8x64@4800", "data-stays", "yes", "ttft", "0.8s",
                     "peak-share", "7.5%"));
    p.answers = t->answers;
    str_copy(p.as_of, sizeof p.as_of, "2026-11-30");
    str_copy(p.chosen, sizeof p.chosen, "own-nvidia-rtx-4090-2");
    p.edits.n = 3;
    p.edits.e[0] = (struct edit){EDIT_SWAP, PART_SSD, "", "samsung-990-pro-4tb", 0, true};
    p.edits.e[1] = (struct edit){EDIT_QTY, PART_MEMORY, "kingston \"64\"", "", 8, false};
    p.edits.e[2] = (struct edit){EDIT_LOCK, PART_GPU, "nvidia-rtx-4090", "", 2, false};
    return p;
}

/* write -> read -> write gives the same bytes, for answers alone and for the resolved job. */
static void what_is_written_reads_back(void **state)
{
    struct job_test *t = *state;
    struct plan_file p = sample(t), back;
    for (int whole = 0; whole < 2; whole++) {
        struct str first, second;
        str_init(&first, 1 << 20);
        str_init(&second, 1 << 20);
        static struct job job, again;
        assert_int_equal(job_resolve(&p.answers, &t->facts.facts, &t->arena, &job, &t->e), OK);
        planfile_write(&first, &p, whole ? &job : NULL);
        if (read_text(t, first.p, &back) != OK) {
            fail_msg("%s", job_error(t));
        }
        assert_int_equal(job_resolve(&back.answers, &t->facts.facts, &t->arena, &again, &t->e), OK);
        planfile_write(&second, &back, whole ? &again : NULL);
        assert_string_equal(first.p, second.p);
        assert_string_equal(back.chosen, p.chosen);
        assert_string_equal(back.as_of, p.as_of);
        assert_int_equal(back.edits.n, 3);
        assert_int_equal(back.edits.e[1].qty, 8);
        assert_true(back.edits.e[0].all && !back.edits.e[1].all);
        assert_string_equal(back.edits.e[1].id, "kingston \"64\"");
        for (int i = 0; i < Q_COUNT; i++) { /* a stored `from` survives loading */
            assert_int_equal(again.from[i], job.from[i]);
            assert_string_equal(again.shown[i], job.shown[i]);
        }
        assert_true(again.users == 15 && again.from[Q_USERS] == FROM_DERIVED);
        str_free(&first);
        str_free(&second);
    }
}

static void the_written_form_is_the_published_one(void **state)
{
    struct job_test *t = *state;
    struct plan_file p;
    memset(&p, 0, sizeof p);
    job_set(t, PAIRS("context", "4k", "budget", "20000CNY", "needs", "ecc"));
    p.answers = t->answers;
    str_clear(&t->text);
    planfile_write(&t->text, &p, NULL);
    assert_string_equal(t->text.p, "{\n"
                                   "  \"schema\": \"dlrig.job/1\",\n"
                                   "  \"as_of\": null,\n"
                                   "  \"job\": {\n"
                                   "    \"context\": {\n"
                                   "      \"value\": 4096,\n"
                                   "      \"unit\": \"tokens\",\n"
                                   "      \"from\": \"given\"\n"
                                   "    },\n"
                                   "    \"needs\": {\n"
                                   "      \"value\": \"ecc\",\n"
                                   "      \"unit\": \"\",\n"
                                   "      \"from\": \"given\"\n"
                                   "    },\n"
                                   "    \"budget\": {\n"
                                   "      \"value\": 20000,\n"
                                   "      \"unit\": \"CNY\",\n"
                                   "      \"from\": \"given\"\n"
                                   "    }\n"
                                   "  },\n"
                                   "  \"edits\": [],\n"
                                   "  \"chosen\": null\n"
                                   "}\n");
}

struct reading {
    const char *text;
    enum question_id id;
    double num;
    const char *word; /* NULL: a number */
};

static void every_way_to_say_a_value(void **state)
{
    struct job_test *t = *state;
    static const struct reading rows[] = {
        {"{\"tokens\": \"50M\"}", Q_TOKENS, 50e6, NULL},
        {"{\"tokens\": 50000000}", Q_TOKENS, 50e6, NULL},
        {"{\"tokens\": 5e7}", Q_TOKENS, 50e6, NULL},
        {"{\"tokens\": {\"value\": 50000000, \"unit\": \"tokens\", \"from\": \"given\"}}", Q_TOKENS,
         50e6, NULL},
        {"{\"tokens\": {\"value\": \"50M\"}}", Q_TOKENS, 50e6, NULL},
        {"{\"data\": 120}", Q_DATA, 120e9, NULL},
        {"{\"data\": {\"value\": 120000000000, \"unit\": \"B\"}}", Q_DATA, 120e9, NULL},
        {"{\"data\": {\"value\": 120, \"unit\": \"GB\"}}", Q_DATA, 120e9, NULL},
        {"{\"context\": 4096}", Q_CONTEXT, 4096, NULL},
        {"{\"budget\": {\"value\": 500, \"unit\": \"EUR\"}}", Q_BUDGET, 500, NULL},
        {"{\"data-stays\": true}", Q_DATA_STAYS, 0, "yes"},
        {"{\"data-stays\": \"no\"}", Q_DATA_STAYS, 0, "no"},
        {"{\"needs\": [\"ecc\", \"rt\"]}", Q_NEEDS, 0, "ecc,rt"},
        {"{\"model\": \"llama-3.1-8b\"}", Q_MODEL, 0, "llama-3.1-8b"},
        {"{\"schema\": \"dlrig.plan/1\", \"plans\": [], \"verdict\": {}, \"job\": {\"users\": 5}}",
         Q_USERS, 5, NULL},
        {"{\"job\": {\"users\": 5}}", Q_USERS, 5, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct plan_file p;
        if (read_text(t, rows[i].text, &p) != OK) {
            fail_msg("%s: %s", rows[i].text, job_error(t));
        }
        const struct answer *a = &p.answers.a[rows[i].id];
        assert_true(a->set && a->from == FROM_GIVEN);
        if (rows[i].word) {
            assert_string_equal(a->text, rows[i].word);
        } else {
            assert_true(a->num == rows[i].num);
        }
    }
}

static void nulls_and_empty_objects_are_no_answers(void **state)
{
    struct job_test *t = *state;
    static const char *const rows[] = {
        "{}",
        "{\"budget\": null}",
        "{\"job\": {}}",
        "{\"budget\": {\"value\": null, \"unit\": \"USD\", \"from\": \"default\"}}",
        "{\"schema\": \"dlrig.job/1\", \"job\": {}, \"edits\": null, \"chosen\": null}",
        "{\"job\": {}, \"as_of\": null}"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct plan_file p;
        if (read_text(t, rows[i], &p) != OK) {
            fail_msg("%s: %s", rows[i], job_error(t));
        }
        for (int k = 0; k < Q_COUNT; k++) {
            assert_false(p.answers.a[k].set);
        }
    }
}

struct refusal {
    enum err code;
    long line;
    const char *path, *part, *text;
};

static void broken_files_say_where(void **state)
{
    struct job_test *t = *state;
    static const struct refusal rows[] = {
        {ERR_SYNTAX, 3, "", "", "{\n \"job\": {\n  \"tokens\": ,\n }\n}"},
        {ERR_SYNTAX, 1, "", "", "{\"tokens\": 5} trailing"},
        {ERR_SYNTAX, 1, "", "", ""},
        {ERR_SYNTAX, 1, "", "", "{\"tokens\": 1e999}"},
        {ERR_SYNTAX, 1, "", "", "{\"tokens\": 5, \"tokens\": 6}"},
        {ERR_SYNTAX, 1, "", "", "{\"model\": \"a\x1b[31m\"}"},
        {ERR_VALUE, 2, "job.context", "context: \"-5\" is out of range",
         "{\"job\":\n{\"context\": -5}}"},
        {ERR_VALUE, 1, "job.context", "out of range", "{\"job\": {\"context\": \"-5\"}}"},
        {ERR_VALUE, 1, "job.context", "whole",
         "{\"job\": {\"context\": {\"value\": 4.5, "
         "\"unit\": \"tokens\"}}}"},
        {ERR_VALUE, 1, "tokens", "out of range", "{\"tokens\": 1e99}"},
        {ERR_VALUE, 1, "tokens", "out of range",
         "{\"tokens\": {\"value\": 1e99, \"unit\": \"tokens\"}}"},
        {ERR_VALUE, 1, "tokens", "number", "{\"tokens\": {\"value\": {}}}"},
        {ERR_VALUE, 1, "tokens", "number", "{\"tokens\": [1]}"},
        {ERR_VALUE, 1, "tokens", "text", "{\"tokens\": true}"},
        {ERR_VALUE, 1, "task", "text", "{\"task\": 5}"},
        {ERR_VALUE, 1, "task", "none of", "{\"task\": \"cook\"}"},
        {ERR_VALUE, 1, "tokens", "value", "{\"tokens\": {\"unit\": \"tokens\"}}"},
        {ERR_VALUE, 1, "tokens.form", "did you mean", "{\"tokens\": {\"value\": 5, \"form\": 1}}"},
        {ERR_VALUE, 1, "tokens", "given, default, derived",
         "{\"tokens\": {\"value\": 5, \"from\": \"me\"}}"},
        {ERR_VALUE, 1, "tokens", "text", "{\"tokens\": {\"value\": 5, \"unit\": 7}}"},
        {ERR_VALUE, 1, "contxt", "did you mean context", "{\"contxt\": 4096}"},
        {ERR_VALUE, 1, "job.contxt", "did you mean context", "{\"job\": {\"contxt\": 4096}}"},
        {ERR_VALUE, 1, "colour", "did you mean",
         "{\"schema\": \"dlrig.job/1\", \"job\": {}, \"colour\": 1}"},
        {ERR_VALUE, 1, "schema", "dlrig.job/9", "{\"schema\": \"dlrig.job/9\", \"job\": {}}"},
        {ERR_VALUE, 1, "schema", "schema", "{\"schema\": 5, \"job\": {}}"},
        {ERR_VALUE, 1, "job", "missing", "{\"schema\": \"dlrig.job/1\"}"},
        {ERR_VALUE, 1, "job", "missing", "{\"job\": [1, 2]}"},
        {ERR_VALUE, 1, "", "object", "[1, 2]"},
        {ERR_VALUE, 1, "", "object", "\"finetune\""},
        {ERR_VALUE, 1, "as_of", "not a date", "{\"job\": {}, \"as_of\": \"2026-13\"}"},
        {ERR_VALUE, 1, "as_of", "not a date", "{\"job\": {}, \"as_of\": \"2026-99-99\"}"},
        {ERR_VALUE, 1, "chosen", "text", "{\"job\": {}, \"chosen\": 5}"},
        {ERR_VALUE, 1, "edits", "edit", "{\"job\": {}, \"edits\": {}}"},
        {ERR_VALUE, 1, "edits[0]", "op is one of", "{\"job\": {}, \"edits\": [5]}"},
        {ERR_VALUE, 1, "edits[0]", "op is one of", "{\"job\": {}, \"edits\": [{\"op\": \"eat\"}]}"},
        {ERR_VALUE, 1, "edits[1]", "no kind of part",
         "{\"job\": {}, \"edits\": [{\"op\": \"lock\", \"kind\": \"gpu\"}, "
         "{\"op\": \"lock\", \"kind\": \"lamp\"}]}"},
        {ERR_VALUE, 1, "edits[0]", "whole number",
         "{\"job\": {}, \"edits\": [{\"op\": \"qty\", \"kind\": \"gpu\", \"qty\": -1}]}"},
        {ERR_VALUE, 1, "edits[0]", "all or chosen",
         "{\"job\": {}, \"edits\": [{\"op\": \"qty\", \"kind\": \"gpu\", \"of\": \"some\"}]}"},
        {ERR_VALUE, 1, "edits[0].colour", "did you mean",
         "{\"job\": {}, \"edits\": [{\"op\": \"qty\", \"kind\": \"gpu\", \"colour\": -1}]}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct plan_file p;
        memset(&p, 0x5A, sizeof p);
        enum err got = read_text(t, rows[i].text, &p);
        const char *text = got == OK ? "accepted" : job_error(t);
        if (got != rows[i].code || !strstr(text, rows[i].part)) {
            fail_msg("%s\n -> %d %s", rows[i].text, (int)got, text);
        }
        if (t->e.line != rows[i].line || strcmp(t->e.path, rows[i].path) != 0) {
            fail_msg("%s\n -> line %ld, path \"%s\"", rows[i].text, t->e.line, t->e.path);
        }
        assert_string_equal(t->e.file, "plan.json");
        assert_int_equal(((unsigned char *)&p)[0], 0x5A); /* nothing half read */
    }
}

static void too_many_edits_and_long_names_are_refused(void **state)
{
    struct job_test *t = *state;
    struct str text;
    str_init(&text, 1 << 20);
    struct plan_file p;
    for (int n = EDITS_MAX; n <= EDITS_MAX + 1; n++) {
        str_clear(&text);
        str_add(&text, "{\"job\": {}, \"edits\": [");
        for (int i = 0; i < n; i++) {
            str_add(&text, i ? "," : "");
            str_add(&text, "{\"op\": \"drop\", \"kind\": \"hdd\"}");
        }
        str_add(&text, "]}");
        assert_int_equal(read_text(t, text.p, &p), n == EDITS_MAX ? OK : ERR_VALUE);
    }
    str_clear(&text);
    str_add(&text, "{\"job\": {}, \"chosen\": \"");
    str_repeat(&text, "x", PLANFILE_CHOSEN_MAX);
    str_add(&text, "\"}");
    assert_int_equal(read_text(t, text.p, &p), ERR_VALUE);
    str_clear(&text);
    str_add(&text, "{\"model\": \"");
    str_repeat(&text, "x", 100000);
    str_add(&text, "\"}");
    assert_int_equal(read_text(t, text.p, &p), ERR_VALUE);
    str_clear(&text);
    str_repeat(&text, "[", 5000);
    assert_int_not_equal(read_text(t, text.p, &p), OK);
    str_free(&text);
}

/* Cut anywhere and with any byte changed, a file is read or refused, never more. */
static void damaged_files_never_harm(void **state)
{
    struct job_test *t = *state;
    struct plan_file p = sample(t), q;
    static struct job job;
    assert_int_equal(job_resolve(&p.answers, &t->facts.facts, &t->arena, &job, &t->e), OK);
    struct str text;
    str_init(&text, 1 << 20);
    planfile_write(&text, &p, &job);
    size_t good = 0;
    for (size_t n = 0; n < text.len; n++) {
        good += planfile_read(text.p, n, "plan.json", &q, &t->e) == OK;
    }
    assert_int_equal(good, 1); /* all but the last line feed */
    uint32_t dice = 12345;
    for (int i = 0; i < 4000; i++) {
        dice = dice * 1664525u + 1013904223u;
        size_t at = (dice >> 8) % text.len;
        char was = text.p[at];
        text.p[at] = (char)(dice >> 3);
        enum err got = planfile_read(text.p, text.len, "plan.json", &q, &t->e);
        assert_true(got == OK || got == ERR_SYNTAX || got == ERR_VALUE || got == ERR_LIMIT);
        if (got != OK) {
            assert_true(*job_error(t));
        }
        text.p[at] = was;
    }
    str_free(&text);
}

/* --- flags ----------------------------------------------------------------------------------- */
static void flags_are_taken_one_by_one(void **state)
{
    struct job_test *t = *state;
    char *argv[] = {(char[]){"--task"}, (char[]){"serve"}, (char[]){"--users=50"},
                    (char[]){"--top"},  (char[]){"5"},     (char[]){"--lora-rank"},
                    (char[]){"32"}};
    int taken, n = (int)(sizeof argv / sizeof argv[0]);
    const int want[] = {2, 1, 0, 0, 2}, at[] = {0, 2, 3, 4, 5};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        assert_int_equal(flags_take(&t->answers, n, argv, at[i], &taken, &t->e), OK);
        assert_int_equal(taken, want[i]);
    }
    assert_string_equal(t->answers.a[Q_TASK].text, "serve");
    assert_true(t->answers.a[Q_USERS].num == 50 && t->answers.a[Q_LORA_RANK].num == 32);
    assert_int_equal(t->answers.a[Q_USERS].from, FROM_GIVEN);
}

static void flags_without_or_with_bad_values_are_refused(void **state)
{
    struct job_test *t = *state;
    static const struct {
        const char *words[2], *part;
    } rows[] = {
        {{"--context", NULL}, "--context needs a value; for example --context 4k"},
        {{"--context", "--users"}, "--context needs a value"},
        {{"--context", "-5"}, "out of range"},
        {{"--context=-5", NULL}, "out of range"},
        {{"--tokens", "1e99"}, "out of range"},
        {{"--context=", NULL}, "missing"},
        {{"--model", ""}, "missing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char a[32] = "", b[32] = "";
        str_copy(a, sizeof a, rows[i].words[0]);
        str_copy(b, sizeof b, rows[i].words[1] ? rows[i].words[1] : "");
        char *argv[] = {a, b};
        int taken;
        enum err got = flags_take(&t->answers, rows[i].words[1] ? 2 : 1, argv, 0, &taken, &t->e);
        if (got != ERR_USAGE || !strstr(job_error(t), rows[i].part)) {
            fail_msg("%s: %s", a, got == OK ? "accepted" : job_error(t));
        }
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, job_test_setup, job_test_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_written_reads_back),
        TEST(the_written_form_is_the_published_one),
        TEST(every_way_to_say_a_value),
        TEST(nulls_and_empty_objects_are_no_answers),
        TEST(broken_files_say_where),
        TEST(too_many_edits_and_long_names_are_refused),
        TEST(damaged_files_never_harm),
        TEST(flags_are_taken_one_by_one),
        TEST(flags_without_or_with_bad_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
