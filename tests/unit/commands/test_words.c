/*
 * What the system says of a failed call stands in the reader's language; names that our own pages
 * print are taken as answers; a rental without an own machine beside it says why.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/spawn.h"

static void says(const char *const *argv, int code, const char *out, const char *err)
{
    struct spawned s;
    spawn(&s, NULL, argv);
    if (s.code != code || (out != NULL && strstr(s.out, out) == NULL) ||
        (err != NULL && strstr(s.err, err) == NULL))
        fail_msg("%s: exit code %d: %s%s", argv[0], s.code, s.out, s.err);
    spawned_free(&s);
}
#define SAYS(CODE, OUT, ERR, ...) says((const char *const[]){__VA_ARGS__, NULL}, CODE, OUT, ERR)

static void the_system_speaks_the_readers_language(void **state)
{
    (void)state;
    SAYS(2, NULL, "/tmp: Is a directory", "check", "/tmp");
    SAYS(2, NULL, "/tmp：这是文件夹，不是文件", "check", "/tmp", "--lang", "zh");
    struct spawned s;
    struct spawn_how how = {.out_path = "/dev/full"};
    spawn_line(&s, &how, "explain psu-margin --lang zh");
    assert_int_equal(s.code, 5);
    assert_non_null(strstr(s.err, "磁盘已满"));
    spawned_free(&s);
}

static void names_of_our_pages_are_answers(void **state)
{
    (void)state;
    SAYS(0, "1x GeForce RTX 4090 24GB", NULL, "size", "--task", "serve", "--model", "llama-3.1-8b",
         "--gpu", "GeForce RTX 4090 24GB");
    SAYS(0, "2x H100 SXM5 80GB", NULL, "size", "--task", "serve", "--model", "llama-3.1-8b",
         "--gpu", "H100 SXM5 80GBx2");
}

/* The words that the wizard shows, and units in words. */
static void words_of_either_language(void **state)
{
    (void)state;
    SAYS(0, "任务：在线推理服务", NULL, "size", "--task", "在线推理服务", "--model", "llama-3.1-8b",
         "--gpu", "rtx-4090", "--buyer", "高校或实验室", "--place", "机房", "--lang", "zh");
    SAYS(0, "Fine-tune a language model", NULL, "size", "--task", "Fine-tune a language model",
         "--model", "qwen3-0.6b", "--gpu", "rtx-4090", "--buyer", "student");
    SAYS(0, "0.2 （占计费小时的比例）", NULL, "explain", "load.idle_waste_cloud", "--lang", "zh");
}

static void a_rental_alone_says_why(void **state)
{
    (void)state;
    SAYS(0, "no own machine does this job as asked. 8 x H100 SXM5 80GB need a rack", NULL, "plan",
         "--task", "serve", "--model", "llama-3.3-70b", "--seats", "2000", "--gpu", "h100-sxmx8");
    SAYS(0, "需要机架服务器", NULL, "plan", "--task", "serve", "--model", "llama-3.3-70b",
         "--seats", "2000", "--gpu", "h100-sxmx8", "--lang", "zh");
}

static void a_group_of_a_provider_names_it_once(void **state)
{
    struct spawned s;
    (void)state;
    spawn_line(&s, NULL, "offers --gpu h100 --count 8 --group provider");
    assert_int_equal(s.code, 0);
    assert_null(strstr(s.out, "Cheapest"));
    assert_non_null(strstr(s.out, "primeintellect ")); /* whole, not broken over two lines */
    spawned_free(&s);
    SAYS(0, "Cheapest", NULL, "offers", "--gpu", "h100", "--count", "8", "--group", "region");
}

static void a_file_keeps_its_name(void **state)
{
    (void)state;
    SAYS(4, "no-such-list: ", NULL, "refresh", "--from", "/tmp/no-such-list.csv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_system_speaks_the_readers_language),
        cmocka_unit_test(names_of_our_pages_are_answers),
        cmocka_unit_test(words_of_either_language),
        cmocka_unit_test(a_rental_alone_says_why),
        cmocka_unit_test(a_group_of_a_provider_names_it_once),
        cmocka_unit_test(a_file_keeps_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
