#include "tui/draw.h"

#include <curses.h>
#include <math.h>
#include <string.h>
#include <wchar.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"

#define LINE_BYTES 8192

/* The terminal's state: the one thing here that is not passed in. */
static struct {
    enum glyph_set set;
    bool ascii; /* nothing else may leave */
    bool marks; /* signs and frames are ASCII, letters of any script stay */
    attr_t attr[ROLE_COUNT];
    short pair[ROLE_COUNT];
    bool blanks[ROLE_COUNT]; /* a blank of that role does not look like one of the text */
    int from, end;           /* lines in which something is drawn */
    bool caret;
    int caret_y, caret_x;
} term;

static const wchar_t unicode[G_COUNT] = {
    [G_H] = 0x2500,       [G_V] = 0x2502,      [G_TL] = 0x250c,     [G_TR] = 0x2510,
    [G_BL] = 0x2514,      [G_BR] = 0x2518,     [G_LT] = 0x251c,     [G_RT] = 0x2524,
    [G_POINTER] = 0x25b8, [G_FILL_1] = 0x2588, [G_FILL_2] = 0x2593, [G_FILL_3] = 0x2592,
    [G_FILL_4] = 0x2591,  [G_FILL_5] = '=',    [G_FREE] = 0x00b7,   [G_UP] = 0x2191,
    [G_DOWN] = 0x2193,
};
static const char ascii[G_COUNT] = {
    [G_H] = '-',      [G_V] = '|',      [G_TL] = '+',     [G_TR] = '+',      [G_BL] = '+',
    [G_BR] = '+',     [G_LT] = '+',     [G_RT] = '+',     [G_POINTER] = '>', [G_FILL_1] = '#',
    [G_FILL_2] = '%', [G_FILL_3] = '+', [G_FILL_4] = ':', [G_FILL_5] = '=',  [G_FREE] = '.',
    [G_UP] = '^',     [G_DOWN] = 'v',
};

/* Signs of our own texts that have an ASCII cousin of the same width. */
static const struct {
    int32_t cp;
    char as;
} cousins[] = {
    {0x00b7, '-'}, {0x00d7, 'x'}, {0x2013, '-'}, {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''},
    {0x201c, '"'}, {0x201d, '"'}, {0x2026, '~'}, {0x2192, '>'}, {0x2190, '<'},  {0x2191, '^'},
    {0x2193, 'v'}, {0x2264, '<'}, {0x2265, '>'}, {0x00a5, 'Y'}, {0x20ac, 'E'},  {0x00a3, 'L'},
    {0x2500, '-'}, {0x2502, '|'}, {0x00b0, 'o'}, {0x00b1, '+'}, {0x2212, '-'},  {0x00a0, ' '},
    {0x25b8, '>'}, {0x2581, '_'}, {0x2582, '.'}, {0x2583, ':'}, {0x2584, '-'},  {0x2585, '='},
    {0x2586, '+'}, {0x2587, '*'}, {0x2588, '#'},
};

void draw_setup(enum glyph_set set, bool only_ascii, bool ascii_marks)
{
    term.set = set;
    term.ascii = only_ascii;
    term.marks = ascii_marks || only_ascii;
}

bool draw_is_ascii(void)
{
    return term.marks;
}

/* --- colours ---------------------------------------------------------------------------------- */
/* The 256-colour palette on terminals with fewer: nearest corner of the colour cube. */
static short fewer(int c)
{
    if (c < 0 || c < COLORS)
        return (short)c;
    if (c < 16)
        return (short)(c - 8);
    int r, g, b;
    if (c >= 232) {
        r = g = b = 8 + 10 * (c - 232);
    } else {
        r = (c - 16) / 36 * 51;
        g = (c - 16) / 6 % 6 * 51;
        b = (c - 16) % 6 * 51;
    }
    return (short)((r > 100 ? 1 : 0) | (g > 100 ? 2 : 0) | (b > 100 ? 4 : 0));
}

/* On a terminal with direct colours the number is the colour itself. */
static int direct(int rgb, int index)
{
    static const int named[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                  0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                  0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    if (rgb >= 0 || index < 8) /* the first eight are the palette there too */
        return rgb >= 0 ? rgb : index;
    if (index < 16)
        return named[index];
    int grey = 8 + 10 * (index - 232), i = index - 16;
    return index >= 232 ? grey << 16 | grey << 8 | grey
                        : level[i / 36] << 16 | level[i / 6 % 6] << 8 | level[i % 6];
}

static void colour_pair(int pair, const struct style *s)
{
    if (COLORS > 256)
        init_extended_pair(pair, direct(s->fg_rgb, s->fg), direct(s->bg_rgb, s->bg));
    else
        init_pair((short)pair, fewer(s->fg), fewer(s->bg));
}

void draw_theme(const struct theme *t, bool colours_wanted)
{
    struct theme plain;
    bool colours =
        colours_wanted && t->colours && has_colors() && COLORS >= 8 && COLOR_PAIRS > ROLE_COUNT;
    theme_plain(&plain);
    for (int r = 0; r < ROLE_COUNT; r++) {
        const struct style *s = &t->role[r];
        bool bare = !colours && t->colours; /* a colour theme without colours: plain attributes */
        unsigned a = bare ? plain.role[r].attrs : s->attrs;
        term.attr[r] = ((a & ATTR_BOLD) ? A_BOLD : 0) | ((a & ATTR_DIM) ? A_DIM : 0) |
                       ((a & ATTR_UNDERLINE) ? A_UNDERLINE : 0) |
                       ((a & ATTR_REVERSE) ? A_REVERSE : 0);
        term.pair[r] = 0;
        term.blanks[r] =
            (a & (ATTR_REVERSE | ATTR_UNDERLINE)) != 0 ||
            (colours && (s->bg != t->role[ROLE_TEXT].bg || s->bg_rgb != t->role[ROLE_TEXT].bg_rgb));
        if (colours && (s->fg >= 0 || s->bg >= 0)) {
            colour_pair(r + 1, s);
            term.pair[r] = (short)(r + 1);
        }
    }
    cchar_t blank;
    setcchar(&blank, L" ", term.attr[ROLE_TEXT], term.pair[ROLE_TEXT], NULL);
    bkgrndset(&blank);
}

void draw_begin(void)
{
    term.caret = false;
    draw_all_lines();
    erase();
}

/* --- cells ------------------------------------------------------------------------------------ */
static char cousin(int32_t cp)
{
    for (size_t i = 0; i < sizeof cousins / sizeof cousins[0]; i++) {
        if (cousins[i].cp == cp)
            return cousins[i].as;
    }
    return '?';
}

void draw_lines(int y, int end)
{
    term.from = y;
    term.end = end;
}

void draw_all_lines(void)
{
    draw_lines(0, LINES);
}

static void put(int y, int x, enum role role, const wchar_t *w)
{
    cchar_t c;
    if (y < term.from || y >= term.end)
        return;
    setcchar(&c, w, term.attr[role], term.pair[role], NULL);
    mvadd_wch(y, x, &c);
}

/* One cluster of clean text; returns its bytes. */
static size_t put_cluster(int y, int x, enum role role, const char *s)
{
    size_t n = text_cluster(s);
    wchar_t w[CCHARW_MAX + 1] = {0};
    const char *p = s;
    int k = 0;
    while (p < s + n && k < CCHARW_MAX) {
        int32_t cp = text_next(&p);
        bool doubled = text_is_ambiguous_wide() && text_width_cp(cp) == 2 && cousin(cp) != '?';
        if (term.marks && !term.ascii && cousin(cp) != '?') {
            w[k++] = (wchar_t)cousin(cp);
            if (text_width_cp(cp) == 2)
                put(y, x + 1, role, L" ");
        } else if (doubled) { /* curses counts one cell, this terminal draws two: avoid it */
            w[k++] = (wchar_t)cousin(cp);
            put(y, x + 1, role, L" ");
        } else if (!term.ascii) {
            w[k++] = (wchar_t)cp;
        } else if (k == 0) {
            w[k++] = cp < 0x7f ? (wchar_t)cp : (wchar_t)cousin(cp);
            if (text_width_cp(cp) == 2)
                put(y, x + 1, role, L" ");
        }
    }
    put(y, x, role, w);
    return n;
}

static bool inside(int y, int *x, int *cells)
{
    if (y < term.from || y >= term.end || y >= LINES || *cells <= 0 || *x >= COLS || *x < 0)
        return false;
    if (*x + *cells > COLS)
        *cells = COLS - *x;
    return true;
}

int draw_text(int y, int x, int cells, enum role role, const char *text)
{
    if (!inside(y, &x, &cells) || text == NULL)
        return 0;
    struct str clean, line;
    str_init(&clean, LINE_BYTES);
    str_init(&line, LINE_BYTES);
    text_clean(&clean, text);
    int used = text_clip(&line, clean.p, cells, term.marks);
    int at = x;
    for (const char *s = line.p; *s != '\0';) {
        int w = text_cluster_width(s);
        if (w > 0 && at + w <= x + cells)
            s += put_cluster(y, at, role, s);
        else
            s += text_cluster(s);
        at += w;
    }
    str_free(&clean);
    str_free(&line);
    return used;
}

void draw_pad(int y, int x, int cells, int align, enum role role, const char *text)
{
    if (!inside(y, &x, &cells))
        return;
    struct str clean;
    str_init(&clean, LINE_BYTES);
    text_clean(&clean, text ? text : "");
    int w = text_width(clean.p);
    if (w > cells)
        w = cells;
    int before = align < 0 ? 0 : align == 0 ? (cells - w) / 2 : cells - w;
    for (int i = 0; i < cells; i++) /* a look that is not seen only costs the line */
        put(y, x + i, term.blanks[role] ? role : ROLE_TEXT, L" ");
    draw_text(y, x + before, cells - before, role, clean.p);
    str_free(&clean);
}

int draw_id(int y, int x, int cells, enum role role, enum lang lang, enum msg_id id)
{
    return draw_text(y, x, cells, role, msg_text(lang, id));
}

int draw_msg(int y, int x, int cells, enum role role, enum lang lang, const struct msg *m)
{
    struct str s;
    str_init(&s, LINE_BYTES);
    msg_render(&s, lang, m);
    int used = draw_text(y, x, cells, role, s.p);
    str_free(&s);
    return used;
}

int draw_wrap(int y, int x, int cells, int lines, enum role role, const char *text)
{
    struct str clean, line;
    int used = 0;
    if (cells < 1)
        return 0;
    str_init(&clean, LINE_BYTES);
    str_init(&line, LINE_BYTES);
    text_clean(&clean, text);
    for (const char *s = clean.p; *s != '\0' && used < lines; used++) {
        size_t skip = 0, n = text_wrap(s, cells, &skip);
        bool last = used + 1 == lines;
        str_clear(&line);
        if (last) /* what does not fit any more is shown as cut */
            str_add(&line, s);
        else
            str_addn(&line, s, n);
        draw_text(y + used, x, cells, role, line.p);
        if (n + skip == 0)
            break;
        s += n + skip;
    }
    str_free(&clean);
    str_free(&line);
    return used;
}

static void put_acs(int y, int x, enum role role, enum glyph g)
{
    chtype c;
    switch (g) {
    case G_H: c = ACS_HLINE; break;
    case G_V: c = ACS_VLINE; break;
    case G_TL: c = ACS_ULCORNER; break;
    case G_TR: c = ACS_URCORNER; break;
    case G_BL: c = ACS_LLCORNER; break;
    case G_BR: c = ACS_LRCORNER; break;
    case G_LT: c = ACS_LTEE; break;
    case G_RT: c = ACS_RTEE; break;
    default: c = (chtype)(unsigned char)ascii[g]; break;
    }
    mvaddch(y, x, c | (chtype)term.attr[role] | (chtype)COLOR_PAIR(term.pair[role]));
}

void draw_glyph(int y, int x, enum role role, enum glyph g)
{
    if (y < term.from || y >= term.end || y >= LINES || x < 0 || x >= COLS)
        return;
    wchar_t w[2] = {term.set == GLYPHS_UNICODE ? unicode[g] : (wchar_t)ascii[g], 0};
    if (term.set == GLYPHS_ACS)
        put_acs(y, x, role, g);
    else
        put(y, x, role, w);
}

void draw_fill(struct rect r, enum role role)
{
    for (int y = r.y; y < r.y + r.h; y++)
        draw_pad(y, r.x, r.w, -1, role, "");
}

void draw_role(int y, int x, int cells, enum role role)
{
    if (inside(y, &x, &cells))
        mvchgat(y, x, cells, term.attr[role], term.pair[role], NULL);
}

void draw_cursor(int y, int x, int cells, enum role role)
{
    draw_role(y, x, cells, role);
    draw_glyph(y, x, role, G_POINTER);
}

static enum role frame_role(enum frame_look look)
{
    return look == FRAME_FOCUS ? ROLE_FRAME_FOCUS : look == FRAME_AWAY ? ROLE_FRAME : ROLE_TEXT;
}

void draw_frame(struct rect r, enum frame_look look, const char *title, const char *note)
{
    enum role role = frame_role(look);
    if (r.h < 2 || r.w < 2)
        return;
    for (int x = 1; x < r.w - 1; x++) {
        draw_glyph(r.y, r.x + x, role, G_H);
        draw_glyph(r.y + r.h - 1, r.x + x, role, G_H);
    }
    enum role side = r.w >= COLS ? ROLE_TEXT : role; /* of rows that scroll in */
    for (int y = 1; y < r.h - 1; y++) {
        draw_glyph(r.y + y, r.x, side, G_V);
        draw_glyph(r.y + y, r.x + r.w - 1, side, G_V);
    }
    draw_glyph(r.y, r.x, role, G_TL);
    draw_glyph(r.y, r.x + r.w - 1, role, G_TR);
    draw_glyph(r.y + r.h - 1, r.x, role, G_BL);
    draw_glyph(r.y + r.h - 1, r.x + r.w - 1, role, G_BR);
    int room = r.w - 4, used = 0;
    if (!str_empty(title) && room > 2) {
        draw_text(r.y, r.x + 1, 1, role, " ");
        used =
            draw_text(r.y, r.x + 2, room, look == FRAME_AWAY ? ROLE_STRONG : ROLE_HEADING, title);
        draw_text(r.y, r.x + 2 + used, 1, role, " ");
    }
    if (!str_empty(note)) {
        int w = text_width(note);
        if (w + 2 <= room - used - 2) {
            int x = r.x + r.w - 3 - w;
            draw_text(r.y, x - 1, 1, role, " ");
            draw_text(r.y, x, w, ROLE_DIM, note);
            draw_text(r.y, x + w, 1, role, " ");
        }
    }
}

void draw_joint(struct rect r, enum frame_look look)
{
    enum role role = frame_role(look);
    if (r.h < 2 || r.w < 2)
        return;
    draw_glyph(r.y, r.x, role, G_LT);
    draw_glyph(r.y, r.x + r.w - 1, role, G_RT);
}

void draw_foot(struct rect r, enum frame_look look, const char *note)
{
    enum role role = frame_role(look);
    int w = text_width(note);
    if (str_empty(note) || r.h < 3 || w + 6 > r.w)
        return;
    draw_text(r.y + r.h - 1, r.x + 1, 1, role, " ");
    draw_text(r.y + r.h - 1, r.x + 2, w, ROLE_DIM, note);
    draw_text(r.y + r.h - 1, r.x + 2 + w, 1, role, " ");
}

void draw_more(struct rect f, bool above, bool below)
{
    if (above && f.h > 3 && f.w > 3)
        draw_glyph(f.y, f.x + f.w - 2, ROLE_TEXT, G_UP);
    if (below && f.h > 3 && f.w > 3)
        draw_glyph(f.y + f.h - 1, f.x + f.w - 2, ROLE_TEXT, G_DOWN);
}

/* Eighths of a cell in Unicode; whole cells elsewhere. A value above zero is never invisible, one
 * above the full is marked at the end. */
void draw_bar(int y, int x, int cells, double value, double full, enum role role)
{
    if (cells <= 0 || !known(value) || !known(full) || !(full > 0))
        return;
    double share = num_clamp(value / full, 0.0, 1.0);
    int eighths = (int)floor(share * cells * 8 + 0.5);
    if (value > 0 && eighths == 0)
        eighths = 1;
    if (eighths > 0 && eighths < 8 && term.set != GLYPHS_UNICODE)
        eighths = 8;
    for (int i = 0; i < cells; i++) {
        int left = eighths - i * 8;
        if (left >= 8 || (left >= 4 && term.set != GLYPHS_UNICODE)) {
            draw_glyph(y, x + i, role, G_FILL_1);
        } else if (left > 0 && term.set == GLYPHS_UNICODE) {
            wchar_t w[2] = {(wchar_t)(0x2590 - left), 0}; /* U+258F one eighth .. U+2589 seven */
            if (x + i < COLS && y < LINES)
                put(y, x + i, role, w);
        } else {
            draw_glyph(y, x + i, ROLE_GAUGE_FREE, G_FREE);
        }
    }
    if (value > full)
        draw_text(y, x + cells - 1, 1, ROLE_BAD, ">");
}

void draw_dots(int y, int x, enum role role, unsigned bits, char as)
{
    wchar_t w[2] = {
        (wchar_t)(term.set == GLYPHS_UNICODE ? 0x2800 + (bits & 255) : (unsigned char)as), 0};
    if (y >= 0 && y < LINES && x >= 0 && x < COLS)
        put(y, x, role, w);
}

void draw_caret(int y, int x)
{
    term.caret = true;
    term.caret_y = y;
    term.caret_x = x;
}

bool draw_caret_get(int *y, int *x)
{
    *y = term.caret_y;
    *x = term.caret_x;
    return term.caret;
}
