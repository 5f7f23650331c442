/*
 * config.h - the user's settings: an INI file. Read from $XDG_CONFIG_HOME/dlrig/config.ini (or
 * ~/.config/dlrig/config.ini), after /etc/dlrig.ini; what the user's file says wins. Flags and
 * environment win over both.
 *
 *     lang = zh
 *     country = CN
 *     currency = CNY
 *     theme = light
 *     offline = yes
 *
 *     [keys]
 *     compare = c C
 *
 *     [policy]
 *     vendors = nvidia
 *     psu-margin = 1.5
 *
 *     [feeds]
 *     use = skypilot-lambda azure-retail fx
 *     mirror.skypilot-lambda = https://mirror.example.org/lambda/vms.csv
 *     list.own = https://prices.example.org/gpus.csv
 *     private = own
 *     proxy = http://proxy.example.org:3128
 *
 * An unknown key or a bad value is an error with file and line: a mistyped setting that is silently
 * ignored is worse than none.
 */
#ifndef APP_CONFIG_H
#define APP_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/msg.h"
#include "engine/check/policy.h"

#define CONFIG_KEYS_MAX 64
#define CONFIG_TEXT_MAX 64

struct config_key { /* one line of [keys]: action = keys */
    char action[32];
    char keys[CONFIG_TEXT_MAX];
    long line; /* of the file */
};

#define CONFIG_FEEDS_MAX 32
#define CONFIG_USE_MAX 48
#define CONFIG_PLACE_MAX 192

struct config_feed { /* list.NAME = file or https address, or mirror.NAME = https address */
    char name[33], place[CONFIG_PLACE_MAX];
};

struct config_net { /* how feeds are fetched; 0 and "" : as built in */
    char proxy[CONFIG_PLACE_MAX], ca_file[CONFIG_PLACE_MAX];
    long connect_s, transfer_s, quiet_s, total_s; /* whole seconds */
    long max_mb;                                  /* of one answer of a list of the user's own */
};

struct config {
    bool lang_set;
    enum lang lang;
    char country[16], currency[4], theme[CONFIG_TEXT_MAX]; /* "" = not set */
    bool offline, ascii, mouse, ambiguous_wide;
    bool ambiguous_given; /* else the terminal is asked */
    struct config_key key[CONFIG_KEYS_MAX];
    size_t key_n;
    struct config_feed feed[CONFIG_FEEDS_MAX];
    size_t feed_n;
    struct config_feed mirror[CONFIG_FEEDS_MAX]; /* of known feeds, in their order of trial */
    size_t mirror_n;
    char use[CONFIG_USE_MAX][33]; /* known feeds and groups that `dlrig refresh` fetches */
    size_t use_n;
    struct config_net net;
    struct policy policy;                 /* lines of [policy], those of /etc/dlrig.ini first */
    char private_feeds[CONFIG_PLACE_MAX]; /* names: addresses of the own network are allowed */
};

/* One setting: its key, section ("" = above all sections), an example and what it does. The table
 * serves the reader, the help and the manual. */
struct config_setting {
    const char *section, *key, *example;
    enum msg_id help;
};
extern const struct config_setting config_settings[];
extern const size_t config_setting_count;

void config_init(struct config *c);
/* config_feed_private: `private` names this list. config_feed_name: a list may be called so. */
bool config_feed_private(const struct config *c, const char *name);
bool config_feed_name(const char *name);
/* config_feed_setting: a line of [feeds]. */
enum err config_feed_setting(struct config *c, const char *file, const char *key, const char *value,
                             long line, struct err_info *e);
/* config_read: text of a file over what *c has already. ERR_SYNTAX or ERR_VALUE with file, line
 * and, for values, the key as path; *c may then hold a part of the file. */
enum err config_read(struct config *c, const char *text, size_t len, const char *file,
                     struct err_info *e);
/* config_load: reads path; a file that is not there is no error unless `must`. */
enum err config_load(struct config *c, const char *path, bool must, struct err_info *e);

#endif
