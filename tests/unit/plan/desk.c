#include "tests/unit/plan/desk.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"

struct arena desk;

int desk_begin(void **state)
{
    (void)state;
    arena_init(&desk, 0);
    return 0;
}

int desk_end(void **state)
{
    (void)state;
    arena_free(&desk);
    return 0;
}

const struct result *desk_run(const struct pair *p, unsigned kinds)
{
    struct engine_options o = {.kinds = kinds};
    return shipped_run(p, &o, &desk);
}

const struct plan *desk_kind(const struct result *r, unsigned kinds)
{
    for (size_t i = 0; i < r->plan_n; i++)
        if ((kinds >> r->plan[i].kind & 1u) != 0)
            return &r->plan[i];
    return NULL;
}

double desk_line(const struct cost *c, const char *id)
{
    for (int i = 0; i < c->n; i++)
        if (str_eq(c->line[i].id, id))
            return c->line[i].amount;
    return 0.0;
}

int desk_pieces(const struct bom *b, const char *id)
{
    int n = 0;
    for (int i = 0; i < b->n; i++)
        n += str_eq(b->line[i].id, id) ? b->line[i].qty : 0;
    return n;
}

double desk_cheapest(const struct result *r)
{
    double least = INFINITY;
    for (size_t i = 0; i < r->plan_n; i++)
        if (r->plan[i].errors == 0 && r->plan[i].meets && r->plan[i].cost.total.typical < least)
            least = r->plan[i].cost.total.typical;
    return least;
}

struct answers desk_answers(const char *line)
{
    struct answers a;
    struct err_info e = {0};
    char words[512];
    answers_init(&a);
    assert_true(str_copy(words, sizeof(words), line));
    for (char *p = words; *p != '\0';) {
        char *name = p + strspn(p, " -");
        char *value = name + strcspn(name, " ");
        assert_true(*value == ' ');
        *value++ = '\0';
        p = value + strcspn(value, " ");
        if (*p != '\0')
            *p++ = '\0';
        const struct question *q = question_find(name);
        if (q == NULL || answers_set(&a, q->id, value, FROM_GIVEN, &e) != OK)
            fail_msg("--%s %s is refused", name, value);
    }
    return a;
}
