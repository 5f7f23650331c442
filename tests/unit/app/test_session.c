/* Sessions: saved and read back whole, two at once apart, damaged ones moved aside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/session.h"
#include "base/file.h"
#include "base/str.h"
#include "unit/app/desk.h"

static struct desk desk;
static char dir[64];

static int open_desk(void **state)
{
    *state = desk_open(&desk) ? &desk : NULL;
    str_copy(dir, sizeof dir, "/tmp/dlrig-session-XXXXXX");
    return mkdtemp(dir) != NULL ? 0 : -1;
}

static int close_desk(void **state)
{
    static const char *const names[] = {
        "session.json",         "session.lock",        "session-2.json", "session-2.lock",
        "session.json.damaged", "session.json.before", "state"};
    if (*state != NULL)
        desk_close(&desk);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[128];
        path_join(path, sizeof path, dir, names[i]);
        unlink(path);
    }
    return rmdir(dir);
}

static void comes_back_as_it_was(void **state)
{
    struct desk *d = desk_at(state);
    struct err_info e = {0};
    struct session s;
    model_answer(&d->m, Q_MODEL, "llama-3.3-70b");
    model_answer(&d->m, Q_METHOD, "qlora");
    model_answer(&d->m, Q_TOKENS, "12.5M");
    d->m.doc.edits.e[0] = (struct edit){.op = EDIT_QTY, .kind = PART_SSD, .id = "", .qty = 3};
    d->m.doc.edits.n = 1;
    str_copy(d->m.doc.chosen, sizeof d->m.doc.chosen, "own-something");
    recompute_run(&d->runs, &d->m, &e);
    session_open(&s, dir, &e);
    assert_int_equal(s.number, 1);
    assert_int_equal(session_save(&s, &d->m, &e), OK);
    session_close(&s);

    struct doc back;
    struct arena scratch;
    arena_init(&scratch, 0);
    memset(&back, 0, sizeof back);
    session_open(&s, dir, &e);
    assert_true(session_load(&s, &scratch, &back, &e));
    session_close(&s);
    assert_string_equal(back.answers.a[Q_MODEL].text, "llama-3.3-70b");
    assert_int_equal(back.answers.a[Q_MODEL].from, FROM_GIVEN);
    assert_float_equal(back.answers.a[Q_TOKENS].num, 12.5e6, 1);
    assert_int_equal(back.answers.a[Q_EPOCHS].from, FROM_DEFAULT); /* defaults stay defaults */
    assert_int_equal(back.edits.n, 1);
    assert_int_equal(back.edits.e[0].qty, 3);
    assert_string_equal(back.chosen, "own-something");
    arena_free(&scratch);
}

/* Another process that has the first session open until it is told to end. */
static pid_t other_dlrig(int *tell)
{
    int ready[2], end[2];
    char byte;
    if (pipe(ready) != 0 || pipe(end) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        struct err_info e = {0};
        struct session s;
        session_open(&s, dir, &e);
        close(end[1]);
        bool told = write(ready[1], "r", 1) == 1 && read(end[0], &byte, 1) >= 0;
        _exit(told && s.number == 1 ? 0 : 1);
    }
    close(ready[1]);
    close(end[0]);
    *tell = end[1];
    bool up = read(ready[0], &byte, 1) == 1;
    close(ready[0]);
    return up ? pid : -1;
}

static void two_at_once_keep_apart(void **state)
{
    struct desk *d = desk_at(state);
    struct err_info e = {0};
    struct session one, two, three;
    int tell = -1, status = -1;
    session_open(&one, dir, &e);
    model_answer(&d->m, Q_MONTHS, "12");
    assert_int_equal(session_save(&one, &d->m, &e), OK);
    session_close(&one);

    pid_t pid = other_dlrig(&tell);
    assert_true(pid > 0);
    session_open(&two, dir, &e);
    assert_int_equal(two.number, 2);
    model_answer(&d->m, Q_MONTHS, "24");
    assert_int_equal(session_save(&two, &d->m, &e), OK);
    close(tell);
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);

    struct doc back;
    struct arena scratch;
    arena_init(&scratch, 0);
    session_open(&three, dir, &e); /* the first name is free again and holds the first one's */
    assert_int_equal(three.number, 1);
    assert_true(session_load(&three, &scratch, &back, &e));
    assert_float_equal(back.answers.a[Q_MONTHS].num, 12, 0.01);
    session_close(&two);
    session_close(&three);
    arena_free(&scratch);
}

static void damaged_is_moved_aside_and_told(void **state)
{
    desk_at(state);
    struct err_info e = {0};
    struct session s;
    struct doc back;
    struct arena scratch;
    char path[128], aside[160];
    arena_init(&scratch, 0);
    path_join(path, sizeof path, dir, "session.json");
    snprintf(aside, sizeof aside, "%s.damaged", path);
    assert_int_equal(file_write(path, "{ \"job\": ", 9, FILE_NEW, false, &e), OK);
    session_open(&s, dir, &e);
    assert_false(session_load(&s, &scratch, &back, &e));
    assert_int_not_equal(e.code, OK);
    assert_int_equal(e.msg.id, MSG_SESSION_ASIDE);
    assert_false(file_exists(path));
    assert_true(file_exists(aside));
    session_close(&s);
    arena_free(&scratch);
}

static void a_new_start_keeps_the_old_one_beside(void **state)
{
    struct desk *d = desk_at(state);
    struct err_info e = {0};
    struct session s;
    char before[128];
    path_join(before, sizeof before, dir, "session.json.before");
    session_open(&s, dir, &e);
    assert_false(session_start_over(&s));
    assert_int_equal(session_save(&s, &d->m, &e), OK);
    assert_true(session_start_over(&s));
    assert_true(file_exists(before));
    assert_false(file_exists(s.path));
    session_close(&s);
}

static void none_is_no_error(void **state)
{
    desk_at(state);
    struct err_info e = {0};
    struct session s;
    struct doc back;
    struct arena scratch;
    arena_init(&scratch, 0);
    session_open(&s, dir, &e);
    assert_false(session_load(&s, &scratch, &back, &e));
    assert_int_equal(e.code, OK);
    session_close(&s);
    arena_free(&scratch);
}

static void without_a_place_it_says_so_and_goes_on(void **state)
{
    struct desk *d = desk_at(state);
    struct err_info e = {0};
    struct session s;
    char path[128];
    path_join(path, sizeof path, dir, "state"); /* a file where the folder should be */
    assert_int_equal(file_write(path, "x", 1, FILE_NEW, false, &e), OK);
    session_open(&s, path, &e);
    assert_int_not_equal(e.code, OK);
    assert_string_equal(s.path, "");
    assert_int_equal(session_save(&s, &d->m, &e), OK);
    session_close(&s);
    session_open(&s, "", &e);
    assert_string_equal(s.path, "");
    session_close(&s);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_desk, close_desk)
    const struct CMUnitTest tests[] = {
        T(comes_back_as_it_was),
        T(two_at_once_keep_apart),
        T(damaged_is_moved_aside_and_told),
        T(a_new_start_keeps_the_old_one_beside),
        T(none_is_no_error),
        T(without_a_place_it_says_so_and_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
