#include "export/svg.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/text.h"

#define LEFT 96.0
#define RIGHT 250.0 /* room for the names at the ends of the lines */
#define TOP 56.0
#define BOTTOM 56.0
#define TICKS 5
#define LOG_FROM 12.0 /* ratio of the largest to the smallest value */

void svg_text(struct str *out, const char *text)
{
    struct str clean;
    str_init(&clean, 1u << 16);
    text_clean(&clean, text);
    for (const char *p = clean.p; *p != '\0'; p++) {
        switch (*p) {
        case '&': str_add(out, "&amp;"); break;
        case '<': str_add(out, "&lt;"); break;
        case '>': str_add(out, "&gt;"); break;
        case '"': str_add(out, "&quot;"); break;
        case '\'': str_add(out, "&#39;"); break;
        default: str_addc(out, *p);
        }
    }
    str_free(&clean);
}

/* Colours by kind, on white and on near black: the palette of Okabe and Ito
 * (https://jfly.uni-koeln.de/color/), which colour-blind readers can tell apart. */
static const struct {
    const char *light, *dark, *dash;
} kinds[KIND_COUNT] = {
    [KIND_ON_DEMAND] = {"#0072b2", "#56b4e9", NULL},
    [KIND_SPOT] = {"#b85c00", "#e69f00", "7 4"},
    [KIND_MONTH] = {"#007a5a", "#2fc79f", "2 4"},
    [KIND_RESERVED_1Y] = {"#8a4b78", "#cc79a7", "10 3 2 3"},
    [KIND_RESERVED_3Y] = {"#6b4fa0", "#b39ddb", "12 4"},
    [KIND_COMMUNITY] = {"#6b6b00", "#d6cf3a", "4 3"},
    [KIND_OWN] = {"#c03d00", "#ff8a5c", NULL},
    [KIND_HYBRID] = {"#444444", "#cccccc", "6 2"},
};

static void kind_rules(struct str *out, bool dark)
{
    for (int i = 0; i < KIND_COUNT; i++) {
        const char *colour = dark ? kinds[i].dark : kinds[i].light;
        str_addf(out, ".k%d{stroke:%s}.k%d.m{fill:%s}\n", i, colour, i, colour);
    }
}

void svg_style(struct str *out)
{
    str_add(out, "svg.c{font-family:system-ui,-apple-system,\"Segoe UI\",\"Noto Sans CJK SC\","
                 "\"Microsoft YaHei\",sans-serif;font-size:13px}\n"
                 ".bg{fill:#ffffff}.t{fill:#1b1b1b}.t.h{font-size:17px;font-weight:600}"
                 ".t.d{fill:#555555}.t.s{font-size:12px}\n"
                 ".g{stroke:#dddddd;stroke-width:1}.a{stroke:#777777;stroke-width:1}"
                 ".l{fill:none;stroke-width:2.5}.b{stroke-width:1.2;stroke-opacity:.7}"
                 ".f{fill:none;stroke:#555555;stroke-dasharray:5 4}"
                 ".r{stroke:#555555;stroke-dasharray:3 3}.m{stroke-width:1}\n");
    kind_rules(out, false);
    str_add(out, "@media (prefers-color-scheme:dark){\n"
                 ".bg{fill:#161819}.t{fill:#ececec}.t.d{fill:#b4b4b4}.g{stroke:#363a3d}"
                 ".a{stroke:#9a9a9a}.f,.r{stroke:#b4b4b4}\n");
    kind_rules(out, true);
    str_add(out, "}\n");
}

/* --- axes --------------------------------------------------------------------------------- */
/* The smallest 1, 2 or 5 times a power of ten that is not below x. */
static double nice(double x)
{
    double base = pow(10, floor(log10(x)));
    double m = x / base;
    return (m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10) * base;
}

struct svg_axis svg_axis_of(const double *value, int n, bool may_log)
{
    struct svg_axis a = {.low = 0, .high = 1};
    double least = INFINITY, most = 0;
    for (int i = 0; i < n; i++) {
        if (!known(value[i]) || value[i] <= 0 || !isfinite(value[i]))
            continue;
        least = fmin(least, value[i]);
        most = fmax(most, value[i]);
    }
    if (most <= 0)
        return a;
    a.log = may_log && most / least > LOG_FROM;
    if (a.log) {
        a.low = pow(10, floor(log10(least) * 2) / 2); /* half a decade: 1, 3.16, 10 */
        a.high = pow(10, ceil(log10(most) * 2 + 0.1) / 2);
        return a;
    }
    double step = nice(most / TICKS);
    a.high = ceil(most / step + 0.02) * step;
    return a;
}

double svg_at(const struct svg_axis *a, double value)
{
    double share = a->log ? (log10(value) - log10(a->low)) / (log10(a->high) - log10(a->low))
                          : (value - a->low) / (a->high - a->low);
    return a->from + share * (a->to - a->from);
}

static void tick_text(const struct chart *c, const struct svg_axis *a, double value,
                      struct str *out)
{
    struct msg_arg arg = ARG_NUMBER(a->kind, value);
    arg.str = a->currency;
    if (a->kind == ARG_KIND_MONTHS) /* the name of the axis says the unit */
        arg.kind = ARG_KIND_INT;
    msg_arg_render(out, c->lang, &arg);
}

static void tick(struct chart *c, bool upright, double value)
{
    const struct svg_axis *a = upright ? &c->y : &c->x;
    double at = svg_at(a, value);
    struct str s;
    str_init(&s, 128);
    tick_text(c, a, value, &s);
    if (upright) {
        str_addf(c->out, "<line class=\"g\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
                 c->x.from, c->x.to, at, at);
        chart_label(c, c->x.from - 8, at + 4, "t d s", "end", s.p);
    } else {
        str_addf(c->out, "<line class=\"g\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
                 at, at, c->y.from, c->y.to);
        chart_label(c, at, c->y.from + 18, "t d s", "middle", s.p);
    }
    str_free(&s);
}

static void ticks(struct chart *c, bool upright)
{
    const struct svg_axis *a = upright ? &c->y : &c->x;
    if (!a->log) {
        double step = nice(a->high / TICKS);
        if (!upright && a->kind == ARG_KIND_MONTHS && a->high >= 12)
            step = fmax(1, ceil(a->high / 12 / TICKS)) * 12 / (a->high < 24 ? 4 : 1);
        for (int i = 0; i * step <= a->high * 1.0001; i++)
            tick(c, upright, i * step);
        return;
    }
    static const double of_decade[] = {1, 2, 5};
    bool wide = log10(a->high / a->low) > 2.2; /* only the decades, else their parts too */
    for (int e = (int)floor(log10(a->low)); e <= (int)ceil(log10(a->high)); e++) {
        for (int k = 0; k < (wide ? 1 : 3); k++) {
            double value = of_decade[k] * pow(10, e);
            if (value >= a->low * 0.9999 && value <= a->high * 1.0001)
                tick(c, upright, value);
        }
    }
}

/* --- the element -------------------------------------------------------------------------- */
void chart_begin(struct chart *c, const char *id, int top, const char *title, const char *desc)
{
    str_addf(c->out,
             "<svg class=\"c\" role=\"img\" aria-labelledby=\"%s-t %s-d\" x=\"0\" y=\"%d\" "
             "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
             "xmlns=\"http://www.w3.org/2000/svg\">\n",
             id, id, top, SVG_WIDTH, SVG_HEIGHT, SVG_WIDTH, SVG_HEIGHT);
    str_addf(c->out, "<title id=\"%s-t\">", id);
    svg_text(c->out, title);
    str_addf(c->out, "</title>\n<desc id=\"%s-d\">", id);
    svg_text(c->out, desc);
    str_add(c->out, "</desc>\n");
    str_addf(c->out, "<rect class=\"bg\" width=\"%d\" height=\"%d\"/>\n", SVG_WIDTH, SVG_HEIGHT);
    chart_label(c, 16, 28, "t h", "start", title);
    c->x.from = LEFT;
    c->x.to = SVG_WIDTH - RIGHT;
    c->y.from = SVG_HEIGHT - BOTTOM;
    c->y.to = TOP;
}

void chart_axes(struct chart *c, const char *x_name, const char *y_name)
{
    ticks(c, false);
    ticks(c, true);
    str_addf(c->out, "<path class=\"a\" fill=\"none\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n", c->x.from,
             c->y.to, c->y.from, c->x.to);
    chart_label(c, (c->x.from + c->x.to) / 2, SVG_HEIGHT - 14, "t d", "middle", x_name);
    chart_label(c, 16, TOP - 10, "t d", "start", y_name);
}

void chart_end(struct chart *c)
{
    str_add(c->out, "</svg>\n");
}

void chart_label(struct chart *c, double px, double py, const char *class, const char *anchor,
                 const char *text)
{
    str_addf(c->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", class, px, py,
             anchor);
    svg_text(c->out, text);
    str_add(c->out, "</text>\n");
}

void chart_line(struct chart *c, const double *x, const double *y, int n, enum price_kind style)
{
    bool pen = false;
    str_addf(c->out, "<path class=\"l k%d\"", style);
    if (kinds[style].dash != NULL)
        str_addf(c->out, " stroke-dasharray=\"%s\"", kinds[style].dash);
    str_add(c->out, " d=\"");
    for (int i = 0; i < n; i++) {
        bool there = known(x[i]) && known(y[i]) && (!c->y.log || y[i] > 0);
        if (there)
            str_addf(c->out, "%c%.1f %.1f", pen ? 'L' : 'M', svg_at(&c->x, x[i]),
                     svg_at(&c->y, y[i]));
        pen = there;
    }
    str_add(c->out, "\"/>\n");
}

void chart_bar(struct chart *c, double px, double low, double high, enum price_kind style)
{
    if (!known(low) || !known(high) || (c->y.log && low <= 0))
        return;
    str_addf(c->out, "<path class=\"b k%d\" d=\"M%.1f %.1fV%.1f\"/>\n", style, px,
             num_clamp(svg_at(&c->y, low), c->y.to, c->y.from),
             num_clamp(svg_at(&c->y, high), c->y.to, c->y.from));
}

/* Own machines are squares, rented ones circles, hybrids diamonds. */
void chart_mark(struct chart *c, double px, double py, enum price_kind style, const char *tip)
{
    str_addf(c->out, "<path class=\"m k%d\" d=\"", style);
    if (style == KIND_OWN)
        str_addf(c->out, "M%.1f %.1fh10v10h-10z", px - 5, py - 5);
    else if (style == KIND_HYBRID)
        str_addf(c->out, "M%.1f %.1fl6 6l-6 6l-6 -6z", px, py - 6);
    else
        str_addf(c->out, "M%.1f %.1fa5 5 0 1 0 10 0a5 5 0 1 0 -10 0z", px - 5, py);
    if (tip == NULL) {
        str_add(c->out, "\"/>\n");
        return;
    }
    str_add(c->out, "\"><title>");
    svg_text(c->out, tip);
    str_add(c->out, "</title></path>\n");
}

void chart_rule(struct chart *c, double x, const char *text, int line)
{
    double at = svg_at(&c->x, x);
    str_addf(c->out, "<line class=\"r\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", at,
             at, c->y.from, c->y.to);
    bool left = at < (c->x.from + c->x.to) / 2;
    chart_label(c, left ? at + 6 : at - 6, c->y.to + 14 + 16 * line, "t s", left ? "start" : "end",
                text);
}
