#include "base/msg.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/err.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"

struct msg msg_make(enum msg_id id, int n, ...)
{
    struct msg m = {.id = id, .n = n};
    va_list ap;

    if (n < 0 || n > MSG_ARGS_MAX)
        BUG("msg_make: number of arguments");
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        m.a[i] = va_arg(ap, struct msg_arg);
    va_end(ap);
    return m;
}

const char *msg_text(enum lang lang, enum msg_id id)
{
    int l = (int)lang;
    int i = (int)id;

    if (i <= 0 || i >= (int)MSG_COUNT)
        return "";
    if (l < 0 || l >= msg_lang_count)
        l = LANG_EN;
    const char *text = msg_tables[l][i];
    return text ? text : "";
}

/* --- one argument ---------------------------------------------------------------------------- */
/* The unit's text with the number in place of {1}. */
static void put_unit(struct str *out, enum lang lang, enum msg_id unit,
                     void (*number)(struct str *, double), double x)
{
    const char *text = msg_text(lang, unit);
    const char *at = strstr(text, "{1}");

    if (!at) {
        str_add(out, text);
        return;
    }
    str_addn(out, text, (size_t)(at - text));
    number(out, x);
    str_add(out, at + 3);
}

static void whole(struct str *out, double x)
{
    num_grouped(out, x, 0);
}

/* Watts: the circuit is counted in whole ones. */
static void short_or_whole(struct str *out, double x)
{
    if (fabs(x) >= 99.95)
        whole(out, x);
    else
        num_short(out, x);
}

/* A span of hours in the unit that people would say. Limits are those of the rounded figure. */
static void put_hours(struct str *out, enum lang lang, double hours)
{
    double h = fabs(hours);

    if (h == 0)
        put_unit(out, lang, MSG_UNIT_HOURS, num_short, 0);
    else if (h < 1 / 30.0)
        put_unit(out, lang, MSG_UNIT_SECONDS, num_short, hours * 3600);
    else if (h < 119.5 / 60)
        put_unit(out, lang, MSG_UNIT_MINUTES, num_short, hours * 60);
    else if (h <= 96)
        put_unit(out, lang, MSG_UNIT_HOURS, num_short, hours);
    else if (h < 24 * 1000.0)
        put_unit(out, lang, MSG_UNIT_DAYS, num_short, hours / 24);
    else
        put_unit(out, lang, MSG_UNIT_YEARS, num_short, hours / 8760);
}

/* One month is "1 month"; what prints as another figure has the plural. */
static void put_months(struct str *out, enum lang lang, double months)
{
    bool one = fabs(months - 1) < 0.005;

    put_unit(out, lang, one ? MSG_UNIT_MONTH : MSG_UNIT_MONTHS, num_short, months);
}

/* Shares below 10 % keep two digits, others are whole: 0.4 %, 8.5 %, 37 %. */
static void per_cent(struct str *out, double share)
{
    double pct = share * 100;
    double size = fabs(pct);

    if (size >= 9.95 || size == 0) {
        whole(out, pct);
        return;
    }
    struct str digits;
    str_init(&digits, 64);
    num_fixed(&digits, pct, size >= 0.095 ? 1 : size >= 0.0095 ? 2 : 4);
    while (digits.len > 0 && digits.p[digits.len - 1] == '0' && strchr(digits.p, '.'))
        digits.p[--digits.len] = '\0';
    if (digits.len > 0 && digits.p[digits.len - 1] == '.')
        digits.p[--digits.len] = '\0';
    str_add(out, digits.p);
    str_free(&digits);
}

static void put_number(struct str *out, enum lang lang, const struct msg_arg *a)
{
    double x = a->num;

    switch (a->kind) {
    case ARG_KIND_INT: whole(out, x); break;
    case ARG_KIND_NUM: num_short(out, x); break;
    case ARG_KIND_GIB: put_unit(out, lang, MSG_UNIT_GIB, num_short, x); break;
    case ARG_KIND_GB:
        if (fabs(x) >= 9995)
            put_unit(out, lang, MSG_UNIT_TB, num_short, x / 1000);
        else
            put_unit(out, lang, MSG_UNIT_GB, num_short, x);
        break;
    case ARG_KIND_GBS: put_unit(out, lang, MSG_UNIT_GBS, num_short, x); break;
    case ARG_KIND_GBPS: put_unit(out, lang, MSG_UNIT_GBPS, num_short, x); break;
    case ARG_KIND_WATT: put_unit(out, lang, MSG_UNIT_WATT, short_or_whole, x); break;
    case ARG_KIND_HOURS: put_hours(out, lang, x); break;
    case ARG_KIND_PCT: put_unit(out, lang, MSG_UNIT_PCT, per_cent, x); break;
    case ARG_KIND_RATIO: put_unit(out, lang, MSG_UNIT_RATIO, num_short, x); break;
    case ARG_KIND_MONEY: num_money(out, x, a->str, false); break;
    case ARG_KIND_SI: num_si(out, x); break;
    case ARG_KIND_MONTHS: put_months(out, lang, x); break;
    case ARG_KIND_MS:
        if (fabs(x) >= 9995)
            put_unit(out, lang, MSG_UNIT_SECONDS, num_short, x / 1000);
        else
            put_unit(out, lang, MSG_UNIT_MS, num_short, x);
        break;
    case ARG_KIND_TOKS: put_unit(out, lang, MSG_UNIT_TOKS, num_short, x); break;
    case ARG_KIND_NONE:
    case ARG_KIND_STR:
    case ARG_KIND_DATE:
    case ARG_KIND_MSG: break;
    }
}

static void put_verbatim(struct str *out, enum lang lang, const char *text)
{
    const char *pair = strchr(text, MSG_PAIR);
    struct str one;
    if (pair == NULL || lang == LANG_ZH) {
        text_clean(out, pair != NULL ? pair + 1 : text);
        return;
    }
    str_init(&one, (size_t)(pair - text) + 1);
    str_addn(&one, text, (size_t)(pair - text));
    text_clean(out, one.p);
    str_free(&one);
}

void msg_arg_render(struct str *out, enum lang lang, const struct msg_arg *a)
{
    const char *unknown = msg_text(lang, MSG_WORD_UNKNOWN);

    switch (a->kind) {
    case ARG_KIND_NONE: break;
    case ARG_KIND_STR:
        if (a->str)
            put_verbatim(out, lang, a->str);
        else
            str_add(out, unknown);
        break;
    case ARG_KIND_DATE:
        if (str_empty(a->str))
            str_add(out, unknown);
        else
            text_clean(out, a->str);
        break;
    case ARG_KIND_MSG: str_add(out, msg_text(lang, a->id)); break;
    default:
        if (isfinite(a->num))
            put_number(out, lang, a);
        else
            str_add(out, unknown); /* an infinite figure is one that nobody computed either */
    }
}

/* --- blanks around a value -------------------------------------------------------------------- */
/* Chinese sets a blank between its characters and foreign words or figures, none between two of
 * its characters or beside its marks. A message cannot know what its values begin and end with. */
enum script { SCRIPT_OTHER, SCRIPT_HAN, SCRIPT_MARK, SCRIPT_WORD };

static enum script script_at(const char *s)
{
    int32_t c = *s ? text_next(&s) : 0;

    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
        return SCRIPT_WORD;
    if (c >= 0x3400 && c <= 0x9fff)
        return SCRIPT_HAN;
    return (c >= 0x3000 && c <= 0x303f) || (c >= 0xff00 && c <= 0xff60) ? SCRIPT_MARK
                                                                        : SCRIPT_OTHER;
}

/* Of the last character of s[0..len). */
static enum script script_before(const char *s, size_t len)
{
    if (len == 0)
        return SCRIPT_OTHER;
    do
        len--;
    while (len > 0 && ((unsigned char)s[len] & 0xc0) == 0x80);
    return script_at(s + len);
}

static bool blank_missing(enum script left, enum script right)
{
    return (left == SCRIPT_HAN && right == SCRIPT_WORD) ||
           (left == SCRIPT_WORD && right == SCRIPT_HAN);
}

static bool blank_wrong(enum script left, enum script right)
{
    return left == SCRIPT_MARK || right == SCRIPT_MARK ||
           (left == SCRIPT_HAN && right == SCRIPT_HAN);
}

/* Mends the blank before the value that stands in out from `at` on. */
static void blank_before(struct str *out, size_t at)
{
    bool blank = at > 0 && out->p[at - 1] == ' ';
    enum script left = script_before(out->p, blank ? at - 1 : at);
    enum script right = script_at(out->p + at);

    if (blank && blank_wrong(left, right)) {
        memmove(out->p + at - 1, out->p + at, out->len - at + 1);
        out->len--;
    } else if (!blank && blank_missing(left, right)) {
        size_t len = out->len;
        str_addc(out, ' ');
        if (out->len > len) {
            memmove(out->p + at + 1, out->p + at, len - at);
            out->p[at] = ' ';
        }
    }
}

/* The same after the value, before the rest of the message; returns where that goes on. */
static const char *blank_after(struct str *out, const char *rest)
{
    bool blank = *rest == ' ';
    enum script left = script_before(out->p, out->len);
    enum script right = script_at(rest + (blank ? 1 : 0));

    if (blank && blank_wrong(left, right))
        return rest + 1;
    if (!blank && blank_missing(left, right))
        str_addc(out, ' ');
    return rest;
}

/* --- whole messages -------------------------------------------------------------------------- */
/* "{1:row|rows}": one of two forms, as the argument shows as 1 or not; the bytes of it, 0: none. */
static size_t put_form(struct str *out, enum lang lang, const struct msg *m, const char *p)
{
    int i = p[1] - '1';
    size_t one = p[2] == ':' ? strcspn(p + 3, "|}") : 0;
    const char *many = p + 3 + one + 1;

    if (p[2] != ':' || i < 0 || i >= m->n || p[3 + one] != '|')
        return 0;
    size_t rest = strcspn(many, "}");
    if (many[rest] != '}')
        return 0;
    struct str shown;
    str_init(&shown, 256);
    msg_arg_render(&shown, lang, &m->a[i]);
    if (str_eq(shown.p, "1"))
        str_addn(out, p + 3, one);
    else
        str_addn(out, many, rest);
    str_free(&shown);
    return (size_t)(many - p) + rest + 1;
}

void msg_render(struct str *out, enum lang lang, const struct msg *m)
{
    const char *p = msg_text(lang, m->id);

    while (*p) {
        size_t n = strcspn(p, "{");
        str_addn(out, p, n);
        p += n;
        if (!*p)
            break;
        int i = p[1] >= '1' && p[1] <= '9' && p[2] == '}' ? p[1] - '1' : -1;
        if (i >= 0 && i < m->n) {
            size_t at = out->len;
            msg_arg_render(out, lang, &m->a[i]);
            p += 3;
            if (lang == LANG_ZH && out->len > at) {
                blank_before(out, at);
                p = blank_after(out, p);
            }
        } else if ((n = put_form(out, lang, m, p)) > 0) {
            p += n;
        } else {
            str_addc(out, *p++); /* a brace, or a placeholder nobody filled: seen as it is */
        }
    }
}

bool msg_lang_from(const char *word, enum lang *out)
{
    if (!word)
        return false;
    size_t n = strcspn(word, "_-.@");
    for (int i = 0; i < msg_lang_count; i++) {
        char head[16];
        str_copy(head, n + 1 < sizeof head ? n + 1 : sizeof head, word);
        if (n > 0 && n < sizeof head && str_case_eq(head, msg_lang_codes[i])) {
            *out = (enum lang)i;
            return true;
        }
    }
    return false;
}
