#include "tui/input.h"

#include <curses.h>
#include <stdio.h>
#include <unistd.h>

#include "app/keys.h"

enum { PASTE_BEGIN = KEY_MAX + 1, PASTE_END };

static struct {
    bool pasting, mode;
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
    case KEY_F(1): return KC_F1;
    case KEY_F(10): return KC_F10;
    default: return KC_NONE;
    }
}

static int32_t plain(wint_t c)
{
    switch (c) {
    case '\r':
    case '\n': return KC_ENTER;
    case '\t': return KC_TAB;
    case 27: return KC_ESC;
    case 8:
    case 127: return KC_BACKSPACE;
    case 1: return KC_CTRL_A;
    case 5: return KC_CTRL_E;
    case 11: return KC_CTRL_K;
    case 12: return KC_CTRL_L;
    case 21: return KC_CTRL_U;
    case 23: return KC_CTRL_W;
    default: return c >= 32 ? (int32_t)c : KC_NONE;
    }
}

/* ESC [ that curses could not name: an answer or a key we do not know. Swallowed to its end. */
static bool swallow(void)
{
    wint_t c;
    if (get_wch(&c) == ERR)
        return false;
    if (c != '[' && c != 'O') {
        unget_wch((wchar_t)c);
        return false;
    }
    while (get_wch(&c) != ERR) {
        if (c >= 0x40 && c <= 0x7e)
            break;
    }
    return true;
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
        if (kind != KEY_CODE_YES && c == 27 && swallow())
            continue;
        *key = kind == KEY_CODE_YES ? special(c) : plain(c);
        *pasted = in.pasting;
        if (in.pasting && (*key == KC_ENTER || *key == KC_TAB))
            *key = ' ';
        if (*key != KC_NONE && !(in.pasting && *key >= KEY_SPECIAL))
            return true;
    }
}
