/* load_software.c - names by which others know cards and models, and the software that cards need.
 */
#include "base/str.h"
#include "catalog/load_row.h"

static void load_repos(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "model_repos", "model, repo");
    while (rows_next(&r)) {
        const struct model *m = facts_model(l->f, take_shared(&r));
        if (m != NULL)
            l->f->model[m - l->f->model].repo = take_text(&r);
    }
    rows_end(&r);
}

static void load_sky_names(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "skypilot_names", "accelerator, name");
    while (rows_next(&r)) {
        const struct accel *a = facts_accel(l->f, take_shared(&r));
        if (a != NULL)
            l->f->accel[a - l->f->accel].sky_name = take_shared(&r);
    }
    rows_end(&r);
}

static void load_needs(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "software",
              "id, stack, compute, cards, driver, toolkit, framework, image_train, image_vllm, "
              "image_llamacpp, tool, source, as_of, confidence");
    l->f->software = ROWS_ARRAY(l, &r, struct software);
    while (rows_next(&r)) {
        struct software *x = &l->f->software[l->f->software_n++];

        x->id = take_text(&r);
        x->stack = take_shared(&r);
        x->compute = take_text(&r);
        x->cards = take_text(&r);
        x->driver = take_shared(&r);
        x->toolkit = take_shared(&r);
        x->framework = take_text(&r);
        x->image_train = take_shared(&r);
        x->image_vllm = take_shared(&r);
        x->image_llamacpp = take_shared(&r);
        x->tool = take_shared(&r);
        x->from = take_origin(&r);
    }
    rows_end(&r);
}

static void load_bundles(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "bundles", "accelerator, years");
    while (rows_next(&r)) {
        const struct accel *a = facts_accel(l->f, take_shared(&r));
        double years = take_number(&r);
        if (a != NULL)
            l->f->accel[a - l->f->accel].licence_years = years;
    }
    rows_end(&r);
}

void load_software(struct loader *l)
{
    load_repos(l);
    load_sky_names(l);
    load_needs(l);
    load_bundles(l);
}
