#include "tui/vt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <vterm.h>

#define QUIET_MS 40 /* a picture comes in one piece; this only tells its end */
#define START_MS 5000
#define KEY_MS 800 /* a key that changes nothing brings no byte */

struct vt {
    VTerm *vt;
    VTermScreen *screen;
    int rows, cols, fd, status;
    pid_t pid;
    bool alt, cursor, over, high, told; /* told: a string for the terminal itself */
    unsigned char last;
    char piece[4]; /* of a character whose other bytes are still to come */
    size_t pieces, bytes;
    char sent[32768]; /* the first of them */
    struct termios before;
    char home[64], tty[64];
};

static long long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- the emulator ----------------------------------------------------------------------------- */
static int on_prop(VTermProp prop, VTermValue *v, void *ctx)
{
    struct vt *t = ctx;
    if (prop == VTERM_PROP_ALTSCREEN)
        t->alt = v->boolean;
    if (prop == VTERM_PROP_CURSORVISIBLE)
        t->cursor = v->boolean;
    return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = on_prop};

static bool wide_signs;

void vt_wide(bool on)
{
    wide_signs = on;
}

static void answer(const char *s, size_t len, void *ctx)
{
    struct vt *t = ctx;
    char text[32];
    int row, column;
    if (wide_signs && len < sizeof text) { /* "ESC [ row ; column R" */
        memcpy(text, s, len);
        text[len] = '\0';
        if (sscanf(text, "\033[%d;%dR", &row, &column) == 2) {
            snprintf(text, sizeof text, "\033[%d;%dR", row, column + 1);
            s = text;
            len = strlen(text);
        }
    }
    ssize_t n = t->fd >= 0 ? write(t->fd, s, len) : 0;
    (void)n;
}

/* Bytes at the end that begin a character and do not end it: libvterm 0.1 loses one that comes in
 * two pieces. */
static size_t unfinished(const char *s, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        unsigned char c = (unsigned char)s[n - back];
        if (c < 0x80)
            return 0;
        if (c >= 0xc0)
            return back < (c >= 0xf0 ? 4u : c >= 0xe0 ? 3u : 2u) ? back : 0;
    }
    return 0;
}

static void emulate(struct vt *t, const char *s, size_t n)
{
    char whole[16384 + sizeof t->piece];
    memcpy(whole, t->piece, t->pieces);
    memcpy(whole + t->pieces, s, n);
    n += t->pieces;
    t->pieces = unfinished(whole, n);
    n -= t->pieces;
    memcpy(t->piece, whole + n, t->pieces);
    if (n > 0)
        vterm_input_write(t->vt, whole, n);
}

static bool take(struct vt *t, int wait_ms)
{
    char buf[16384];
    struct pollfd p = {.fd = t->fd, .events = POLLIN};
    if (t->fd < 0 || poll(&p, 1, wait_ms) <= 0)
        return false;
    ssize_t n = read(t->fd, buf, sizeof buf);
    if (n <= 0) {
        t->over = true;
        return false;
    }
    if (t->bytes + (size_t)n <= sizeof t->sent)
        memcpy(t->sent + t->bytes, buf, (size_t)n);
    t->bytes += (size_t)n;
    for (ssize_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)buf[i];
        t->high = t->high || c >= 0x80;
        /* ESC ] and its kin, or their single bytes U+0090, 0098, 009D to 009F */
        t->told = t->told || (t->last == 0x1b && strchr("]PX^_", c) != NULL && c != '\0') ||
                  (t->last == 0xc2 && (c == 0x90 || c == 0x98 || (c >= 0x9d && c <= 0x9f)));
        t->last = c;
    }
    emulate(t, buf, (size_t)n);
    return true;
}

void vt_settle(struct vt *t)
{
    while (take(t, QUIET_MS))
        ;
}

/* --- the program ------------------------------------------------------------------------------ */
/* Terminfo without `rep`, which libvterm 0.1 does not know, and without deleting characters, which
 * it loses near the right border. Made once a build folder. */
static const char *terminfo(void)
{
    static const char dir[] = DLRIG_BUILD_DIR "/tests/terminfo-2";
    static const char script[] =
        "d='" DLRIG_BUILD_DIR "/tests/terminfo-2'; [ -e \"$d/p/putty\" ] && exit 0; "
        "mkdir -p \"$d\" && for t in xterm-256color xterm vt100 vt220 screen-256color "
        "tmux-256color linux ansi putty; do "
        "infocmp -x $t | sed -E 's/(rep|dch|dch1)=[^,]*,//g' | tic -x -o \"$d\" - 2>/dev/null; "
        "done; true";
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", script, (char *)NULL);
        _exit(127);
    }
    int status;
    waitpid(pid, &status, 0);
    return dir;
}

static const char *program = DLRIG_BUILD_DIR "/dlrig";

void vt_program(const char *path)
{
    program = path;
}

static void child(struct vt *t, const char *const *args, const char *const *env)
{
    static const char *const away[] = {
        "LINES",    "COLUMNS",   "NO_COLOR",       "DLRIG_LANG", "LC_MESSAGES",
        "LC_CTYPE", "COLORTERM", "SSH_CONNECTION", "ESCDELAY",   "XDG_CONFIG_HOME"};
    char state[128], config[128], data[128];
    const char *argv[64] = {program, "--as-of", "2026-11-30"};
    int n = 3;
    for (size_t i = 0; i < sizeof away / sizeof away[0]; i++)
        unsetenv(away[i]);
    snprintf(state, sizeof state, "%s/state", t->home);
    snprintf(config, sizeof config, "%s/config", t->home);
    setenv("HOME", t->home, 1);
    setenv("XDG_STATE_HOME", state, 1);
    setenv("XDG_CONFIG_HOME", config, 1);
    snprintf(data, sizeof data, "%s/data", t->home);
    setenv("XDG_DATA_HOME", data, 1);
    setenv("DLRIG_DATA_DIR", DLRIG_BUILD_DIR, 1);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 0); /* curses keeps some memory to the end */
    for (; env != NULL && *env != NULL; env++) {
        char name[64];
        const char *eq = strchr(*env, '=');
        size_t len = eq != NULL ? (size_t)(eq - *env) : strlen(*env);
        memcpy(name, *env, len);
        name[len] = '\0';
        if (eq != NULL)
            setenv(name, eq + 1, 1);
        else
            unsetenv(name);
    }
    for (; args != NULL && *args != NULL && n < 63; args++)
        argv[n++] = *args;
    if (chdir(t->home) != 0)
        _exit(126);
    char *const *give;
    memcpy(&give, &(const char *const *){argv}, sizeof give);
    execv(argv[0], give);
    _exit(127);
}

/* The sixteen colours as a quiet dark terminal has them, for pictures. */
static void palette(struct vt *t)
{
    static const int rgb[16] = {0x1d1f21, 0xcc6666, 0x98bd68, 0xe6c069, 0x81a2be, 0xb294bb,
                                0x7fc1b7, 0xc5c8c6, 0x666666, 0xff7f7f, 0xbfdc7f, 0xffe08a,
                                0x9fc5e8, 0xd0b3d8, 0xa8dcd4, 0xffffff};
    for (int i = 0; i < 16; i++) {
        VTermColor c;
        vterm_color_rgb(&c, (uint8_t)(rgb[i] >> 16), (uint8_t)(rgb[i] >> 8), (uint8_t)rgb[i]);
        vterm_state_set_palette_color(vterm_obtain_state(t->vt), i, &c);
    }
}

/* Nothing drawn yet: what came so far were modes. */
static bool is_blank(struct vt *t)
{
    for (int row = 0; row < t->rows; row++) {
        for (int col = 0; col < t->cols; col++) {
            VTermScreenCell c;
            vterm_screen_get_cell(t->screen, (VTermPos){row, col}, &c);
            if (c.chars[0] != 0 && c.chars[0] != ' ')
                return false;
        }
    }
    return true;
}

/* libvterm 0.1 writes a wide character past the end of a row of one cell (a segmentation fault as
 * soon as Chinese lines run through such a window), so it never gets one; the program does. */
static int emulated(int cols)
{
    return cols < 2 ? 2 : cols;
}

struct vt *vt_open(int rows, int cols, const char *const *args, const char *const *env)
{
    struct vt *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    const char *dir = terminfo();
    snprintf(t->home, sizeof t->home, "/tmp/dlrig-tui-XXXXXX");
    if (mkdtemp(t->home) == NULL)
        abort();
    t->rows = rows;
    t->cols = cols;
    t->cursor = true;
    t->status = -1;
    t->vt = vterm_new(rows, emulated(cols));
    vterm_set_utf8(t->vt, 1);
    t->screen = vterm_obtain_screen(t->vt);
    vterm_screen_set_callbacks(t->screen, &callbacks, t);
    vterm_screen_enable_altscreen(t->screen, 1);
    palette(t);
    vterm_output_set_callback(t->vt, answer, t);
    vterm_screen_reset(t->screen, 1);
    struct winsize w = {(unsigned short)rows, (unsigned short)cols, 0, 0};
    int other;
    if (openpty(&t->fd, &other, NULL, NULL, &w) != 0)
        abort();
    tcgetattr(other, &t->before); /* before the program can change them */
    const char *tty = ptsname(t->fd);
    str_copy(t->tty, sizeof t->tty, tty != NULL ? tty : "");
    t->pid = fork();
    if (t->pid == 0) {
        close(t->fd);
        login_tty(other);
        setenv("TERMINFO", dir, 1);
        child(t, args, env);
    }
    close(other);
    for (int i = 0; i < 100 && !t->over && is_blank(t); i++)
        take(t, 100);
    vt_quiet(t, START_MS);
    return t;
}

bool vt_modes_kept(const struct vt *t)
{
    struct termios now;
    if (tcgetattr(t->fd, &now) != 0)
        return false;
    return now.c_iflag == t->before.c_iflag && now.c_oflag == t->before.c_oflag &&
           now.c_lflag == t->before.c_lflag && now.c_cflag == t->before.c_cflag;
}

int vt_wait(struct vt *t, int limit_ms)
{
    long long end = now_ms() + limit_ms;
    while (t->status < 0) {
        int status;
        pid_t got = waitpid(t->pid, &status, WNOHANG);
        if (got == t->pid) {
            t->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            vt_settle(t);
            break;
        }
        if (now_ms() >= end)
            return -1;
        if (!take(t, 5) && t->over)
            poll(NULL, 0, 5);
    }
    return t->status;
}

int vt_shell(const char *line)
{
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void remove_home(const char *home)
{
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/rm", "rm", "-rf", home, (char *)NULL);
        _exit(127);
    }
    int status;
    waitpid(pid, &status, 0);
}

void vt_close(struct vt *t)
{
    if (t->status < 0) {
        kill(t->pid, SIGTERM);
        if (vt_wait(t, 3000) < 0) {
            kill(t->pid, SIGKILL);
            vt_wait(t, 3000);
        }
    }
    if (t->fd >= 0)
        close(t->fd);
    vterm_free(t->vt);
    remove_home(t->home);
    free(t);
}

/* --- keys ------------------------------------------------------------------------------------- */
static const struct {
    const char *name, *bytes;
} names[] = {
    {"Up", "\033OA"},    {"Down", "\033OB"}, {"Right", "\033OC"}, {"Left", "\033OD"},
    {"Home", "\033OH"},  {"End", "\033OF"},  {"PgUp", "\033[5~"}, {"PgDn", "\033[6~"},
    {"Enter", "\r"},     {"Tab", "\t"},      {"S-Tab", "\033[Z"}, {"Esc", "\033"},
    {"Space", " "},      {"Bksp", "\177"},   {"Del", "\033[3~"},  {"F1", "\033OP"},
    {"F10", "\033[21~"},
};

void vt_send(struct vt *t, const char *bytes)
{
    ssize_t n = t->fd >= 0 ? write(t->fd, bytes, strlen(bytes)) : 0;
    (void)n;
}

static void send_one(struct vt *t, char *word)
{
    const char *bytes = word;
    char control[2] = {0};
    if (strlen(word) == 3 && word[0] == 'C' && word[1] == '-') {
        control[0] = (char)(word[2] & 0x1f);
        bytes = control;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(word, names[i].name) == 0)
            bytes = names[i].bytes;
    }
    if (strncmp(word, "text:", 5) == 0) {
        char *text = word + 5;
        bytes = text;
        for (; *text != '\0'; text++)
            *text = *text == '_' ? ' ' : *text;
    }
    vt_send(t, bytes);
    take(t, KEY_MS);
    vt_settle(t);
}

void vt_keys(struct vt *t, const char *keys)
{
    char word[256];
    while (*keys != '\0') {
        size_t n = strcspn(keys, " ");
        if (n > 0 && n < sizeof word) {
            memcpy(word, keys, n);
            word[n] = '\0';
            send_one(t, word);
        }
        keys += n;
        keys += strspn(keys, " ");
    }
}

void vt_resize(struct vt *t, int rows, int cols)
{
    struct winsize w = {(unsigned short)rows, (unsigned short)cols, 0, 0};
    t->rows = rows;
    t->cols = cols;
    vterm_set_size(t->vt, rows, emulated(cols));
    ioctl(t->fd, TIOCSWINSZ, &w);
}

void vt_hang_up(struct vt *t)
{
    close(t->fd);
    t->fd = -1;
    t->over = true;
}

/* --- rest ------------------------------------------------------------------------------------- */
/* Keys that the program has not read yet. The other end is opened for this look alone: held open it
 * would hide that the program has ended. */
static bool keys_wait(struct vt *t)
{
    int waiting = 0, fd = open(t->tty, O_RDWR | O_NOCTTY | O_NONBLOCK);
    bool some = fd >= 0 && ioctl(fd, FIONREAD, &waiting) == 0 && waiting > 0;
    if (fd >= 0)
        close(fd);
    return some;
}

/* Linux tells whether a program sleeps; elsewhere silence has to do. */
static bool is_asleep(const struct vt *t)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)t->pid);
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return true;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    const char *end = strrchr(text, ')');
    return end == NULL || end[1] == '\0' || end[2] == 'S';
}

bool vt_quiet(struct vt *t, int limit_ms)
{
    long long end = now_ms() + limit_ms;
    int silent = 0;
    while (silent < 2 && !t->over && vt_wait(t, 0) == -1) {
        if (now_ms() >= end)
            return false;
        bool came = take(t, QUIET_MS);
        silent = came || keys_wait(t) || !is_asleep(t) ? 0 : silent + 1;
    }
    return true;
}

/* --- what is seen ----------------------------------------------------------------------------- */
static void put_utf8(struct str *out, uint32_t c)
{
    if (c < 0x80) {
        str_addc(out, (char)c);
    } else if (c < 0x800) {
        str_addc(out, (char)(0xc0 | c >> 6));
        str_addc(out, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        str_addc(out, (char)(0xe0 | c >> 12));
        str_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        str_addc(out, (char)(0x80 | (c & 0x3f)));
    } else {
        str_addc(out, (char)(0xf0 | c >> 18));
        str_addc(out, (char)(0x80 | (c >> 12 & 0x3f)));
        str_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
        str_addc(out, (char)(0x80 | (c & 0x3f)));
    }
}

static VTermScreenCell cell_at(struct vt *t, int row, int col)
{
    VTermScreenCell c;
    memset(&c, 0, sizeof c);
    vterm_screen_get_cell(t->screen, (VTermPos){row, col}, &c);
    return c;
}

void vt_text(struct vt *t, struct str *out)
{
    for (int row = 0; row < t->rows; row++) {
        size_t start = out->len, end = out->len;
        for (int col = 0; col < t->cols;) {
            VTermScreenCell c = cell_at(t, row, col);
            bool blank = c.chars[0] == 0 || c.chars[0] == ' ';
            if (blank)
                str_addc(out, ' ');
            for (int i = 0; !blank && i < VTERM_MAX_CHARS_PER_CELL && c.chars[i] != 0; i++)
                put_utf8(out, c.chars[i]);
            if (!blank)
                end = out->len;
            col += c.width > 1 ? c.width : 1;
        }
        out->len = end > start ? end : start;
        out->p[out->len] = '\0';
        str_addc(out, '\n');
    }
}

bool vt_has(struct vt *t, const char *text)
{
    struct str s;
    str_init(&s, 1 << 20);
    vt_text(t, &s);
    bool has = strstr(s.p, text) != NULL;
    str_free(&s);
    return has;
}

bool vt_until(struct vt *t, const char *text, int limit_ms)
{
    long long end = now_ms() + limit_ms;
    vt_settle(t);
    while (!vt_has(t, text)) {
        if (now_ms() >= end || t->over)
            return false;
        take(t, 20);
    }
    vt_settle(t);
    return true;
}

int vt_cell(struct vt *t, int row, int col, char out[32])
{
    VTermScreenCell c = cell_at(t, row, col);
    struct str s;
    str_init(&s, 31);
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && c.chars[i] != 0; i++)
        put_utf8(&s, c.chars[i]);
    str_copy(out, 32, s.p);
    str_free(&s);
    return c.chars[0] == (uint32_t)-1 ? 0 : c.width;
}

static int rgb_of(struct vt *t, VTermColor c, bool front)
{
    if (front ? VTERM_COLOR_IS_DEFAULT_FG(&c) : VTERM_COLOR_IS_DEFAULT_BG(&c))
        return VT_DEFAULT;
    vterm_screen_convert_color_to_rgb(t->screen, &c);
    return c.rgb.red << 16 | c.rgb.green << 8 | c.rgb.blue;
}

#define DARK 0x16181a /* what stands on a turned cell without colours */
#define LIGHT 0xd8d8d8
void vt_look(struct vt *t, int row, int col, struct vt_look *out)
{
    VTermScreenCell c = cell_at(t, row, col);
    int fg = rgb_of(t, c.fg, true), bg = rgb_of(t, c.bg, false);
    if (c.attrs.reverse) {
        int back = fg == VT_DEFAULT ? LIGHT : fg;
        fg = bg == VT_DEFAULT ? DARK : bg;
        bg = back;
    }
    *out = (struct vt_look){fg, bg, c.attrs.bold, c.attrs.underline != 0};
}

void vt_size(const struct vt *t, int *rows, int *cols)
{
    *rows = t->rows;
    *cols = t->cols;
}

bool vt_bold(struct vt *t, int row, int col)
{
    return cell_at(t, row, col).attrs.bold;
}

bool vt_reverse(struct vt *t, int row, int col)
{
    return cell_at(t, row, col).attrs.reverse;
}

bool vt_coloured(struct vt *t)
{
    VTermColor fg, bg;
    vterm_state_get_default_colors(vterm_obtain_state(t->vt), &fg, &bg);
    for (int row = 0; row < t->rows; row++) {
        for (int col = 0; col < t->cols; col++) {
            VTermScreenCell c = cell_at(t, row, col);
            if (!vterm_color_is_equal(&c.fg, &fg) || !vterm_color_is_equal(&c.bg, &bg))
                return true;
        }
    }
    return false;
}

bool vt_alt_screen(const struct vt *t)
{
    return t->alt;
}

bool vt_cursor_visible(const struct vt *t)
{
    return t->cursor;
}

size_t vt_bytes(struct vt *t)
{
    size_t n = t->bytes;
    t->bytes = 0;
    return n;
}

/* Length of the control sequence at s, and what it is for. */
static size_t sequence(const char *s, size_t len, struct vt_account *a)
{
    size_t n = 2;
    if (len < 2 || (s[1] != '[' && s[1] != '(' && s[1] != ')')) {
        a->moves += len < 2 ? len : 2;
        return len < 2 ? len : 2;
    }
    if (s[1] != '[') { /* a set of letters */
        a->looks += 3;
        return 3;
    }
    while (n < len && (s[n] < 0x40 || s[n] > 0x7e))
        n++;
    n = n < len ? n + 1 : len;
    if (s[n - 1] == 'm')
        a->looks += n;
    else if (strchr("KJXPLMST@r", s[n - 1]) != NULL)
        a->blanks += n;
    else
        a->moves += n;
    return n;
}

struct vt_account vt_account(struct vt *t)
{
    struct vt_account a = {0};
    size_t len = t->bytes < sizeof t->sent ? t->bytes : sizeof t->sent;
    for (size_t i = 0; i < len;) {
        unsigned char c = (unsigned char)t->sent[i];
        if (c == 0x1b) {
            i += sequence(t->sent + i, len - i, &a);
            continue;
        }
        if (c == 0x0e || c == 0x0f)
            a.looks++;
        else if (c < 0x20)
            a.moves++;
        else
            a.text++;
        i++;
    }
    t->bytes = 0;
    return a;
}

bool vt_told(const struct vt *t)
{
    return t->told;
}

bool vt_high_bytes(const struct vt *t)
{
    return t->high;
}

pid_t vt_pid(const struct vt *t)
{
    return t->pid;
}

const char *vt_home(const struct vt *t)
{
    return t->home;
}
