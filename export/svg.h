/*
 * svg.h - pictures as SVG text: a chart with two axes into which lines, points and labels are put
 * by their values. Private to export.
 *
 * Nothing is loaded from elsewhere: fonts are those of the reader's machine, colours are classes
 * of svg_style (light and dark by prefers-color-scheme). Kinds of plan differ by colour, dash and
 * mark, and every line carries its name, so that colour alone never tells anything.
 */
#ifndef EXPORT_SVG_H
#define EXPORT_SVG_H

#include <stdbool.h>

#include "base/msg.h"
#include "base/str.h"
#include "engine/facts.h"

#define SVG_WIDTH 860
#define SVG_HEIGHT 440

struct svg_axis {
    double low, high; /* values at the ends */
    bool log;
    double from, to; /* pixels at the ends */
    enum msg_arg_kind kind;
    const char *currency; /* of ARG_KIND_MONEY */
};
struct chart {
    struct str *out;
    enum lang lang;
    struct svg_axis x, y;
};

/* svg_text: text for the inside of an element or attribute. */
void svg_text(struct str *out, const char *text);
void svg_style(struct str *out); /* rules for the classes, without the element around them */
/* svg_axis_of: an axis over the values, from 0 unless they differ so much that only a logarithm
 * shows them all. Values that are not positive are left out of a logarithm. */
struct svg_axis svg_axis_of(const double *value, int n, bool may_log);
double svg_at(const struct svg_axis *a, double value);

/* A chart is a whole <svg> element, standing `top` pixels down in the one around it; id is unique
 * in the document. desc says in words what the picture shows. */
void chart_begin(struct chart *c, const char *id, int top, const char *title, const char *desc);
void chart_axes(struct chart *c, const char *x_name, const char *y_name);
void chart_end(struct chart *c);
/* style: of the kind, 0..KIND_COUNT-1. */
void chart_line(struct chart *c, const double *x, const double *y, int n, enum price_kind style);
void chart_bar(struct chart *c, double px, double low, double high, enum price_kind style);
void chart_mark(struct chart *c, double px, double py, enum price_kind style, const char *tip);
void chart_label(struct chart *c, double px, double py, const char *class, const char *anchor,
                 const char *text);
/* An upright line with its name, on the line-th line of text from the top. */
void chart_rule(struct chart *c, double x, const char *text, int line);

#endif
