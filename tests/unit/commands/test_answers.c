/* Exit codes of right use: 0 when the answer is yes (or not known), 1 when it is no; the answer is
 * told in full either way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/validate/validate.h"
#include "tests/support/spawn.h"

static void told(const char *line, int code)
{
    struct spawned s;
    spawn_line(&s, NULL, line);
    if (s.code != code)
        fail_msg("dlrig %s: exit code %d, not %d: %s", line, s.code, code, s.err);
    assert_true(s.out_len > 40);
    assert_string_equal(s.err, "");
    spawned_free(&s);
}

#define SEVENTY                                                                                    \
    "--task finetune --model llama-3.3-70b --method qlora --context 4096 --tokens 50M --epochs 3"
#define EIGHT_FULL "--task finetune --model llama-3.1-8b --method full "

static void yes_is_zero(void **state)
{
    static const char *const lines[] = {
        "plan " SEVENTY,
        "plan " SEVENTY " --format line",
        "plan --task serve --model qwen2.5-7b --kind rent --top 1",
        "plan --task finetune --model llama-3.1-8b --kind own --top 1 --format md",
        "plan --task other --data 2TB",
        "plan --task hpc",
        "size " SEVENTY " --gpu nvidia-a100-sxm4-80x1",
        "size --model llama-3.1-8b",
        "size --model llama-3.1-8b --gpu rtx-4090 --explain",
        "size " EIGHT_FULL "--gpu rtx-4090x1,nvidia-b200-sxm-180x1",
        "fits --gpu rtx-4090x2 --task serve",
        "fits --have 2x4090+1x3090 --format md",
        "offers --gpu h100 --count 8 --group provider",
        "offers --region cn --kind on-demand,month",
        "catalog list",
        "catalog show models llama-3.1-8b",
        "explain memory.total --task serve --model qwen2.5-7b",
        "validate --kind decode",
        "--lang zh doctor",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        told(lines[i], 0);
}

/* Counts stand in the answer as they were said, not rounded to three digits. */
static void counts_are_exact(void **state)
{
    struct spawned s;
    (void)state;
    spawn_line(&s, NULL, "plan --task train-vision --model resnet-50 --image-size 1024 --top 1");
    assert_non_null(strstr(s.out, "Image size 1,024"));
    spawned_free(&s);
}

static void no_is_one(void **state)
{
    static const char *const lines[] = {
        "plan " EIGHT_FULL "--gpu rtx-4090x1",
        "plan " EIGHT_FULL "--gpu rtx-4090x1 --format json",
        "plan " EIGHT_FULL "--gpu rtx-4090x1 --format line",
        "size " EIGHT_FULL "--gpu rtx-4090x1",
        "size " SEVENTY " --gpu rtx-4090x1",
        "size " SEVENTY " --gpu rtx-4060x8", /* eight small cards do not add up */
        "offers --count 77",
        "offers --count 77 --format json",
        "plan " SEVENTY " --budget 1USD --where own",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        told(lines[i], 1);
}

/* An empty list says which filter to loosen, the one that hides most first. */
static void an_empty_list_says_what_to_loosen(void **state)
{
    struct spawned s;
    (void)state;
    spawn_line(&s, NULL, "offers --gpu t4 --count 3");
    assert_int_equal(s.code, 1);
    const char *count = strstr(s.out, "without `--count`"), *gpu = strstr(s.out, "without `--gpu`");
    assert_true(count != NULL || gpu != NULL);
    spawned_free(&s);
    spawn_line(&s, NULL, "offers --gpu h100 --count 1 --lang zh --price 0..0.0001");
    assert_int_equal(s.code, 1);
    assert_non_null(strstr(s.out, "--price"));
    spawned_free(&s);
}

/* What the job costs there is told, and orders the list. */
static void offers_know_the_job(void **state)
{
    struct spawned s;
    (void)state;
    spawn_line(&s, NULL, "offers --task serve --model qwen2.5-7b --gpu h100,rtx-4090 --sort job");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "tokens"));
    spawned_free(&s);
    spawn_line(&s, NULL, "offers --task serve --model qwen2.5-7b --gpu h100 --format json");
    assert_non_null(strstr(s.out, "usd_per_million"));
    spawned_free(&s);
}

/* The cards that a job asks for filter the list: told, counted, and taken back by --gpu any. The
 * job may come through a pipe. */
static void offers_keep_to_the_cards_of_the_job(void **state)
{
    static const char job[] =
        "{\"task\": \"serve\", \"model\": \"qwen2.5-7b\", \"gpu\": \"rtx-4090x2\"}";
    const struct spawn_how piped = {.input = job};
    struct spawned s;
    (void)state;
    spawn_line(&s, &piped, "offers --job -");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "RTX 4090"));
    assert_null(strstr(s.out, "H100"));
    assert_non_null(strstr(s.out, "--gpu any"));
    spawned_free(&s);
    spawn_line(&s, &piped, "offers --job - --format json --kind spot");
    assert_non_null(strstr(s.out, "hidden_by_cards_of_job"));
    spawned_free(&s);
    spawn_line(&s, &piped, "offers --job - --gpu any");
    assert_non_null(strstr(s.out, "H100"));
    assert_null(strstr(s.out, "--gpu any"));
    spawned_free(&s);
    spawn_line(&s, &piped, "offers --job - --gpu h100 --lang zh");
    assert_null(strstr(s.out, "RTX 4090"));
    spawned_free(&s);
    spawn_line(&s, &piped, "plan --job - --format line");
    assert_non_null(strstr(s.out, "RTX 4090"));
    spawned_free(&s);
}

static void damaged_catalog_is_three(void **state)
{
    char dir[] = "/tmp/dlrig-test-XXXXXX", path[64], line[256];
    static const size_t sizes[] = {0, 1, 100, 4096};
    (void)state;
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/catalog.sqlite", dir);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char head[4096];
        FILE *from = fopen(DLRIG_BUILD_DIR "/catalog.sqlite", "rb"), *to = fopen(path, "wb");
        assert_non_null(from);
        assert_non_null(to);
        assert_int_equal(fread(head, 1, sizeof head, from), sizeof head);
        fwrite(head, 1, sizes[i], to);
        fclose(from);
        fclose(to);
        struct spawned s;
        snprintf(line, sizeof line, "plan " SEVENTY " --data-dir %s", dir);
        spawn_line(&s, NULL, line);
        assert_int_equal(s.code, 3);
        assert_int_equal(s.out_len, 0);
        assert_non_null(strstr(s.err, path));
        spawned_free(&s);
        snprintf(line, sizeof line, "doctor --data-dir %s", dir);
        told(line, 1);
    }
    remove(path);
    remove(dir);
}

/* The answer in its order: verdict and price with its day in the first sentence, job, choice. */
static void the_verdict_comes_first(void **state)
{
    static const char *const formats[] = {"text", "md"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char line[256];
        struct spawned s;
        snprintf(line, sizeof line, "plan " SEVENTY " --format %s", formats[i]);
        spawn_line(&s, NULL, line);
        const char *verdict = strstr(s.out, "fits"), *job = strstr(s.out, "Job:");
        const char *choice = strstr(s.out, "Choice:"), *price = strstr(s.out, "Price:");
        assert_true(verdict != NULL && job != NULL && choice != NULL && price != NULL);
        assert_true(verdict < price && price < job && job < choice);
        assert_true(strcspn(s.out, "\n") > (size_t)(verdict - s.out)); /* on the first line */
        spawned_free(&s);
    }
    struct spawned s;
    spawn_line(&s, NULL, "plan " SEVENTY " --format line");
    assert_int_equal(count_lines(s.out), 1);
    spawned_free(&s);
}

static void ascii_has_no_marks(void **state)
{
    struct spawned s;
    (void)state;
    spawn_line(&s, NULL, "plan " SEVENTY " --ascii --lang en");
    for (size_t i = 0; i < s.out_len; i++) {
        if ((unsigned char)s.out[i] >= 0x80)
            fail_msg("beyond ASCII: %.40s", s.out + i);
    }
    spawned_free(&s);
}

/* The closed list of reasons for rows that are not covered stands in the help. */
static void help_of_validate_lists_the_reasons(void **state)
{
    struct spawned s;
    (void)state;
    spawn_line(&s, NULL, "validate --help");
    for (int i = 1; i < VALIDATE_REASONS; i++) {
        const char *word = validate_reason_word((enum validate_reason)i);
        if (strstr(s.out, word) == NULL)
            fail_msg("validate --help lacks %s", word);
    }
    for (int i = 0; i < VALIDATE_KINDS; i++)
        assert_non_null(strstr(s.out, validate_kind_word((enum validate_kind)i)));
    spawned_free(&s);
}

static void table_of_measurements_as_csv(void **state)
{
    static const char head[] =
        "case_id,kind,covered,measured,unit,low,typical,high,error,inside,reason\n";
    struct spawned s;
    (void)state;
    spawn_line(&s, NULL, "validate --format csv");
    assert_int_equal(strncmp(s.out, head, strlen(head)), 0);
    assert_true(count_lines(s.out) > 500);
    assert_non_null(strstr(s.out, ",no,")); /* some rows are not covered and say why */
    spawned_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(yes_is_zero),
        cmocka_unit_test(counts_are_exact),
        cmocka_unit_test(no_is_one),
        cmocka_unit_test(an_empty_list_says_what_to_loosen),
        cmocka_unit_test(offers_know_the_job),
        cmocka_unit_test(offers_keep_to_the_cards_of_the_job),
        cmocka_unit_test(damaged_catalog_is_three),
        cmocka_unit_test(the_verdict_comes_first),
        cmocka_unit_test(ascii_has_no_marks),
        cmocka_unit_test(help_of_validate_lists_the_reasons),
        cmocka_unit_test(table_of_measurements_as_csv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
