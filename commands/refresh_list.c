#include "commands/refresh_list.h"

#include <stdio.h>

#include "app/feeds.h"
#include "app/refresher.h"
#include "base/file.h"
#include "base/json.h"
#include "base/num.h"
#include "base/text.h"
#include "catalog/known_feed.h"
#include "catalog/price_file.h"
#include "commands/output.h"

#define NAME_COLUMNS 26
#define ROWS_COLUMNS 10
#define DAY_COLUMNS 18
#define MIB 1048576.0

struct listed {
    const char *name, *first, *credit; /* first: address that is tried first */
    bool used, own;
    double max_mb;
    int max_pages;
    const struct price_feed *was; /* NULL: never fetched */
};

static const struct price_feed *find(const struct price_feed *all, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(all[i].name, name))
            return &all[i];
    return NULL;
}

static bool is_used(const struct feeds *f, const char *name)
{
    for (int i = 0; i < f->n; i++)
        if (str_eq(f->line[i].name, name))
            return f->line[i].chosen;
    return false;
}

static const char *first_place(const struct config *c, const struct known_feed *k)
{
    for (size_t i = 0; i < c->mirror_n; i++)
        if (str_case_eq(c->mirror[i].name, k->name))
            return c->mirror[i].place;
    return k->url[0] != NULL ? k->url[0] : k->finder;
}

static struct listed known_one(const struct config *c, const struct feeds *f,
                               const struct known_feed *k, const struct price_feed *was)
{
    return (struct listed){.name = k->name,
                           .first = first_place(c, k),
                           .credit = k->credit,
                           .used = is_used(f, k->name),
                           .max_mb = (double)k->max_bytes / MIB,
                           .max_pages = k->max_pages,
                           .was = was};
}

static struct listed own_one(const struct config_feed *f, const struct price_feed *was)
{
    return (struct listed){.name = f->name,
                           .first = f->place,
                           .used = true,
                           .own = true,
                           .max_mb = UNKNOWN,
                           .max_pages = 1,
                           .was = was};
}

/* --- text ------------------------------------------------------------------------------------ */
static void cell(struct str *out, const char *text, int columns)
{
    text_pad(out, text, columns - 1, -1, false);
    str_addc(out, ' ');
}

static void text_row(struct run *r, const struct listed *x)
{
    char mark[2] = {x->used ? '*' : ' ', '\0'}, fetched[17] = "-", rows[32] = "-";

    if (x->was != NULL && x->was->fetched != NULL)
        str_copy(fetched, sizeof fetched, x->was->fetched); /* to the minute */
    if (x->was != NULL)
        snprintf(rows, sizeof rows, "%.0f", x->was->rows);
    cell(&r->out, mark, 2);
    cell(&r->out, x->name, NAME_COLUMNS);
    cell(&r->out, fetched, DAY_COLUMNS);
    cell(&r->out, rows, ROWS_COLUMNS);
    str_addf(&r->out, "%s\n", x->credit != NULL ? x->credit : x->first);
}

static void text_head(struct run *r)
{
    cell(&r->out, "", 2);
    cell(&r->out, msg_text(r->lang, MSG_NET_LIST_NAME), NAME_COLUMNS);
    cell(&r->out, msg_text(r->lang, MSG_NET_LIST_FETCHED), DAY_COLUMNS);
    cell(&r->out, msg_text(r->lang, MSG_NET_LIST_ROWS), ROWS_COLUMNS);
    str_addf(&r->out, "%s\n", msg_text(r->lang, MSG_NET_LIST_CREDIT));
}

/* --- json ------------------------------------------------------------------------------------ */
static void json_row(struct json_out *w, const struct listed *x)
{
    const struct price_feed none = {.rows = UNKNOWN}, *was = x->was != NULL ? x->was : &none;

    jw_obj(w);
    jw_kstr(w, "feed", x->name);
    jw_kbool(w, "used", x->used);
    jw_kbool(w, "yours", x->own);
    jw_kstr(w, "address", x->first);
    jw_kstr(w, "credit", x->credit);
    jw_knum(w, "max_mb", x->max_mb);
    jw_knum(w, "max_pages", x->max_pages);
    jw_kstr(w, "fetched", was->fetched);
    jw_kstr(w, "from", was->place);
    jw_kstr(w, "data_date", was->data_date);
    jw_kstr(w, "not_before", was->retry_after);
    jw_knum(w, "rows", was->rows);
    jw_obj_end(w);
}

static void all(struct run *r, struct json_out *w, const struct price_feed *was, size_t n)
{
    const struct config *c = &r->ctx->config;
    struct tastes kept;
    struct feeds f;

    tastes_load(&kept, r->ctx->state_dir, r->ctx->config_path);
    feeds_build(&f, c, &kept);
    for (size_t i = 0; i < c->feed_n + known_feed_count; i++) {
        const char *name = i < c->feed_n ? c->feed[i].name : known_feeds[i - c->feed_n].name;
        const struct listed x =
            i < c->feed_n ? own_one(&c->feed[i], find(was, n, name))
                          : known_one(c, &f, &known_feeds[i - c->feed_n], find(was, n, name));
        if (w != NULL)
            json_row(w, &x);
        else
            text_row(r, &x);
    }
}

enum err refresh_list(struct run *r, struct err_info *e)
{
    struct price_feed *was = NULL;
    struct json_out w;
    size_t n = 0;
    enum err rc = OK;

    if (r->ctx->prices_path[0] != '\0' && file_exists(r->ctx->prices_path))
        rc = price_file_feeds(r->ctx->prices_path, &r->arena, &was, &n, e);
    if (rc != OK)
        return rc;
    if (!str_eq(r->format, "json")) {
        text_head(r);
        all(r, NULL, was, n);
        str_addf(&r->out, "%s\n", msg_text(r->lang, MSG_NET_LIST_FOOT));
        return OK;
    }
    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.feeds/1");
    jw_key(&w, "feeds");
    jw_arr(&w);
    all(r, &w, was, n);
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
    return OK;
}
