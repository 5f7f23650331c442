#include "app/feeds.h"

#include <string.h>

#include "base/date.h"
#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/price_file.h"

#define MB 1e6

static bool is_listed(const struct feeds *f, const char *name)
{
    for (int i = 0; i < f->n; i++)
        if (str_eq(f->line[i].name, name))
            return true;
    return false;
}

static void add(struct feeds *f, struct feed_line x)
{
    if (f->n < FEEDS_MAX && !is_listed(f, x.name)) /* a list of the config wins over its namesake */
        f->line[f->n++] = x;
}

static bool is_used(const struct config *c, const struct known_feed *k)
{
    for (size_t i = 0; i < c->use_n; i++)
        if (str_case_eq(c->use[i], k->name) ||
            (k->group != NULL && str_case_eq(c->use[i], k->group)))
            return true;
    return false;
}

static bool is_kept(const struct tastes *t, const char *name)
{
    for (int i = 0; i < t->feed_n; i++)
        if (str_eq(t->feed[i], name))
            return true;
    return false;
}

/* Those of many clouds or of a cloud itself before the many of one collector. */
static void add_known(struct feeds *f, const struct config *c, const struct tastes *t, bool grouped)
{
    for (size_t i = 0; i < known_feed_count; i++) {
        const struct known_feed *k = &known_feeds[i];
        if ((k->group != NULL) == grouped)
            add(f, (struct feed_line){.name = k->name,
                                      .known = k,
                                      .chosen = c->use_n > 0 ? is_used(c, k) : is_kept(t, k->name),
                                      .fixed = c->use_n > 0,
                                      .network = true,
                                      .rows = UNKNOWN});
    }
}

void feeds_build(struct feeds *f, const struct config *c, const struct tastes *t)
{
    memset(f, 0, sizeof *f);
    for (size_t i = 0; i < c->feed_n; i++)
        add(f, (struct feed_line){.name = c->feed[i].name,
                                  .chosen = true,
                                  .fixed = true,
                                  .network = strstr(c->feed[i].place, "://") != NULL,
                                  .rows = UNKNOWN});
    add_known(f, c, t, false);
    add_known(f, c, t, true);
    str_copy(f->unknown, sizeof f->unknown, t->feed_unknown);
}

bool feeds_switch(struct feeds *f, int at)
{
    if (at < 0 || at >= f->n || f->line[at].fixed)
        return false;
    f->line[at].chosen = !f->line[at].chosen;
    f->switched++;
    return true;
}

int feeds_chosen(const struct feeds *f)
{
    int n = 0;
    for (int i = 0; i < f->n; i++)
        n += f->line[i].chosen;
    return n;
}

void feeds_keep(const struct feeds *f, struct tastes *t)
{
    t->feed_n = 0;
    t->feed_unknown[0] = '\0';
    for (int i = 0; i < f->n && t->feed_n < TASTES_FEEDS; i++)
        if (f->line[i].chosen && !f->line[i].fixed)
            str_copy(t->feed[t->feed_n++], TASTES_NAME, f->line[i].name);
}

enum err feeds_fetched(struct feeds *f, const char *prices_path, struct arena *a,
                       struct err_info *e)
{
    struct price_feed *was = NULL;
    size_t n = 0;

    if (prices_path[0] == '\0' || !file_exists(prices_path))
        return OK;
    enum err rc = price_file_feeds(prices_path, a, &was, &n, e);
    for (size_t k = 0; rc == OK && k < n; k++) {
        for (int i = 0; i < f->n; i++) {
            struct feed_line *x = &f->line[i];
            if (!str_eq(x->name, was[k].name))
                continue;
            x->rows = was[k].rows;
            str_copy(x->fetched, sizeof x->fetched, was[k].fetched != NULL ? was[k].fetched : "");
        }
    }
    return rc;
}

enum msg_id feed_holds(const struct feed_line *x)
{
    if (x->known == NULL)
        return MSG_CHOOSE_OWN;
    if (str_eq(x->known->format, "fx"))
        return MSG_CHOOSE_RATES;
    return x->known->provider == NULL ? MSG_CHOOSE_CARDS : MSG_CHOOSE_CLOUD;
}

struct msg feed_size(const struct feed_line *x)
{
    if (x->known == NULL)
        return msg_make(x->network ? MSG_CHOOSE_NETWORK : MSG_CHOOSE_FILE, 0);
    double most = (double)x->known->max_bytes * x->known->max_pages / MB;
    return msg_make(MSG_CHOOSE_SIZE, 1, ARG_INT((long)(most + 0.5)));
}

struct msg feed_age(const struct feed_line *x, struct moment now)
{
    char day[11];
    str_copy(day, sizeof day, x->fetched);
    day[10] = '\0';
    int32_t age = x->fetched[0] != '\0' ? date_age_days(day, date_of(now)) : -1;
    if (age < 0)
        return msg_make(MSG_CHOOSE_NEVER, 0);
    return age == 0 ? msg_make(MSG_CHOOSE_TODAY, 0) : msg_make(MSG_CHOOSE_DAYS, 1, ARG_INT(age));
}
