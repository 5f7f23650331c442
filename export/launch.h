/*
 * launch.h - files that start a plan: the engine's command with the layout that was sized, as a
 * script of its own, as a Slurm batch script or as a SkyPilot task. Private to export.
 *
 * A file has three parts: head (what its format demands first, then the verdict as comments),
 * variables that the user may set or must fill in (${NAME:?fill in: ...} stops until he does), and
 * the body, which is the same text in every form. Names and options are those of the programs'
 * own manuals; what a program has no word for is refused or told in a comment, never left out in
 * silence.
 */
#ifndef EXPORT_LAUNCH_H
#define EXPORT_LAUNCH_H

#include "export/parts.h"

enum launch_work { WORK_NONE, WORK_TRAIN, WORK_VLLM, WORK_LLAMA };
enum launch_host { HOST_ALONE, HOST_SLURM, HOST_SKY };

struct launch {
    const struct result *r;
    const struct export_options *o;
    const struct plan *p; /* NULL: no plan at all */
    const struct job *job;
    const struct sizing *z;
    struct layout layout; /* the sharded one where only that fits */
    const struct software *software;
    enum launch_work work;
    enum launch_host host;
    int nodes, per_node;
    double users; /* of one replica */
};

/* Texts of shells and YAML. script_comment: "# " lines of at most 100 cells. script_opt: one more
 * option of a command; value NULL: a switch; printed as it is, so quote what is not a plain word.
 * script_number: whole numbers only. script_safe: text for the inside of ${X:?...}: quotes,
 * braces and what a shell would run become blanks. */
void script_comment(struct str *out, enum lang lang, const struct msg *m);
void script_opt(struct str *out, const char *name, const char *value);
void script_number(struct str *out, const char *name, double value);
void script_safe(struct str *out, const char *text);
/* script_default: NAME=${NAME:-value}. script_fill: NAME=${NAME:?message}. */
void script_default(struct str *out, const char *name, const char *value);
void script_fill(struct str *out, const char *name, enum lang lang, const struct msg *m);
/* script_word: letters, digits and . _ / + - alone, so that it needs no quotes anywhere. */
bool script_word(const char *text);

/* Variables and body of each work. *_can: ERR_UNSUPPORTED when the program has no option for what
 * the plan asks. */
enum err serve_can(const struct launch *x, struct err_info *e);
void serve_variables(const struct launch *x, struct str *out);
void serve_body(const struct launch *x, struct str *out);
enum err train_can(const struct launch *x, struct err_info *e);
void train_variables(const struct launch *x, struct str *out);
void train_body(const struct launch *x, struct str *out);
bool train_is_megatron(const struct launch *x);
/* launch_megatron.c */
void megatron_body(const struct launch *x, struct str *out);
/* Options of torchrun for the machines of the plan, up to the program. */
void train_torchrun(const struct launch *x, struct str *out);

/* Whole files. */
void launch_script(const struct launch *x, struct str *out);
void launch_slurm(const struct launch *x, struct str *out);
void launch_skypilot(const struct launch *x, struct str *out);
/* Comments that every file begins with, and the variables and the body for x->work. */
void launch_comments(const struct launch *x, struct str *out);
void launch_variables(const struct launch *x, struct str *out);
void launch_body(const struct launch *x, struct str *out);
/* The number format that the programs are told: 16-bit of the other kind where the card has no bf16
 * units, because they refuse bf16 there. */
const char *launch_precision(const struct launch *x);
/* Name of the job: letters, digits and dashes. */
void launch_name(const struct launch *x, struct str *out);

#endif
