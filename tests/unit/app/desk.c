#include "unit/app/desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/model_file.h"
#include "base/text.h"
#include "catalog/load.h"

/* Noon of 2026-11-30, the day of all goldens. */
static const struct moment day = {1796040000};

bool desk_open(struct desk *d)
{
    struct err_info e = {0};
    memset(d, 0, sizeof *d);
    arena_init(&d->arena, 0);
    if (catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &d->arena, &d->facts, &d->prices, &e) !=
        OK) {
        arena_free(&d->arena);
        return false;
    }
    recompute_init(&d->runs);
    model_init(&d->m, &d->facts, &d->prices, day, LANG_EN, &e);
    d->m.generated = "2026-11-30T12:00:00Z";
    d->m.theme_n = 3;
    d->m.in_sight = 10;
    unsigned fx = update_start(&d->m, false);
    if (fx & FX_RECOMPUTE && recompute_run(&d->runs, &d->m, &e) == OK)
        desk_event(d, &(struct event){.kind = EV_RESULT});
    return true;
}

void desk_close(struct desk *d)
{
    model_free(&d->m);
    recompute_free(&d->runs);
    arena_free(&d->arena);
}

void desk_event(struct desk *d, const struct event *e)
{
    struct err_info why = {0};
    unsigned fx = update(&d->m, e);
    d->seen |= fx;
    d->quits += (fx & FX_QUIT) != 0;
    if (fx & FX_RECOMPUTE) {
        bool ok = recompute_run(&d->runs, &d->m, &why) == OK;
        desk_event(d, &(struct event){.kind = ok ? EV_RESULT : EV_FAILED, .error = &why});
    }
    if (fx & FX_MODEL) {
        bool ok = model_file_add(&d->facts, &d->arena, d->m.model_path, NULL, &why) == OK;
        desk_event(d, &(struct event){.kind = ok ? EV_MODEL_READ : EV_FAILED, .error = &why});
    }
    if (fx & FX_PREVIEW)
        recompute_preview(&d->runs, &d->m);
}

void press(struct desk *d, const char *keys)
{
    d->seen = 0;
    for (int32_t k = keys_parse(&keys); k != KC_NONE; k = keys_parse(&keys))
        desk_event(d, &(struct event){.kind = EV_KEY, .key = k});
}

void type(struct desk *d, const char *text)
{
    d->seen = 0;
    while (*text != '\0')
        desk_event(d, &(struct event){.kind = EV_KEY, .key = text_next(&text)});
}

static struct desk of_the_test;

int desk_set_up(void **state)
{
    *state = &of_the_test;
    if (!desk_open(&of_the_test)) {
        print_message("no catalog in the build folder: skipped\n");
        *state = NULL;
    }
    return 0;
}

int desk_tear_down(void **state)
{
    if (*state != NULL)
        desk_close(*state);
    return 0;
}

struct desk *desk_at(void **state)
{
    if (*state == NULL)
        skip();
    return *state;
}
