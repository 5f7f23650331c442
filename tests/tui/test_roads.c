/*
 * Three roads that people come with, from the first screen to the exported bill, pressed as a
 * person would: at most 25 keys that are no typed text, and 60 presses in all. docs/roads.md tells
 * them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "tui/vt.h"

#define COMMANDS_MOST 25
#define PRESSES_MOST 60

static void count(const char *keys, int *commands, int *presses)
{
    while (*keys != '\0') {
        size_t n = strcspn(keys, " ");
        if (strncmp(keys, "text:", 5) == 0) {
            for (const char *p = keys + 5; p < keys + n; (*presses)++)
                p += text_cluster(p);
        } else if (n > 0) {
            (*commands)++;
            (*presses)++;
        }
        keys += n;
        keys += strspn(keys, " ");
    }
}

static char *bill(struct vt *t)
{
    char path[160];
    snprintf(path, sizeof path, "%s/dlrig-plan.md", vt_home(t));
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t cap = 1 << 20;
    char *text = calloc(1, cap);
    assert_non_null(text);
    size_t n = fread(text, 1, cap - 1, f);
    text[n] = '\0';
    fclose(f);
    return text;
}

static char *walk(const char *name, const char *const *args, const char *const *env,
                  const char *keys)
{
    int commands = 0, presses = 0;
    count(keys, &commands, &presses);
    print_message("%s: %d commands, %d presses\n", name, commands, presses);
    assert_true(commands <= COMMANDS_MOST);
    assert_true(presses <= PRESSES_MOST);
    struct vt *t = vt_open(24, 80, args, env);
    vt_keys(t, keys);
    if (!vt_until(t, "dlrig-plan.md", 5000)) {
        struct str s;
        str_init(&s, 1 << 20);
        vt_text(t, &s);
        fail_msg("%s", s.p);
    }
    char *text = bill(t);
    vt_close(t);
    return text;
}

static void says(const char *text, const char *what)
{
    if (strstr(text, what) == NULL)
        fail_msg("the bill does not say %s:\n%.3000s", what, text);
}

/* One 8 GB card and 6,000 CNY, to learn with. */
static void a_learner_with_a_card(void **state)
{
    (void)state;
    char *text = walk("learner", NULL, (const char *const[]){"LC_ALL=zh_CN.UTF-8", NULL},
                      "Home Enter Enter / text:4060 Enter Enter Enter End Enter text:6000 Enter "
                      "Right x Enter");
    says(text, "GeForce RTX 4060 8GB");
    says(text, "¥6,000");
    free(text);
}

/* Eight rented H100 against a box in the office, for a 70B model that colleagues use. */
static void rented_cards_against_a_box(void **state)
{
    (void)state;
    char *text = walk("office", NULL, NULL,
                      "Down Down Enter / text:70b Enter Enter Enter Enter Enter c / "
                      "text:h100x8,pro_6000_maxq Enter m / text:h100 Enter m e Esc x Enter");
    says(text, "RTX PRO 6000");
    says(text, "8x H100");
    free(text);
}

/* Data that stay on the site, on domestic chips only. */
static void domestic_chips_on_the_site(void **state)
{
    (void)state;
    char *text = walk("domestic", NULL, (const char *const[]){"LC_ALL=zh_CN.UTF-8", NULL},
                      "Down Down Enter Enter Enter Enter Enter Down Down Down Enter Up Enter m "
                      "' 厂 Enter Down Down Enter Right x Enter");
    says(text, "数据不出本地：是");
    says(text, "国产");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_learner_with_a_card),
        cmocka_unit_test(rented_cards_against_a_box),
        cmocka_unit_test(domestic_chips_on_the_site),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
