/*
 * plain_parts.h - what the files of the plain dialogue share: the dialogue itself, lines in and
 * out, one question. For commands/plain*.c.
 */
#ifndef COMMANDS_PLAIN_PARTS_H
#define COMMANDS_PLAIN_PARTS_H

#include "app/context.h"
#include "app/plan_files.h"
#include "app/recompute.h"
#include "app/session.h"

struct dialogue {
    struct context *c;
    struct ui m; /* document, job, history and lists serve here as they do on the screen */
    struct session s;
    struct runs runs;
    struct plan_files files;
    bool input_over, gone, quits;
    bool people; /* a terminal at the other end: ambiguous answers are asked again */
    int cells;   /* of a line */
    char buffer[4096];
    size_t have;
};

/* One line, over as many lines of the terminal as it needs; what follows is set in. */
void say(struct dialogue *d, const char *text);
void say_id(struct dialogue *d, enum msg_id id);
void say_msg(struct dialogue *d, const struct msg *m);
void say_error(struct dialogue *d, const struct err_info *e);
/* say_said: what the model has told since the last time, as its message line would. */
void say_said(struct dialogue *d);
/* read_line: false at the end of input or by a signal. A last line without an end counts. */
bool read_line(struct dialogue *d, char *out, size_t cap);
bool is_over(const struct dialogue *d); /* nothing more will be read or wanted */

/* ask_question: by number or text; *back (NULL allowed): the one before is wanted. */
void ask_question(struct dialogue *d, enum question_id q, bool *back);
/* print_plan: as text; returns the exit code: 1 when the answer is no. */
int print_plan(struct dialogue *d, struct err_info *e);

/* plain_menu: after the plan: every screen as numbered lines, until the end of input or q. */
void plain_menu(struct dialogue *d);

/* plain_settle: does what the effects of the model ask for. plain_page: prints the page that is
 * open and closes it. */
void plain_settle(struct dialogue *d, unsigned fx);
void plain_page(struct dialogue *d);

/* Plan files: saved, opened, one beside another or the plan here, an old one priced anew. */
void plain_save(struct dialogue *d);
void plain_open(struct dialogue *d);
void plain_against(struct dialogue *d);
void plain_reprice(struct dialogue *d);

/* plain_feeds: price feeds by numbers: chosen, let go, fetched. */
void plain_feeds(struct dialogue *d);

/* plain_row: a row of the list of m->screen as one line, its parts set apart by commas so that it
 * can be read aloud; plain_title: what the list is of. */
void plain_row(struct dialogue *d, int row, struct str *out);
void plain_title(struct dialogue *d, struct str *out);
/* plain_cost: paid by month, break-even and payback, and what moves the answer. */
void plain_cost(struct dialogue *d);

#endif
