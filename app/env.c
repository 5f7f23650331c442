/* env.c - the one place where the environment is read. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/context.h"
#include "base/num.h"
#include "base/str.h"

/* NULL for unset and for empty: both say nothing. */
static const char *get(const char *name)
{
    const char *value = getenv(name);
    return str_empty(value) ? NULL : value;
}

/* Cuts the last part of a path, in place; false when there is no folder in it. */
static bool to_folder(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return false;
    if (slash == path)
        slash++;
    *slash = '\0';
    return true;
}

/* The folder of the running program: as the system tells it, else from argv[0] when that has a
 * slash (a bare name would have to be looked up in PATH as it was then). */
static bool find_exe_dir(char *out, size_t cap, const char *argv0)
{
    ssize_t n = readlink("/proc/self/exe", out, cap - 1);
    if (n > 0 && (size_t)n < cap - 1) {
        out[n] = '\0';
        return to_folder(out);
    }
    if (argv0 == NULL || strchr(argv0, '/') == NULL)
        return false;
    char *real = realpath(argv0, NULL);
    bool ok = real != NULL && str_copy(out, cap, real) && to_folder(out);
    free(real);
    return ok;
}

#define COLUMNS_LEAST 40
#define COLUMNS_MOST 400
static int find_columns(void)
{
    const char *told = get("COLUMNS");
    struct winsize w;
    double x;
    if (told != NULL && num_plain(told, &x) == NUM_OK && x >= COLUMNS_LEAST && x <= COLUMNS_MOST)
        return (int)x;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 &&
        w.ws_col >= COLUMNS_LEAST && w.ws_col <= COLUMNS_MOST)
        return w.ws_col;
    return 0;
}

void app_env_read(struct app_env *out, const char *argv0)
{
    memset(out, 0, sizeof *out);
    out->xdg = (struct xdg_env){
        .home = get("HOME"),
        .config_home = get("XDG_CONFIG_HOME"),
        .data_home = get("XDG_DATA_HOME"),
        .state_home = get("XDG_STATE_HOME"),
        .cache_home = get("XDG_CACHE_HOME"),
        .runtime_dir = get("XDG_RUNTIME_DIR"),
    };
    out->dlrig_lang = get("DLRIG_LANG");
    out->lc_all = get("LC_ALL");
    out->lc_messages = get("LC_MESSAGES");
    out->lang = get("LANG");
    out->data_dir = get("DLRIG_DATA_DIR");
    out->term = get("TERM");
    out->no_color = get("NO_COLOR");
    out->colorterm = get("COLORTERM");
    out->ssh_connection = get("SSH_CONNECTION");
    out->columns = find_columns();
    if (find_exe_dir(out->exe_dir_text, sizeof out->exe_dir_text, argv0))
        out->exe_dir = out->exe_dir_text;
}
