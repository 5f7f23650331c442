#include "app/machine_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/this_machine.h"
#include "base/file.h"
#include "base/str.h"

#define PATH_BYTES 1024
#define MACHINE_ARENA ((size_t)64 << 20)

/* Standard input whole, up to the limit and one byte more, so that the limit is seen. */
static enum err read_input(struct arena *arena, char **text, size_t *len, struct err_info *e)
{
    struct str all;
    char buf[16384];
    ssize_t n;
    str_init(&all, PARTS_BYTES_MAX + 1);
    while ((n = read(0, buf, sizeof buf)) > 0 || (n < 0 && errno == EINTR)) {
        if (n > 0)
            str_addn(&all, buf, (size_t)n);
        if (all.failed)
            break;
    }
    enum err rc = all.failed ? err_set(e, ERR_LIMIT, MSG_CHECK_FILE_LARGE, 1, &ARG_STR("8 MiB"))
                  : n < 0    ? err_set(e, ERR_USAGE, MSG_CHECK_FILE_EMPTY, 0, NULL)
                             : OK;
    *text = rc == OK ? arena_strndup(arena, all.p, all.len) : NULL;
    *len = all.len;
    str_free(&all);
    return rc;
}

static bool real_path(char *out, size_t cap, const char *path, const char *home)
{
    return str_starts(path, "~/") && !str_empty(home) ? path_join(out, cap, home, path + 2)
                                                      : str_copy(out, cap, path);
}

enum err machine_read(const char *path, const char *plan, const char *home, struct arena *arena,
                      struct parts_list *out, struct err_info *e)
{
    char full[PATH_BYTES];
    char *text;
    size_t len;
    enum err rc;
    if (str_eq(path, "this"))
        return this_machine_read("", true, arena, out, e);
    if (!real_path(full, sizeof full, path, home))
        return err_set(e, ERR_USAGE, MSG_CTX_PATH_LONG, 0, NULL);
    if (str_eq(path, "-"))
        rc = read_input(arena, &text, &len, e);
    else
        rc = file_read(arena, full, PARTS_BYTES_MAX, &text, &len, e);
    if (rc == ERR_IO && e != NULL) /* a file to read from is the user's input, not our output */
        rc = e->code = ERR_USAGE;
    if (rc != OK)
        return rc;
    const char *name = str_eq(path, "-") ? "stdin" : arena_strdup(arena, path);
    return parts_read(text, len, name, plan, arena, out, e);
}

/* --- the answer to --have --------------------------------------------------------------------- */
static void put_figure(struct parts_line *l, const char *name, const char *text)
{
    l->figure[l->figure_n++] = (struct part_figure){name, text};
}

static void put_cards(struct parts_list *list, const char *value, struct arena *arena)
{
    for (const char *p = value; *p != '\0';) {
        size_t n = strcspn(p, "+");
        struct parts_line *l = parts_add(list);
        if (l == NULL)
            return;
        char name[ANSWER_TEXT_MAX];
        l->kind = PART_GPU;
        l->text = arena_strndup(arena, p, n);
        if (l->text != NULL && parts_split_count(l->text, name, sizeof name, &l->qty))
            l->text = arena_strdup(arena, name);
        p += n + (p[n] == '+');
    }
}

/* "8x64@4800": modules, GB, MT/s; "256": the total alone. */
static void put_memory(struct parts_line *l, const char *value, struct arena *arena)
{
    char name[64], *text = arena_strdup(arena, value);
    l->kind = PART_MEMORY;
    l->text = "memory";
    char *at = text != NULL ? strchr(text, '@') : NULL;
    if (at != NULL)
        *at++ = '\0';
    bool counted = text != NULL && parts_split_count(text, name, sizeof name, &l->qty);
    const char *gb = counted ? arena_strdup(arena, name) : text;
    size_t digits = gb != NULL ? strspn(gb, "0123456789.") : 0;
    put_figure(l, counted ? "module_gb" : "total_gb",
               gb != NULL ? arena_strndup(arena, gb, digits) : "");
    if (at != NULL)
        put_figure(l, "speed_mts", at);
}

static void put_supply(struct parts_line *l, const char *value, struct arena *arena)
{
    char name[64];
    bool counted = parts_split_count(value, name, sizeof name, &l->qty);
    const char *w = counted ? name : value;
    l->kind = PART_PSU;
    l->text = "power supply";
    put_figure(l, "watts", arena_strndup(arena, w, strspn(w, "0123456789.")));
}

static void put_key(struct parts_list *list, const char *key, const char *value,
                    struct arena *arena)
{
    if (str_case_eq(key, "gpu")) {
        put_cards(list, value, arena);
        return;
    }
    struct parts_line *l = parts_add(list);
    if (l == NULL)
        return;
    if (str_case_eq(key, "ram")) {
        put_memory(l, value, arena);
    } else if (str_case_eq(key, "psu")) {
        put_supply(l, value, arena);
    } else {
        l->kind = str_case_eq(key, "cpu") ? PART_CPU : PART_PLATFORM;
        l->text = value;
    }
}

enum err machine_of_answer(const char *text, const struct facts *f, struct arena *arena,
                           struct parts_list *out, struct err_info *e)
{
    struct hardware h;
    *out = (struct parts_list){.file = "--have",
                               .line = ARENA_ARRAY(arena, struct parts_line, PARTS_MAX)};
    if (out->line == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    enum err rc = hardware_parse(text, HARDWARE_HAVE, f, arena, &h, e);
    if (rc != OK)
        return rc;
    if (strchr(text, '=') == NULL) {
        put_cards(out, text, arena);
        return OK;
    }
    for (const char *p = text; *p != '\0';) {
        size_t n = strcspn(p, ",");
        const char *equal = (const char *)memchr(p, '=', n);
        while (*p == ' ')
            p++, n--;
        if (equal != NULL)
            put_key(out, arena_strndup(arena, p, (size_t)(equal - p)),
                    arena_strndup(arena, equal + 1, n - (size_t)(equal + 1 - p)), arena);
        p += n + (p[n] == ',');
    }
    return OK;
}

static bool names_file(const char *text)
{
    static const char *const ends[] = {".json", ".csv", ".md", ".txt"};
    struct stat st;
    size_t n = strlen(text);
    if (str_eq(text, "this") || str_eq(text, "-"))
        return true;
    if (strchr(text, '=') != NULL)
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t k = strlen(ends[i]);
        if (n > k && str_case_eq(text + n - k, ends[i]))
            return true;
    }
    return strchr(text, '/') != NULL && stat(text, &st) == 0;
}

enum err machine_take(const struct facts *f, const char *home, struct answers *a,
                      struct err_info *e)
{
    const struct answer *x = &a->a[Q_HAVE];
    struct arena arena;
    struct parts_list list;
    char text[ANSWER_TEXT_MAX];
    if (!x->set || !names_file(x->text))
        return OK;
    arena_init(&arena, MACHINE_ARENA);
    enum err rc = machine_read(x->text, NULL, home, &arena, &list, e);
    if (rc == OK)
        rc = parts_resolve(&list, f, &arena, e);
    if (rc == OK)
        rc = parts_have(&list, text, e);
    if (rc == OK)
        rc = answers_set(a, Q_HAVE, text, x->from, e);
    if (rc == OK && !a->a[Q_COUNTRY].set &&
        list.country != NULL) /* its language or its money: said, so that the job shows it */
        rc = answers_set(a, Q_COUNTRY, list.country, FROM_GIVEN, e);
    arena_free(&arena);
    return rc;
}
