#include "app/config.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "app/keys.h"
#include "base/arena.h"
#include "base/file.h"
#include "base/ini.h"
#include "base/str.h"

#define CONFIG_BYTES_MAX ((size_t)1 << 18)

const struct config_setting config_settings[] = {
    {"", "lang", "zh", MSG_CFG_LANG},
    {"", "country", "CN", MSG_CFG_COUNTRY},
    {"", "currency", "CNY", MSG_CFG_CURRENCY},
    {"", "theme", "light", MSG_CFG_THEME},
    {"", "offline", "yes", MSG_CFG_OFFLINE},
    {"", "ascii", "yes", MSG_CFG_ASCII},
    {"", "mouse", "yes", MSG_CFG_MOUSE},
    {"", "ambiguous-width", "2", MSG_CFG_AMBIGUOUS},
    {"keys", "compare", "c C", MSG_CFG_KEYS},
    {"feeds", "use", "skypilot-aws fx", MSG_CFG_FEEDS_USE},
    {"feeds", "mirror.fx", "https://mirror.example.org/rates", MSG_CFG_FEEDS_MIRROR},
    {"feeds", "list.NAME", "https://prices.example.org/gpus.csv", MSG_CFG_FEEDS},
    {"feeds", "private", "NAME ...", MSG_CFG_FEEDS_PRIVATE},
    {"feeds", "proxy", "http://proxy.example.org:3128", MSG_CFG_FEEDS_PROXY},
    {"feeds", "ca-file", "/etc/ssl/company.pem", MSG_CFG_FEEDS_CA},
    {"feeds", "connect-s", "10", MSG_CFG_FEEDS_CONNECT},
    {"feeds", "transfer-s", "60", MSG_CFG_FEEDS_TRANSFER},
    {"feeds", "quiet-s", "15", MSG_CFG_FEEDS_QUIET},
    {"feeds", "total-s", "600", MSG_CFG_FEEDS_TOTAL},
    {"feeds", "max-mb", "64", MSG_CFG_FEEDS_MAX},
    {"policy", "vendors", "nvidia,amd", MSG_CFG_POLICY},
};
const size_t config_setting_count = sizeof config_settings / sizeof config_settings[0];

struct reader {
    struct config *c;
    const char *file;
};

void config_init(struct config *c)
{
    memset(c, 0, sizeof *c);
    policy_init(&c->policy);
}

/* "key: what, not what was given" with the place. */
static enum err refuse(struct err_info *e, const struct reader *r, long line, const char *key,
                       enum msg_id what, const char *value)
{
    err_where(e, r->file, line, key);
    return err_set(e, ERR_VALUE, what, 1, &ARG_STR(err_detail(e, value)));
}

static bool read_yes_no(const char *value, bool *out)
{
    static const char *const words[] = {"yes", "no", "true", "false", "on", "off", "1", "0"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_case_eq(value, words[i])) {
            *out = i % 2 == 0;
            return true;
        }
    }
    return false;
}

/* Exactly three letters, as ISO 4217 has them. */
static bool read_currency(const char *value, char out[4])
{
    for (int i = 0; i < 3; i++) {
        char ch = value[i];
        if (ch >= 'a' && ch <= 'z')
            ch = (char)(ch - 'a' + 'A');
        if (ch < 'A' || ch > 'Z')
            return false;
        out[i] = ch;
    }
    out[3] = '\0';
    return value[3] == '\0';
}

/* A country or province code: letters, digits and hyphens. */
static bool read_country(const char *value, char *out, size_t cap)
{
    size_t n = strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-");
    return n > 0 && value[n] == '\0' && str_copy(out, cap, value);
}

/* A theme is a name or a path, without control characters: ini.c refuses those. */
static bool read_theme(const char *value, char *out, size_t cap)
{
    return *value != '\0' && str_copy(out, cap, value);
}

static enum err read_key(struct reader *r, const char *key, const char *value, long line,
                         struct err_info *e)
{
    struct config *c = r->c;
    size_t i = 0;
    enum action a;

    if (!action_find(key, &a))
        return refuse(e, r, line, "keys", MSG_CFG_ERR_ACTION, key);
    while (i < c->key_n && !str_case_eq(c->key[i].action, key))
        i++;
    if (i == CONFIG_KEYS_MAX || *value == '\0' ||
        !str_copy(c->key[i].keys, sizeof c->key[i].keys, value))
        return refuse(e, r, line, key, MSG_CFG_ERR_KEYS, value);
    str_copy(c->key[i].action, sizeof c->key[i].action, key);
    c->key[i].line = line;
    if (i == c->key_n)
        c->key_n++;
    return OK;
}

static enum err read_setting(struct reader *r, const char *key, const char *value, long line,
                             struct err_info *e)
{
    struct config *c = r->c;
    struct {
        const char *key;
        bool *to;
    } flags[] = {{"offline", &c->offline}, {"ascii", &c->ascii}, {"mouse", &c->mouse}};

    if (str_eq(key, "lang")) {
        c->lang_set = msg_lang_from(value, &c->lang);
        return c->lang_set ? OK : refuse(e, r, line, key, MSG_CFG_ERR_LANG, value);
    }
    if (str_eq(key, "country"))
        return read_country(value, c->country, sizeof c->country)
                   ? OK
                   : refuse(e, r, line, key, MSG_CFG_ERR_COUNTRY, value);
    if (str_eq(key, "currency"))
        return read_currency(value, c->currency)
                   ? OK
                   : refuse(e, r, line, key, MSG_CFG_ERR_CURRENCY, value);
    if (str_eq(key, "theme"))
        return read_theme(value, c->theme, sizeof c->theme)
                   ? OK
                   : refuse(e, r, line, key, MSG_CFG_ERR_THEME, value);
    if (str_eq(key, "ambiguous-width")) {
        c->ambiguous_wide = str_eq(value, "2");
        c->ambiguous_given = c->ambiguous_wide || str_eq(value, "1");
        return c->ambiguous_given || str_eq(value, "ask")
                   ? OK
                   : refuse(e, r, line, key, MSG_CFG_ERR_WIDTH, value);
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (str_eq(key, flags[i].key))
            return read_yes_no(value, flags[i].to)
                       ? OK
                       : refuse(e, r, line, key, MSG_CFG_ERR_YES_NO, value);
    }
    return refuse(e, r, line, NULL, MSG_CFG_ERR_UNKNOWN, key);
}

static enum err read_line(void *ctx, const char *section, const char *key, const char *value,
                          long line, struct err_info *e)
{
    struct reader *r = (struct reader *)ctx;

    if (section[0] == '\0')
        return read_setting(r, key, value, line, e);
    if (str_eq(section, "keys"))
        return read_key(r, key, value, line, e);
    if (str_eq(section, "feeds"))
        return config_feed_setting(r->c, r->file, key, value, line, e);
    if (str_eq(section, "policy"))
        return policy_take(&r->c->policy, key, value, r->file, line, e);
    return refuse(e, r, line, NULL, MSG_CFG_ERR_SECTION, section);
}

enum err config_read(struct config *c, const char *text, size_t len, const char *file,
                     struct err_info *e)
{
    struct reader r = {c, file};
    return ini_read(text, len, file, read_line, &r, e);
}

/* Is the file in a folder that we may not enter, such as the home of another user? */
static bool is_shut(const char *path)
{
    char dir[PATH_MAX];
    char *slash;

    if (!str_copy(dir, sizeof dir, path) || (slash = strrchr(dir, '/')) == NULL)
        return false;
    *slash = '\0';
    return access(dir, X_OK) != 0 && errno == EACCES;
}

enum err config_load(struct config *c, const char *path, bool must, struct err_info *e)
{
    struct arena a;
    char *text;
    size_t len;

    arena_init(&a, 0);
    enum err rc = file_read(&a, path, CONFIG_BYTES_MAX, &text, &len, e);
    if (rc == OK)
        rc = config_read(c, text, len, path, e);
    else if (!must && (rc == ERR_NOT_FOUND || (rc == ERR_IO && is_shut(path))))
        rc = OK;
    else if (rc == ERR_IO) /* a config that is there and cannot be read is the user's to mend */
        rc = ERR_USAGE;
    if (rc != OK && e != NULL)
        e->code = rc;
    arena_free(&a);
    return rc;
}
