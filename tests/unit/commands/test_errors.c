/* Wrong use: exit code, one or two lines on standard error that say what, where and what to do, in
 * both languages, and nothing on standard output. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "tests/support/spawn.h"

#define JOB "--task finetune --model llama-3.1-8b "

struct wrong {
    const char *line;
    int code;
    const char *says; /* words that stand in both languages */
};

static const struct wrong cases[] = {
    {"", 2, "--plain"},
    {"plan", 2, "--task"},
    {"plan --model llama-3.1-8b", 2, "--task"},
    {"plan --task finetune --model lama-3.1-8b", 2, "llama-3.1-8b"},
    {"plan --task finetune --model no-such-model-at-all", 2, "no-such-model-at-all"},
    {"plan --task fintune", 2, "finetune"},
    {"plan " JOB "--context -5", 2, "-5"},
    {"plan " JOB "--context 0", 2, "context"},
    {"plan " JOB "--context 5h", 2, "5h"},
    {"plan " JOB "--tokens 1e99", 2, "1e99"},
    {"plan " JOB "--tokens nan", 2, "nan"},
    {"plan " JOB "--tokens", 2, "--tokens"},
    {"plan " JOB "--gpu rtx-4090x0", 2, "rtx-4090x0"},
    {"plan " JOB "--gpu rtx-4009", 2, "nvidia-rtx-4090"},
    {"plan " JOB "--gpu rtx-4090x99999999999999999999", 2, "99999999"},
    {"plan " JOB "--contxt 4k", 2, "context"},
    {"plan " JOB "--count 4", 2, "--count"},
    {"plan " JOB "extra", 2, "extra"},
    {"plan " JOB "-x", 2, "-x"},
    {"plan " JOB "--format yaml", 2, "yaml"},
    {"plan " JOB "--format vllm", 2, "torchrun"},
    {"plan " JOB "--format llama.cpp", 2, "skypilot"},
    {"plan " JOB "--kind hybrids", 2, "hybrids"},
    {"plan " JOB "--load 8x4h,1x21h", 2, "load"},
    {"plan " JOB "--kind lease", 2, "lease"},
    {"plan " JOB "--top 0", 2, "--top"},
    {"plan " JOB "--top many", 2, "many"},
    {"plan " JOB "--lock memory", 2, "PART=N"},
    {"plan " JOB "--lock memry=8", 2, "memory"},
    {"plan " JOB "--lock gpu=2", 2, "gpu=2"},
    {"plan " JOB "--choose no-such-plan", 2, "no-such-plan"},
    {"fits --gpu t4,h100", 2, "t4,h100"},
    {"fits --gpu t4 --have h100", 2, "--have"},
    {"size " JOB "--gpu h100x8 --tp 3", 2, "tp"},
    {"size " JOB "--gpu h100x", 2, "h100x"},
    {"fits --gpu t4 --task hpc", 2, "plan --task hpc"},
    {"plan " JOB "--offline=yes", 2, "--offline"},
    {"plan " JOB "--as-of 2026-13-45", 2, "2026-13-45"},
    {"plan " JOB "--job /no/such/file", 2, "/no/such/file"},
    {"plan " JOB "--config /no/such/file", 2, "/no/such/file"},
    {"plan " JOB "--data-dir /no/such", 3, "/no/such/catalog.sqlite"},
    {"plan " JOB "--out /no/such/folder/bill.md", 5, "/no/such/folder/bill.md"},
    {"plan " JOB "--out /", 5, "/"},
    {"size", 2, "--model"},
    {"size --model llama-3.1-8b --gpu rtx-4009", 2, "nvidia-rtx-4090"},
    {"fits", 2, "--gpu"},
    {"offers --gpu h1000", 2, "h100"},
    {"offers --gpu h100x8", 2, "--gpu nvidia-h100-sxm5-80 --count 8"},
    {"offers --gpu 2xh100", 2, "--count 2"},
    {"offers --count 1.5", 2, "1.5"},
    {"offers --count 8..2", 2, "8..2"},
    {"offers --memory big", 2, "big"},
    {"offers --kind sport", 2, "spot"},
    {"offers --sort cost", 2, "gpu-price"},
    {"offers --group colour", 2, "provider"},
    {"offers --sort job", 2, "--task"},
    {"offers --price 3..2", 2, "3..2"},
    {"offers --age soon", 2, "soon"},
    {"plan --task finetune --model llama-3.1-8b --regions us-east-11", 2, "us-east-1"},
    {"catalog", 2, "list"},
    {"catalog lst", 2, "list"},
    {"catalog list acelerators", 2, "accelerators"},
    {"catalog show models llama-3.1-8", 2, "llama-3.1-8b"},
    {"catalog show offers x", 2, "offers"},
    {"catalog add accelerator id", 2, "like=ID"},
    {"catalog add nothing", 2, "nothing"},
    {"catalog add gpu x like=y", 2, "accelerators"},
    {"catalog remove gpu x", 2, "accelerators"},
    {"catalog import accelerators no-such.csv", 2, "no-such.csv"},
    {"catalog export nothing", 2, "nothing"},
    {"catalog doctor x", 2, "doctor"},
    {"explain", 2, "--list"},
    {"explain psu-margn", 2, "psu-margin"},
    {"explain memory.totl", 2, "memory.total"},
    {"validate --kind speed", 2, "throughput"},
    {"validate --tco /no/such/file", 2, "/no/such/file"},
    {"validate /no/such/file", 2, "/no/such/file"},
    {"refresh", 2, "--from"},
    {"check no-such.csv", 2, "no-such.csv"},
    {"check", 2, "--have"},
    {"check --have 4090 --measured 4", 2, "tok/s"},
    {"help nothing-of-that-kind", 2, "nothing-of-that-kind"},
    {"plna", 2, "plan"},
    {"--wizard", 2, "--wizard"},
    {"--lang fr plan " JOB, 2, "fr"},
    {"plan " JOB "--theme solarised", 2, "solarized"},
    {"plan " JOB "--theme qqqqqqqqq", 2, "qqqqqqqqq"},
    {"doctor --theme drak", 2, "dark"},
    {"offers --theme /no/such.ini", 2, "/no/such.ini"},
    {"plan --job -", 2, "stdin"}, /* there is nothing in it */
};

static void judge(const struct wrong *c, const struct spawned *s, const char *lang)
{
    if (s->code != c->code)
        fail_msg("dlrig %s: exit code %d, not %d: %s", c->line, s->code, c->code, s->err);
    if (s->out_len != 0)
        fail_msg("dlrig %s: it printed: %s", c->line, s->out);
    int lines = count_lines(s->err);
    if (lines < 1 || lines > 2 || strncmp(s->err, "dlrig: ", 7) != 0)
        fail_msg("dlrig %s (%s): %d lines of error: %s", c->line, lang, lines, s->err);
    if (strstr(s->err, c->says) == NULL)
        fail_msg("dlrig %s (%s): does not say \"%s\": %s", c->line, lang, c->says, s->err);
    assert_false(has_escape(s->err, s->err_len));
    assert_true(text_valid(s->err));
}

static bool has_chinese(const char *text)
{
    for (const char *p = text; *p != '\0';) {
        int32_t cp = text_next(&p);
        if (cp >= 0x4E00 && cp <= 0x9FFF)
            return true;
    }
    return false;
}

static void every_wrong_use(void **state)
{
    const char *const zh[] = {"DLRIG_LANG=zh", NULL};
    struct spawn_how how = {.env = zh};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spawned s;
        spawn_line(&s, NULL, cases[i].line);
        judge(&cases[i], &s, "en");
        assert_false(has_chinese(s.err));
        spawned_free(&s);
        spawn_line(&s, &how, cases[i].line);
        judge(&cases[i], &s, "zh");
        if (strstr(cases[i].line, "--lang") == NULL && !has_chinese(s.err))
            fail_msg("dlrig %s: no Chinese: %s", cases[i].line, s.err);
        spawned_free(&s);
    }
}

/* --- files of the user ------------------------------------------------------------------------ */
static void with_file(const char *text, const char *ext, const char *before, const char *after,
                      int code, const char *says)
{
    char path[64], line[512];
    struct spawned s;
    snprintf(path, sizeof path, "/tmp/dlrig-test-%ld%s", (long)getpid(), ext);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    snprintf(line, sizeof line, "%s%s %s", before, path, after);
    spawn_line(&s, NULL, line);
    remove(path);
    char place[128];
    snprintf(place, sizeof place, "%s%s", path, says);
    struct wrong c = {line, code, place};
    judge(&c, &s, "en");
    spawned_free(&s);
}

static void broken_plan_files(void **state)
{
    static const char before[] = "plan --job ";
    (void)state;
    with_file("{\n\"task\": \"finetune\",\n", ".json", before, "", 2, ":3: ");
    with_file("{\n\"task\": \"finetune\",,\n}", ".json", before, "", 2, ":2: ");
    with_file("{\"task\": \"finetune\"} trailing", ".json", before, "", 2, ":1: ");
    with_file("", ".json", before, "", 2, ":1: ");
    with_file("{\"task\": \"finetune\",\n \"context\": -5}", ".json", before, "", 2,
              ":2: context: ");
    with_file("{\"schema\": \"dlrig.job/1\", \"job\": {\"task\": {\"value\": \"finetune\"},\n"
              "\"tokens\": {\"value\": 1e99}}}",
              ".json", before, "", 2, ":2: job.tokens");
    with_file("{\"task\": \"finetune\",\n \"model\": \"lama-3.1-8b\"}", ".json", before, "", 2,
              ":2: model: \"lama-3.1-8b\"");
    with_file("{\"schema\": \"dlrig.job/1\", \"job\": {\"task\": {\"value\": \"finetune\"},\n"
              "\"context\": {\"value\": \"1M\"}}}",
              ".json", before, "", 2, ":2: job.context: 1,048,576");
    with_file("{\"task\": \"finetune\", \"contxt\": 5}", ".json", before, "", 2, ":1: contxt");
    with_file("{\"task\": \"finetune\", \"task\": \"serve\"}", ".json", before, "", 2, ":1: ");
    with_file("[1, 2]", ".json", before, "", 2, "");
    with_file("\x1b[2J", ".json", before, "", 2, ":1: ");
}

static void broken_settings(void **state)
{
    (void)state;
    with_file("lang = en\ncolour = red\n", ".ini", "plan --config ", JOB, 2, ":2: ");
    with_file("lang = en\nnonsense\n", ".ini", "plan --config ", JOB, 2, ":2: ");
    with_file("currency = EURO\n", ".ini", "plan --config ", JOB, 2, ":1: currency: ");
}

static void broken_table_of_measurements(void **state)
{
    (void)state;
    with_file("case_id,kind,metric,value,unit\nA,train_memory,peak\n", ".csv", "validate ", "", 2,
              ":2: ");
    with_file("kind,value\n", ".csv", "validate ", "", 2, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_wrong_use),
        cmocka_unit_test(broken_plan_files),
        cmocka_unit_test(broken_settings),
        cmocka_unit_test(broken_table_of_measurements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
