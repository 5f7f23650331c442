/* config_feeds.c - the section [feeds] of the config: which price lists, from where, and how. */
#include <stdlib.h>
#include <string.h>

#include "app/config.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/known_feed.h"

#define SECONDS_MAX 3600
#define MB_MAX 4096

static enum err refuse(struct err_info *e, const char *file, long line, const char *key,
                       enum msg_id what, const char *value)
{
    err_where(e, file, line, key);
    return err_set(e, ERR_VALUE, what, 1, &ARG_STR(err_detail(e, value)));
}

bool config_feed_name(const char *name)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t n = strspn(name, allowed);

    return n > 0 && n < sizeof((struct config_feed *)0)->name && name[n] == '\0' &&
           name[0] != '.' && name[0] != '-';
}

bool config_feed_private(const struct config *c, const char *name)
{
    size_t n = strlen(name);

    for (const char *p = c->private_feeds; *p != '\0';) {
        size_t len = strcspn(p, " ");
        if (len == n && strncmp(p, name, n) == 0)
            return true;
        p += len + strspn(p + len, " ");
    }
    return false;
}

/* list.NAME: a second line of a name wins over the first. mirror.NAME: each line is one more. */
static bool add_place(struct config_feed *all, size_t *n, const char *name, const char *value,
                      bool one)
{
    size_t i = one ? 0 : *n;

    while (i < *n && !str_eq(all[i].name, name))
        i++;
    if (i == CONFIG_FEEDS_MAX || *value == '\0' ||
        !str_copy(all[i].place, sizeof all[i].place, value))
        return false;
    str_copy(all[i].name, sizeof all[i].name, name);
    *n += i == *n;
    return true;
}

/* Names of known feeds and groups, divided by blanks. false with the one that is none in bad. */
static bool add_uses(struct config *c, const char *value, char *bad, size_t cap)
{
    c->use_n = 0;
    for (const char *p = value + strspn(value, " ,"); *p != '\0'; p += strspn(p, " ,")) {
        size_t n = strcspn(p, " ,");
        char name[sizeof c->use[0]];

        str_copy(bad, cap, p);
        if (n < cap)
            bad[n] = '\0';
        if (n >= sizeof name || c->use_n == CONFIG_USE_MAX)
            return false;
        memcpy(name, p, n);
        name[n] = '\0';
        if (known_feed_find(name) == NULL && !known_feed_group(name))
            return false;
        memcpy(c->use[c->use_n++], name, n + 1);
        p += n;
    }
    return true;
}

static bool whole(const char *value, long max, long *out)
{
    double x;

    if (num_plain(value, &x) != NUM_OK || !(x >= 1 && x <= (double)max))
        return false;
    *out = (long)x;
    return (double)*out >= x;
}

enum err config_feed_setting(struct config *c, const char *file, const char *key, const char *value,
                             long line, struct err_info *e)
{
    char bad[64] = "";
    const struct {
        const char *key;
        char *to;
    } text[] = {
        {"private", c->private_feeds}, {"proxy", c->net.proxy}, {"ca-file", c->net.ca_file}};
    const struct {
        const char *key;
        long max, *to;
    } limit[] = {{"connect-s", SECONDS_MAX, &c->net.connect_s},
                 {"transfer-s", SECONDS_MAX, &c->net.transfer_s},
                 {"quiet-s", SECONDS_MAX, &c->net.quiet_s},
                 {"total-s", 24 * SECONDS_MAX, &c->net.total_s},
                 {"max-mb", MB_MAX, &c->net.max_mb}};

    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        if (str_eq(key, text[i].key))
            return str_copy(text[i].to, CONFIG_PLACE_MAX, value)
                       ? OK
                       : refuse(e, file, line, key, MSG_CFG_ERR_FEED, value);
    for (size_t i = 0; i < sizeof limit / sizeof limit[0]; i++)
        if (str_eq(key, limit[i].key))
            return whole(value, limit[i].max, limit[i].to)
                       ? OK
                       : refuse(e, file, line, key, MSG_CFG_ERR_FEED_LIMIT, value);
    if (str_eq(key, "use"))
        return add_uses(c, value, bad, sizeof bad)
                   ? OK
                   : refuse(e, file, line, key, MSG_CFG_ERR_FEED_USE, bad);
    if (str_starts(key, "mirror.")) {
        if (known_feed_find(key + 7) == NULL)
            return refuse(e, file, line, "feeds", MSG_CFG_ERR_FEED_USE, key + 7);
        return str_starts(value, "https://") &&
                       add_place(c->mirror, &c->mirror_n, key + 7, value, false)
                   ? OK
                   : refuse(e, file, line, key, MSG_CFG_ERR_FEED_MIRROR, value);
    }
    if (!str_starts(key, "list.") || !config_feed_name(key + 5))
        return refuse(e, file, line, "feeds", MSG_CFG_ERR_FEED_NAME, key);
    return add_place(c->feed, &c->feed_n, key + 5, value, true)
               ? OK
               : refuse(e, file, line, key, MSG_CFG_ERR_FEED, value);
}
