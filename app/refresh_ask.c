/* refresh_ask.c - which price lists and feeds a refresh is for, by the config and by name. */
#include "app/refresher.h"
#include "base/str.h"
#include "catalog/known_feed.h"

static void add(struct refresh_ask *ask, const struct config *c, const char *name,
                const char *place)
{
    for (size_t i = 0; i < ask->n; i++)
        if (str_eq(ask->list[i].name, name))
            return;
    if (ask->n < REFRESHER_LISTS)
        ask->list[ask->n++] = (struct refresh_list){name, place, config_feed_private(c, name)};
}

bool refresh_ask_known(struct refresh_ask *ask, const struct config *c, const char *name)
{
    bool found = false;

    for (size_t i = 0; i < known_feed_count; i++) {
        const struct known_feed *k = &known_feeds[i];
        if (!str_case_eq(k->name, name) && (k->group == NULL || !str_case_eq(k->group, name)))
            continue;
        add(ask, c, k->name, NULL);
        found = true;
    }
    return found;
}

void refresh_ask_chosen(struct refresh_ask *ask, const struct config *c, const struct tastes *t)
{
    for (size_t i = 0; i < c->feed_n; i++)
        add(ask, c, c->feed[i].name, c->feed[i].place);
    for (size_t i = 0; i < c->use_n; i++)
        (void)refresh_ask_known(ask, c, c->use[i]);
    for (int i = 0; c->use_n == 0 && i < t->feed_n; i++)
        (void)refresh_ask_known(ask, c, t->feed[i]);
    ask->due = true;
}
