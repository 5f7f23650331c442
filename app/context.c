#include "app/context.h"

#include <string.h>
#include <time.h>

#include "base/str.h"
#include "base/text.h"
#include "catalog/own_file.h"
#include "catalog/price_file.h"

#define CATALOG_ARENA_MAX ((size_t)512 << 20)
#define SYSTEM_CONFIG "/etc/dlrig.ini"
#define NOON_S 43200
#define DAY_S 86400

/* --- language -------------------------------------------------------------------------------- */
enum lang language_resolve(const struct app_options *opt, const struct app_env *env,
                           const struct config *config, const char **from)
{
    enum lang lang = LANG_EN;
    const char *ignored;
    const struct {
        const char *name, *value;
    } locale[] = {{"LC_ALL", env->lc_all}, {"LC_MESSAGES", env->lc_messages}, {"LANG", env->lang}};

    if (from == NULL)
        from = &ignored;
    *from = "--lang";
    if (opt->lang != NULL && msg_lang_from(opt->lang, &lang))
        return lang;
    *from = "DLRIG_LANG";
    if (env->dlrig_lang != NULL && msg_lang_from(env->dlrig_lang, &lang))
        return lang;
    for (size_t i = 0; i < sizeof locale / sizeof locale[0]; i++) {
        if (locale[i].value == NULL)
            continue;
        *from = locale[i].name;
        if (msg_lang_from(locale[i].value, &lang))
            return lang;
        break; /* the first that is set decides, as in every program */
    }
    *from = "config";
    if (config != NULL && config->lang_set)
        return config->lang;
    *from = "default";
    return LANG_EN;
}

/* --- moment ---------------------------------------------------------------------------------- */
static enum err read_clock(struct context *c, struct err_info *e)
{
    struct moment clock = {.unix_s = (int64_t)time(NULL)};
    int32_t days;

    moment_format(clock, c->generated);
    c->now = clock;
    c->as_of_given = c->opt.as_of != NULL;
    if (!c->as_of_given)
        return OK;
    if (!date_parse(c->opt.as_of, &days))
        return err_set(e, ERR_USAGE, MSG_CTX_AS_OF, 1, &ARG_STR(c->opt.as_of));
    c->now.unix_s = (int64_t)days * DAY_S + NOON_S;
    return OK;
}

/* --- places ---------------------------------------------------------------------------------- */
static bool has_catalog(const char *dir)
{
    char path[512];
    return path_join(path, sizeof path, dir, "catalog.sqlite") && file_exists(path);
}

/* A program that is started from its build tree must not read what an older installation left. */
static bool in_build_tree(const struct app_env *env)
{
    return env->exe_dir != NULL && str_eq(env->exe_dir, DLRIG_DATA_DIR_BUILD);
}

bool data_dir_find(const struct app_options *opt, const struct app_env *env, char *out, size_t cap)
{
    char beside[512] = "";

    if (opt->data_dir != NULL)
        return str_copy(out, cap, opt->data_dir);
    if (env->data_dir != NULL)
        return str_copy(out, cap, env->data_dir);
    if (env->exe_dir != NULL && !path_join(beside, sizeof beside, env->exe_dir, "../share/dlrig"))
        beside[0] = '\0';
    const char *const places[] = {in_build_tree(env) ? DLRIG_DATA_DIR_BUILD : "", beside,
                                  DLRIG_DATA_DIR_INSTALLED, DLRIG_DATA_DIR_BUILD};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (places[i][0] != '\0' && has_catalog(places[i]))
            return str_copy(out, cap, places[i]);
    }
    return false;
}

static enum err find_data(struct context *c, struct err_info *e)
{
    char dir[sizeof c->catalog_path];

    if (!data_dir_find(&c->opt, &c->env, dir, sizeof dir))
        return err_set(e, ERR_DAMAGED, MSG_CTX_NO_DATA, 0, NULL);
    if (!path_join(c->catalog_path, sizeof c->catalog_path, dir, "catalog.sqlite") ||
        !path_join(c->themes_dir, sizeof c->themes_dir, dir, "themes"))
        return err_set(e, ERR_USAGE, MSG_CTX_PATH_LONG, 0, NULL);
    return OK;
}

/* --- config ---------------------------------------------------------------------------------- */
static enum err read_config(struct context *c, struct err_info *e)
{
    char dir[sizeof c->config_path];
    bool must = c->opt.config != NULL;

    config_init(&c->config);
    if (must) {
        if (!str_copy(c->config_path, sizeof c->config_path, c->opt.config))
            return err_set(e, ERR_USAGE, MSG_CTX_PATH_LONG, 0, NULL);
        return config_load(&c->config, c->config_path, true, e);
    }
    enum err rc = config_load(&c->config, SYSTEM_CONFIG, false, e);
    if (rc == OK && xdg_dir(&c->env.xdg, XDG_CONFIG, dir, sizeof dir) &&
        path_join(c->config_path, sizeof c->config_path, dir, "config.ini"))
        rc = config_load(&c->config, c->config_path, false, e);
    return rc;
}

static void apply_config(struct context *c)
{
    const struct config *f = &c->config;

    c->theme_given = c->opt.theme != NULL;
    c->ascii_given = c->opt.ascii;
    str_copy(c->country, sizeof c->country, f->country);
    str_copy(c->currency, sizeof c->currency, f->currency);
    if (c->opt.theme == NULL && f->theme[0] != '\0')
        c->opt.theme = f->theme;
    c->opt.offline = c->opt.offline || f->offline;
    c->opt.ascii = c->opt.ascii || f->ascii;
    text_ambiguous_wide(f->ambiguous_wide);
}

enum err context_places(struct context *c, const struct app_options *opt, const struct app_env *env,
                        struct err_info *e)
{
    enum lang given;

    memset(c, 0, sizeof *c);
    arena_init(&c->arena, CATALOG_ARENA_MAX);
    c->opt = *opt;
    c->env = *env;
    c->lang = language_resolve(opt, env, NULL, &c->lang_from);
    c->lang_given = opt->lang != NULL;
    if (c->lang_given && !msg_lang_from(opt->lang, &given))
        return err_set(e, ERR_USAGE, MSG_CTX_LANG, 1, &ARG_STR(opt->lang));
    enum err rc = read_config(c, e);
    if (rc == OK)
        rc = read_clock(c, e);
    if (rc != OK)
        return rc;
    apply_config(c);
    c->lang = language_resolve(opt, env, &c->config, &c->lang_from);
    char config_dir[sizeof c->own_themes_dir];
    if (!xdg_dir(&env->xdg, XDG_CONFIG, config_dir, sizeof config_dir) ||
        !path_join(c->own_themes_dir, sizeof c->own_themes_dir, config_dir, "themes"))
        c->own_themes_dir[0] = '\0';
    if (!xdg_dir(&env->xdg, XDG_STATE, c->state_dir, sizeof c->state_dir))
        c->state_dir[0] = '\0';
    if (!xdg_dir(&env->xdg, XDG_DATA, c->prices_dir, sizeof c->prices_dir) ||
        !path_join(c->prices_path, sizeof c->prices_path, c->prices_dir, PRICES_FILE))
        c->prices_dir[0] = c->prices_path[0] = '\0';
    if (c->prices_dir[0] == '\0' ||
        !path_join(c->own_path, sizeof c->own_path, c->prices_dir, OWN_FILE))
        c->own_path[0] = '\0';
    return find_data(c, e);
}

/* The offers of the price file, if there is one, over those of the catalog. */
static enum err load_offers(struct context *c, struct err_info *e)
{
    const char *path = c->prices_path;
    enum err rc = OK;

    if (path[0] != '\0' && file_exists(path))
        rc = c->opt.all_offers
                 ? catalog_load_prices(path, &c->arena, &c->facts, &c->prices, e)
                 : catalog_load_best_prices(path, &c->arena, &c->facts, &c->prices, e);
    if (rc == OK && c->as_of_given)
        rc = catalog_prices_as_of(path, date_of(c->now), &c->arena, &c->prices, e);
    return rc;
}

/* The catalog with the user's own rows over it; where those cannot be read, without them. */
static enum err load_facts(struct context *c, struct err_info *e)
{
    enum err rc = catalog_load_own(c->catalog_path, c->own_path, c->opt.own_wait, &c->own,
                                   &c->arena, &c->facts, &c->prices, &c->own_error);

    if (rc != OK && c->facts.accel_n > 0 && c->opt.own_may_fail)
        return OK;
    err_copy(e, &c->own_error);
    err_clear(&c->own_error);
    return rc;
}

enum err context_load(struct context *c, struct err_info *e)
{
    arena_reset(&c->arena);
    err_clear(&c->own_error);
    enum err rc = load_facts(c, e);
    if (rc == ERR_NOT_FOUND && e != NULL) /* a folder without a catalog is a damaged installation */
        rc = e->code = ERR_DAMAGED;
    c->shipped = c->prices;
    if (rc == OK && c->prices_path[0] != '\0' && file_exists(c->prices_path))
        rc = catalog_load_rates(c->prices_path, c->as_of_given ? date_of(c->now) : INT32_MAX,
                                &c->arena, &c->facts, e);
    return rc == OK ? load_offers(c, e) : rc;
}

enum err context_all_offers(struct context *c, struct err_info *e)
{
    struct prices few = c->prices;

    if (c->opt.all_offers)
        return OK;
    c->opt.all_offers = true;
    c->prices = c->shipped;
    enum err rc = load_offers(c, e);
    if (rc != OK)
        c->prices = few;
    return rc;
}

enum err context_offers_for(struct context *c, const struct answers *a, struct err_info *e)
{
    return a->a[Q_REGIONS].set || policy_names_regions(&c->config.policy) ? context_all_offers(c, e)
                                                                          : OK;
}

enum err context_open(struct context *c, const struct app_options *opt, const struct app_env *env,
                      struct err_info *e)
{
    enum err rc = context_places(c, opt, env, e);
    if (rc == OK)
        rc = context_load(c, e);
    return rc;
}

const struct policy *context_policy(const struct context *c)
{
    return c->config.policy.n > 0 ? &c->config.policy : NULL;
}

enum err context_policy_check(struct context *c, struct err_info *e)
{
    const struct policy *p = context_policy(c);
    enum err rc = p != NULL && policy_names_regions(p) ? context_all_offers(c, e) : OK;
    return rc == OK ? policy_check_names(p, &c->facts, &c->prices, e) : rc;
}

void context_close(struct context *c)
{
    arena_free(&c->arena);
}
