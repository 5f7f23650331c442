/* The command line as read: common flags anywhere, flags of the command, the job. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "commands/command.h"

#define WORDS 32

static struct cmdline line;
static struct err_info error;

/* Reads the words up to NULL as a command line. */
static enum err parse(const char *first, ...)
{
    static char text[WORDS][128];
    static char *argv[WORDS + 1];
    int argc = 1;
    va_list ap;

    argv[0] = text[0];
    str_copy(text[0], sizeof text[0], "dlrig");
    va_start(ap, first);
    for (const char *w = first; w != NULL && argc < WORDS; w = va_arg(ap, const char *)) {
        str_copy(text[argc], sizeof text[argc], w);
        argv[argc] = text[argc];
        argc++;
    }
    va_end(ap);
    argv[argc] = NULL;
    err_clear(&error);
    return cmdline_parse(argc, argv, &line, &error);
}

static void common_flags_stand_anywhere(void **state)
{
    (void)state;
    assert_int_equal(parse("--lang", "zh", "plan", "--offline", "--task=serve",
                           "--as-of=2026-01-01", "--ascii", NULL),
                     OK);
    assert_string_equal(line.command->name, "plan");
    assert_string_equal(line.app.lang, "zh");
    assert_string_equal(line.app.as_of, "2026-01-01");
    assert_true(line.app.offline && line.app.ascii && !line.app.plain);
    assert_int_equal(line.job_n, 1);
}

static void no_command_is_the_screen(void **state)
{
    (void)state;
    assert_int_equal(parse(NULL), OK);
    assert_null(line.command);
    assert_int_equal(parse("--plain", "--task", "serve", NULL), OK);
    assert_null(line.command);
    assert_true(line.app.plain);
    assert_int_equal(line.job_n, 1);
}

static void flags_belong_to_their_command(void **state)
{
    (void)state;
    assert_int_equal(parse("offers", "--gpu", "h100", "--count", "2..8", NULL), OK);
    assert_string_equal(line.value[FLAG_OFFER_GPU], "h100");
    assert_string_equal(line.value[FLAG_CARDS], "2..8");
    assert_int_equal(line.job_n, 0);
    assert_int_equal(parse("size", "--gpu", "h100", NULL), OK); /* there it is the job's */
    assert_null(line.value[FLAG_OFFER_GPU]);
    assert_int_equal(line.job_n, 1);
    assert_int_equal(parse("plan", "--count", "8", NULL), ERR_USAGE);
    assert_int_equal(error.msg.id, MSG_OPT_NOT_HERE);
    assert_int_equal(parse("--count", "8", NULL), ERR_USAGE);
    assert_int_equal(error.msg.id, MSG_OPT_NEEDS_COMMAND);
    assert_int_equal(parse("--task", "serve", "doctor", NULL), ERR_USAGE);
    assert_int_equal(error.msg.id, MSG_OPT_NOT_HERE);
}

static void values(void **state)
{
    (void)state;
    assert_int_equal(parse("plan", "--out", "--force", NULL), ERR_USAGE);
    assert_int_equal(error.msg.id, MSG_OPT_VALUE);
    assert_int_equal(parse("plan", "--out=", NULL), ERR_USAGE);
    assert_int_equal(parse("plan", "--out", NULL), ERR_USAGE);
    assert_int_equal(parse("plan", "--force=yes", NULL), ERR_USAGE);
    assert_int_equal(error.msg.id, MSG_OPT_NO_VALUE);
    assert_int_equal(parse("plan", "--out", "-", NULL), OK);
    assert_string_equal(line.value[FLAG_OUT], "-");
    assert_int_equal(parse("plan", "--top", "3", "--top", "5", NULL), OK); /* the last one counts */
    assert_string_equal(line.value[FLAG_TOP], "5");
    assert_int_equal(parse("plan", "--lock", "a=1", "--lock", "b=2", NULL), OK);
    assert_int_equal(line.lock_n, 2);
    assert_string_equal(line.lock[1], "b=2");
}

static void words(void **state)
{
    (void)state;
    assert_int_equal(parse("explain", "--", "--list", NULL), OK);
    assert_false(line.on[FLAG_LIST]);
    assert_string_equal(line.arg[0], "--list");
    assert_int_equal(parse("explain", "a", "b", NULL), ERR_USAGE);
    assert_int_equal(error.msg.id, MSG_OPT_EXTRA);
    assert_int_equal(parse("catalog", NULL), ERR_USAGE);
    assert_int_equal(error.msg.id, MSG_OPT_FEW);
    assert_int_equal(parse("catalog", "--help", NULL), OK); /* help asks for no more words */
    assert_int_equal(parse("plan", "-h", NULL), OK);
    assert_true(line.on[FLAG_HELP]);
    assert_int_equal(parse("plan", "-v", NULL), ERR_USAGE);
    assert_int_equal(parse("", NULL), ERR_USAGE);
    assert_int_equal(parse("planet", NULL), ERR_USAGE);
}

/* Even of a wrong line the language is known, so that the error can be told in it. */
static void language_of_a_wrong_line(void **state)
{
    struct app_options app = {0};
    char a[] = "dlrig", b[] = "plan", c[] = "--nonsense", d[] = "--lang", f[] = "zh";
    char *const argv[] = {a, b, c, d, f, NULL};
    (void)state;
    cmdline_app(5, argv, &app);
    assert_string_equal(app.lang, "zh");
    cmdline_app(4, argv, &app); /* the value is missing */
    assert_non_null(app.lang);
}

static void tables_are_consistent(void **state)
{
    (void)state;
    for (int i = 0; i < FLAG_COUNT; i++) {
        assert_int_equal(flags[i].id, i);
        for (int k = 0; k < i; k++) {
            if (strcmp(flags[i].name, flags[k].name) == 0)
                assert_int_equal(flags[i].where & flags[k].where, 0);
        }
        /* a question of the job would never be reached; the cards of a list of offers are those of
         * the list */
        if (question_find(flags[i].name) != NULL && i != FLAG_OFFER_GPU)
            assert_int_equal(flags[i].where & IN_JOB, 0);
    }
    for (size_t i = 0; i < command_count; i++) {
        assert_true(commands[i].run != NULL || commands[i].bit == IN_SCREEN);
        assert_int_equal((commands[i].bit & IN_FORMAT) != 0, commands[i].formats != NULL);
        assert_ptr_equal(command_find(commands[i].name), &commands[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_flags_stand_anywhere),
        cmocka_unit_test(no_command_is_the_screen),
        cmocka_unit_test(flags_belong_to_their_command),
        cmocka_unit_test(values),
        cmocka_unit_test(words),
        cmocka_unit_test(language_of_a_wrong_line),
        cmocka_unit_test(tables_are_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
