#include "tui/input.h"

#include "app/keys.h"

#include <curses.h>
#include <stdio.h>
#include <unistd.h>

enum { PASTE_BEGIN = KEY_MAX + 1, PASTE_END };

static struct {
    bool pasting, mode;
    int mouse_y, mouse_x;
    int column; /* of the answer, 0 none */
} in;

void input_setup(void)
{
    static const struct {
        const char *bytes;
        int code;
    } extra[] = {
        {"\033[200~", PASTE_BEGIN}, {"\033[201~", PASTE_END}, {"\033[1~", KEY_HOME},
        {"\033[4~", KEY_END},       {"\033[7~", KEY_HOME},    {"\033[8~", KEY_END},
        {"\033[H", KEY_HOME},       {"\033[F", KEY_END},      {"\033OH", KEY_HOME},
        {"\033OF", KEY_END},        {"\033[A", KEY_UP},       {"\033[B", KEY_DOWN},
        {"\033[C", KEY_RIGHT},      {"\033[D", KEY_LEFT},     {"\033OA", KEY_UP},
        {"\033OB", KEY_DOWN},       {"\033OC", KEY_RIGHT},    {"\033OD", KEY_LEFT},
        {"\033[Z", KEY_BTAB},       {"\033OP", KEY_F(1)},     {"\033[11~", KEY_F(1)},
        {"\033[21~", KEY_F(10)},    {"\033[5~", KEY_PPAGE},   {"\033[6~", KEY_NPAGE},
        {"\033[3~", KEY_DC},
    };
    for (size_t i = 0; i < sizeof extra / sizeof extra[0]; i++)
        define_key(extra[i].bytes, extra[i].code);
    in.pasting = in.mode = false;
}

void input_paste_mode(bool on)
{
    if (in.mode == on)
        return;
    in.mode = on;
    putp(on ? "\033[?2004h" : "\033[?2004l");
    fflush(stdout);
}

static int32_t special(wint_t c)
{
    switch (c) {
    case KEY_UP: return KC_UP;
    case KEY_DOWN: return KC_DOWN;
    case KEY_LEFT: return KC_LEFT;
    case KEY_RIGHT: return KC_RIGHT;
    case KEY_PPAGE: return KC_PGUP;
    case KEY_NPAGE: return KC_PGDN;
    case KEY_HOME: return KC_HOME;
    case KEY_END: return KC_END;
    case KEY_ENTER: return KC_ENTER;
    case KEY_BTAB: return KC_BACKTAB;
    case KEY_BACKSPACE: return KC_BACKSPACE;
    case KEY_DC: return KC_DELETE;
    default: break;
    }
    return c >= KEY_F(1) && c <= KEY_F(12) ? KC_F1 + (int32_t)c - KEY_F(1) : KC_NONE;
}

static int32_t plain(wint_t c)
{
    switch (c) {
    case '\r':
    case '\n': return KC_ENTER;
    case '\t': return KC_TAB;
    case 27: return KC_ESC;
    case 127: return KC_BACKSPACE;
    default: break;
    }
    if (c >= 1 && c <= 26)
        return KC_CTRL_A + (int32_t)c - 1;
    return c >= 32 ? (int32_t)c : KC_NONE;
}

static int32_t mouse_key(void)
{
    MEVENT e;
    if (getmouse(&e) != OK) { /* not asked for: the rest of the report is no text */
        wint_t c;
        while (get_wch(&c) != ERR && (c < 0x40 || c > 0x7e))
            ;
        return KC_NONE;
    }
    in.mouse_y = e.y;
    in.mouse_x = e.x;
    if (e.bstate & BUTTON4_PRESSED)
        return KC_WHEEL_UP;
    if (e.bstate & BUTTON5_PRESSED)
        return KC_WHEEL_DOWN;
    return e.bstate & BUTTON1_PRESSED ? KC_CLICK : KC_NONE;
}

void input_mouse(int *y, int *x)
{
    *y = in.mouse_y;
    *x = in.mouse_x;
}

/* To its end; "row;columnR" is where the cursor stands. Esc and [ pressed in one breath begin
 * nothing: a key behind them, such as the sign that a paste begins, is not a part of it. */
static void rest_of_sequence(void)
{
    int number[2] = {0, 0}, at = 0, kind;
    wint_t c;
    while ((kind = get_wch(&c)) != ERR) {
        if (kind == KEY_CODE_YES) {
            ungetch((int)c);
            return;
        }
        if (c >= '0' && c <= '9' && number[at] < 10000)
            number[at] = number[at] * 10 + (int)(c - '0');
        else if (c == ';' && at == 0)
            at = 1;
        if (c < 0x40 || c > 0x7e)
            continue;
        if (c == 'R' && number[0] == INPUT_ASK_ROW)
            in.column = number[1];
        return;
    }
}

/* ESC [ that curses could not name: an answer or a key we do not know. Swallowed to its end. In a
 * field ESC and a letter in one breath are Alt and the letter: *alt. */
static bool swallow(int32_t *alt)
{
    wint_t c;
    int kind = get_wch(&c);
    if (kind == ERR)
        return false;
    if (kind == KEY_CODE_YES) { /* Esc, and a key of its own right behind it */
        ungetch((int)c);
        return false;
    }
    *alt = !in.mode   ? KC_NONE
           : c == 'b' ? KC_ALT_B
           : c == 'f' ? KC_ALT_F
           : c == 'd' ? KC_ALT_D
                      : KC_NONE;
    if (*alt != KC_NONE)
        return true;
    if (c != '[' && c != 'O') {
        unget_wch((wchar_t)c);
        return false;
    }
    rest_of_sequence();
    return true;
}

bool input_answer(int *column)
{
    *column = in.column;
    in.column = 0;
    return *column > 0;
}

bool input_next(int32_t *key, bool *pasted)
{
    wint_t c;
    for (;;) {
        int kind = get_wch(&c);
        if (kind == ERR)
            return false;
        if (kind == KEY_CODE_YES && (c == PASTE_BEGIN || c == PASTE_END)) {
            in.pasting = c == PASTE_BEGIN;
            continue;
        }
        int32_t alt = KC_NONE;
        if (kind != KEY_CODE_YES && c == 27 && swallow(&alt) && alt == KC_NONE)
            continue;
        *key = alt != KC_NONE                           ? alt
               : kind == KEY_CODE_YES && c == KEY_MOUSE ? mouse_key()
               : kind == KEY_CODE_YES                   ? special(c)
                                                        : plain(c);
        *pasted = in.pasting;
        if (in.pasting && (*key == KC_ENTER || *key == KC_TAB))
            *key = ' ';
        if (*key != KC_NONE && !(in.pasting && *key >= KEY_SPECIAL))
            return true;
    }
}
