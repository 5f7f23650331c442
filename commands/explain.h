/* explain.h - what the files of `dlrig explain` share. */
#ifndef COMMANDS_EXPLAIN_H
#define COMMANDS_EXPLAIN_H

#include "commands/run.h"

/* explain_line: "label: text" behind `before`; nothing for an empty text. */
void explain_line(struct run *r, const char *before, enum msg_id label, const char *text);
/* explain_rule: a rule by id or alias, a claim of the articles, or a row of a rule table; false
 * when there is none of that name. */
bool explain_rule(struct run *r, const char *id);
/* explain_study: a published study of owning against renting by its id, or by that of one of its
 * quantities; "tco": all that reckoned wrongly themselves. false: there is none of that name. */
bool explain_study(struct run *r, const char *id);
/* explain_factor: an assumption by its id, such as load.idle_waste_cloud; the facts are loaded.
 * false: there is none of that name. */
bool explain_factor(struct run *r, const char *id);

#endif
