/*
 * msg.h - texts in every language, with typed arguments.
 *
 * A text is an id (generated from lang/<code>/<area>.msg) plus typed arguments; it becomes a string
 * only at the edge (screen, export, standard error), in the language wanted there. Placeholders
 * are {1} to {9}; how an argument is printed follows from its kind, so that both languages and
 * every screen print the same figure the same way. {1:row|rows} is the first form where argument 1
 * shows as 1, else the second.
 *
 *     struct msg m = msg_make(MSG_NEED_MEMORY, 2, ARG_GIB(61.3), ARG_GIB(79.2));
 *     msg_render(&str, LANG_ZH, &m);
 */
#ifndef BASE_MSG_H
#define BASE_MSG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/messages.h" /* generated: enum msg_id { MSG_NONE, ..., MSG_COUNT } */

struct str;

enum lang { LANG_EN = 0, LANG_ZH = 1 }; /* index into msg_tables; further languages follow */

enum msg_arg_kind {
    ARG_KIND_NONE,
    ARG_KIND_STR,    /* verbatim, cleaned */
    ARG_KIND_INT,    /* grouped: 1,234 */
    ARG_KIND_NUM,    /* 3 significant digits, grouped */
    ARG_KIND_GIB,    /* num is GiB: "61.3 GiB" */
    ARG_KIND_GB,     /* num is 1e9 bytes: "120 GB" */
    ARG_KIND_GBS,    /* num is 1e9 bytes/s: "64 GB/s" */
    ARG_KIND_GBPS,   /* num is 1e9 bit/s: "100 Gbit/s" */
    ARG_KIND_WATT,   /* "1,150 W" */
    ARG_KIND_HOURS,  /* "11.2 h", below 2 h "84 min", above 96 h "4.5 d" */
    ARG_KIND_PCT,    /* num is a fraction: 0.37 -> "37 %" */
    ARG_KIND_RATIO,  /* "1.45x" */
    ARG_KIND_MONEY,  /* num with str = ISO currency: "$13,120" / "¥41,800" */
    ARG_KIND_SI,     /* tokens, samples: 50M, 1.4T */
    ARG_KIND_MONTHS, /* "9 months" / "9 个月" */
    ARG_KIND_MS,     /* milliseconds */
    ARG_KIND_TOKS,   /* tokens a second: "39.6 tok/s" */
    ARG_KIND_DATE,   /* str as known: YYYY[-MM[-DD]] */
    ARG_KIND_MSG     /* another text without arguments: msg id */
};

struct msg_arg {
    enum msg_arg_kind kind;
    enum msg_id id;
    double num;      /* NAN prints the word "unknown" in the language */
    const char *str; /* not owned; must outlive the message (arena, facts or literal) */
};

#define MSG_ARGS_MAX 9
struct msg {
    enum msg_id id; /* MSG_NONE: no text */
    int n;
    struct msg_arg a[MSG_ARGS_MAX];
};

/* In a text that is verbatim otherwise: the English one before it, the Chinese one behind it. */
#define MSG_PAIR '\x1f'
#define ARG_STR(s) ((struct msg_arg){ARG_KIND_STR, MSG_NONE, 0, (s)})
#define ARG_NUMBER(k, x) ((struct msg_arg){(k), MSG_NONE, (double)(x), NULL})
#define ARG_INT(x) ARG_NUMBER(ARG_KIND_INT, x)
#define ARG_NUM(x) ARG_NUMBER(ARG_KIND_NUM, x)
#define ARG_GIB(x) ARG_NUMBER(ARG_KIND_GIB, x)
#define ARG_GB(x) ARG_NUMBER(ARG_KIND_GB, x)
#define ARG_GBS(x) ARG_NUMBER(ARG_KIND_GBS, x)
#define ARG_GBPS(x) ARG_NUMBER(ARG_KIND_GBPS, x)
#define ARG_WATT(x) ARG_NUMBER(ARG_KIND_WATT, x)
#define ARG_HOURS(x) ARG_NUMBER(ARG_KIND_HOURS, x)
#define ARG_PCT(x) ARG_NUMBER(ARG_KIND_PCT, x)
#define ARG_RATIO(x) ARG_NUMBER(ARG_KIND_RATIO, x)
#define ARG_MONEY(x, cur) ((struct msg_arg){ARG_KIND_MONEY, MSG_NONE, (double)(x), (cur)})
#define ARG_SI(x) ARG_NUMBER(ARG_KIND_SI, x)
#define ARG_MONTHS(x) ARG_NUMBER(ARG_KIND_MONTHS, x)
#define ARG_MS(x) ARG_NUMBER(ARG_KIND_MS, x)
#define ARG_TOKS(x) ARG_NUMBER(ARG_KIND_TOKS, x)
#define ARG_DATE(s) ((struct msg_arg){ARG_KIND_DATE, MSG_NONE, 0, (s)})
#define ARG_MSG(m) ((struct msg_arg){ARG_KIND_MSG, (m), 0, NULL})

/* msg_make: message with n arguments of type struct msg_arg. n <= MSG_ARGS_MAX, else BUG. */
struct msg msg_make(enum msg_id id, int n, ...);

/* msg_render: appends the text of m in lang to out. msg_text: bare text of an id, no arguments. */
void msg_render(struct str *out, enum lang lang, const struct msg *m);
const char *msg_text(enum lang lang, enum msg_id id);

/* msg_arg_render: one argument as the text would show it (tables and gauges use it too). */
void msg_arg_render(struct str *out, enum lang lang, const struct msg_arg *a);

/* msg_lang_from: language of a --lang word or a locale string ("zh_CN.UTF-8" -> zh); false when
 * not one of ours, *out unchanged. */
bool msg_lang_from(const char *word, enum lang *out);

#endif
