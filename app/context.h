/*
 * context.h - what every way into the program needs: options from flags, environment and config,
 * the places of the files, the loaded catalog, the language, the moment. The one place where
 * environment and clock are read and handed down.
 *
 *     struct context c;
 *     if (context_open(&c, &opt, &env, &err) != OK) ...
 *     const struct result *r = engine_run(&a, &c.facts, &c.prices, c.now, NULL, &arena, &err);
 *     context_close(&c);
 */
#ifndef APP_CONTEXT_H
#define APP_CONTEXT_H

#include <stdbool.h>

#include "app/config.h"
#include "base/arena.h"
#include "base/date.h"
#include "base/err.h"
#include "base/file.h"
#include "base/msg.h"
#include "catalog/load.h"
#include "engine/facts.h"
#include "engine/job/answers.h"

struct app_env { /* copies of pointers from the environment, NULL when unset */
    struct xdg_env xdg;
    const char *dlrig_lang, *lc_all, *lc_messages, *lang;
    const char *data_dir; /* DLRIG_DATA_DIR */
    const char *term, *no_color, *colorterm, *ssh_connection;
    int columns;         /* cells of a line: COLUMNS, else of the terminal; 0 unknown */
    const char *exe_dir; /* folder of the running program, NULL unknown */
    char exe_dir_text[512];
};
/* app_env_read: the environment and the folder of the program. *out must stay where it is. */
void app_env_read(struct app_env *out, const char *argv0);

struct app_options { /* flags that may stand anywhere; NULL / false = not given */
    const char *lang, *as_of, *theme, *config, *data_dir;
    bool offline, plain, ascii;
    bool all_offers;   /* every offer of the price file, not only those that plans want */
    bool own_may_fail; /* an unreadable database of the user's own is told, not fatal */
    const struct db_wait *own_wait; /* for it; NULL: some seconds, untold */
};

struct context {
    struct app_options opt;
    struct app_env env;
    enum lang lang;                /* of texts */
    bool lang_given;               /* by --lang: json and csv speak only that */
    bool theme_given, ascii_given; /* by flag, not by the config */
    struct moment now;             /* the clock, or noon UTC of --as-of */
    bool as_of_given;
    char generated[21];       /* moment of this run by the clock, also with --as-of */
    const char *lang_from;    /* what decided the language: "--lang", "DLRIG_LANG" ..., "default" */
    struct config config;     /* as read; flags and environment are already put over it in opt */
    char own_themes_dir[512]; /* of the user, in the folder of the config; "" when there is none */
    char catalog_path[512], themes_dir[512], state_dir[512], config_path[512];
    char prices_dir[512], prices_path[512]; /* of the price file; "" when there is no home */
    char own_path[512];                     /* of the user's own rows, the same */
    char country[16], currency[4];          /* from config; "" when not set */
    struct arena arena;                     /* catalog and prices live here */
    struct own_note own;                    /* what the user's own rows came to */
    struct err_info own_error;              /* why they are left out; code OK: they are not */
    struct facts facts;
    struct prices prices;  /* those that plans want, or all: see context_all_offers */
    struct prices shipped; /* those of the catalog alone */
};

/* language_resolve: the language of texts: --lang, then DLRIG_LANG, then the first of LC_ALL,
 * LC_MESSAGES, LANG that is set, then the config (NULL: none yet), then English. A locale string
 * that is none of ours ("C") expresses no wish. *from (NULL allowed) gets the name of what
 * decided. Never fails: a bad --lang is told by context_open. */
enum lang language_resolve(const struct app_options *opt, const struct app_env *env,
                           const struct config *config, const char **from);

/* data_dir_find: folder of catalog.sqlite and themes/: --data-dir, DLRIG_DATA_DIR, the build tree
 * that the program lies in, ../share/dlrig beside it, the installed folder, the build folder. The
 * first two are taken as they are, of the others the first that has a catalog. false: none. */
bool data_dir_find(const struct app_options *opt, const struct app_env *env, char *out, size_t cap);

/* context_open: resolves language, places and moment, reads the config, loads the catalog and, when
 * a refresh has left one, the price file over it (in the data folder of the user: its history
 * cannot be fetched again), with the user's own rows above both. ERR_USAGE (bad --lang, --as-of,
 * --config), ERR_DAMAGED (catalog, price file or own database unreadable). */
enum err context_open(struct context *c, const struct app_options *opt, const struct app_env *env,
                      struct err_info *e);
/* context_all_offers: every offer of the price file from here on; prices stays where it is, what it
 * pointed to lives on. context_offers_for: the same when the job asks for what the few cannot
 * answer (its regions). */
enum err context_all_offers(struct context *c, struct err_info *e);
enum err context_offers_for(struct context *c, const struct answers *a, struct err_info *e);
/* context_policy: that of the configuration, NULL when it has no line. */
const struct policy *context_policy(const struct context *c);
/* context_policy_check: its names are known (policy_check_names); loads what that needs. */
enum err context_policy_check(struct context *c, struct err_info *e);
void context_close(struct context *c);

/* context_places: all of context_open but the loading of the catalog (doctor judges that itself).
 * context_load: the rest; a second call loads anew. */
enum err context_places(struct context *c, const struct app_options *opt, const struct app_env *env,
                        struct err_info *e);
enum err context_load(struct context *c, struct err_info *e);

#endif
