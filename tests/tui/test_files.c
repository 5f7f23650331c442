/* Plan files and price lists on the screen: saved, opened, compared, fetched, cancelled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "tui/vt.h"

#define ARGS(...)                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void a_plan_is_saved_opened_and_undone(void **state)
{
    (void)state;
    char path[128];
    struct vt *t = vt_open(24, 100, ARGS("--task", "finetune", "--model", "llama-3.1-8b"), NULL);
    assert_true(vt_until(t, "Parts", 5000));
    vt_keys(t, "s text:mine.json Enter");
    assert_true(vt_until(t, "Written: mine.json", 3000));
    snprintf(path, sizeof path, "%s/mine.json", vt_home(t));
    assert_true(file_exists(path));
    vt_keys(t, "s Enter"); /* never written over without asking */
    assert_true(vt_until(t, "there already", 3000));
    vt_keys(t, "n Esc N");
    assert_true(vt_until(t, "1/6", 3000));
    vt_keys(t, "w");
    assert_true(vt_until(t, "mine.json", 3000));
    vt_keys(t, "Enter");
    assert_true(vt_until(t, "Opened: mine.json. Its plan cost", 5000));
    assert_true(vt_has(t, "Llama-3.1-8B"));
    vt_keys(t, "u"); /* the empty job again */
    assert_true(vt_until(t, "Undone", 3000));
    vt_close(t);
}

static void a_file_stands_beside_the_plan(void **state)
{
    (void)state;
    char path[128];
    struct vt *t = vt_open(30, 100, ARGS("--task", "serve", "--model", "llama-3.1-8b"), NULL);
    snprintf(path, sizeof path, "%s/other.json", vt_home(t));
    write_file(path, "{\"task\": \"serve\", \"model\": \"llama-3.3-70b\"}");
    vt_keys(t, "w / text:oth Enter c");
    assert_true(vt_until(t, "Now     the plan here", 5000));
    assert_true(vt_has(t, "llama-3.3-70b")); /* an answer that differs */
    assert_true(vt_has(t, "Memory per card"));
    vt_keys(t, "Esc Esc");
    assert_true(vt_until(t, "Parts", 3000));
    vt_close(t);
}

/* A plan that was kept, its prices changed as if they were those of another day: priced anew, what
 * moved is shown and written; two files are compared as they are. */
static void a_kept_plan_is_priced_anew(void **state)
{
    (void)state;
    char path[128], sed[512];
    struct vt *t = vt_open(30, 100, ARGS("--task", "serve", "--model", "llama-3.1-8b"), NULL);
    assert_true(vt_until(t, "Parts", 5000));
    vt_keys(t, "s text:kept.json Enter");
    assert_true(vt_until(t, "Written: kept.json", 3000));
    snprintf(sed, sizeof sed,
             "cd '%s' && sed 's/\"as_of\": \"2026-11-30\"/\"as_of\": \"2026-10-01\"/;"
             "s/\"typical\": \\([0-9]\\)/\"typical\": 9\\1/' kept.json >older.json",
             vt_home(t));
    assert_int_equal(vt_shell(sed), 0);
    vt_keys(t, "w / text:older Enter p");
    assert_true(vt_until(t, "Then    older.json, 2026-10-01", 5000));
    assert_true(vt_has(t, "Now     older.json, 2026-11-30"));
    assert_true(vt_has(t, "Cost over the horizon"));
    assert_true(vt_has(t, " %"));
    vt_keys(t, "x Enter");
    assert_true(vt_until(t, "Written: dlrig-moved.md", 5000));
    snprintf(path, sizeof path, "%s/dlrig-moved.md", vt_home(t));
    assert_true(file_exists(path));
    vt_keys(t, "Esc Esc Esc w Up m"); /* out of the page closed the filter's list too */
    assert_true(vt_until(t, "Marked: kept.json", 3000));
    vt_keys(t, "Down c");
    assert_true(vt_until(t, "Then    kept.json, 2026-11-30", 5000));
    assert_true(vt_has(t, "Now     older.json, 2026-10-01"));
    vt_close(t);
}

static void a_file_that_is_none_is_told_with_its_place(void **state)
{
    (void)state;
    char path[128];
    struct vt *t = vt_open(24, 100, ARGS("--task", "serve", "--model", "llama-3.1-8b"), NULL);
    snprintf(path, sizeof path, "%s/broken.json", vt_home(t));
    write_file(path, "{\n\"task\": serve\n}");
    vt_keys(t, "w Enter");
    assert_true(vt_until(t, "broken.json:2", 3000));
    vt_keys(t, "Esc");
    assert_true(vt_until(t, "Llama-3.1-8B", 3000));
    vt_close(t);
}

/* The list's prices are in the offers when the refresh has ended, and the plan is computed anew. */
static void prices_are_fetched_while_the_screen_lives(void **state)
{
    (void)state;
    char list[128], config[128], text[512], data[96];
    struct vt *t = vt_open(24, 100, NULL, NULL);
    vt_keys(t, "q");
    vt_wait(t, 2000);
    snprintf(data, sizeof data, "XDG_DATA_HOME=%s/data", vt_home(t));
    snprintf(list, sizeof list, "%s/own.csv", vt_home(t));
    snprintf(config, sizeof config, "%s/config.ini", vt_home(t));
    write_file(list,
               "provider,instance,region,zone,kind,gpu,gpu_count,gpu_memory_gib,vcpus,ram_gib,"
               "link,rdma,network_gbps,currency,price_hour,price_gpu_hour,price_month,date,"
               "source,confidence\n"
               "myshop,rig-one,EU,,on-demand,nvidia-h100-sxm5-80,1,80,32,185,none,,,USD,1.77,"
               "1.77,,2026-11-29,quotation,B\n");
    snprintf(text, sizeof text, "[feeds]\nlist.own = %s\nlist.gone = %s.none\n", list, list);
    write_file(config, text);
    struct vt *m = vt_open(24, 100, ARGS("--config", config), ARGS(data));
    vt_keys(m, "r");
    assert_true(vt_until(m, "2 of 26 chosen", 3000));
    vt_keys(m, "r");
    assert_true(vt_until(m, "1 of 2 feeds failed", 10000));
    assert_true(vt_has(m, "done"));
    assert_true(vt_has(m, "failed"));
    vt_keys(m, "Esc o m / text:myshop Enter");
    assert_true(vt_until(m, "$1.77", 3000));
    vt_keys(m, "Esc Esc Esc Enter Enter Enter Enter Enter Enter");
    assert_true(vt_until(m, "Parts", 5000));
    vt_keys(m, "q");
    assert_int_equal(vt_wait(m, 2000), 0);
    vt_close(m);
    vt_close(t);
}

/* A list that does not come: the screen answers, c cancels, the old prices stay. */
static void a_refresh_is_cancelled(void **state)
{
    (void)state;
    char slow[128], config[128], text[512], data[96];
    struct vt *t = vt_open(24, 100, NULL, NULL);
    vt_keys(t, "q");
    vt_wait(t, 2000);
    snprintf(data, sizeof data, "XDG_DATA_HOME=%s/data", vt_home(t));
    snprintf(config, sizeof config, "%s/config.ini", vt_home(t));
    snprintf(slow, sizeof slow, "%s/slow.csv", vt_home(t));
    assert_int_equal(mkfifo(slow, 0600), 0); /* nobody ever writes into it */
    snprintf(text, sizeof text, "[feeds]\nlist.slow = %s\n", slow);
    write_file(config, text);
    struct vt *m = vt_open(24, 100, ARGS("--config", config), ARGS(data));
    vt_keys(m, "r Enter Esc");
    assert_true(vt_until(m, "refreshing prices: 0 of 1", 3000));
    vt_keys(m, "Enter"); /* everything else stays usable */
    assert_true(vt_until(m, "2/6", 3000));
    vt_keys(m, "r c");
    assert_true(vt_until(m, "Cancelled", 5000));
    vt_keys(m, "r r q");
    assert_int_equal(vt_wait(m, 3000), 0); /* a child that runs is ended with the program */
    vt_close(m);
    vt_close(t);
}

/* Nothing is fetched that was not chosen; the choice is kept, and the config wins over it. */
static void feeds_are_chosen_by_keys(void **state)
{
    (void)state;
    char path[128], home[96];
    struct vt *t = vt_open(24, 80, ARGS("--lang", "en"), NULL);
    vt_keys(t, "r");
    assert_true(vt_until(t, "0 of 24 chosen", 3000));
    assert_true(vt_has(t, "never"));
    vt_keys(t, "r");
    assert_true(vt_until(t, "Nothing is chosen", 3000));
    vt_keys(t, "Space");
    assert_true(vt_until(t, "1 of 24 chosen", 3000));
    vt_keys(t, "Down Space Space q");
    assert_int_equal(vt_wait(t, 3000), 0);
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s/state", vt_home(t));
    struct vt *again = vt_open(24, 80, ARGS("--lang", "en", "--offline"), ARGS(home));
    vt_keys(again, "r");
    assert_true(vt_until(again, "[x] azure-retail", 3000));
    vt_keys(again, "r");
    assert_true(vt_until(again, "no connection is made", 3000));
    vt_close(again);
    snprintf(path, sizeof path, "%s/use.ini", vt_home(t));
    write_file(path, "[feeds]\nuse = fx\n");
    again = vt_open(24, 80, ARGS("--lang", "en", "--config", path), ARGS(home));
    vt_keys(again, "r");
    assert_true(vt_until(again, "[x] fx", 3000));
    assert_true(vt_has(again, "[ ] azure-retail"));
    vt_keys(again, "Space");
    assert_true(vt_until(again, "by the config", 3000));
    vt_close(again);
    vt_close(t);
}

/* Price lists of two days, stored one after the other: the offer shows what was between. */
static void an_offer_shows_what_its_price_did(void **state)
{
    (void)state;
    char data[96], line[1024], list[128];
    struct vt *t = vt_open(24, 120, NULL, NULL);
    vt_keys(t, "q");
    vt_wait(t, 2000);
    snprintf(data, sizeof data, "XDG_DATA_HOME=%s/data", vt_home(t));
    snprintf(list, sizeof list, "%s/list.csv", vt_home(t));
    static const char *const past[][2] = {{"2026-10-01", "2.10"}, {"2026-11-20", "1.70"}};
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line,
                 "provider,instance,region,zone,kind,gpu,gpu_count,gpu_memory_gib,vcpus,ram_gib,"
                 "link,rdma,network_gbps,currency,price_hour,price_gpu_hour,price_month,date,"
                 "source,confidence\n"
                 "myshop,rig-one,EU,,on-demand,nvidia-h100-sxm5-80,1,80,32,185,none,,,USD,%s,%s,,"
                 "%s,quotation,B\n",
                 past[i][1], past[i][1], past[i][0]);
        write_file(list, line);
        snprintf(line, sizeof line,
                 "env HOME='%s' %s DLRIG_DATA_DIR='%s' '%s/dlrig' refresh --from '%s' --as-of %s "
                 ">/dev/null 2>&1",
                 vt_home(t), data, DLRIG_BUILD_DIR, DLRIG_BUILD_DIR, list, past[i][0]);
        assert_int_equal(vt_shell(line), 0);
    }
    struct vt *m = vt_open(24, 120, ARGS("--lang", "en"), ARGS(data));
    vt_keys(m, "o m / text:myshop Enter");
    assert_true(vt_until(m, "$1.70", 3000));
    assert_true(vt_has(m, "█▁")); /* down, once */
    vt_close(m);
    vt_close(t);
}

/* The plan's card is rented nowhere: the list is that of all cards, and m goes back. */
static void offers_nobody_makes(void **state)
{
    static const char *const args[] = {"--lang",  "en",           "--task", "serve",
                                       "--model", "llama-3.1-8b", "--gpu",  "quadro-rtx-8000",
                                       "--where", "own",          NULL};
    (void)state;
    struct vt *t = vt_open(24, 80, args, NULL);
    assert_non_null(t);
    assert_true(vt_until(t, "Parts", 5000));
    vt_keys(t, "o");
    assert_true(vt_until(t, "all cards \xc2\xb7", 3000));
    assert_true(vt_has(t, "Nobody rents Quadro RTX 8000"));
    vt_keys(t, "m");
    assert_true(vt_until(t, "No offer passes", 3000));
    vt_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_is_saved_opened_and_undone),
        cmocka_unit_test(a_file_stands_beside_the_plan),
        cmocka_unit_test(a_kept_plan_is_priced_anew),
        cmocka_unit_test(a_file_that_is_none_is_told_with_its_place),
        cmocka_unit_test(prices_are_fetched_while_the_screen_lives),
        cmocka_unit_test(a_refresh_is_cancelled),
        cmocka_unit_test(feeds_are_chosen_by_keys),
        cmocka_unit_test(an_offer_shows_what_its_price_did),
        cmocka_unit_test(offers_nobody_makes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
