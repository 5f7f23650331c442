/*
 * main.c - dlrig-refresh: the one program of dlrig that opens a connection. Started by `dlrig
 * refresh`, by the screen, or by cron; reads price lists, judges them, and writes the price file.
 *
 *     dlrig-refresh --store DIR --catalog PATH --list NAME=PATH-or-https-URL ... [--private NAME]
 *                   [--dry-run] [--force] [--offline] [--as-of DATE] [--lang en|zh]
 *
 * JSON lines on standard output (progress.h), errors on standard error. Exit codes: 0 done, 2 wrong
 * use, 3 catalog damaged, 4 a feed failed, 5 the price file could not be written.
 */
#include <signal.h>
#include <stdio.h>
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
    "usage: dlrig-refresh --store DIR --catalog PATH --list NAME=PATH-or-https-URL ...\n"
    "                     [--private NAME] [--dry-run] [--force] [--offline] [--as-of DATE]\n"
    "                     [--lang en|zh]\n"
    "`dlrig help refresh` tells what it does; `dlrig refresh` is how to start it.\n";

/* NAME=PLACE */
static bool take_list(struct refresh_options *o, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t n = equals != NULL ? (size_t)(equals - text) : 0;

    if (o->n == REFRESH_FEEDS_MAX || equals == NULL || equals[1] == '\0' || !refresh_name(text, n))
        return false;
    struct refresh_feed *f = &o->feed[o->n++];
    memcpy(f->name, text, n);
    f->name[n] = '\0';
    f->place = equals + 1;
    return true;
}

static bool take_private(struct refresh_options *o, const char *name)
{
    for (size_t i = 0; i < o->n; i++)
        if (str_eq(o->feed[i].name, name))
            return o->feed[i].allow_private = true;
    return false;
}

static bool take_day(struct refresh_options *o, const char *text)
{
    int32_t days;

    if (!date_parse(text, &days))
        return false;
    o->now.unix_s = (int64_t)days * DAY_S + NOON_S;
    return true;
}

/* One flag with its value; false: not one of ours, or a bad value. */
static bool take_value(struct refresh_options *o, const char *flag, const char *value)
{
    if (str_eq(flag, "--store"))
        o->store_dir = value;
    else if (str_eq(flag, "--catalog"))
        o->catalog_path = value;
    else if (str_eq(flag, "--list"))
        return take_list(o, value);
    else if (str_eq(flag, "--private"))
        return take_private(o, value);
    else if (str_eq(flag, "--as-of"))
        return take_day(o, value);
    else if (str_eq(flag, "--lang"))
        return msg_lang_from(value, &o->lang);
    else
        return false;
    return true;
}

static bool read_arguments(int argc, char **argv, struct refresh_options *o)
{
    for (int i = 1; i < argc; i++) {
        if (str_eq(argv[i], "--dry-run"))
            o->dry_run = true;
        else if (str_eq(argv[i], "--force"))
            o->force = true;
        else if (str_eq(argv[i], "--offline"))
            o->offline = true;
        else if (i + 1 == argc || !take_value(o, argv[i], argv[i + 1]))
            return fprintf(stderr, "dlrig-refresh: %s?\n", argv[i]), false;
        else
            i++;
    }
    for (size_t i = 1; i < o->n; i++)
        for (size_t k = 0; k < i; k++)
            if (str_eq(o->feed[i].name, o->feed[k].name))
                return fprintf(stderr, "dlrig-refresh: %s twice\n", o->feed[i].name), false;
    return o->store_dir != NULL && o->catalog_path != NULL && o->n > 0;
}

int main(int argc, char **argv)
{
    struct refresh_options o = {.now = {.unix_s = (int64_t)time(NULL)}};
    struct rlimit none = {0, 0};
    struct err_info e = {0};

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
