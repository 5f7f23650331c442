/*
 * main.c - dlrig-refresh: the one program of dlrig that opens a connection. Started by `dlrig
 * refresh`, by the screen, or by cron; reads price lists, judges them, and writes the price file.
 *
 *     dlrig-refresh --store DIR --catalog PATH [--list NAME=FILE-or-https ...] [--feed NAME ...]
 *                   [--mirror NAME=URL ...] [--private NAME ...] [--proxy URL] [--ca-file PATH]
 *                   [--connect-s N] [--transfer-s N] [--quiet-s N] [--total-s N] [--max-mb N]
 *                   [--due] [--dry-run] [--force] [--offline] [--as-of DATE] [--lang en|zh]
 *
 * JSON lines on standard output (progress.h), errors on standard error. Exit codes: 0 done, 2 wrong
 * use, 3 catalog damaged, 4 a feed failed, 5 the price file could not be written.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "base/str.h"
#include "pricing/refresh.h"

#define DAY_S 86400
#define NOON_S 43200
#define CODE_USAGE 2

static const char usage_text[] =
    "usage: dlrig-refresh --store DIR --catalog PATH [--list NAME=PATH-or-https-URL ...]\n"
    "                     [--feed NAME ...] [--mirror NAME=URL ...] [--private NAME ...]\n"
    "                     [--proxy URL] [--ca-file PATH] [--connect-s N] [--transfer-s N]\n"
    "                     [--quiet-s N] [--total-s N] [--max-mb N] [--due] [--dry-run]\n"
    "                     [--force] [--offline] [--as-of DATE] [--lang en|zh]\n"
    "The manual dlrig-refresh(1) tells what each does; `dlrig refresh` is how to start it.\n";

static struct source_feed *find(struct refresh_options *o, const char *name)
{
    for (size_t i = 0; i < o->n; i++)
        if (str_eq(o->feed[i].name, name))
            return &o->feed[i];
    return NULL;
}

/* A feed more; NULL: there is one of that name, or no room, or the name is none. */
static struct source_feed *add(struct refresh_options *o, const char *name, size_t n)
{
    char copy[SOURCE_NAME_MAX + 1];

    if (o->n == REFRESH_FEEDS_MAX || !refresh_name(name, n))
        return NULL;
    memcpy(copy, name, n);
    copy[n] = '\0';
    if (find(o, copy) != NULL)
        return NULL;
    struct source_feed *f = &o->feed[o->n++];
    memcpy(f->name, copy, n + 1);
    f->known = known_feed_find(f->name);
    return f;
}

/* NAME=PLACE: a list of the user's own, or a file of a known feed that was fetched elsewhere */
static bool take_list(struct refresh_options *o, const char *text)
{
    const char *equals = strchr(text, '=');

    if (equals == NULL || equals[1] == '\0')
        return false;
    struct source_feed *f = add(o, text, (size_t)(equals - text));
    if (f == NULL)
        return false;
    f->place[f->place_n++] = equals + 1;
    return true;
}

static bool take_feed(struct refresh_options *o, const char *name)
{
    struct source_feed *f = add(o, name, strlen(name));

    return f != NULL && f->known != NULL;
}

/* NAME=URL, of a feed that is not asked for: passed over. */
static bool take_mirror(struct refresh_options *o, const char *text)
{
    const char *equals = strchr(text, '=');
    char name[SOURCE_NAME_MAX + 1];

    if (equals == NULL || equals - text > SOURCE_NAME_MAX || !fetch_is_https(equals + 1))
        return false;
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = '\0';
    struct source_feed *f = find(o, name);
    if (f == NULL || (f->place_n > 0 && !fetch_is_https(f->place[0])))
        return known_feed_find(name) != NULL;
    if (f->place_n == SOURCE_PLACES)
        return false;
    f->place[f->place_n++] = equals + 1;
    return true;
}

static bool take_private(struct refresh_options *o, const char *name)
{
    struct source_feed *f = find(o, name);

    return f != NULL && (f->allow_private = true);
}

static bool take_number(const char *text, long *out)
{
    char *end;

    *out = strtol(text, &end, 10);
    return *end == '\0' && end != text && *out > 0 && *out < 1000000;
}

static bool take_day(struct refresh_options *o, const char *text)
{
    int32_t days;

    if (!date_parse(text, &days))
        return false;
    o->now.unix_s = (int64_t)days * DAY_S + NOON_S;
    o->as_of = true;
    return true;
}

/* One flag with its value; false: not one of ours, or a bad value. */
static bool take_value(struct refresh_options *o, const char *flag, const char *value)
{
    const struct {
        const char *flag, **to;
    } text[] = {{"--store", &o->store_dir},
                {"--catalog", &o->catalog_path},
                {"--proxy", &o->net.proxy},
                {"--ca-file", &o->net.ca_file}};
    const struct {
        const char *flag;
        bool (*take)(struct refresh_options *o, const char *value);
    } call[] = {{"--list", take_list},
                {"--feed", take_feed},
                {"--mirror", take_mirror},
                {"--private", take_private},
                {"--as-of", take_day}};
    const struct {
        const char *flag;
        long *to;
    } number[] = {{"--connect-s", &o->net.connect_s},
                  {"--transfer-s", &o->net.transfer_s},
                  {"--quiet-s", &o->net.quiet_s},
                  {"--total-s", &o->net.total_s},
                  {"--max-mb", &o->net.max_mb}};

    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        if (str_eq(flag, text[i].flag))
            return *text[i].to = value, true;
    for (size_t i = 0; i < sizeof call / sizeof call[0]; i++)
        if (str_eq(flag, call[i].flag))
            return call[i].take(o, value);
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
        if (str_eq(flag, number[i].flag))
            return take_number(value, number[i].to);
    return str_eq(flag, "--lang") && msg_lang_from(value, &o->lang);
}

static bool read_arguments(int argc, char **argv, struct refresh_options *o)
{
    const struct {
        const char *flag;
        bool *to;
    } on[] = {{"--dry-run", &o->dry_run},
              {"--force", &o->force},
              {"--offline", &o->net.offline},
              {"--due", &o->due}};

    for (int i = 1; i < argc; i++) {
        bool taken = false;
        for (size_t k = 0; k < sizeof on / sizeof on[0] && !taken; k++)
            if (str_eq(argv[i], on[k].flag))
                taken = *on[k].to = true;
        if (!taken && (i + 1 == argc || !take_value(o, argv[i], argv[i + 1]))) {
            fprintf(stderr, "dlrig-refresh: %s %s?\n", argv[i], i + 1 < argc ? argv[i + 1] : "");
            return false;
        }
        i += !taken;
    }
    return o->store_dir != NULL && o->catalog_path != NULL && o->n > 0;
}

int main(int argc, char **argv)
{
    static struct refresh_options o;
    struct rlimit none = {0, 0};
    struct err_info e = {0};

    o.now.unix_s = (int64_t)time(NULL);
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGXFSZ, SIG_IGN); /* a full quota is an error of write, told like any other */
    umask(077);
    if (argc == 2 && str_eq(argv[1], "--version"))
        return puts(refresh_version) < 0;
    if (!read_arguments(argc, argv, &o)) {
        fputs(usage_text, stderr);
        return CODE_USAGE;
    }
    int code = refresh_run(&o, &e);
    if (e.code != OK && code != 0) {
        struct str text;
        str_init(&text, 2048);
        err_render(&text, o.lang, &e);
        fprintf(stderr, "dlrig-refresh: %s\n", text.p);
        str_free(&text);
    }
    return code;
}
