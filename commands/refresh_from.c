#include "commands/refresh_from.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "commands/output.h"

#define OWN_LIST "own"
#define NAME_BYTES 33
#define DEPTH_MAX 8
#define HEAD_BYTES 4096

bool refresh_is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* --- names ----------------------------------------------------------------------------------- */
static bool strip(char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);

    if (n <= m || !str_case_eq(name + n - m, ending))
        return false;
    name[n - m] = '\0';
    return true;
}

/* "catalogs/v8/aws/vms.csv" is aws-vms, every other file is called like itself. */
static void stem(const char *path, char out[NAME_BYTES])
{
    static const char *const endings[] = {".gz", ".csv", ".json", ".xml", ".js", ".txt"};
    const char *slash = strrchr(path, '/');
    char name[256];

    str_copy(name, sizeof name, slash != NULL ? slash + 1 : path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        strip(name, endings[i]);
    if (str_eq(name, "vms") && slash != NULL) {
        const char *from = slash;
        while (from > path && from[-1] != '/')
            from--;
        struct str s;
        str_init(&s, sizeof name - 1);
        str_addn(&s, from, (size_t)(slash - from));
        str_add(&s, "-vms");
        str_copy(name, sizeof name, s.p);
        str_free(&s);
    }
    str_copy(out, NAME_BYTES, name);
    for (char *p = out; *p != '\0'; p++)
        if (!isalnum((unsigned char)*p) && (strchr("._-", *p) == NULL || p == out))
            *p = p == out ? 'x' : '-';
    if (!config_feed_name(out))
        str_copy(out, NAME_BYTES, "file");
}

static bool taken(const struct refresh_ask *ask, const char *name)
{
    for (size_t i = 0; i < ask->n; i++)
        if (str_eq(ask->list[i].name, name))
            return true;
    return false;
}

/* The name, or the name with a number behind it. */
static const char *own_name(struct run *r, const struct refresh_ask *ask, const char *path)
{
    char name[NAME_BYTES];
    struct str s;

    stem(path, name);
    str_init(&s, 64);
    str_add(&s, name);
    for (int i = 2; taken(ask, s.p); i++) {
        name[NAME_BYTES - 5] = '\0';
        str_clear(&s);
        str_addf(&s, "%s-%d", name, i);
    }
    const char *kept = arena_strdup(&r->arena, s.p);
    str_free(&s);
    return kept;
}

/* The first line of the file has a cell `provider`. */
static bool is_own(const char *path)
{
    char line[HEAD_BYTES];
    FILE *f = fopen(path, "r");
    bool own = false;

    if (f == NULL)
        return false; /* the error is told by who reads it */
    line[0] = '\0';
    if (fgets(line, sizeof line, f) != NULL)
        for (char *p = line; !own && *p != '\0';) {
            size_t n = strcspn(p, ",\r\n");
            char end = p[n];
            p[n] = '\0';
            own = str_case_eq(p, "provider") || str_case_eq(p, "\xEF\xBB\xBFprovider");
            p += n + (end != '\0');
        }
    fclose(f);
    return own;
}

const char *refresh_from_file(struct run *r, const char *path)
{
    static const struct refresh_ask none = {.n = 0};

    if (strstr(path, "://") != NULL || is_own(path))
        return OWN_LIST;
    return own_name(r, &none, path);
}

/* --- folders --------------------------------------------------------------------------------- */
static int by_name(const void *a, const void *b)
{
    char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

/* The entries of a folder, sorted, without hidden ones; more than there may be is one too many. */
static size_t entries(struct run *r, const char *path, char **out)
{
    DIR *d = opendir(path);
    struct dirent *x;
    size_t n = 0;

    while (d != NULL && n <= REFRESHER_LISTS && (x = readdir(d)) != NULL)
        if (x->d_name[0] != '.')
            out[n++] = arena_strdup(&r->arena, x->d_name);
    if (d != NULL)
        closedir(d);
    if (!arena_failed(&r->arena))
        qsort(out, n, sizeof *out, by_name);
    return n;
}

/* What stands beside data and is none: README.md, LICENSE. */
static bool left_out(struct run *r, const char *name)
{
    static const char *const words[] = {"LICENSE", "LICENCE", "NOTICE", "README", "COPYING"};
    size_t n = strlen(name);
    bool out = n > 3 && str_case_eq(name + n - 3, ".md");

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        out = out || str_case_eq(name, words[i]);
    if (out) {
        struct msg m = msg_make(MSG_FEED_NO_DATA, 1, ARG_STR(name));
        struct str text;
        str_init(&text, 1024);
        msg_render(&text, r->lang, &m);
        output_error(text.p);
        str_free(&text);
    }
    return out;
}

/* A folder and those that it was reached through: a link may lead back into one of them. */
struct way {
    dev_t dev;
    ino_t ino;
    const struct way *up;
};

static bool goes_round(const struct way *way, const struct stat *st)
{
    for (; way != NULL; way = way->up)
        if (way->dev == st->st_dev && way->ino == st->st_ino)
            return true;
    return false;
}

static enum err add_folder(struct run *r, const char *path, const struct way *way, int depth,
                           struct refresh_ask *ask, struct err_info *e)
{
    char **name = ARENA_ARRAY(&r->arena, char *, REFRESHER_LISTS + 1);
    size_t n = name != NULL ? entries(r, path, name) : 0;
    enum err rc = OK;

    if (arena_failed(&r->arena))
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (size_t i = 0; i < n && rc == OK; i++) {
        char place[1024];
        struct stat st;

        if (!path_join(place, sizeof place, path, name[i]) || stat(place, &st) != 0)
            continue;
        const struct way here = {st.st_dev, st.st_ino, way};
        if (S_ISDIR(st.st_mode) && depth < DEPTH_MAX && !goes_round(way, &st))
            rc = add_folder(r, place, &here, depth + 1, ask, e);
        if (!S_ISREG(st.st_mode) || left_out(r, name[i]))
            continue;
        if (ask->n == REFRESHER_LISTS)
            return err_set(e, ERR_LIMIT, MSG_FEED_FILES, 1, &ARG_INT(REFRESHER_LISTS));
        const char *kept = arena_strdup(&r->arena, place);
        ask->list[ask->n] = (struct refresh_list){own_name(r, ask, place), kept, false};
        ask->n++;
    }
    return rc;
}

enum err refresh_from_folder(struct run *r, const char *path, struct refresh_ask *ask,
                             struct err_info *e)
{
    char place[1024];
    size_t n;

    str_copy(place, sizeof place, path);
    n = strlen(place);
    while (n > 1 && place[n - 1] == '/')
        place[--n] = '\0';
    struct way top = {0};
    struct stat st;
    if (stat(place, &st) == 0)
        top = (struct way){st.st_dev, st.st_ino, NULL};
    enum err rc = add_folder(r, place, &top, 0, ask, e);
    if (rc == OK && ask->n == 0)
        rc = cli_fail(e, ERR_USAGE, MSG_FEED_FOLDER_EMPTY, path, NULL, NULL);
    return rc;
}
