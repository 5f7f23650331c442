/*
 * rules.h - what is wrong or wise. Tables of rules, one file an area: id, severity, the facts a
 * rule reads, its condition over them, messages in both languages, remedy, source, seed sentence.
 *
 * Conditions read named facts (rule_facts.def), never ids or names. A rule that applies but whose
 * inputs are unknown yields a finding of severity "unknown", not silence.
 *
 *     struct rule_facts rf;
 *     rules_gather(job, facts, plan, need, now_days, &rf);          (gather.h)
 *     plan->finding_n = rules_run(&rf, arena, &plan->finding);
 */
#ifndef ENGINE_RULES_RULES_H
#define ENGINE_RULES_RULES_H

#include "base/arena.h"
#include "base/msg.h"

enum severity { SEV_ERROR, SEV_WARNING, SEV_ADVICE, SEV_UNKNOWN };
const char *severity_word(enum severity s);

/* Order of need within one severity, on every screen. */
enum rule_group {
    GROUP_FIT,
    GROUP_SPEED,
    GROUP_SOFTWARE,
    GROUP_POWER,
    GROUP_LINK,
    GROUP_LOAD,
    GROUP_PRICE,
    GROUP_COMFORT
};
const char *rule_group_word(enum rule_group g);
enum msg_id rule_group_label(enum rule_group g); /* the word on a screen, in its language */

struct finding {
    const char *rule; /* "psu-margin" */
    enum severity severity;
    enum rule_group group;
    struct msg message, remedy;
    const char *source, *seed; /* seed: sentence it corrects or confirms, NULL */
};

/* What the rule says to the sentence it cites. */
enum seed_verdict { SEED_NONE, SEED_CONFIRMS, SEED_CORRECTS };

/* A rule as `explain` prints it. severity and message are those of the gravest outcome. */
struct rule_info {
    const char *id;
    enum severity severity;
    enum rule_group group;
    enum msg_id message, remedy;
    const char *source, *seed;
    const char *aliases; /* comma list of method ids, e.g. "PSU-01,PSU-02" or NULL */
    enum msg_id title;   /* what it watches, a few words without figures */
    enum seed_verdict seed_verdict;
    size_t outcomes; /* how many ways it can speak, gravest first */
    size_t index;    /* i of rules_get, for the functions below */
    const char *under; /* rule that says the same more gravely; NULL: none */
};
size_t rules_count(void);
struct rule_info rules_get(size_t i);
const struct rule_info *rules_find(const char *id_or_alias,
                                   struct rule_info *buf); /* NULL unknown */

/* rules_source: a source as it reads in that language: sentences are translated, citations stay. */
const char *rules_source(const char *source, enum lang lang);

/* rules_outcome: the n-th outcome of rule i: its severity, and its message and remedy with the
 * words of the facts where a finding has figures. false when there is no such outcome. */
#define RULE_OUTCOMES 6
bool rules_outcome(size_t i, size_t n, enum severity *severity, struct msg *message,
                   struct msg *remedy);
/* rules_outcome_text: appends that message (or remedy) with the facts in brackets where a finding
 * has figures: "Needs [memory needed on a card] on one card". Reads better than rules_outcome. */
void rules_outcome_text(size_t i, size_t n, bool remedy, enum lang lang, struct str *out);
/* rules_condition: appends the condition of that outcome in words and signs. */
void rules_condition(size_t i, size_t n, enum lang lang, struct str *out);

enum fact_unit {
    UNIT_YESNO,
    UNIT_NUM,
    UNIT_INT,
    UNIT_GIB,
    UNIT_GB,
    UNIT_GBS,
    UNIT_GBPS,
    UNIT_WATT,
    UNIT_HOURS,
    UNIT_PCT,
    UNIT_MONEY,
    UNIT_TOKS,
    UNIT_MS,
    UNIT_MONTHS,
    UNIT_TEXT,
    UNIT_WORD, /* a text of both languages: its enum msg_id */
    UNIT_DATE
};
enum fact_origin { ORIGIN_JOB, ORIGIN_CARD, ORIGIN_SIZING, ORIGIN_HOST, ORIGIN_PRICE };
enum fact_id {
#define RULE_FACT(ID, ...) F_##ID,
#include "engine/rules/rule_facts.def"
#undef RULE_FACT
    F_COUNT
};
struct fact_info {
    const char *name; /* "psu-usable" */
    enum fact_unit unit;
    enum fact_origin origin;
    enum msg_id label;
};
const struct fact_info *rule_fact_info(enum fact_id id);

struct rule_facts {
    double f[F_COUNT];         /* UNKNOWN = not known; yes/no as 1/0 */
    const char *text[F_COUNT]; /* UNIT_TEXT, UNIT_DATE: the words (f is 1); UNIT_MONEY: currency */
    char date[2][12];          /* room for dates that gather makes */
};
void rule_facts_init(struct rule_facts *rf); /* everything UNKNOWN */

/* rules_reads: the facts that the conditions of rule i read, each once; returns how many. */
size_t rules_reads(size_t i, enum fact_id out[F_COUNT]);
/* rules_outcome_reads: those that must be known for its n-th outcome alone. */
size_t rules_outcome_reads(size_t i, size_t n, enum fact_id out[F_COUNT]);

/* rules_run: findings over rf, the gravest first, within a severity in the order of need (group). A
 * rule is silent while the one that it stands under speaks as gravely. Rules that cannot tell make
 * one finding for each who can settle it (job, card, sizing, machine, price), last of all.
 * Everything in them lives in the arena or is static. Returns the count, 0 when the arena fails. */
size_t rules_run(const struct rule_facts *rf, struct arena *arena, struct finding **out);
/* rules_run_one: the finding of rule i alone; false: it keeps silent. */
bool rules_run_one(size_t i, const struct rule_facts *rf, struct arena *arena, struct finding *out);

#endif
