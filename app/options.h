/*
 * options.h - the answers that a question offers: closed words, models, cards, countries, engines,
 * or typical quantities, with what each would cost in memory where that is known. One list serves
 * wizard, question screen and plain dialogue.
 */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include "base/arena.h"
#include "base/msg.h"
#include "engine/job/job.h"

struct option {
    const char *value; /* text for answers_set; "" = clear the answer */
    const char *label; /* what is read */
    const char *extra; /* right-hand figures, "" = none */
    const char *hint;  /* one line about it, "" = none */
    bool typed;        /* what the user typed, taken as it stands */
    bool type_row;     /* opens the field */
};

struct options {
    struct option *o;
    int n;
    int current;   /* the answer as it stands, -1 if it is not in the list */
    int hidden;    /* rows that the filter took away */
    bool can_type; /* free text is an answer too */
};

/* options_build: filter "" = all. Strings live in the arena or in the facts. */
void options_build(struct options *out, enum question_id q, const struct answers *a,
                   const struct job *job, const struct facts *f, const char *filter, enum lang lang,
                   struct arena *arena);

/* option_shown: the value of a question as a person reads it, "" when it has none. */
void option_shown(struct str *out, enum question_id q, const struct job *job, const struct facts *f,
                  enum lang lang);

#endif
