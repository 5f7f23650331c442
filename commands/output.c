#include "commands/output.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "commands/command.h"

/* 0, or errno. */
static int write_fd(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        bytes += n;
        len -= (size_t)n;
    }
    return 0;
}

static enum err write_stdout(const char *bytes, size_t len, struct err_info *e)
{
    int number = write_fd(STDOUT_FILENO, bytes, len);

    /* some file systems tell a full disk or quota only here */
    if (number == 0 && close(STDOUT_FILENO) != 0)
        number = errno;
    if (number == 0 || number == EPIPE)
        return OK;
    struct msg_arg why = err_system(e, number);
    return err_set(e, ERR_IO, MSG_OUT_STDOUT, 1, &why);
}

/* A signal between the temporary file and its new name would leave it behind: it waits. */
static enum err write_path(const char *path, bool force, const char *bytes, size_t len,
                           struct err_info *e)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
    sigset_t wait, before;

    sigemptyset(&wait);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        sigaddset(&wait, ends[i]);
    sigprocmask(SIG_BLOCK, &wait, &before);
    enum err rc = file_write(path, bytes, len, force ? FILE_REPLACE : FILE_NEW, false, e);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return rc;
}

enum err output_write(const char *path, bool force, const char *bytes, size_t len,
                      struct err_info *e)
{
    if (path == NULL || str_eq(path, "-"))
        return write_stdout(bytes, len, e);
    return write_path(path, force, bytes, len, e);
}

void output_ascii(struct str *out, const char *text)
{
    static const struct {
        const char *mark, *ascii;
    } marks[] = {
        {"\u2014", "-"}, /* em dash */
        {"\u2013", "-"}, /* en dash */
        {"\u00b7", "-"}, /* middle dot */
        {"\u00d7", "x"}, /* times */
        {"\u2026", "..."}, {"\u2018", "'"},  {"\u2019", "'"},  {"\u201c", "\""}, {"\u201d", "\""},
        {"\u2264", "<="},  {"\u2265", ">="}, {"\u2192", "->"}, {"\u2248", "~"},
    };

    while (*text != '\0') {
        size_t i = 0, n = sizeof marks / sizeof marks[0];
        while (i < n && !str_starts(text, marks[i].mark))
            i++;
        if (i < n) {
            str_add(out, marks[i].ascii);
            text += strlen(marks[i].mark);
        } else {
            str_addc(out, *text++);
        }
    }
}

void output_error(const char *text)
{
    write_fd(STDERR_FILENO, text, strlen(text));
    write_fd(STDERR_FILENO, "\n", 1);
}
