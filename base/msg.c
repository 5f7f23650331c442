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

void msg_arg_render(struct str *out, enum lang lang, const struct msg_arg *a)
{
    const char *unknown = msg_text(lang, MSG_WORD_UNKNOWN);

    switch (a->kind) {
    case ARG_KIND_NONE: break;
    case ARG_KIND_STR:
        if (a->str)
            text_clean(out, a->str);
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

/* --- whole messages -------------------------------------------------------------------------- */
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
            msg_arg_render(out, lang, &m->a[i]);
            p += 3;
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
