/*
 * A plan that is read again is the same plan: `plan --format json` given to `plan --job` yields the
 * same bytes but for the hour at which it was made, whatever was asked, derived or locked; and its
 * sentence is that of its choice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/spawn.h"

#define DAY " --as-of 2026-11-30 --format json"

static const char *const jobs[] = {
    "--task finetune --model llama-3.1-8b --method qlora --load 4x3h,1x21h",
    "--task train-vision --model resnet-50 --data 60TB --epochs 3 --where cloud --vendors domestic "
    "--country CN --quantity 3",
    "--task serve --model qwen2.5-7b --where own --lock fractal-design-torrent=1",
    "--task serve --model qwen2.5-7b --users 40 --stays-share 30% --profit-tax 25%",
    "--task finetune --model llama-3.1-8b --method lora --licence nvaie --support always "
    "--sensitivity internal --technology stable --fabric no",
    "--task train-vision --model resnet-50 --epochs 1 --archive 80TB --place server-room --buyer "
    "lab "
    "--where own --country DE --currency EUR",
    "--task serve --model qwen2.5-7b --users 30 --have 2x3090 --where own",
};

/* The text without the line that tells when it was made. */
static char *without_hour(const struct spawned *s)
{
    char *out = malloc(s->out_len + 1), *to = out;
    assert_non_null(out);
    for (const char *p = s->out; *p != '\0';) {
        const char *end = strchr(p, '\n');
        size_t n = end != NULL ? (size_t)(end - p) + 1 : strlen(p);
        if (strncmp(p, "  \"generated\"", 13) != 0) {
            memcpy(to, p, n);
            to += n;
        }
        p += n;
    }
    *to = '\0';
    return out;
}

static void a_plan_read_again_is_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        char path[] = "/tmp/dlrig-again-XXXXXX", line[640];
        struct spawned first, second;
        int fd = mkstemp(path);
        assert_true(fd >= 0);
        snprintf(line, sizeof line, "plan %s" DAY, jobs[i]);
        spawn_line(&first, &(struct spawn_how){0}, line);
        if (first.code > 1)
            fail_msg("%s: %s", jobs[i], first.err);
        assert_true(write(fd, first.out, first.out_len) == (ssize_t)first.out_len);
        assert_int_equal(close(fd), 0);
        snprintf(line, sizeof line, "plan --job %s" DAY, path);
        spawn_line(&second, &(struct spawn_how){0}, line);
        if (second.code != first.code)
            fail_msg("%s: %d, then %d: %s", jobs[i], first.code, second.code, second.err);
        char *a = without_hour(&first), *b = without_hour(&second);
        assert_true(strlen(a) + 10 < first.out_len); /* the hour was there */
        if (strcmp(a, b) != 0)
            fail_msg("%s: another plan when it is read again", jobs[i]);
        free(a);
        free(b);
        spawned_free(&first);
        spawned_free(&second);
        assert_int_equal(unlink(path), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_plan_read_again_is_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
