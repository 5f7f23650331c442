#include "engine/job/answers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "engine/job/choices.h"
#include "engine/job/fault.h"

void answers_init(struct answers *a)
{
    memset(a, 0, sizeof *a);
    for (int i = 0; i < Q_COUNT; i++) {
        a->a[i].num = UNKNOWN;
    }
}

static void forget(struct answer *a)
{
    *a = (struct answer){.from = FROM_DEFAULT, .num = UNKNOWN};
}

/* void_defaults: what a file stored as default or derived may hang on an answer that changed. */
static void void_defaults(struct answers *a)
{
    for (int i = 0; i < Q_COUNT; i++) {
        if (a->a[i].set && a->a[i].from != FROM_GIVEN) {
            forget(&a->a[i]);
        }
    }
}

void answers_clear(struct answers *a, enum question_id id)
{
    if (a->a[id].set && a->a[id].from == FROM_GIVEN) {
        void_defaults(a);
    }
    forget(&a->a[id]);
}

/* --- canonical text ------------------------------------------------------------------------- */
struct scale {
    double by;
    const char *suffix;
};
static const struct scale scales_count[] = {
    {1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}, {0, NULL}};
static const struct scale scales_length[] = {{1048576, "m"}, {1024, "k"}, {0, NULL}};
static const struct scale scales_bytes[] = {{1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"},
                                            {1e6, "MB"},  {1e3, "kB"},  {0, NULL}};
static const struct scale scales_fraction[] = {{0.01, "%"}, {0, NULL}};

/* add_scaled: the largest suffix that leaves at most two decimals; false when none does. */
static bool add_scaled(struct str *out, const struct scale *s, double x)
{
    for (; s->suffix; s++) {
        double y = x / s->by;
        double cents = nearbyint(y * 100);
        if (y >= 1 && fabs(y * 100 - cents) < 1e-9 * cents && (cents / 100) * s->by == x) {
            num_json(out, cents / 100);
            str_add(out, s->suffix);
            return true;
        }
    }
    return false;
}

void answers_text(struct str *out, const struct question *q, double x, const char *currency)
{
    bool done = false;
    switch (q->unit) {
    case NUM_LENGTH:
        /* only whole multiples: 4.88k for 5000 would read badly */
        done = fmod(x, 1024) == 0 && add_scaled(out, scales_length, x);
        break;
    case NUM_COUNT: done = add_scaled(out, scales_count, x); break;
    case NUM_BYTES: done = add_scaled(out, scales_bytes, x); break;
    case NUM_FRACTION: done = add_scaled(out, scales_fraction, x); break;
    default: break;
    }
    if (done) {
        return;
    }
    num_json(out, x);
    switch (q->unit) {
    case NUM_BYTES: str_add(out, "B"); break;
    case NUM_HOURS: str_add(out, "h"); break;
    case NUM_SECONDS: str_add(out, "s"); break;
    case NUM_MONEY: str_add(out, currency ? currency : ""); break;
    default: break;
    }
}

/* --- reading -------------------------------------------------------------------------------- */
/* tidy: trims, and turns the full-width forms of a Chinese keyboard into ASCII. False when the
 * text has control characters, is not UTF-8 or is too long; *msg says which. */
static bool tidy(const char *text, char out[ANSWER_TEXT_MAX], enum msg_id *msg)
{
    *msg = MSG_JOB_BYTES;
    if (!text_valid(text)) {
        return false;
    }
    size_t n = 0;
    for (const char *p = text; *p;) {
        const char *from = p;
        int32_t cp = text_next(&p);
        if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0)) {
            return false;
        }
        char one[1] = {0};
        if (cp >= 0xFF01 && cp <= 0xFF5E) {
            one[0] = (char)(cp - 0xFF01 + 0x21);
        } else if (cp == 0x3000 || cp == 0xA0) {
            one[0] = ' ';
        } else if (cp == 0xD7) { /* the multiplication sign in 4090×2 */
            one[0] = 'x';
        } else if (cp == 0x3001) { /* the enumeration comma */
            one[0] = ',';
        }
        const char *bytes = one[0] ? one : from;
        size_t len = one[0] ? 1 : (size_t)(p - from);
        if (n == 0 && len == 1 && bytes[0] == ' ') {
            continue;
        }
        if (n + len >= ANSWER_TEXT_MAX) {
            *msg = MSG_JOB_LONG;
            return false;
        }
        memcpy(out + n, bytes, len);
        n += len;
    }
    while (n > 0 && out[n - 1] == ' ') {
        n--;
    }
    out[n] = '\0';
    return true;
}

static enum err bad_words(struct err_info *e, enum msg_id id, const struct question *q,
                          const char *text)
{
    struct fault x = fault_begin(e, ERR_USAGE, id);
    fault_arg(&x, ARG_STR(q->name));
    fault_user(&x, text);
    fault_arg(&x, ARG_STR(question_example(q)));
    return fault_end(&x);
}

static enum err bad_choice(struct err_info *e, const struct question *q, const char *text)
{
    struct str all;
    str_init(&all, 512);
    choices_join(&all, q->choices);
    struct fault x = fault_begin(e, ERR_USAGE, MSG_JOB_CHOICE);
    fault_arg(&x, ARG_STR(q->name));
    fault_user(&x, text);
    fault_str(&x, all.p);
    str_free(&all);
    return fault_end(&x);
}

static enum err bad_range(struct err_info *e, const struct question *q, const char *text)
{
    struct str low, high;
    str_init(&low, 64);
    str_init(&high, 64);
    answers_text(&low, q, q->min, NULL);
    answers_text(&high, q, q->max, NULL);
    struct fault x = fault_begin(e, ERR_USAGE, MSG_JOB_RANGE);
    fault_arg(&x, ARG_STR(q->name));
    fault_user(&x, text);
    fault_str(&x, low.p);
    fault_str(&x, high.p);
    fault_arg(&x, ARG_STR(question_example(q)));
    str_free(&low);
    str_free(&high);
    return fault_end(&x);
}

/* read_picture: "832x480" or "480p" (16:9, as video formats are named): the side of a square with
 * as many pixels, which is what compute and memory follow. Replaces the text by that number. */
static void read_picture(struct answer *to)
{
    char text[ANSWER_TEXT_MAX];
    double a, b;
    str_copy(text, sizeof text, to->text);
    size_t n = strlen(text);
    char *times = strpbrk(text, "xX");
    if (n > 1 && tolower((unsigned char)text[n - 1]) == 'p') {
        text[n - 1] = '\0';
        if (num_parse(text, NUM_INT, &a, NULL) != NUM_OK) {
            return;
        }
        b = a * 16 / 9;
    } else if (times) {
        *times = '\0';
        if (num_parse(text, NUM_INT, &a, NULL) != NUM_OK ||
            num_parse(times + 1, NUM_INT, &b, NULL) != NUM_OK) {
            return;
        }
    } else {
        return;
    }
    if (a > 0 && b > 0) {
        snprintf(to->text, sizeof to->text, "%.0f", round(sqrt(a * b)));
    }
}

static enum err read_number(const struct question *q, struct answer *to, struct err_info *e)
{
    char currency[4] = "";
    double x = UNKNOWN;
    if (q->id == Q_IMAGE_SIZE) {
        read_picture(to);
    }
    switch (num_parse(to->text, q->unit, &x, currency)) {
    case NUM_OK: break;
    case NUM_RANGE: return bad_range(e, q, to->text);
    case NUM_UNIT: return bad_words(e, MSG_JOB_UNIT, q, to->text);
    case NUM_NOT_WHOLE: return bad_words(e, MSG_JOB_WHOLE, q, to->text);
    case NUM_EMPTY:
    case NUM_SYNTAX: return bad_words(e, MSG_JOB_SYNTAX, q, to->text);
    }
    if (!(x >= q->min && x <= q->max)) {
        return bad_range(e, q, to->text);
    }
    if (q->unit == NUM_LENGTH && x != floor(x)) {
        return bad_words(e, MSG_JOB_WHOLE, q, to->text);
    }
    to->num = x;
    str_copy(to->currency, sizeof to->currency, currency);
    return OK;
}

/* read_choice: the canonical word replaces what was typed. Number formats may be any that
 * formats.c knows, not only those of the list. */
static enum err read_choice(const struct question *q, struct answer *to, struct err_info *e)
{
    int at = choice_index(q->choices, to->text);
    if (at >= 0) {
        str_copy(to->text, sizeof to->text, q->choices[at].word);
        return OK;
    }
    const struct num_format *fmt = num_format_find(to->text);
    if (fmt && (q->id == Q_WEIGHTS || q->id == Q_KV)) {
        str_copy(to->text, sizeof to->text, fmt->id);
        return OK;
    }
    return bad_choice(e, q, to->text);
}

/* answer_list_next: next item of a comma list, trimmed; false at the end. */
bool answer_list_next(const char **p, char *item, size_t cap)
{
    while (**p == ' ' || **p == ',') {
        (*p)++;
    }
    if (!**p) {
        return false;
    }
    const char *end = strchr(*p, ',');
    size_t n = end ? (size_t)(end - *p) : strlen(*p);
    const char *from = *p;
    *p += n;
    while (n > 0 && from[n - 1] == ' ') {
        n--;
    }
    n = n < cap ? n : cap - 1;
    memcpy(item, from, n);
    item[n] = '\0';
    return true;
}

/* read_list: tidy commas. Words of a closed list become canonical; vendors may also be names. */
static enum err read_list(const struct question *q, struct answer *to, struct err_info *e)
{
    struct str all;
    str_init(&all, ANSWER_TEXT_MAX - 1);
    enum err result = OK;
    char item[ANSWER_TEXT_MAX];
    for (const char *p = to->text; result == OK && answer_list_next(&p, item, sizeof item);) {
        const char *word = item;
        if (q->choices) {
            int at = choice_index(q->choices, item);
            if (at < 0 && q->id != Q_VENDORS) {
                result = bad_choice(e, q, item);
            }
            word = at >= 0 ? q->choices[at].word : item;
        }
        str_add(&all, all.len ? "," : "");
        str_add(&all, word);
    }
    if (result == OK && all.len == 0) {
        result = bad_words(e, MSG_JOB_SYNTAX, q, to->text);
    }
    if (result == OK) {
        str_copy(to->text, sizeof to->text, all.p);
    }
    str_free(&all);
    return result;
}

static bool same(const struct answer *a, const struct answer *b)
{
    bool same_num = a->num == b->num || (isnan(a->num) && isnan(b->num));
    return a->set == b->set && same_num && str_eq(a->currency, b->currency) &&
           (known(a->num) || str_eq(a->text, b->text));
}

/* put: stores the answer; a new given one makes stored defaults void. */
static void put(struct answers *a, enum question_id id, const struct answer *to)
{
    if (to->from == FROM_GIVEN && !same(&a->a[id], to)) {
        void_defaults(a);
    }
    a->a[id] = *to;
}

enum err answers_set(struct answers *a, enum question_id id, const char *text,
                     enum answer_from from, struct err_info *e)
{
    const struct question *q = question_get(id);
    struct answer to = {.from = from, .set = true, .num = UNKNOWN};
    enum msg_id why;
    if (!tidy(text, to.text, &why)) {
        struct fault x = fault_begin(e, ERR_USAGE, why);
        fault_arg(&x, ARG_STR(q->name));
        fault_arg(&x, ARG_INT(ANSWER_TEXT_MAX - 1));
        return fault_end(&x);
    }
    if (!to.text[0]) {
        struct fault x = fault_begin(e, ERR_USAGE, MSG_JOB_EMPTY);
        fault_arg(&x, ARG_STR(q->name));
        fault_arg(&x, ARG_STR(question_example(q)));
        return fault_end(&x);
    }
    enum err result = OK;
    switch (q->type) {
    case ANSWER_QUANTITY: result = read_number(q, &to, e); break;
    case ANSWER_CHOICE:
    case ANSWER_YESNO: result = read_choice(q, &to, e); break;
    case ANSWER_LIST: result = read_list(q, &to, e); break;
    case ANSWER_TEXT: break;
    }
    if (result == OK) {
        put(a, id, &to);
    }
    return result;
}

enum err answers_set_number(struct answers *a, enum question_id id, double x, const char *currency,
                            enum answer_from from, struct err_info *e)
{
    const struct question *q = question_get(id);
    struct answer to = {.from = from, .set = true, .num = x};
    str_copy(to.currency, sizeof to.currency, currency ? currency : "");
    struct str text;
    str_init(&text, ANSWER_TEXT_MAX - 1);
    answers_text(&text, q, x, to.currency);
    str_copy(to.text, sizeof to.text, text.p);
    str_free(&text);
    if (q->type != ANSWER_QUANTITY) {
        return answers_set(a, id, to.text, from, e);
    }
    if (!(x >= q->min && x <= q->max)) {
        return bad_range(e, q, to.text);
    }
    bool whole = q->unit == NUM_INT || q->unit == NUM_LENGTH;
    if (whole && x != floor(x)) {
        return bad_words(e, MSG_JOB_WHOLE, q, to.text);
    }
    put(a, id, &to);
    return OK;
}
