#include "tui/screen.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/input.h"

/* For the crash handler, which may call nothing: what to write and what to set back. */
static struct {
    SCREEN *screen;
    struct termios before;
    bool up, has_before, pc, mouse;
} term;

static const char restore[] = "\033[?1000l\033[?1006l\033[?2004l\033[0m\033[?25h\033[?1049l\r\n";

/* --- dying ------------------------------------------------------------------------------------ */
static void give_back(void)
{
    if (!term.up)
        return;
    ssize_t n = write(STDOUT_FILENO, restore, sizeof restore - 1);
    (void)n;
    if (term.has_before)
        tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
    term.up = false;
}

static void on_fatal(int sig)
{
    give_back();
    signal(sig, SIG_DFL);
    raise(sig);
}

static void on_bug(const char *file, int line, const char *what)
{
    (void)file;
    (void)line;
    (void)what;
    give_back();
}

static void guard(void)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = on_fatal;
    a.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&a.sa_mask);
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        sigaction(fatal[i], &a, NULL);
    err_bug_hook(on_bug);
}

/* --- locale and terminal entry ---------------------------------------------------------------- */
static bool says_utf8(const char *s)
{
    return s != NULL &&
           (strstr(s, "UTF-8") || strstr(s, "utf8") || strstr(s, "UTF8") || strstr(s, "utf-8"));
}

/* A locale that is named but not installed leaves C behind, though the terminal speaks UTF-8; and a
 * bare machine has no locale set at all. C.UTF-8 is there nearly everywhere. */
static bool speaks_utf8(const struct context *c, bool want_utf8)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        return true;
    const char *ctype = getenv("LC_CTYPE");
    const char *named = !str_empty(c->env.lc_all) ? c->env.lc_all
                        : !str_empty(ctype)       ? ctype
                                                  : c->env.lang;
    if (says_utf8(named) || want_utf8)
        setlocale(LC_CTYPE, "C.UTF-8");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static SCREEN *open_entry(const char *name, struct screen_info *out)
{
    SCREEN *s = newterm(name, stdout, stdin);
    if (s != NULL)
        out->entry = name != NULL ? name : "";
    return s;
}

static SCREEN *open_any(const char *term_name, struct screen_info *out)
{
    SCREEN *s = str_empty(term_name) ? NULL : open_entry(term_name, out);
    if (s != NULL)
        return s;
    static const char *const others[] = {"xterm-256color", "xterm", "vt100", "ansi"};
    out->fallback = true;
    for (size_t i = 0; i < sizeof others / sizeof others[0] && s == NULL; i++)
        s = open_entry(others[i], out);
    return s;
}

static bool cannot_move(void)
{
    const char *cup = tigetstr("cup");
    return cup == NULL || cup == (const char *)-1;
}

/* Some entries draw frames with the code page of old PCs. */
static bool pc_glyphs(const char *entry)
{
    return str_starts(entry, "ansi") || str_starts(entry, "pcansi") ||
           str_starts(entry, "cons25") || str_starts(entry, "dumb");
}

/* ncurses sends its buffer after every movement of the cursor until the program has once come back
 * from shell mode: a picture then goes out in fifty pieces (measured), each of which wakes the
 * terminal and travels as a packet of its own over ssh. So: to shell mode and back at once. Before
 * start_color, since coming back with colours on resets the palette of the terminal. */
static void whole_pictures(void)
{
    endwin();
    doupdate();
}

/* Most entries say at every change of attributes that letters are letters again, in case line
 * drawing was on. Frames are letters here where UTF-8 is spoken, so it is said once and no more:
 * three bytes of twelve. The strings are ncurses' own and are only made shorter. */
static void cut_out(char *s, const char *what)
{
    char *at = s != NULL && s != (char *)-1 ? strstr(s, what) : NULL;
    size_t n = strlen(what);
    if (at != NULL)
        memmove(at, at + n, strlen(at + n) + 1);
}

/* "ESC [ ; 1 m" is "ESC [ 0 ; 1 m": a figure that is not there is 0. */
static void cut_zero(char *sgr)
{
    static const char begins[] = "\033[0%?";
    if (sgr != NULL && sgr != (char *)-1 && str_starts(sgr, begins))
        memmove(sgr + 2, sgr + 3, strlen(sgr + 3) + 1);
}

static void no_line_drawing(void)
{
    static char sgr[] = "sgr", sgr0[] = "sgr0", rmacs[] = "rmacs";
    const char *letters = tigetstr(rmacs);
    if (letters == NULL || letters == (const char *)-1 || letters[0] == '\0')
        return;
    putp(letters);
    fflush(stdout);
    cut_out(tigetstr(sgr), "%?%p9%t\033(0%e\033(B%;");
    cut_out(tigetstr(sgr), "%?%p9%t\016%e\017%;");
    cut_out(tigetstr(sgr0), letters);
    cut_zero(tigetstr(sgr));
}

static void modes(const struct context *c)
{
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    typeahead(-1); /* a picture is never left half drawn: keys are read before it, not during */
    curs_set(0);
    if (getenv("ESCDELAY") == NULL)
        set_escdelay(c->env.ssh_connection != NULL ? 200 : 50);
    struct termios t;
    if (tcgetattr(STDIN_FILENO, &t) == 0) { /* Ctrl-S must not freeze the screen */
        t.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
        tcsetattr(STDIN_FILENO, TCSANOW, &t);
        def_prog_mode();
    }
}

bool screen_open(const struct context *c, bool want_utf8, struct screen_info *out)
{
    *out = (struct screen_info){.entry = ""};
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    out->utf8 = speaks_utf8(c, want_utf8);
    out->colours = str_empty(c->env.no_color);
    term.has_before = tcgetattr(STDIN_FILENO, &term.before) == 0;
    if (str_eq(c->env.term, "dumb"))
        return false;
    term.screen = open_any(c->env.term, out);
    if (term.screen == NULL)
        return false;
    set_term(term.screen);
    if (cannot_move()) {
        endwin();
        return false;
    }
    term.up = true;
    guard();
    if (out->utf8 && !pc_glyphs(out->entry))
        no_line_drawing();
    whole_pictures();
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    modes(c);
    term.pc = pc_glyphs(out->entry);
    input_setup();
    screen_resize();
    return true;
}

void screen_signs(const struct screen_info *info, bool ascii, bool wide, bool english)
{
    bool plain = ascii || term.pc || wide;
    text_ambiguous_wide(wide);
    draw_setup(plain        ? GLYPHS_ASCII
               : info->utf8 ? GLYPHS_UNICODE
                            : GLYPHS_ACS,
               !info->utf8 || (ascii && english), ascii);
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
void screen_ask_width(const struct screen_info *info)
{
    static const char ask[] = "\033[" TEXT(INPUT_ASK_ROW) ";1H\xe2\x94\x80\033[6n\r";
    if (!info->utf8 || term.pc || LINES < INPUT_ASK_ROW)
        return;
    ssize_t n = write(STDOUT_FILENO, ask, sizeof ask - 1);
    (void)n;
}

void screen_mouse(bool on)
{
    if (on == term.mouse)
        return;
    term.mouse = on;
    mouseinterval(0); /* a press is a press: nobody waits for a second one */
    mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

void screen_close(void)
{
    if (!term.up)
        return;
    input_paste_mode(false);
    screen_mouse(false);
    endwin();
    if (term.has_before)
        tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
    term.up = false;
    delscreen(term.screen);
    term.screen = NULL;
}

/* --- size, picture, stop and go --------------------------------------------------------------- */
void screen_size(int *rows, int *cols)
{
    *rows = LINES;
    *cols = COLS;
}

void screen_resize(void)
{
    struct winsize w;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) != 0 || w.ws_row == 0 || w.ws_col == 0)
        return;
    /* Terminals wrap and cut what stood there, each as it likes; and a window that went to another
     * size and back at once comes back changed although its size is the old one. */
    clearok(curscr, TRUE);
    resizeterm(w.ws_row, w.ws_col);
}

void screen_show(void)
{
    int y, x;
    bool caret = draw_caret_get(&y, &x);
    if (caret && y < LINES && x < COLS)
        move(y, x);
    /* a hidden cursor may stand anywhere: to bring it back costs eight bytes a key */
    leaveok(stdscr, curs_set(caret ? 1 : 0) != ERR && !caret);
    wnoutrefresh(stdscr);
    doupdate();
}

/* curses does not move fewer than three rows in the terminal: it writes them anew, which costs a
 * pane of three lines three times what it should. So here by hand, in the terminal and in what
 * curses believes to be there. The cursor and the looks are put away meanwhile. */
void screen_scroll(int top, int rows, int by)
{
    const char *region = tigetstr("csr"), *put = tigetstr("sc"), *take = tigetstr("rc");
    const char *on = tigetstr(by > 0 ? "ind" : "ri"), *plain = tigetstr("sgr0");
    const char *const all[] = {region, put, take, on, plain};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i] == NULL || all[i] == (const char *)-1)
            return;
    }
    putp(put);
    putp(plain);
    putp(tparm(region, top, top + rows - 1));
    putp(tparm(tigetstr("cup"), by > 0 ? top + rows - 1 : top, 0));
    for (int i = 0; i < (by > 0 ? by : -by); i++)
        putp(on);
    putp(tparm(region, 0, LINES - 1));
    putp(take);
    fflush(stdout); /* putp writes there, curses past it */
    scrollok(curscr, TRUE);
    wsetscrreg(curscr, top, top + rows - 1);
    wscrl(curscr, by);
    wsetscrreg(curscr, 0, LINES - 1);
    scrollok(curscr, FALSE);
}

void screen_redraw(void)
{
    clearok(curscr, TRUE);
}

void screen_suspend(void)
{
    struct sigaction dfl, ours;
    input_paste_mode(false);
    def_prog_mode();
    endwin();
    memset(&dfl, 0, sizeof dfl);
    dfl.sa_handler = SIG_DFL;
    sigemptyset(&dfl.sa_mask);
    sigaction(SIGTSTP, &dfl, &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL); /* here again after the shell's fg */
    reset_prog_mode();
    screen_resize();
    screen_redraw();
}

bool screen_gone(void)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    int waiting = 0;
    if (poll(&p, 1, 0) <= 0)
        return false;
    if ((p.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
        return true;
    return (p.revents & POLLIN) != 0 && ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 &&
           waiting == 0;
}
