#include "base/err.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"

enum err err_set(struct err_info *e, enum err code, enum msg_id id, int n, const struct msg_arg *a)
{
    if (n < 0 || n > MSG_ARGS_MAX)
        BUG("err_set: number of arguments");
    if (!e)
        return code;
    e->code = code;
    e->msg = (struct msg){.id = id, .n = n};
    for (int i = 0; i < n; i++)
        e->msg.a[i] = a[i];
    return code;
}

void err_clear(struct err_info *e)
{
    if (e)
        memset(e, 0, sizeof *e);
}

void err_where(struct err_info *e, const char *file, long line, const char *path)
{
    if (!e)
        return;
    str_copy(e->file, sizeof e->file, file);
    str_copy(e->path, sizeof e->path, path);
    e->line = line;
}

const char *err_detail(struct err_info *e, const char *text)
{
    if (!e)
        return "";
    str_copy(e->detail, sizeof e->detail, text);
    return e->detail;
}

struct msg_arg err_system(struct err_info *e, int number)
{
    static const struct {
        int number;
        enum msg_id id;
    } words[] = {
        {ENOENT, MSG_SYS_ENOENT}, {EACCES, MSG_SYS_EACCES},   {EPERM, MSG_SYS_EPERM},
        {ENOSPC, MSG_SYS_ENOSPC}, {EDQUOT, MSG_SYS_EDQUOT},   {EROFS, MSG_SYS_EROFS},
        {EISDIR, MSG_SYS_EISDIR}, {ENOTDIR, MSG_SYS_ENOTDIR}, {EFBIG, MSG_SYS_EFBIG},
        {EIO, MSG_SYS_EIO},       {EEXIST, MSG_SYS_EEXIST},   {ENAMETOOLONG, MSG_SYS_ENAMETOOLONG},
        {ELOOP, MSG_SYS_ELOOP},   {EBUSY, MSG_SYS_EBUSY},     {ENOMEM, MSG_SYS_ENOMEM},
        {EMFILE, MSG_SYS_EMFILE}, {ENOEXEC, MSG_SYS_ENOEXEC}, {EBADF, MSG_SYS_EBADF},
    };
    const char *said = err_detail(e, strerror(number)); /* kept for who reads detail */
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].number == number)
            return ARG_MSG(words[i].id);
    return ARG_STR(said);
}

/* A pointer into *src becomes the same place in *dst; others stay. */
static const char *moved(const char *p, struct err_info *dst, const struct err_info *src)
{
    const char *base = (const char *)src;

    if (p && p >= base && p < base + sizeof *src)
        return (const char *)dst + (p - base);
    return p;
}

void err_copy(struct err_info *dst, const struct err_info *src)
{
    if (!dst || dst == src)
        return;
    *dst = *src;
    for (int i = 0; i < dst->msg.n; i++)
        dst->msg.a[i].str = moved(dst->msg.a[i].str, dst, src);
}

/* Appends the message; when it opens with the name that the path ends in ("job.context: context:
 * too long"), the name is not said twice. */
static void add_text(struct str *out, enum lang lang, const struct err_info *e)
{
    const char *dot = strrchr(e->path, '.');
    const char *name = dot != NULL ? dot + 1 : e->path;
    size_t n = strlen(name);
    struct str text;

    str_init(&text, 4096);
    msg_render(&text, lang, &e->msg);
    const char *rest = text.p != NULL ? text.p : "";
    if (n > 0 && strncmp(rest, name, n) == 0) {
        if (strncmp(rest + n, ": ", 2) == 0)
            rest += n + 2;
        else if (strncmp(rest + n, "\xef\xbc\x9a", 3) == 0) /* the full-width colon */
            rest += n + 3;
    }
    str_add(out, rest);
    str_free(&text);
}

void err_render(struct str *out, enum lang lang, const struct err_info *e)
{
    struct msg_arg file = ARG_STR(e->file);
    struct msg_arg path = ARG_STR(e->path);

    if (e->line > 0 || e->path[0]) {
        if (e->file[0]) {
            msg_arg_render(out, lang, &file);
            if (e->line > 0)
                str_addf(out, ":%ld", e->line);
            str_add(out, ": ");
        } else if (e->line > 0) {
            struct msg where = msg_make(MSG_ERR_AT_LINE, 1, ARG_INT(e->line));
            msg_render(out, lang, &where);
            if (out->len > 0 && out->p[out->len - 1] == ':') /* the full-width one needs no blank */
                str_addc(out, ' ');
        }
        if (e->path[0]) {
            msg_arg_render(out, lang, &path);
            str_add(out, ": ");
        }
    }
    add_text(out, lang, e);
}

int err_exit_code(enum err code)
{
    switch (code) {
    case OK: return 0;
    case ERR_USAGE:
    case ERR_SYNTAX:
    case ERR_VALUE:
    case ERR_NOT_FOUND:
    case ERR_LIMIT:
    case ERR_UNSUPPORTED: return 2;
    case ERR_DAMAGED: return 3;
    case ERR_IO:
    case ERR_EXISTS:
    case ERR_NOMEM: /* nothing could be written */ return 5;
    }
    return 2;
}

/* The one place beside the log ring where base keeps state: the hook must be known when a
 * programmer's error shows, wherever that is. */
static void (*bug_hook)(const char *file, int line, const char *what);

void err_bug_hook(void (*hook)(const char *file, int line, const char *what))
{
    bug_hook = hook;
}

static void put(const char *text)
{
    size_t n = strlen(text);

    while (n > 0) {
        ssize_t k = write(STDERR_FILENO, text, n);
        if (k <= 0)
            return;
        text += k;
        n -= (size_t)k;
    }
}

_Noreturn void err_bug(const char *file, int line, const char *what)
{
    void (*hook)(const char *, int, const char *) = bug_hook;

    bug_hook = NULL; /* a fault inside the hook must not call it again */
    if (hook) {
        hook(file, line, what);
    } else {
        char digits[12];
        size_t at = sizeof digits - 1;
        digits[at] = '\0';
        for (unsigned n = line > 0 ? (unsigned)line : 0; at > 0; n /= 10) {
            digits[--at] = (char)('0' + n % 10);
            if (n < 10)
                break;
        }
        put("BUG ");
        put(file);
        put(":");
        put(digits + at);
        put(": ");
        put(what);
        put("\n");
    }
    abort();
}
