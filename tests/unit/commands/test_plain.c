/* links: util */
/* The dialogue without a screen: the questions of the wizard on a pipe. */
#include <fcntl.h>
#include <ftw.h>
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

#define ENTERS 60 /* more than there are questions */

static void ask(struct spawned *s, const char *input, const char *line)
{
    char words[512];
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

/* After the plan a script goes on by numbers: each screen of the program as lines. */
static void says_after_the_plan(const char *lang, const char *where, const char *keys,
                                const char *says)
{
    struct spawned s;
    char input[512], line[256];
    snprintf(line, sizeof line,
             "--lang %s --task serve --model qwen2.5-7b --users 20 --where %s --gpu rtx-4090", lang,
             where);
    memset(input, '\n', ENTERS); /* every question by its default; empty lines are no choice */
    snprintf(input + ENTERS, sizeof input - ENTERS, "%s", keys);
    ask(&s, input, line);
    assert_int_equal(s.code, 0);
    assert_int_equal(s.err_len, 0);
    assert_false(has_escape(s.out, s.out_len));
    if (strstr(s.out, says) == NULL)
        fail_msg("%s: no \"%s\" after \"%s\"", lang, says, keys);
    spawned_free(&s);
}

static void every_screen_is_there_as_lines(void **state)
{
    (void)state;
    static const struct {
        const char *keys, *en, *zh;
    } rows[] = {
        {"2\n1\n", "1 x GeForce RTX 4090 24GB, $", "1 x GeForce RTX 4090 24GB，$"},
        {"3\n1\n", "When it is raised", "何时提示"},
        {"4\n1\n", "weights", "权重"},
        {"5\n2\n", "own 2x GeForce RTX 4090 24GB, fits", "2x GeForce RTX 4090 24GB，跑得动"},
        {"6\n", "Month 12: own $", "第 12 个月：自购 $"},
        {"7\nsalad\n1\n", "Provider: Salad", "Salad"},
        {"8\nh100 pcie\n1\n", "H100 PCIe", "H100 PCIe"},
        {"9\nllama-3.1-8b\n1\n", "Llama-3.1-8B", "Llama-3.1-8B"},
        {"10\nqlora 7b\n", "QLoRA nf4, fits", "QLoRA nf4，跑得动"},
        {"10\nqlora 7b\n1\n1\n", "The job is now", "任务已换成"},
        {"11\n2\nqwen2.5-14b\n1\n", "Qwen2.5-14B", "Qwen2.5-14B"},
        {"11\n2\nqwen2.5-14b\n12\n1\n", "Undone", "已撤销"},
        {"18\n1\n6\n", "第 12 个月", "Month 12"}, /* the other language from there on */
        {"19\n", "Help", "帮助"},
        {"15\nno-such.json\n", "no-such.json", "no-such.json"},
        {"17\n77\n", "77 is not in the list", "77"},
        {"99\n", "What next?", "接下来做什么"},
        {"8\n999\n", "999 is not in the list", "999"},
        {"q\n8\n", "Bill of materials", "物料清单"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        says_after_the_plan("en", "own", rows[i].keys, rows[i].en);
        says_after_the_plan("zh", "own", rows[i].keys, rows[i].zh);
    }
    says_after_the_plan("en", "either", "6\n", "reak-even");
    says_after_the_plan("zh", "either", "6\n", "现金");
}

/* Files by numbers: saved, told to be there, replaced after a y, compared, priced anew, opened. */
static void plan_files_are_numbered_too(void **state)
{
    (void)state;
    static const struct {
        const char *lang, *says[8];
    } rows[] = {
        {"en",
         {"Written: a.json", "a.json is there already", "Written: b.json", "   2  b.json",
          "qwen2.5-14b", "the plan here", "It is still the choice.", "Opened: a.json"}},
        {"zh",
         {"已写入：a.json", "a.json 已存在", "已写入：b.json", "   2  b.json", "qwen2.5-14b",
          "当前方案", "仍是首选", "已打开：a.json"}},
    };
    for (size_t i = 0; i < 2; i++) {
        char dir[] = "/tmp/dlrig-test-XXXXXX", words[512], input[512], path[64];
        struct spawned s;
        assert_non_null(mkdtemp(dir));
        memset(input, '\n', ENTERS);
        snprintf(input + ENTERS, sizeof input - ENTERS,
                 "14\na.json\n14\na.json\ny\n11\n2\nqwen2.5-14b\n14\nb.json\n"
                 "16\n1\n2\n16\n1\n\n17\n1\n15\n1\n13\n1\nbill.md\n");
        snprintf(words, sizeof words,
                 "--plain --as-of 2026-11-30 --lang %s --task serve --model qwen2.5-7b --users 20 "
                 "--where own --gpu rtx-4090",
                 rows[i].lang);
        spawn_line(&s, &(struct spawn_how){.input = input, .dir = dir}, words);
        assert_int_equal(s.code, 0);
        assert_false(has_escape(s.out, s.out_len));
        const char *from = s.out; /* in this order */
        for (size_t k = 0; k < 8; k++) {
            const char *at = strstr(from, rows[i].says[k]);
            if (at == NULL)
                fail_msg("%s: no \"%s\" behind the %zuth: %s", rows[i].lang, rows[i].says[k], k,
                         from);
            from = at;
        }
        spawned_free(&s);
        static const char *const names[] = {"a.json", "b.json", "bill.md"};
        for (size_t k = 0; k < 3; k++) {
            snprintf(path, sizeof path, "%s/%s", dir, names[k]);
            assert_int_equal(unlink(path), 0);
        }
        assert_int_equal(rmdir(dir), 0);
    }
}

/* A home of its own: what is chosen and fetched stays there. */
struct home {
    char dir[32], list[64], config[64], state[64], data[64];
    const char *env[3];
};

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void move_in(struct home *h)
{
    char text[128];
    snprintf(h->dir, sizeof h->dir, "/tmp/dlrig-test-XXXXXX");
    assert_non_null(mkdtemp(h->dir));
    snprintf(h->list, sizeof h->list, "%s/shop.csv", h->dir);
    snprintf(h->config, sizeof h->config, "%s/config.ini", h->dir);
    snprintf(h->state, sizeof h->state, "XDG_STATE_HOME=%s", h->dir);
    snprintf(h->data, sizeof h->data, "XDG_DATA_HOME=%s", h->dir);
    h->env[0] = h->state;
    h->env[1] = h->data;
    h->env[2] = NULL;
    write_text(h->list,
               "provider,instance,region,zone,kind,gpu,gpu_count,gpu_memory_gib,vcpus,ram_gib,link,"
               "rdma,network_gbps,currency,price_hour,price_gpu_hour,price_month,date,source,"
               "confidence\n"
               "myshop,rig-one,EU,,on-demand,nvidia-h100-sxm5-80,1,80,32,185,none,,,USD,1.77,1.77,"
               ",2026-11-29,quotation,B\n");
    snprintf(text, sizeof text, "[feeds]\nlist.shop = %s\n", h->list);
    write_text(h->config, text);
}

static int take_away(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s;
    (void)kind;
    (void)where;
    return remove(path);
}

static void move_out(const struct home *h)
{
    assert_int_equal(nftw(h->dir, take_away, 8, FTW_DEPTH | FTW_PHYS), 0);
}

/* What the dialogue says to lines after the plan, in this order. */
static void says_at_home(const struct home *h, const char *flags, const char *keys,
                         const char *const *says)
{
    struct spawned s;
    char input[256], words[256];
    memset(input, '\n', ENTERS);
    snprintf(input + ENTERS, sizeof input - ENTERS, "%s", keys);
    snprintf(words, sizeof words, "--plain --as-of 2026-11-30 %s --task serve --model qwen2.5-7b",
             flags);
    spawn_line(&s, &(struct spawn_how){.input = input, .env = h->env}, words);
    assert_int_equal(s.code, 0);
    const char *from = s.out;
    for (; *says != NULL; says++) {
        const char *at = strstr(from, *says);
        if (at == NULL)
            fail_msg("no \"%s\" after \"%s\": %s", *says, keys, from);
        from = at;
    }
    spawned_free(&s);
}
#define SAYS(...)                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* Nothing is fetched that was not chosen; the choice is kept and counts for the command too. */
static void price_feeds_are_chosen_by_number(void **state)
{
    (void)state;
    struct home h;
    struct spawned s;
    char path[64];
    move_in(&h);
    says_at_home(&h, "--lang en", "20\nf\n999\n", SAYS("Nothing is chosen", "999 is not in"));
    says_at_home(&h, "--lang zh", "20\nf\n", SAYS("还没有选"));
    says_at_home(&h, "--lang en", "20\n4\n", SAYS("[ ] fx", "[x] fx, exchange rates"));
    says_at_home(&h, "--lang en --offline", "20\nf\n", SAYS("[x] fx", "no connection is made"));
    spawn_line(&s, &(struct spawn_how){.env = h.env}, "refresh --list --lang en");
    assert_non_null(strstr(s.out, "\n* fx "));
    assert_null(strstr(s.out, "\n* aliyun "));
    spawned_free(&s);
    snprintf(path, sizeof path, "%s/dlrig/screen.ini", h.dir);
    write_text(path, "feed = gone-cloud\n");
    says_at_home(&h, "--lang en", "20\n", SAYS("gone-cloud, chosen earlier"));
    spawn_line(&s, &(struct spawn_how){.env = h.env}, "refresh --lang en");
    assert_int_not_equal(s.code, 0); /* nothing is left to fetch */
    assert_non_null(strstr(s.err, "gone-cloud, chosen earlier"));
    spawned_free(&s);
    move_out(&h);
}

/* A list of the config is always chosen; what f brings is among the offers at once. */
static void price_feeds_are_fetched(void **state)
{
    (void)state;
    struct home h;
    char flags[128];
    move_in(&h);
    snprintf(flags, sizeof flags, "--lang en --config %s", h.config);
    says_at_home(
        &h, flags, "20\n1\nf\n\n7\nmyshop\n",
        SAYS("[x] shop, your own list", "by the config", "1 stored", "Prices are new", "$1.77"));
    snprintf(flags, sizeof flags, "--lang zh --config %s", h.config);
    says_at_home(&h, flags, "20\nf\n\n7\nmyshop\n",
                 SAYS("[x] shop，自己的价格表", "shop：", "$1.77"));
    move_out(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_screen_is_there_as_lines),
        cmocka_unit_test(plan_files_are_numbered_too),
        cmocka_unit_test(price_feeds_are_chosen_by_number),
        cmocka_unit_test(price_feeds_are_fetched),
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
