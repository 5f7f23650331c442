/*
 * Anything that can be pressed, pasted or resized, in any order: it lives, answers, and what
 * stands on the screen is what a fresh drawing of the same state gives.
 *
 * DLRIG_MONKEY: how many events (3,000; ./check --long takes 20,000). DLRIG_SEED: another road.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/vt.h"

#define EVENTS 3000
#define SEED 20261130u
#define LOOK_EVERY 250
#define REST_MS 60000

static const char *const keys[] = {
    "\033OA", "\033OB", "\033OB", "\033OC", "\033OD", "\033[5~", "\033[6~", "\033OF", "\033OH",
    "\r",     "\r",     "\r",     "\t",     "\033[Z", "\033",    "\033",    "\033",   " ",
    "+",      "-",      "d",      "a",      "[",      "]",       "c",       "m",      "p",
    "s",      "e",      "?",      "f",      "x",      "u",       "U",       "L",      "T",
    ",",      "/",      "1",      "3",      "4",      "6",       "o",       "g",      "t",
    "n",      "r",      "w",      "N",      "'",      "8",       "\177",    "\001",   "\025",
    "\031",   "\014",   "\033OP", "b",      "k",      "中",      "y",
};
static const char *const pastes[] = {"\033[200~qwen2.5\r7b\033[201~", "\033[200~8xh100\033[201~",
                                     "\033[200~\033[31mq\r\r\033[201~",
                                     "\033[200~显存显存显存\033[201~"};

static uint32_t draw(uint32_t *seed, uint32_t of)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 10) % of;
}

static unsigned long number(const char *name, unsigned long otherwise)
{
    const char *s = getenv(name);
    char *end = NULL;
    unsigned long x = s != NULL ? strtoul(s, &end, 10) : 0;
    return s != NULL && end != s && *end == '\0' ? x : otherwise;
}

/* A build with sanitizers on a busy machine takes its time; what never rests hangs. */
static void quiet(struct vt *t, unsigned long at)
{
    if (!vt_quiet(t, REST_MS))
        fail_msg("event %lu: it does not come to rest", at);
}

/* The first line that differs, as it is and as it is drawn anew. */
static const char *difference(const char *is, const char *fresh)
{
    static char text[1024];
    while (*is != '\0' && *fresh != '\0') {
        size_t a = strcspn(is, "\n"), b = strcspn(fresh, "\n");
        if (a != b || strncmp(is, fresh, a) != 0) {
            snprintf(text, sizeof text, "\n%.*s\nfresh\n%.*s", (int)a, is, (int)b, fresh);
            return text;
        }
        is += a + (is[a] == '\n');
        fresh += b + (fresh[b] == '\n');
    }
    return "another number of lines";
}

static void as_fresh(struct vt *t, unsigned long at)
{
    struct str is, fresh;
    str_init(&is, 1 << 20);
    str_init(&fresh, 1 << 20);
    vt_resize(t, 30, 100);
    quiet(t, at);
    vt_keys(t, "Esc"); /* out of a field: Ctrl-L is a key there too */
    quiet(t, at);
    vt_text(t, &is);
    vt_keys(t, "C-l");
    quiet(t, at);
    vt_text(t, &fresh);
    int status = vt_wait(t, is.len < 200 ? 2000 : 0);
    if (status != -1)
        fail_msg("it ended with %d before event %lu", status, at);
    if (is.len < 200)
        print_message("alt %d status %d\n", vt_alt_screen(t), vt_wait(t, 2000));
    if (is.len < 200 || strcmp(is.p, fresh.p) != 0)
        fail_msg("event %lu: %s", at, difference(is.p, fresh.p));
    str_free(&is);
    str_free(&fresh);
}

static void anything_in_any_order(void **state)
{
    (void)state;
    unsigned long n = number("DLRIG_MONKEY", EVENTS);
    uint32_t seed = (uint32_t)number("DLRIG_SEED", SEED);
    print_message("DLRIG_SEED=%lu DLRIG_MONKEY=%lu\n", (unsigned long)seed, n);
    static const char *const alone[] = {"--offline", NULL}; /* it chooses feeds and fetches them */
    struct vt *t = vt_open(24, 80, alone, NULL);
    for (unsigned long i = 1; i <= n; i++) {
        uint32_t what = draw(&seed, 100);
        if (what < 2)
            vt_resize(t, 1 + (int)draw(&seed, 60), 1 + (int)draw(&seed, 200));
        else if (what < 5)
            vt_send(t, pastes[draw(&seed, sizeof pastes / sizeof pastes[0])]);
        else
            vt_send(t, keys[draw(&seed, sizeof keys / sizeof keys[0])]);
        if (i % 10 == 0)
            vt_settle(t);
        if (i % LOOK_EVERY == 0)
            as_fresh(t, i);
    }
    vt_keys(t, "Esc Esc F10");
    assert_int_equal(vt_wait(t, 10000), 0);
    vt_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anything_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
