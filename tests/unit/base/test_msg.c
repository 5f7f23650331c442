/* Messages in both languages, errors, the log ring. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/log.h"
#include "base/msg.h"
#include "base/str.h"
#include "base/text.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
    struct msg_arg arg;
    const char *en, *zh;
} args[] = {
    {{ARG_KIND_STR, MSG_NONE, 0, "RTX\x1b[1m 4090"}, "RTX[1m 4090", "RTX[1m 4090"},
    {{ARG_KIND_STR, MSG_NONE, 0, NULL}, "unknown", "未知"},
    {{ARG_KIND_INT, MSG_NONE, 1234567, NULL}, "1,234,567", "1,234,567"},
    {{ARG_KIND_NUM, MSG_NONE, 61.34, NULL}, "61.3", "61.3"},
    {{ARG_KIND_GIB, MSG_NONE, 61.34, NULL}, "61.3 GiB", "61.3 GiB"},
    {{ARG_KIND_GB, MSG_NONE, 120, NULL}, "120 GB", "120 GB"},
    {{ARG_KIND_GB, MSG_NONE, 15360, NULL}, "15.4 TB", "15.4 TB"},
    {{ARG_KIND_GBS, MSG_NONE, 64, NULL}, "64 GB/s", "64 GB/s"},
    {{ARG_KIND_GBPS, MSG_NONE, 100, NULL}, "100 Gbit/s", "100 Gbit/s"},
    {{ARG_KIND_WATT, MSG_NONE, 1157, NULL}, "1,157 W", "1,157 W"},
    {{ARG_KIND_WATT, MSG_NONE, 99.97, NULL}, "100 W", "100 W"},
    {{ARG_KIND_HOURS, MSG_NONE, 11.24, NULL}, "11.2 h", "11.2 小时"},
    {{ARG_KIND_HOURS, MSG_NONE, 1.4, NULL}, "84 min", "84 分钟"},
    {{ARG_KIND_HOURS, MSG_NONE, 108, NULL}, "4.5 d", "4.5 天"},
    {{ARG_KIND_HOURS, MSG_NONE, 96, NULL}, "96 h", "96 小时"},
    {{ARG_KIND_HOURS, MSG_NONE, 1.9999, NULL}, "2 h", "2 小时"},
    {{ARG_KIND_HOURS, MSG_NONE, 0.005, NULL}, "18 s", "18 秒"},
    {{ARG_KIND_HOURS, MSG_NONE, 0, NULL}, "0 h", "0 小时"},
    {{ARG_KIND_HOURS, MSG_NONE, 87600, NULL}, "10 y", "10 年"},
    {{ARG_KIND_PCT, MSG_NONE, 0.37, NULL}, "37 %", "37%"},
    {{ARG_KIND_PCT, MSG_NONE, 0.085, NULL}, "8.5 %", "8.5%"},
    {{ARG_KIND_PCT, MSG_NONE, 0.05, NULL}, "5 %", "5%"},
    {{ARG_KIND_PCT, MSG_NONE, 0.0002, NULL}, "0.02 %", "0.02%"},
    {{ARG_KIND_PCT, MSG_NONE, 0.3, NULL}, "30 %", "30%"},
    {{ARG_KIND_PCT, MSG_NONE, 12, NULL}, "1,200 %", "1,200%"},
    {{ARG_KIND_PCT, MSG_NONE, 0, NULL}, "0 %", "0%"},
    {{ARG_KIND_RATIO, MSG_NONE, 1.45, NULL}, "1.45x", "1.45 倍"},
    {{ARG_KIND_MONEY, MSG_NONE, 13120, "USD"}, "$13,120", "$13,120"},
    {{ARG_KIND_MONEY, MSG_NONE, 41800, "CNY"}, "¥41,800", "¥41,800"},
    {{ARG_KIND_SI, MSG_NONE, 1.4e12, NULL}, "1.4T", "1.4T"},
    {{ARG_KIND_MONTHS, MSG_NONE, 9, NULL}, "9 months", "9 个月"},
    {{ARG_KIND_MONTHS, MSG_NONE, 1, NULL}, "1 month", "1 个月"},
    {{ARG_KIND_MONTHS, MSG_NONE, 1.5, NULL}, "1.5 months", "1.5 个月"},
    {{ARG_KIND_MS, MSG_NONE, 600, NULL}, "600 ms", "600 ms"},
    {{ARG_KIND_MS, MSG_NONE, 12340, NULL}, "12.3 s", "12.3 秒"},
    {{ARG_KIND_TOKS, MSG_NONE, 39.6, NULL}, "39.6 tok/s", "39.6 token/s"},
    {{ARG_KIND_DATE, MSG_NONE, 0, "2026-10"}, "2026-10", "2026-10"},
    {{ARG_KIND_DATE, MSG_NONE, 0, ""}, "unknown", "未知"},
    {{ARG_KIND_MSG, MSG_WORD_UNKNOWN, 0, NULL}, "unknown", "未知"},
};

static void arguments_in_both_languages(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(args); i++) {
        const char *const expected[] = {args[i].en, args[i].zh};
        for (int l = 0; l < 2; l++) {
            struct str s;
            str_init(&s, 200);
            msg_arg_render(&s, (enum lang)l, &args[i].arg);
            if (strcmp(s.p, expected[l]) != 0)
                fail_msg("row %zu: '%s', expected '%s'", i, s.p, expected[l]);
            str_free(&s);
        }
    }
}

/* A figure that is not known is the word, for each kind, never 0. */
static void unknown_figures(void **state)
{
    (void)state;
    for (int k = ARG_KIND_INT; k <= ARG_KIND_TOKS; k++) {
        static const double not_finite[] = {NAN, INFINITY, -INFINITY};
        for (size_t i = 0; i < COUNT(not_finite); i++) {
            struct msg_arg a = {(enum msg_arg_kind)k, MSG_NONE, not_finite[i], "USD"};
            struct str s;
            str_init(&s, 200);
            msg_arg_render(&s, LANG_EN, &a);
            str_addc(&s, '/');
            msg_arg_render(&s, LANG_ZH, &a);
            assert_string_equal(s.p, "unknown/未知");
            str_free(&s);
        }
    }
}

/* English bends its words by the figure that is shown, Chinese does not. */
static void one_and_many(void **state)
{
    static const struct {
        enum msg_id id;
        double first, second;
        const char *en, *zh;
    } of[] = {
        {MSG_COMPARE_BILL_SAME, 1, 0, "1 line did not move", "1 行没有变化"},
        {MSG_COMPARE_BILL_SAME, 0, 0, "0 lines did not move", "0 行没有变化"},
        {MSG_COMPARE_BILL_SAME, 21, 0, "21 lines did not move", "21 行没有变化"},
        {MSG_MENU_COUNTS, 1, 1, "1 error, 1 warning", NULL},
        {MSG_MENU_COUNTS, 2, 0, "2 errors, 0 warnings", NULL},
        {MSG_PANE_FITS_OF, 1, 20, "1 of 20 combinations fits", NULL},
        {MSG_WISH_RUNS, 0.999, 0, "0.999 runs a month", NULL},
        {MSG_WISH_RUNS, 0.9999, 0, "1 run a month", NULL}, /* as it shows */
        {MSG_WISH_RUNS, NAN, 0, "unknown runs a month", NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(of); i++) {
        struct msg m = msg_make(of[i].id, 2, ARG_NUM(of[i].first), ARG_NUM(of[i].second));
        struct str s;
        str_init(&s, 200);
        msg_render(&s, LANG_EN, &m);
        assert_string_equal(s.p, of[i].en);
        str_clear(&s);
        msg_render(&s, LANG_ZH, &m);
        if (of[i].zh != NULL)
            assert_string_equal(s.p, of[i].zh);
        str_free(&s);
    }
    for (int id = 1; id < MSG_COUNT; id++) /* no form of number is left standing */
        for (int figure = 1; figure < 3; figure++) {
            struct msg m =
                msg_make((enum msg_id)id, 9, ARG_INT(figure), ARG_INT(figure), ARG_INT(figure),
                         ARG_INT(figure), ARG_INT(figure), ARG_INT(figure), ARG_INT(figure),
                         ARG_INT(figure), ARG_INT(figure));
            struct str s;
            str_init(&s, 1 << 16);
            msg_render(&s, LANG_EN, &m);
            const char *left = strstr(s.p, "{1:");
            if (left != NULL || strstr(s.p, "|rows}") != NULL)
                fail_msg("%s", s.p);
            str_free(&s);
        }
}

/* A name in both languages travels as one text; each reader gets his. */
static void names_of_two_languages(void **state)
{
    static const struct {
        const char *text, *en, *zh;
    } names[] = {{"Suanjiayun\x1f"
                  "算家云",
                  "Suanjiayun", "算家云"},
                 {"RunPod", "RunPod", "RunPod"},
                 {"\x1f"
                  "中",
                  "", "中"}};
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        struct msg_arg a = ARG_STR(names[i].text);
        struct str s;
        str_init(&s, 200);
        msg_arg_render(&s, LANG_EN, &a);
        assert_string_equal(s.p, names[i].en);
        str_clear(&s);
        msg_arg_render(&s, LANG_ZH, &a);
        assert_string_equal(s.p, names[i].zh);
        str_free(&s);
    }
}

static void whole_messages(void **state)
{
    struct str s;
    struct msg m = msg_make(MSG_FILE_READ_FAILED, 2, ARG_STR("a{2}.json"), ARG_STR("no"));

    (void)state;
    str_init(&s, 500);
    msg_render(&s, LANG_EN, &m);
    assert_string_equal(s.p, "cannot read a{2}.json: no"); /* arguments are not read again */
    str_clear(&s);
    msg_render(&s, LANG_ZH, &m);
    assert_string_equal(s.p, "无法读取 a{2}.json：no");
    str_clear(&s);
    m.n = 1; /* an argument short: seen, not a crash */
    msg_render(&s, LANG_EN, &m);
    assert_string_equal(s.p, "cannot read a{2}.json: {2}");
    str_clear(&s);
    m = (struct msg){.id = MSG_NONE};
    msg_render(&s, LANG_EN, &m);
    assert_string_equal(s.p, "");
    assert_string_equal(msg_text(LANG_ZH, MSG_WORD_UNKNOWN), "未知");
    assert_string_equal(msg_text(LANG_ZH, MSG_COUNT), "");
    assert_string_equal(msg_text((enum lang)77, MSG_WORD_UNKNOWN), "unknown");
    str_free(&s);
}

static void every_text_is_clean_in_every_language(void **state)
{
    (void)state;
    for (int l = 0; l < msg_lang_count; l++) {
        for (int i = 1; i < MSG_COUNT; i++) {
            const char *text = msg_text((enum lang)l, (enum msg_id)i);
            assert_true(*text);
            assert_true(text_valid(text));
        }
    }
}

static void languages(void **state)
{
    enum lang l = LANG_EN;

    (void)state;
    assert_true(msg_lang_from("zh_CN.UTF-8", &l));
    assert_int_equal(l, LANG_ZH);
    assert_true(msg_lang_from("en", &l));
    assert_int_equal(l, LANG_EN);
    assert_true(msg_lang_from("ZH", &l));
    assert_true(msg_lang_from("zh-Hans", &l));
    assert_int_equal(l, LANG_ZH);
    assert_false(msg_lang_from("de_DE", &l));
    assert_false(msg_lang_from("C", &l));
    assert_false(msg_lang_from("", &l));
    assert_false(msg_lang_from(NULL, &l));
    assert_false(msg_lang_from("zhuang", &l));
    assert_false(msg_lang_from("a-very-long-word-that-is-no-language", &l));
    assert_int_equal(l, LANG_ZH);
}

static void errors_travel(void **state)
{
    struct err_info a = {0}, b;
    struct str s;

    (void)state;
    str_init(&s, 1000);
    err_where(&a, "plan.json", 12, NULL);
    assert_int_equal(err_set(&a, ERR_SYNTAX, MSG_JSON_TWICE, 1, &ARG_STR(err_detail(&a, "gpu"))),
                     ERR_SYNTAX);
    err_copy(&b, &a);
    err_clear(&a); /* the copy stands on its own */
    err_render(&s, LANG_EN, &b);
    assert_string_equal(s.p, "plan.json:12: the member \"gpu\" stands here twice");
    str_clear(&s);
    err_where(&b, "plan.json", 0, "job.context");
    err_render(&s, LANG_ZH, &b);
    assert_string_equal(s.p, "plan.json: job.context: 成员“gpu”重复出现");
    str_clear(&s);
    err_where(&b, NULL, 3, NULL);
    err_render(&s, LANG_EN, &b);
    str_addc(&s, '/');
    err_render(&s, LANG_ZH, &b);
    assert_string_equal(s.p, "line 3: the member \"gpu\" stands here twice/"
                             "第 3 行：成员“gpu”重复出现");
    assert_int_equal(err_set(NULL, ERR_IO, MSG_ERR_MEMORY, 0, NULL), ERR_IO);
    assert_string_equal(err_detail(NULL, "x"), "");
    str_free(&s);
}

static void exit_codes(void **state)
{
    static const int codes[][2] = {
        {OK, 0},          {ERR_USAGE, 2}, {ERR_SYNTAX, 2}, {ERR_VALUE, 2}, {ERR_NOT_FOUND, 2},
        {ERR_DAMAGED, 3}, {ERR_IO, 5},    {ERR_EXISTS, 5}, {ERR_LIMIT, 2}, {ERR_UNSUPPORTED, 2},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(codes); i++)
        assert_int_equal(err_exit_code((enum err)codes[i][0]), codes[i][1]);
}

/* --- BUG: in a child, since it ends the process --- */
static void hook(const char *file, int line, const char *what)
{
    (void)file;
    (void)line;
    if (write(STDOUT_FILENO, what, strlen(what)) < 0)
        _exit(99);
}

static int bug_in_child(bool with_hook, char *out, size_t cap)
{
    int fd[2], status = 0;

    assert_int_equal(pipe(fd), 0);
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(fd[1], STDOUT_FILENO);
        dup2(fd[1], STDERR_FILENO);
        if (with_hook)
            err_bug_hook(hook);
        BUG("no such state");
    }
    close(fd[1]);
    size_t n = 0;
    ssize_t k;
    while (n + 1 < cap && (k = read(fd[0], out + n, cap - 1 - n)) > 0)
        n += (size_t)k;
    out[n] = '\0';
    close(fd[0]);
    assert_true(waitpid(pid, &status, 0) == pid);
    assert_true(WIFSIGNALED(status));
    return WTERMSIG(status);
}

static void bugs_abort(void **state)
{
    char out[4096];

    (void)state;
    assert_int_equal(bug_in_child(true, out, sizeof out), SIGABRT);
    assert_memory_equal(out, "no such state", 13);
    assert_int_equal(bug_in_child(false, out, sizeof out), SIGABRT);
    assert_memory_equal(out, "BUG ", 4);
    assert_non_null(strstr(out, "test_msg.c:"));
    assert_non_null(strstr(out, ": no such state\n"));
}

/* --- the ring --- */
static void log_ring(void **state)
{
    (void)state;
    assert_int_equal(log_count(), 0);
    assert_string_equal(log_line(0), "");
    log_add("net", "ETag\x1b[2J");
    assert_int_equal(log_count(), 1);
    assert_string_equal(log_line(0), "net: ETag[2J");
    for (int i = 0; i < 3 * LOG_LINES + 7; i++) {
        char text[20];
        snprintf(text, sizeof text, "%d", i);
        log_add("n", text);
        char expected[20];
        snprintf(expected, sizeof expected, "n: %d", i);
        assert_string_equal(log_line(log_count() - 1), expected);
    }
    assert_int_equal(log_count(), LOG_LINES);
    assert_string_equal(log_line(0), "n: 263");
    assert_string_equal(log_line(LOG_LINES), "");

    char text[600];
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, "显", 3);
    text[597] = '\0';
    log_add("long", text);
    assert_true(strlen(log_line(LOG_LINES - 1)) < LOG_LINE_BYTES);
    assert_true(text_valid(log_line(LOG_LINES - 1)));
    log_add(text, text);
    assert_true(strlen(log_line(LOG_LINES - 1)) < LOG_LINE_BYTES);
}

/* What a Chinese message puts around a value: a blank beside a foreign word, none between two of
 * its own characters or beside a mark; other languages are left alone. */
static void chinese_blanks(void **state)
{
    static const struct {
        enum msg_id id;
        int n;
        struct msg_arg a, b, c, d;
        const char *zh;
    } rows[] = {
        {MSG_SZ_FITS, 4, ARG_STR("LoRA"), ARG_GIB(1), ARG_GIB(2), ARG_GIB(3),
         "LoRA 每张卡占 1 GiB，最多 2 GiB，程序可用显存 3 GiB"},
        {MSG_SZ_FITS, 4, ARG_STR("推理服务"), ARG_GIB(1), ARG_GIB(2), ARG_GIB(3),
         "推理服务每张卡占 1 GiB，最多 2 GiB，程序可用显存 3 GiB"},
        {MSG_SPEED_TOKENS,
         1,
         ARG_STR("559（391 至 782）"),
         {0},
         {0},
         {0},
         "559（391 至 782）token/s"},
        {MSG_SPEED_TOKENS, 1, ARG_STR("559"), {0}, {0}, {0}, "559 token/s"},
        {MSG_FILE_READ_FAILED,
         2,
         ARG_STR("清单.csv"),
         ARG_STR("没有"),
         {0},
         {0},
         "无法读取清单.csv：没有"},
        {MSG_LABEL_VALUE, 2, ARG_STR("二"), ARG_STR("三"), {0}, {0}, "二三"},
        {MSG_LABEL_VALUE, 2, ARG_STR("二"), ARG_STR("3"), {0}, {0}, "二 3"},
        {MSG_LABEL_VALUE, 2, ARG_STR(""), ARG_STR(""), {0}, {0}, " "},
    };
    struct str s;

    (void)state;
    str_init(&s, 500);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct msg m = msg_make(rows[i].id, rows[i].n, rows[i].a, rows[i].b, rows[i].c, rows[i].d);
        str_clear(&s);
        msg_render(&s, LANG_ZH, &m);
        assert_string_equal(s.p, rows[i].zh);
    }
    struct msg m = msg_make(MSG_LABEL_VALUE, 2, ARG_STR("二"), ARG_STR("三"));
    str_clear(&s);
    msg_render(&s, LANG_EN, &m);
    assert_string_equal(s.p, "二 三");

    str_free(&s);
    str_init(&s, 12); /* full: cut, never beyond the end */
    msg_render(&s, LANG_ZH, &(struct msg){.id = MSG_SZ_FITS, .n = 1, .a = {ARG_STR("LoRA")}});
    assert_true(s.len <= 12);
    str_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_in_both_languages),
        cmocka_unit_test(unknown_figures),
        cmocka_unit_test(one_and_many),
        cmocka_unit_test(names_of_two_languages),
        cmocka_unit_test(whole_messages),
        cmocka_unit_test(chinese_blanks),
        cmocka_unit_test(every_text_is_clean_in_every_language),
        cmocka_unit_test(languages),
        cmocka_unit_test(errors_travel),
        cmocka_unit_test(exit_codes),
        cmocka_unit_test(bugs_abort),
        cmocka_unit_test(log_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
