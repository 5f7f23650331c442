/* The program on a terminal: six Enters, sizes, a dropped line, signals, locales, themes. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "tui/vt.h"

#define ARGS(...)                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define SIX "Enter Enter Enter Enter Enter Enter"

static bool has_session(const struct vt *t)
{
    char path[256];
    snprintf(path, sizeof path, "%s/state/dlrig/session.json", vt_home(t));
    return file_exists(path);
}

static void six_enters_on_a_screen(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    assert_true(vt_until(t, "1/6", 5000));
    assert_true(vt_alt_screen(t));
    assert_false(vt_cursor_visible(t));
    vt_keys(t, SIX);
    assert_true(vt_until(t, "Parts", 5000));
    assert_true(vt_has(t, "Findings"));
    assert_true(vt_has(t, "VRAM"));
    vt_keys(t, "q");
    assert_int_equal(vt_wait(t, 2000), 0);
    assert_false(vt_alt_screen(t));
    assert_true(vt_cursor_visible(t));
    assert_true(has_session(t));
    vt_close(t);
}

static void frames_close_at_the_right_border(void **state)
{
    (void)state;
    static const char *const langs[] = {"en", "zh"};
    for (int lang = 0; lang < 2; lang++) {
        struct vt *t = vt_open(24, 80, ARGS("--lang", langs[lang]), NULL);
        char c[32];
        vt_keys(t, SIX);
        for (int row = 6; row <= 15; row++) { /* inside the panes: rows of a frame end in one */
            vt_cell(t, row, 79, c);
            assert_true(strcmp(c, "│") == 0 || strcmp(c, "┤") == 0);
        }
        vt_close(t);
    }
}

static void the_highlight_moves_the_plan(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, "Enter Enter Enter");
    assert_true(vt_has(t, "Plan so far"));
    vt_keys(t, "Down");
    assert_true(vt_until(t, "Plan with this answer", 3000));
    vt_keys(t, "Up");
    assert_true(vt_until(t, "Plan so far", 3000));
    vt_close(t);
}

static void a_machine_at_hand_is_judged_first(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, "Enter Enter / text:4090 Enter Enter Enter Enter");
    assert_true(vt_until(t, "Parts", 5000));
    struct str s;
    str_init(&s, 1 << 20);
    vt_text(t, &s);
    char *verdict = strchr(s.p, '\n'); /* second line of the screen */
    assert_non_null(verdict);
    verdict[81] = '\0';
    assert_non_null(strstr(verdict, "4090"));
    str_free(&s);
    vt_close(t);
}

/* What two cards hold only with a trainer that shards is not "tight" on them. */
static void what_depends_is_not_tight(void **state)
{
    (void)state;
    struct vt *t =
        vt_open(24, 80,
                (const char *[]){"--task", "finetune", "--model", "qwen3-235b-a22b", "--method",
                                 "qlora", "--gpu", "nvidia-rtx-pro-6000-bw-maxqx2", NULL},
                NULL);
    struct str s;
    str_init(&s, 1 << 20);
    vt_keys(t, "F");
    assert_true(vt_until(t, "GiB/card", 5000));
    vt_text(t, &s);
    const char *row = strstr(s.p, "QLoRA nf4     depends");
    assert_non_null(row);
    assert_null(strstr(s.p, "QLoRA nf4     tight       14")); /* 140 GiB and more on 96 */
    str_free(&s);
    vt_close(t);
}

/* --- sizes ------------------------------------------------------------------------------------ */
static void small_windows_do_not_end_it(void **state)
{
    (void)state;
    static const struct {
        int rows, cols;
    } sizes[] = {{1, 1}, {5, 20}, {10, 40}, {9, 200}, {60, 39}, {23, 79}, {24, 80}};
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, SIX);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        vt_resize(t, sizes[i].rows, sizes[i].cols);
        vt_keys(t, "Down Tab c Down Esc e Esc");
        assert_int_equal(vt_wait(t, 0), -1);
    }
    assert_true(vt_until(t, "Findings", 3000)); /* grown back, the state is there */
    vt_close(t);
    t = vt_open(1, 1, NULL, NULL);
    assert_int_equal(vt_wait(t, 0), -1);
    vt_resize(t, 5, 60);
    assert_true(vt_until(t, "too small", 3000));
    vt_resize(t, 24, 80);
    assert_true(vt_until(t, "1/6", 3000));
    vt_keys(t, "q");
    assert_int_equal(vt_wait(t, 2000), 0);
    vt_close(t);
}

static void a_storm_of_sizes_ends_in_a_whole_picture(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    struct str storm, fresh;
    str_init(&storm, 1 << 20);
    str_init(&fresh, 1 << 20);
    vt_keys(t, SIX);
    uint32_t seed = 7;
    for (int i = 0; i < 150; i++) {
        seed = seed * 1664525u + 1013904223u;
        vt_resize(t, 1 + (int)(seed >> 20) % 60, 1 + (int)(seed >> 8) % 200);
    }
    vt_quiet(t, 5000);
    vt_resize(t, 30, 100);
    assert_true(vt_until(t, "Findings", 5000));
    vt_keys(t, "C-l");
    vt_text(t, &storm);
    vt_close(t);
    t = vt_open(30, 100, NULL, NULL);
    vt_keys(t, SIX);
    assert_true(vt_until(t, "Findings", 5000));
    vt_text(t, &fresh);
    assert_string_equal(storm.p, fresh.p);
    str_free(&storm);
    str_free(&fresh);
    vt_close(t);
}

/* Both changes are seen as one, the size is the old one: what the terminal cut is drawn anew. */
static void a_size_that_goes_and_comes_back_is_drawn_anew(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    struct str before, after;
    str_init(&before, 1 << 20);
    str_init(&after, 1 << 20);
    vt_quiet(t, 5000);
    vt_text(t, &before);
    kill(vt_pid(t), SIGSTOP);
    vt_resize(t, 9, 40);
    vt_resize(t, 24, 80);
    kill(vt_pid(t), SIGCONT);
    vt_quiet(t, 5000);
    vt_text(t, &after);
    assert_string_equal(before.p, after.p);
    str_free(&before);
    str_free(&after);
    vt_close(t);
}

static void a_size_that_changed_while_stopped_is_noticed(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_resize(t, 30, 120);
    kill(vt_pid(t), SIGCONT);
    assert_true(vt_until(t, "catalog", 3000)); /* the title has room for it from 100 columns */
    vt_close(t);
}

/* --- ends ------------------------------------------------------------------------------------- */
static void a_dropped_line_saves_and_ends(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, "Enter Enter Enter Down Enter");
    vt_hang_up(t);
    assert_int_equal(vt_wait(t, 2000), 129);
    assert_true(has_session(t));
    vt_close(t);
}

static void signals_save_and_end(void **state)
{
    (void)state;
    static const struct {
        int sig, status;
    } ends[] = {{SIGTERM, 143}, {SIGINT, 130}, {SIGHUP, 129}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct vt *t = vt_open(24, 80, NULL, NULL);
        vt_keys(t, "Enter");
        kill(vt_pid(t), ends[i].sig);
        assert_int_equal(vt_wait(t, 2000), ends[i].status);
        assert_false(vt_alt_screen(t));
        assert_true(has_session(t));
        vt_close(t);
    }
}

static void ctrl_c_ends_with_130(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_send(t, "\003");
    assert_int_equal(vt_wait(t, 2000), 130);
    vt_close(t);
}

static void a_crash_gives_the_terminal_back(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    assert_true(vt_alt_screen(t));
    kill(vt_pid(t), SIGSEGV);
    assert_int_equal(vt_wait(t, 5000) != 0, 1);
    assert_false(vt_alt_screen(t));
    assert_true(vt_cursor_visible(t));
    vt_close(t);
}

static void the_session_is_back_at_the_next_start(void **state)
{
    (void)state;
    char home[80];
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, "Enter Enter Enter Down Enter Enter Enter");
    assert_true(vt_until(t, "QLoRA", 3000));
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s/state", vt_home(t));
    vt_keys(t, "q");
    assert_int_equal(vt_wait(t, 2000), 0);
    struct vt *again = vt_open(24, 80, NULL, ARGS(home));
    assert_true(vt_until(again, "QLoRA", 3000));
    assert_true(vt_has(again, "Parts"));
    vt_close(again);
    vt_close(t);
}

static void two_at_once_keep_their_own_session(void **state)
{
    (void)state;
    char home[80], second[160];
    struct vt *one = vt_open(24, 80, NULL, NULL);
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s/state", vt_home(one));
    snprintf(second, sizeof second, "%s/state/dlrig/session-2.json", vt_home(one));
    struct vt *two = vt_open(24, 80, NULL, ARGS(home));
    assert_true(vt_until(two, "Another dlrig", 3000));
    vt_keys(two, "Enter Enter Enter Down Enter q");
    assert_int_equal(vt_wait(two, 2000), 0);
    assert_true(file_exists(second));
    assert_false(has_session(one));
    vt_keys(one, "q");
    assert_int_equal(vt_wait(one, 2000), 0);
    assert_true(has_session(one));
    vt_close(two);
    vt_close(one);
}

static void it_is_idle_when_nothing_happens(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_quiet(t, 5000);
    vt_bytes(t);
    vt_wait(t, 700);
    assert_int_equal(vt_bytes(t), 0);
    vt_send(t, "\023"); /* Ctrl-S must not freeze it */
    vt_keys(t, "Down");
    assert_true(vt_bytes(t) > 0);
    vt_close(t);
}

/* --- terminals and locales -------------------------------------------------------------------- */
static void a_c_locale_gets_ascii(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, ARGS("LC_ALL=C", "LANG=C"));
    vt_keys(t, SIX);
    assert_true(vt_until(t, "Parts", 5000));
    assert_false(vt_high_bytes(t));
    vt_keys(t, "L");
    assert_true(vt_until(t, "English only", 2000));
    vt_close(t);
    t = vt_open(24, 80, ARGS("--ascii"), NULL);
    vt_keys(t, SIX);
    assert_true(vt_until(t, "Parts", 5000));
    assert_false(vt_high_bytes(t));
    assert_true(vt_has(t, "+--") || vt_has(t, "+ "));
    vt_close(t);
}

/* --ascii speaks of frames and signs: Chinese stays Chinese on a terminal that can show it. */
static void ascii_frames_leave_chinese_alone(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, ARGS("--ascii", "--lang", "zh"), NULL);
    char c[32];
    assert_true(vt_until(t, "任务", 3000));
    vt_keys(t, SIX);
    assert_true(vt_until(t, "配件", 5000));
    struct str s;
    str_init(&s, 1 << 20);
    vt_text(t, &s);
    static const char *const not_ascii[] = {"│", "─", "█", "·", "↑", "…", "▸"};
    for (size_t i = 0; i < sizeof not_ascii / sizeof not_ascii[0]; i++)
        assert_null(strstr(s.p, not_ascii[i]));
    str_free(&s);
    vt_cell(t, 6, 79, c);
    assert_string_equal(c, "|");
    vt_close(t);
}

/* A server without the Chinese locale: the language is read from the name, not from setlocale. */
static void chinese_needs_no_chinese_locale(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, ARGS("LC_ALL=zh_CN.UTF-8"));
    char c[32];
    assert_true(vt_until(t, "任务", 3000));
    assert_true(vt_has(t, "CNY")); /* country and currency are preselected */
    assert_int_equal(vt_cell(t, 1, 3, c), 2);
    assert_string_equal(c, "任");
    vt_keys(t, "L");
    assert_true(vt_until(t, "Which", 3000) || vt_has(t, "What do you want"));
    vt_close(t);
}

static void unknown_terminals_fall_back(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, ARGS("TERM=xterm-nobody-knows"));
    assert_true(vt_until(t, "1/6", 3000));
    assert_true(vt_has(t, "unknown here"));
    vt_close(t);
    t = vt_open(24, 80, NULL, ARGS("TERM=dumb")); /* the same questions, line by line */
    assert_true(vt_until(t, "Step 1 of 6", 3000));
    assert_false(vt_alt_screen(t));
    vt_keys(t, "q Enter");
    assert_int_equal(vt_wait(t, 3000), 0);
    vt_close(t);
}

static void no_color_means_none(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    assert_true(vt_coloured(t));
    vt_close(t);
    t = vt_open(24, 80, NULL, ARGS("NO_COLOR=1"));
    vt_keys(t, SIX);
    assert_false(vt_coloured(t));
    vt_close(t);
    t = vt_open(24, 80, ARGS("--theme", "mono"), NULL);
    assert_false(vt_coloured(t));
    vt_close(t);
}

static void late_answers_of_the_terminal_are_no_keys(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    struct str before, after;
    str_init(&before, 1 << 20);
    str_init(&after, 1 << 20);
    vt_text(t, &before);
    vt_send(t, "\033[12;40R");
    vt_send(t, "\033[?62;22c");
    vt_quiet(t, 5000);
    vt_wait(t, 300);
    vt_text(t, &after);
    assert_string_equal(before.p, after.p);
    str_free(&before);
    str_free(&after);
    vt_close(t);
}

static void a_paste_is_text_in_a_field_and_nothing_elsewhere(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, "Enter"); /* second step: a list */
    vt_send(t, "\033[200~jjq\r\033[201~");
    vt_quiet(t, 5000);
    assert_int_equal(vt_wait(t, 100), -1);
    assert_true(vt_has(t, "2/6"));
    vt_send(t, "\033[\033[200~jjq\r\033[201~"); /* nor behind what begins a sequence */
    vt_quiet(t, 5000);
    assert_int_equal(vt_wait(t, 100), -1);
    assert_true(vt_has(t, "2/6"));
    vt_send(t, "\033\033[200~jjq\r\033[201~"); /* Esc right before it is a key of its own */
    vt_quiet(t, 5000);
    assert_int_equal(vt_wait(t, 100), -1);
    assert_true(vt_has(t, "1/6"));
    vt_send(t, "\033\033OB"); /* and swallows no arrow */
    vt_quiet(t, 5000);
    vt_keys(t, "Enter");
    assert_true(vt_until(t, "2/6", 2000));
    vt_keys(t, "/");
    vt_send(t, "\033[200~qwen2.5\r7b\033[201~");
    assert_true(vt_until(t, "/ qwen2.5 7b", 2000)); /* a newline does not send it off */
    assert_true(vt_has(t, "2/6"));
    vt_close(t);
}

static void themes_change_while_it_runs(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, "T");
    assert_true(vt_until(t, "Theme: Light", 2000));
    vt_keys(t, "T T T T");
    assert_true(vt_until(t, "Theme: Mono", 2000));
    assert_false(vt_coloured(t));
    vt_close(t);
}

/* Language, theme and mouse are as they were left, unless a flag or DLRIG_LANG says otherwise. */
static void tastes_are_kept(void **state)
{
    (void)state;
    char home[80];
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, "L T , Down Enter Esc q");
    assert_int_equal(vt_wait(t, 2000), 0);
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s/state", vt_home(t));
    struct vt *again = vt_open(24, 80, NULL, ARGS(home));
    assert_true(vt_until(again, "微调", 3000));
    vt_keys(again, ",");
    assert_true(vt_until(again, "* 浅色", 2000));
    assert_true(vt_has(again, "开："));
    vt_close(again);
    again = vt_open(24, 80, ARGS("--lang", "en", "--theme", "nord"), ARGS(home));
    assert_true(vt_until(again, "Fine-tune", 3000));
    vt_keys(again, ",");
    assert_true(vt_until(again, "* Nord", 2000));
    vt_close(again);
    again = vt_open(24, 80, NULL, ARGS(home, "DLRIG_LANG=en"));
    assert_true(vt_until(again, "Fine-tune", 3000));
    vt_close(again);
    vt_close(t);
}

static void the_mouse_is_there_when_wanted(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    struct str before, after;
    str_init(&before, 1 << 20);
    str_init(&after, 1 << 20);
    vt_text(t, &before);
    vt_send(t, "\033[<0;10;9M"); /* off: nothing happens */
    vt_quiet(t, 5000);
    vt_wait(t, 200);
    vt_text(t, &after);
    assert_string_equal(before.p, after.p);
    vt_keys(t, ", Down Enter Esc");
    vt_send(t, "\033[<0;10;7M\033[<0;10;7m");
    vt_quiet(t, 5000);
    str_clear(&after);
    vt_text(t, &after);
    assert_non_null(strstr(after.p, "▸ Train on images"));
    vt_send(t, "\033[<0;10;7M\033[<0;10;7m"); /* on the chosen row: it is kept */
    assert_true(vt_until(t, "2/6", 2000));
    vt_close(t);
    str_free(&before);
    str_free(&after);
}

/* A config that gives a key to two actions is told with the place and both names. */
static void keys_of_the_config_rule(void **state)
{
    (void)state;
    char path[96], text[128];
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, "q");
    vt_wait(t, 2000);
    snprintf(path, sizeof path, "%s/keys.ini", vt_home(t));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("[keys]\nlanguage = F5\n", f);
    fclose(f);
    struct vt *mine = vt_open(24, 80, ARGS("--config", path), NULL);
    assert_true(vt_until(mine, "F5 中文", 3000));
    vt_send(mine, "\033[15~");
    assert_true(vt_until(mine, "F5 English", 3000));
    vt_close(mine);
    f = fopen(path, "w");
    fputs("[keys]\ncompare = v\ncost = v\n", f);
    fclose(f);
    mine = vt_open(24, 200, ARGS("--config", path), NULL);
    assert_int_equal(vt_wait(mine, 3000), 2);
    snprintf(text, sizeof text, "keys.ini:2");
    assert_true(vt_has(mine, text));
    assert_true(vt_has(mine, "v (compare, cost)"));
    vt_close(mine);
    vt_close(t);
}

/* --- bytes ------------------------------------------------------------------------------------ */
static void keys_cost_few_bytes(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, NULL, NULL);
    vt_keys(t, SIX);
    vt_until(t, "Parts", 3000);
    vt_keys(t, "Tab");
    vt_bytes(t);
    vt_keys(t, "Down");
    size_t move = vt_bytes(t);
    vt_keys(t, "]");
    size_t plan = vt_bytes(t);
    vt_keys(t, "C-l");
    size_t whole = vt_bytes(t);
    print_message("bytes: cursor move %zu, another plan %zu, whole screen %zu\n", move, plan,
                  whole);
    assert_true(move <= 200);
    assert_true(plan <= 2500);
    assert_true(whole <= 4500);
    vt_close(t);
}

/* --- anything ------------------------------------------------------------------------------- */
/* Keys and sizes in any order: it lives, and what stands on the screen is what a fresh drawing of
 * the same state gives. */
static void random_keys_and_sizes_leave_a_whole_picture(void **state)
{
    (void)state;
    static const char *const keys[] = {
        "\033OA", "\033OB", "\033OB", "\033OC", "\033OD", "\033[5~", "\033[6~", "\033OF", "\r",
        "\r",     "\t",     "\033[Z", "\033",   "\033",   " ",       "+",       "-",      "d",
        "a",      "[",      "]",      "c",      "m",      "s",       "e",       "?",      "f",
        "x",      "u",      "U",      "L",      "T",      ",",       "/",       "1",      "4",
        "6",      "o",      "g",      "t",      "n",      "8",       "\177",    "\025",   "中",
    };
    struct vt *t = vt_open(24, 80, NULL, NULL);
    uint32_t seed = 20261130;
    for (int i = 0; i < 600; i++) {
        seed = seed * 1664525u + 1013904223u;
        if (i % 40 == 39)
            vt_resize(t, 1 + (int)(seed >> 20) % 50, 1 + (int)(seed >> 8) % 180);
        vt_send(t, keys[(seed >> 12) % (sizeof keys / sizeof keys[0])]);
        if (i % 8 == 7)
            vt_quiet(t, 5000);
    }
    vt_resize(t, 30, 100);
    vt_keys(t, "Esc Esc Esc");
    assert_int_equal(vt_wait(t, 200), -1);
    struct str is, fresh;
    str_init(&is, 1 << 20);
    str_init(&fresh, 1 << 20);
    vt_text(t, &is);
    vt_keys(t, "C-l");
    vt_text(t, &fresh);
    assert_true(is.len > 500);
    assert_string_equal(is.p, fresh.p);
    str_free(&is);
    str_free(&fresh);
    vt_close(t);
}

/* --- the same figures as the command line ----------------------------------------------------- */
static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return NULL;
    size_t cap = 4u << 20;
    char *text = calloc(1, cap);
    size_t n = fread(text, 1, cap - 1, f);
    text[n] = '\0';
    fclose(f);
    return text;
}

/* The line with `generated` is the only one that may differ. */
static void drop_generated(char *text)
{
    char *line = strstr(text, "\"generated\"");
    if (line != NULL)
        memset(line, ' ', strcspn(line, "\n"));
}

static void run_plan(const char *home, const char *out)
{
    char job[256];
    snprintf(job, sizeof job, "%s/state/dlrig/session.json", home);
    pid_t pid = fork();
    if (pid == 0) {
        setenv("HOME", home, 1);
        execl(DLRIG_BUILD_DIR "/dlrig", "dlrig", "plan", "--job", job, "--format", "json",
              "--as-of", "2026-11-30", "--data-dir", DLRIG_BUILD_DIR, "--out", out, (char *)NULL);
        _exit(127);
    }
    int status;
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
}

static void the_screen_and_the_command_agree(void **state)
{
    (void)state;
    char screen[256], command[256];
    struct vt *t = vt_open(30, 100, NULL, NULL);
    vt_keys(t, "Enter Enter Enter Down Enter Enter Enter ] x Down p");
    vt_keys(t, "Home");
    vt_send(t, "\013"); /* Ctrl-K: the name anew */
    vt_keys(t, "text:screen.json Enter Enter");
    assert_true(vt_until(t, "Written", 3000));
    vt_keys(t, "Enter"); /* it is there now: asked, not replaced */
    assert_true(vt_until(t, "is there already", 3000));
    vt_keys(t, "n Esc q");
    assert_int_equal(vt_wait(t, 2000), 0);
    snprintf(screen, sizeof screen, "%s/screen.json", vt_home(t));
    snprintf(command, sizeof command, "%s/command.json", vt_home(t));
    run_plan(vt_home(t), command);
    char *a = read_whole(screen), *b = read_whole(command);
    assert_non_null(a);
    assert_non_null(b);
    drop_generated(a);
    drop_generated(b);
    assert_string_equal(a, b);
    assert_true(strlen(a) > 2000);
    free(a);
    free(b);
    vt_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_enters_on_a_screen),
        cmocka_unit_test(frames_close_at_the_right_border),
        cmocka_unit_test(the_highlight_moves_the_plan),
        cmocka_unit_test(a_machine_at_hand_is_judged_first),
        cmocka_unit_test(what_depends_is_not_tight),
        cmocka_unit_test(small_windows_do_not_end_it),
        cmocka_unit_test(a_storm_of_sizes_ends_in_a_whole_picture),
        cmocka_unit_test(a_size_that_goes_and_comes_back_is_drawn_anew),
        cmocka_unit_test(a_size_that_changed_while_stopped_is_noticed),
        cmocka_unit_test(a_dropped_line_saves_and_ends),
        cmocka_unit_test(signals_save_and_end),
        cmocka_unit_test(ctrl_c_ends_with_130),
        cmocka_unit_test(a_crash_gives_the_terminal_back),
        cmocka_unit_test(the_session_is_back_at_the_next_start),
        cmocka_unit_test(two_at_once_keep_their_own_session),
        cmocka_unit_test(it_is_idle_when_nothing_happens),
        cmocka_unit_test(a_c_locale_gets_ascii),
        cmocka_unit_test(ascii_frames_leave_chinese_alone),
        cmocka_unit_test(chinese_needs_no_chinese_locale),
        cmocka_unit_test(unknown_terminals_fall_back),
        cmocka_unit_test(no_color_means_none),
        cmocka_unit_test(late_answers_of_the_terminal_are_no_keys),
        cmocka_unit_test(a_paste_is_text_in_a_field_and_nothing_elsewhere),
        cmocka_unit_test(themes_change_while_it_runs),
        cmocka_unit_test(tastes_are_kept),
        cmocka_unit_test(the_mouse_is_there_when_wanted),
        cmocka_unit_test(keys_of_the_config_rule),
        cmocka_unit_test(keys_cost_few_bytes),
        cmocka_unit_test(random_keys_and_sizes_leave_a_whole_picture),
        cmocka_unit_test(the_screen_and_the_command_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
