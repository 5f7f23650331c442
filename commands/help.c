#include "commands/help.h"

#include <string.h>

#include "app/config.h"
#include "app/keys.h"
#include "base/text.h"
#include "commands/page_out.h"
#include "commands/run.h"

static const char *say(const struct page_out *p, enum msg_id id)
{
    return msg_text(p->lang, id);
}

/* --- pieces ---------------------------------------------------------------------------------- */
static void flag_term(struct page_out *p, const struct flag *f)
{
    struct str term;

    str_init(&term, 256);
    str_addf(&term, "--%s%s%s", f->name, f->value != NULL ? " " : "",
             f->value != NULL ? f->value : "");
    doc_term(p, term.p, say(p, f->help));
    str_free(&term);
}

/* Flags of the command alone, or those that stand anywhere. */
static void flag_terms(struct page_out *p, unsigned where, bool anywhere)
{
    for (int i = 0; i < FLAG_COUNT; i++) {
        if ((flags[i].where & where) != 0 && (flags[i].where == IN_ALL) == anywhere)
            flag_term(p, &flags[i]);
    }
}

static void usage_line(struct page_out *p, const struct command *cmd)
{
    struct str text;
    const char *tail = cmd->formats == NULL ? "" : " [--format WORD] [--out FILE [--force]]";

    str_init(&text, 1024);
    str_addf(&text, "dlrig%s%s%s%s%s", *cmd->name != '\0' ? " " : "", cmd->name,
             *cmd->usage != '\0' ? " " : "", cmd->usage, tail);
    if (p->troff)
        doc_line(p, text.p);
    else
        doc_text(p, text.p);
    str_free(&text);
}

static void formats_line(struct page_out *p, const struct command *cmd)
{
    struct str text;
    struct msg m;

    if (cmd->formats == NULL)
        return;
    str_init(&text, 1024);
    m = msg_make(MSG_HELP_FORMATS, 1, ARG_STR(cmd->formats));
    msg_render(&text, p->lang, &m);
    doc_text(p, text.p);
    str_free(&text);
}

static void command_body(struct page_out *p, const struct command *cmd)
{
    usage_line(p, cmd);
    if (!p->troff)
        str_addc(p->out, '\n');
    doc_text(p, say(p, cmd->help));
    formats_line(p, cmd);
    flag_terms(p, cmd->bit, false);
}

static void choice_words(struct str *out, const struct question *q)
{
    for (const struct choice *c = q->choices; c != NULL && c->word != NULL; c++)
        str_addf(out, "%s%s", c == q->choices ? "" : "|", c->word);
}

static void question_term(struct page_out *p, const struct question *q)
{
    struct str term, text;

    str_init(&term, 512);
    str_init(&text, 2048);
    str_addf(&term, "--%s ", q->name);
    if (q->choices != NULL)
        choice_words(&term, q);
    else
        str_add(&term, question_example(q));
    str_addf(&text, "%s %s", say(p, q->ask), say(p, q->why));
    doc_term(p, term.p, text.p);
    str_free(&term);
    str_free(&text);
}

/* --- sections -------------------------------------------------------------------------------- */
static void section_commands(struct page_out *p)
{
    doc_section(p, say(p, MSG_HELP_COMMANDS));
    for (size_t i = 0; i < command_count; i++) {
        const struct command *cmd = &commands[i];
        if (!p->troff) {
            doc_term(p, *cmd->name != '\0' ? cmd->name : "dlrig", say(p, cmd->summary));
            continue;
        }
        doc_sub(p, *cmd->name != '\0' ? cmd->name : "dlrig");
        command_body(p, cmd);
    }
}

static void section_job(struct page_out *p)
{
    doc_section(p, say(p, MSG_HELP_JOB));
    doc_text(p, say(p, MSG_HELP_JOB_TEXT));
    for (int i = 0; i < Q_COUNT; i++)
        question_term(p, question_get((enum question_id)i));
}

static void section_options(struct page_out *p)
{
    doc_section(p, say(p, MSG_HELP_OPTIONS));
    flag_terms(p, IN_ALL, true);
}

static void section_units(struct page_out *p)
{
    doc_section(p, say(p, MSG_HELP_UNITS));
    doc_text(p, say(p, MSG_HELP_UNITS_TEXT));
}

static void section_settings(struct page_out *p)
{
    struct str term;

    doc_section(p, say(p, MSG_HELP_SETTINGS));
    doc_text(p, say(p, MSG_HELP_SETTINGS_TEXT));
    str_init(&term, 256);
    for (size_t i = 0; i < config_setting_count; i++) {
        const struct config_setting *s = &config_settings[i];
        str_clear(&term);
        str_addf(&term, "%s%s%s%s = %s", *s->section != '\0' ? "[" : "", s->section,
                 *s->section != '\0' ? "] " : "", s->key, s->example);
        doc_term(p, term.p, say(p, s->help));
    }
    str_free(&term);
}

static void section_files(struct page_out *p)
{
    static const struct {
        const char *path;
        enum msg_id what;
    } files[] = {
        {"$XDG_CONFIG_HOME/dlrig/config.ini, ~/.config/dlrig/config.ini", MSG_HELP_FILE_CONFIG},
        {"/etc/dlrig.ini", MSG_HELP_FILE_ETC},
        {"$XDG_STATE_HOME/dlrig, ~/.local/state/dlrig", MSG_HELP_FILE_STATE},
        {"share/dlrig/catalog.sqlite", MSG_HELP_FILE_CATALOG},
        {"share/dlrig/themes/*.ini", MSG_HELP_FILE_THEMES},
    };

    doc_section(p, say(p, MSG_HELP_FILES));
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        doc_term(p, files[i].path, say(p, files[i].what));
}

static void section_environment(struct page_out *p)
{
    static const struct {
        const char *name;
        enum msg_id what;
    } names[] = {
        {"DLRIG_LANG", MSG_HELP_ENV_LANG},     {"LC_ALL, LC_MESSAGES, LANG", MSG_HELP_ENV_LOCALE},
        {"DLRIG_DATA_DIR", MSG_HELP_ENV_DATA}, {"NO_COLOR", MSG_HELP_ENV_COLOR},
        {"TERM", MSG_HELP_ENV_TERM},
    };

    doc_section(p, say(p, MSG_HELP_ENVIRONMENT));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        doc_term(p, names[i].name, say(p, names[i].what));
}

static void section_exit(struct page_out *p)
{
    static const struct {
        const char *code;
        enum msg_id what;
    } codes[] = {
        {"0", MSG_HELP_EXIT_0},
        {"1", MSG_HELP_EXIT_1},
        {"2", MSG_HELP_EXIT_2},
        {"3", MSG_HELP_EXIT_3},
        {"4", MSG_HELP_EXIT_4},
        {"5", MSG_HELP_EXIT_5},
        {"129, 130, 143", MSG_HELP_EXIT_SIGNAL},
    };

    doc_section(p, say(p, MSG_HELP_EXIT));
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        doc_term(p, codes[i].code, say(p, codes[i].what));
}

static void section_keys(struct page_out *p)
{
    doc_section(p, say(p, MSG_HELP_KEYS));
    for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
        const struct action_info *x = action_get((enum action)a);
        doc_term(p, x->keys, say(p, x->help));
    }
}

static void section_examples(struct page_out *p)
{
    static const struct {
        const char *command;
        enum msg_id what;
    } examples[] = {
        {"dlrig plan --task finetune --model llama-3.3-70b --method qlora --tokens 50M "
         "--format md --out bill.md",
         MSG_HELP_EXAMPLE_PLAN},
        {"dlrig size --model llama-3.1-8b", MSG_HELP_EXAMPLE_TABLE},
        {"dlrig fits --gpu rtx-4090x2 --task serve", MSG_HELP_EXAMPLE_FITS},
        {"dlrig offers --gpu h100 --count 8 --group provider", MSG_HELP_EXAMPLE_OFFERS},
        {"dlrig explain psu-margin", MSG_HELP_EXAMPLE_EXPLAIN},
    };

    doc_section(p, say(p, MSG_HELP_EXAMPLES));
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        doc_term(p, examples[i].command, say(p, examples[i].what));
}

/* --- topics ---------------------------------------------------------------------------------- */
static const struct {
    const char *name;
    void (*write)(struct page_out *p);
} topics[] = {
    {"job", section_job},           {"options", section_options},
    {"units", section_units},       {"settings", section_settings},
    {"files", section_files},       {"environment", section_environment},
    {"exit-codes", section_exit},   {"keys", section_keys},
    {"examples", section_examples},
};
#define TOPICS (sizeof topics / sizeof topics[0])

static void overview(struct page_out *p)
{
    struct str list;

    str_add(p->out, say(p, MSG_HELP_ABOUT));
    str_addc(p->out, '\n');
    section_commands(p);
    section_options(p);
    section_examples(p);
    doc_section(p, say(p, MSG_HELP_TOPICS));
    str_init(&list, 1024);
    for (size_t i = 0; i < TOPICS; i++)
        str_addf(&list, "%s%s", i > 0 ? ", " : "", topics[i].name);
    doc_text(p, list.p);
    doc_text(p, say(p, MSG_HELP_TOPICS_TEXT));
    str_free(&list);
}

void help_command(struct str *out, enum lang lang, const struct command *cmd)
{
    struct page_out p = {out, lang, false};

    if (cmd == NULL) {
        overview(&p);
        return;
    }
    doc_section(&p, say(&p, cmd->summary));
    command_body(&p, cmd);
    doc_section(&p, say(&p, MSG_HELP_SEE));
    doc_text(&p, say(&p, (cmd->bit & IN_JOB) != 0 ? MSG_HELP_SEE_JOB : MSG_HELP_SEE_OPTIONS));
}

static void question_page(struct page_out *p, const struct question *q)
{
    struct str text;

    str_init(&text, 256);
    str_addf(&text, "--%s", q->name);
    doc_section(p, text.p);
    doc_text(p, say(p, q->ask));
    doc_text(p, say(p, q->why));
    for (const struct choice *c = q->choices; c != NULL && c->word != NULL; c++) {
        struct msg m = msg_make(MSG_EXPLAIN_PAIR, 2, ARG_MSG(c->label), ARG_MSG(c->hint));
        str_clear(&text);
        msg_render(&text, p->lang, &m);
        doc_term(p, c->word, c->hint != MSG_NONE ? text.p : say(p, c->label));
    }
    if (q->choices == NULL) {
        struct msg m = msg_make(MSG_HELP_EXAMPLE, 1, ARG_STR(question_example(q)));
        str_clear(&text);
        msg_render(&text, p->lang, &m);
        doc_text(p, text.p);
    }
    str_free(&text);
}

static void manual(struct str *out)
{
    struct page_out p = {out, LANG_EN, true};

    str_add(out, ".\\\" Made from the tables of the program by `dlrig help man`.\n"
                 ".TH DLRIG 1 \"\" \"dlrig " DLRIG_VERSION "\" \"User Commands\"\n"
                 ".ad l\n.nh\n"
                 ".SH NAME\ndlrig \\- what machine to rent or buy for a deep\\-learning job\n"
                 ".SH SYNOPSIS\n.B dlrig\n[\\fICOMMAND\\fR] [\\fIARGUMENT\\fR ...]\n");
    doc_section(&p, "DESCRIPTION");
    doc_text(&p, say(&p, MSG_HELP_ABOUT));
    section_commands(&p);
    section_options(&p);
    section_job(&p);
    section_units(&p);
    section_exit(&p);
    section_environment(&p);
    section_files(&p);
    section_settings(&p);
    section_keys(&p);
    section_examples(&p);
}

bool help_topic(struct str *out, enum lang lang, const char *topic)
{
    struct page_out p = {out, lang, false};

    if (str_eq(topic, "man")) {
        manual(out);
        return true;
    }
    for (size_t i = 0; i < TOPICS; i++) {
        if (str_eq(topic, topics[i].name)) {
            topics[i].write(&p);
            return true;
        }
    }
    const struct command *cmd = *topic != '\0' ? command_find(topic) : NULL;
    if (cmd != NULL) {
        help_command(out, lang, cmd);
        return true;
    }
    const struct question *q = question_find(str_starts(topic, "--") ? topic + 2 : topic);
    if (q != NULL)
        question_page(&p, q);
    return q != NULL;
}

size_t help_topics(const char **out, size_t max)
{
    size_t n = 0;

    for (size_t i = 1; i < command_count && n < max; i++)
        out[n++] = commands[i].name;
    for (size_t i = 0; i < TOPICS && n < max; i++)
        out[n++] = topics[i].name;
    for (int i = 0; i < Q_COUNT && n < max; i++)
        out[n++] = question_get((enum question_id)i)->name;
    return n;
}

enum err command_help(struct run *r, struct err_info *e)
{
    const char *names[256];

    if (r->opt->arg_n == 0) {
        help_command(&r->out, r->lang, NULL);
        return OK;
    }
    if (help_topic(&r->out, r->lang, r->opt->arg[0]))
        return OK;
    size_t n = help_topics(names, sizeof names / sizeof names[0]);
    return cli_unknown(e, r->opt->arg[0], names, n, MSG_HELP_UNKNOWN_NEAR, MSG_HELP_UNKNOWN, NULL);
}
