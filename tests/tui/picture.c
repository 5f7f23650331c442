#include "tui/picture.h"

#include <string.h>

#define CELL_W 9
#define CELL_H 18
#define EDGE 6
#define BASE 14 /* of a letter, below the top of its cell */
#define FRONT 0xd8d8d8
#define BACK 0x16181a

static void escaped(struct str *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<')
            str_add(out, "&lt;");
        else if (*text == '&')
            str_add(out, "&amp;");
        else
            str_addc(out, *text);
    }
}

static bool same(const struct vt_look *a, const struct vt_look *b)
{
    return a->fg == b->fg && a->bg == b->bg && a->bold == b->bold && a->underline == b->underline;
}

/* A word of ASCII in one look, or a single other sign: fonts do not agree on the width of those.
 * Returns its cells. */
static int piece_of(struct vt *t, int row, int col, int cols, struct vt_look *look,
                    struct str *text)
{
    char c[32];
    int n = 0;
    vt_look(t, row, col, look);
    for (; col + n < cols; n++) {
        struct vt_look next;
        int w = vt_cell(t, row, col + n, c);
        bool ascii = c[0] > ' ' && c[1] == '\0';
        vt_look(t, row, col + n, &next);
        if (n > 0 && (!ascii || !same(&next, look)))
            return n;
        str_add(text, c[0] != '\0' ? c : " ");
        if (!ascii)
            return w > 1 ? w : 1;
    }
    return n;
}

static void draw_ground(struct str *out, int row, int col, int n, int colour)
{
    str_addf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n",
             EDGE + col * CELL_W, EDGE + row * CELL_H, n * CELL_W, CELL_H, (unsigned)colour);
}

static void draw_piece(struct str *out, int row, int col, const struct vt_look *k, const char *text)
{
    str_addf(out, "<text x=\"%d\" y=\"%d\" fill=\"#%06x\"%s%s>", EDGE + col * CELL_W,
             EDGE + row * CELL_H + BASE, (unsigned)(k->fg == VT_DEFAULT ? FRONT : k->fg),
             k->bold ? " font-weight=\"bold\"" : "",
             k->underline ? " text-decoration=\"underline\"" : "");
    escaped(out, text);
    str_add(out, "</text>\n");
}

void picture_svg(struct vt *t, struct str *out)
{
    int rows, cols;
    struct str text;
    vt_size(t, &rows, &cols);
    str_addf(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n"
             "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n"
             "<g font-size=\"15\" font-family=\"DejaVu Sans Mono, WenQuanYi "
             "Micro Hei Mono, Noto Sans Mono CJK SC, monospace\">\n",
             cols * CELL_W + 2 * EDGE, rows * CELL_H + 2 * EDGE, BACK);
    str_init(&text, 1 << 16);
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols;) {
            struct vt_look look = {VT_DEFAULT, VT_DEFAULT, false, false};
            str_clear(&text);
            int n = piece_of(t, row, col, cols, &look, &text);
            if (look.bg != VT_DEFAULT)
                draw_ground(out, row, col, n, look.bg);
            if (text.p[0] != ' ')
                draw_piece(out, row, col, &look, text.p);
            col += n;
        }
    }
    str_free(&text);
    str_add(out, "</g>\n</svg>\n");
}
