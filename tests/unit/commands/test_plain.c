/* links: util */
/* The dialogue without a screen: the questions of the wizard on a pipe. */
#include <fcntl.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/spawn.h"

static void ask(struct spawned *s, const char *input, const char *line)
{
    char words[256];
    snprintf(words, sizeof words, "--plain --as-of 2026-11-30 %s", line);
    spawn_line(s, &(struct spawn_how){.input = input}, words);
}

static void an_empty_input_takes_every_default(void **state)
{
    (void)state;
    struct spawned s;
    ask(&s, "", "");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "Step 1 of 6"));
    assert_non_null(strstr(s.out, "defaults are taken"));
    assert_non_null(strstr(s.out, "fits"));
    assert_false(has_escape(s.out, s.out_len));
    assert_int_equal(s.err_len, 0);
    spawned_free(&s);
}

static void numbers_texts_and_defaults_are_answers(void **state)
{
    (void)state;
    struct spawned s;
    ask(&s, "7\nllama-3.3-70b\n\nqlora\n\n2k\n", "");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "Llama-3.3-70B"));
    assert_non_null(strstr(s.out, "QLoRA"));
    assert_non_null(strstr(s.out, "Context 2k"));
    spawned_free(&s);
}

static void wrong_answers_are_told_and_asked_again(void **state)
{
    (void)state;
    struct spawned s;
    ask(&s, "77\nnonsense\nserve\nllama-3\nllama-3.1-8b\n", "");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "77 is not in the list"));
    assert_non_null(strstr(s.out, "\"nonsense\""));
    assert_non_null(strstr(s.out, "names hold \"llama-3\""));
    assert_non_null(strstr(s.out, "Serve online · Llama-3.1-8B"));
    spawned_free(&s);
}

static void b_goes_back_and_q_leaves(void **state)
{
    (void)state;
    struct spawned s;
    ask(&s, "b\n1\nb\n7\nq\n", "");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "This is the first question"));
    const char *again = strstr(s.out, "What do you want to do?");
    assert_non_null(again);
    assert_non_null(strstr(again + 1, "What do you want to do?"));
    assert_non_null(strstr(s.out, "answers are kept"));
    assert_null(strstr(s.out, "[fits]"));
    assert_null(strstr(s.out, "Bill of materials"));
    spawned_free(&s);
}

/* What was typed is part of several names: the matches are listed, a number takes one. */
static void matches_are_listed_and_numbered(void **state)
{
    (void)state;
    struct spawned s;
    ask(&s, "serve\nllama-3\n1\n", "");
    assert_int_equal(s.code, 0);
    const char *list = strstr(s.out, "names hold");
    assert_non_null(list);
    assert_non_null(strstr(list, "   1  Llama-3"));
    assert_non_null(strstr(list, "Serve online · Llama-3"));
    spawned_free(&s);
}

static void a_question_mark_says_why(void **state)
{
    (void)state;
    struct spawned s;
    ask(&s, "?\n", "");
    assert_non_null(strstr(s.out, "which memory counts"));
    spawned_free(&s);
}

static void flags_are_not_asked_again(void **state)
{
    (void)state;
    struct spawned s;
    ask(&s, "", "--task finetune --model llama-3.1-8b");
    assert_int_equal(s.code, 0);
    assert_null(strstr(s.out, "What do you want to do?"));
    assert_null(strstr(s.out, "Which model?"));
    assert_non_null(strstr(s.out, "Step 3 of 6"));
    spawned_free(&s);
}

static void it_speaks_chinese(void **state)
{
    (void)state;
    struct spawned s;
    ask(&s, "微调大语言模型\n", "--lang zh");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "第 1 步"));
    assert_non_null(strstr(s.out, "微调大语言模型 · Llama-3.1-8B"));
    assert_null(strstr(s.out, "Step 1"));
    spawned_free(&s);
}

/* A terminal that goes away in the middle: the session is kept and the status is that of a
 * hang-up. */
static void a_lost_terminal_ends_with_129(void **state)
{
    (void)state;
    char home[] = "/tmp/dlrig-plain-XXXXXX", dir[64], session[96];
    int fd, status;
    assert_non_null(mkdtemp(home));
    snprintf(dir, sizeof dir, "%s/state", home);
    snprintf(session, sizeof session, "%s/dlrig/session.json", dir);
    pid_t pid = forkpty(&fd, NULL, NULL, NULL);
    if (pid == 0) {
        setenv("XDG_STATE_HOME", dir, 1);
        setenv("DLRIG_DATA_DIR", DLRIG_BUILD_DIR, 1);
        execl(DLRIG_BUILD_DIR "/dlrig", "dlrig", "--plain", (char *)NULL);
        _exit(127);
    }
    char seen[65536];
    size_t n = 0;
    while (n < sizeof seen - 1) { /* until it asks */
        ssize_t got = read(fd, seen + n, sizeof seen - 1 - n);
        if (got <= 0)
            break;
        n += (size_t)got;
        seen[n] = '\0';
        if (strstr(seen, "] > ") != NULL)
            break;
    }
    assert_non_null(strstr(seen, "] > "));
    close(fd);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 129);
    assert_int_equal(access(session, R_OK), 0);
    char command[160];
    snprintf(command, sizeof command, "%s", home);
    pid = fork();
    if (pid == 0) {
        execl("/bin/rm", "rm", "-rf", command, (char *)NULL);
        _exit(127);
    }
    waitpid(pid, &status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_input_takes_every_default),
        cmocka_unit_test(numbers_texts_and_defaults_are_answers),
        cmocka_unit_test(wrong_answers_are_told_and_asked_again),
        cmocka_unit_test(b_goes_back_and_q_leaves),
        cmocka_unit_test(matches_are_listed_and_numbered),
        cmocka_unit_test(a_question_mark_says_why),
        cmocka_unit_test(flags_are_not_asked_again),
        cmocka_unit_test(it_speaks_chinese),
        cmocka_unit_test(a_lost_terminal_ends_with_129),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
