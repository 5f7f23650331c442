/* html.c - the report as one page for a browser: nothing is loaded, nothing runs, light and dark.
 */
#include "export/parts.h"
#include "export/svg.h"

static const char *const style =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1b1b1b;--dim:#555;--line:#d8d8d8;--head:#f3f4f6;"
    "--link:#0b5cad;--error:#a4161a;--warning:#8a4b00;--advice:#0b5cad;--unknown:#6b4fa0}\n"
    "@media (prefers-color-scheme:dark){:root{--bg:#161819;--fg:#ececec;--dim:#b4b4b4;"
    "--line:#3a3e41;--head:#212527;--link:#8ec1ff;--error:#ff8a80;--warning:#ffb95c;"
    "--advice:#8ec1ff;--unknown:#c9b3f5}}\n"
    "body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,"
    "\"Segoe UI\",\"Noto Sans CJK SC\",\"Microsoft YaHei\",sans-serif}\n"
    "main{max-width:70rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}\n"
    "h1{font-size:1.25rem;line-height:1.4;margin:0 0 1rem}h2{font-size:1.15rem;margin:2rem 0 .6rem;"
    "border-bottom:1px solid var(--line);padding-bottom:.25rem}\n"
    "a{color:var(--link)}"
    "code{font:0.9em ui-monospace,Menlo,Consolas,monospace}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}"
    "th,td{border-bottom:1px solid var(--line);padding:.35rem .6rem;text-align:left;"
    "vertical-align:top;min-width:3em}th{background:var(--head);font-weight:600}"
    ".r{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\n"
    "strong.error{color:var(--error)}strong.warning{color:var(--warning)}"
    "strong.advice{color:var(--advice)}strong.unknown{color:var(--unknown)}\n"
    "figure{margin:1rem 0;border:1px solid var(--line)}figure svg{display:block;width:100%;"
    "height:auto}\n"
    ".sources{color:var(--dim);font-size:.9rem;overflow-wrap:anywhere}"
    "footer{margin-top:2rem;color:var(--dim);font-size:.85rem}\n"
    "@media print{main{max-width:none;padding:0}a{color:inherit;text-decoration:none}"
    "figure,tr{break-inside:avoid}}\n";

void html_pictures(struct doc *d, const struct result *r)
{
    struct str cost, scatter;
    str_init(&cost, 4u << 20);
    str_init(&scatter, 4u << 20);
    bool curves = svg_cost(r, d->lang, "cost", 0, &cost);
    bool points = svg_scatter(r, d->lang, "scatter", 0, &scatter);
    if (curves || points)
        doc_heading(d, MSG_HTML_PICTURES);
    if (curves)
        str_addf(d->out, "<figure>\n%s</figure>\n", cost.p);
    if (points)
        str_addf(d->out, "<figure>\n%s</figure>\n", scatter.p);
    d->out->failed = d->out->failed || cost.failed || scatter.failed;
    str_free(&cost);
    str_free(&scatter);
}

static void footer(const struct result *r, const struct export_options *o, struct str *out)
{
    char as_of[11];
    struct str s;
    str_init(&s, TEXT_MAX);
    date_format(date_of(o->now), as_of);
    struct msg m = msg_make(MSG_HTML_FOOTER, 3, ARG_STR(r->facts->version), ARG_STR(r->facts->date),
                            ARG_STR(as_of));
    text_msg(&s, o->lang, &m);
    str_add(out, "<footer>");
    svg_text(out, s.p);
    str_add(out, "</footer>\n");
    str_free(&s);
}

void html_open(struct str *out, enum lang lang, const char *title)
{
    str_addf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
             lang == LANG_ZH ? "zh-CN" : "en");
    str_add(out, "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                 "<meta http-equiv=\"Content-Security-Policy\" "
                 "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>dlrig: ");
    svg_text(out, title);
    str_add(out, "</title>\n<style>\n");
    str_add(out, style);
    svg_style(out);
    str_add(out, "</style>\n</head>\n<body>\n<main>\n");
}

void html_close(struct str *out)
{
    str_add(out, "</main>\n</body>\n</html>\n");
}

void plan_html(const struct result *r, const struct export_options *o, struct str *out)
{
    struct str title;
    str_init(&title, TEXT_MAX);
    export_job_line(&title, o->lang, &r->job);
    html_open(out, o->lang, title.p);
    plan_report(r, o, out, DOC_HTML);
    footer(r, o, out);
    html_close(out);
    str_free(&title);
}
