/*
 * test_rules.c - every rule speaks when it should, with the right severity and figures, keeps
 * silent when it should, and says "unknown" when a fact it needs is missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "tests/unit/rules/cases.h"

static size_t index_of(const char *id)
{
    struct rule_info buf;
    const struct rule_info *r = rules_find(id, &buf);
    if (!r || strcmp(r->id, id) != 0) {
        fail_msg("no rule %s", id);
    }
    return r->index;
}

static bool run(const char *id, const struct rule_facts *rf, struct arena *a, struct finding *f)
{
    return rules_run_one(index_of(id), rf, a, f);
}

static void render(struct str *out, enum lang lang, const struct msg *m)
{
    str_clear(out);
    msg_render(out, lang, m);
    assert_false(out->failed);
}

static void raises_with_figures(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    struct str s;
    str_init(&s, 1024);
    for (size_t i = 0; i < rule_case_count(); i++) {
        const struct rule_case *c = rule_case_at(i);
        struct rule_facts rf;
        struct finding f;
        case_facts(c, &rf);
        if (!run(c->rule, &rf, &a, &f)) {
            fail_msg("row %zu: %s keeps silent", i, c->rule);
        }
        render(&s, LANG_EN, &f.message);
        if (f.severity != c->severity || !strstr(s.p, c->shows)) {
            fail_msg("row %zu: %s says %s: %s; wanted %s with \"%s\"", i, c->rule,
                     severity_word(f.severity), s.p, severity_word(c->severity), c->shows);
        }
    }
    str_free(&s);
    arena_free(&a);
}

static void silent_when_it_should(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    for (size_t i = 0; i < rule_case_count(); i++) {
        const struct rule_case *c = rule_case_at(i);
        struct rule_facts rf;
        struct finding f;
        case_facts(c, &rf);
        case_give(c->quiet, sizeof c->quiet / sizeof c->quiet[0], &rf);
        if (run(c->rule, &rf, &a, &f)) {
            fail_msg("row %zu: %s should keep silent, says %s", i, c->rule,
                     severity_word(f.severity));
        }
    }
    arena_free(&a);
}

static void every_way_to_speak_is_tried(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    for (size_t r = 0; r < rules_count(); r++) {
        struct rule_info info = rules_get(r);
        for (size_t n = 0; n < info.outcomes; n++) {
            enum severity severity;
            struct msg message, remedy;
            assert_true(rules_outcome(r, n, &severity, &message, &remedy));
            bool tried = false;
            for (size_t i = 0; i < rule_case_count() && !tried; i++) {
                struct rule_facts rf;
                struct finding f;
                case_facts(rule_case_at(i), &rf);
                tried = strcmp(rule_case_at(i)->rule, info.id) == 0 &&
                        rules_run_one(r, &rf, &a, &f) && f.message.id == message.id &&
                        f.severity == severity;
            }
            if (!tried) {
                fail_msg("%s: outcome %zu is in no row", info.id, n);
            }
        }
    }
    arena_free(&a);
}

/* Facts that only sharpen what is said: without them another outcome speaks, which shows less or
 * is the careful one. Everything else that an outcome needs must turn into "unknown". */
static const struct {
    const char *rule;
    enum fact_id fact;
    const char *why;
} speaks_anyway[] = {
    {"bandwidth-bound", F_PER_USER, "the sentence without the figure"},
    {"offload-slow", F_DRIVE_NEED, "the sentence of host memory"},
    {"host-memory-bound", F_HOST_RAM_GBS, "the sentence without the figure"},
    {"loader-bound", F_STORAGE_NEED, "the sentence without the figure"},
    {"offload-slow", F_HOST_NEED, "the sentence without the figure"},
    {"no-nvlink", F_SPLIT_LOSS, "the sentence without the figure"},
    {"archive-tier", F_ARCHIVE_READ, "the sentence without the rate"},
    {"slow-multinode-network", F_COMM_SHARE, "the sentence without the share"},
    {"spot-without-checkpoints", F_HAS_TIME, "the sentence without the figure"},
    {"deadline-missed", F_HOURS, "at worst it is missed anyhow"},
    {"no-fp8", F_NEEDS_FP8, "used, required or not"},
    {"no-fp8", F_TRAINING, "used, for whichever work"},
    {"no-bf16", F_BF16_ASKED, "computes in fp16 anyhow"},
    {"psu-margin", F_PSU_RATED, "what remains is too little anyhow"},
    {"connector-count", F_CARD_W, "adapters at least"},
    {"socket-circuit", F_HAS_BUILD, "close to the circuit at least"},
    {"socket-circuit", F_CIRCUIT_GIVEN, "too much, a warning at least"},
    {"socket-circuit", F_CARD_W, "too much, with or without a limit"},
    {"socket-circuit", F_CARD_LIMIT, "too much, with or without a limit"},
    {"desktop-lanes", F_TRAINING, "half the link at least"},
    {"no-p2p", F_WANTS_P2P, "refused, required or not"},
    {"no-p2p", F_SPLIT_LOSS, "refused, whatever it costs"},
    {"nic-slot", F_PORT_GBPS, "its ports together are too many anyhow"},
    {"open-fan-crowd", F_SLOT_WIDTH, "a crowd, however wide"},
    {"open-fan-crowd", F_CASE_TOLD, "a crowd, in a case or not"},
    {"open-fan-crowd", F_RISERS, "a crowd, on risers or not"},
};
#define ANYHOW (sizeof speaks_anyway / sizeof speaks_anyway[0])

static bool may_speak(const char *rule, enum fact_id fact, bool used[ANYHOW])
{
    for (size_t i = 0; i < ANYHOW; i++) {
        if (strcmp(speaks_anyway[i].rule, rule) == 0 && speaks_anyway[i].fact == fact) {
            used[i] = true;
            return true;
        }
    }
    return false;
}

/* outcome_of: which outcome of the rule made the finding. */
static size_t outcome_of(size_t rule, const struct finding *f)
{
    size_t n = 0;
    enum severity severity;
    struct msg message, remedy;
    while (rules_outcome(rule, n, &severity, &message, &remedy)) {
        if (message.id == f->message.id && severity == f->severity) {
            return n;
        }
        n++;
    }
    fail_msg("%s spoke with no outcome of its own", f->rule);
    return 0;
}

static void without(const struct rule_case *c, enum fact_id fact, bool used[ANYHOW],
                    struct arena *a, struct str *s)
{
    struct rule_facts rf;
    struct finding f;
    case_facts(c, &rf);
    rf.f[fact] = UNKNOWN;
    const char *name = rule_fact_info(fact)->name;
    if (!run(c->rule, &rf, a, &f)) {
        fail_msg("%s (%s) keeps silent without %s", c->rule, c->shows, name);
    }
    if (f.severity != SEV_UNKNOWN) {
        if (!may_speak(c->rule, fact, used)) {
            fail_msg("%s (%s) without %s says %s", c->rule, c->shows, name,
                     severity_word(f.severity));
        }
        return;
    }
    render(s, LANG_EN, &f.message);
    assert_non_null(strstr(s->p, "cannot tell"));
    assert_non_null(strstr(s->p, msg_text(LANG_EN, rule_fact_info(fact)->label)));
    render(s, LANG_ZH, &f.remedy);
    assert_true(s->len > 0);
}

/* Takes away, one at a time, each fact that the outcome of a row needs: "unknown" naming that very
 * fact, never silence; but for the list above, where no line may stand unused. */
static void each_fact_unknown(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    bool used[ANYHOW] = {false}, tried[F_COUNT] = {false};
    struct str s;
    str_init(&s, 1024);
    for (size_t i = 0; i < rule_case_count(); i++) {
        const struct rule_case *c = rule_case_at(i);
        size_t rule = index_of(c->rule);
        struct rule_facts rf;
        struct finding f;
        case_facts(c, &rf);
        assert_true(run(c->rule, &rf, &a, &f));
        enum fact_id reads[F_COUNT];
        size_t n = rules_outcome_reads(rule, outcome_of(rule, &f), reads);
        for (size_t k = 0; k < n; k++) {
            without(c, reads[k], used, &a, &s);
            tried[reads[k]] = true;
        }
    }
    for (size_t i = 0; i < ANYHOW; i++) {
        if (!used[i]) {
            fail_msg("exception %s / %s is not needed", speaks_anyway[i].rule,
                     rule_fact_info(speaks_anyway[i].fact)->name);
        }
    }
    for (size_t i = 0; i < rules_count(); i++) { /* and no fact of any condition was left out */
        enum fact_id reads[F_COUNT];
        size_t n = rules_reads(i, reads);
        for (size_t k = 0; k < n; k++) {
            assert_true(tried[reads[k]]);
        }
    }
    str_free(&s);
    arena_free(&a);
}

/* A false gate silences whatever else is missing. */
static void a_known_exclusion_wins_over_the_unknown(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    struct rule_facts rf;
    struct finding f;
    rule_facts_init(&rf);
    rf.f[F_JUDGES_PSU] = 0;
    assert_false(run("psu-margin", &rf, &a, &f));
    rule_facts_init(&rf);
    rf.f[F_PER_NODE] = 1;
    assert_false(run("no-nvlink", &rf, &a, &f));
    rule_facts_init(&rf);
    rf.f[F_WANTS_FP8] = 0;
    rf.f[F_NEEDS_FP8] = 0;
    assert_false(run("no-fp8", &rf, &a, &f));
    rule_facts_init(&rf); /* nothing excludes it */
    assert_true(run("psu-margin", &rf, &a, &f));
    assert_int_equal(f.severity, SEV_UNKNOWN);
    /* kind of supply not known: 1.3 is enough for one kind, not for the other */
    rf.f[F_JUDGES_PSU] = 1;
    rf.f[F_PSU_REDUNDANT] = 0;
    rf.f[F_PSU_LOAD] = 1000;
    rf.f[F_PSU_USABLE] = 1300;
    assert_true(run("psu-margin", &rf, &a, &f));
    assert_int_equal(f.severity, SEV_UNKNOWN);
    assert_int_equal(f.message.a[1].id, rule_fact_info(F_PSU_ATX)->label);
    rf.f[F_PSU_USABLE] = 1500; /* enough for every kind */
    assert_false(run("psu-margin", &rf, &a, &f));
    arena_free(&a);
}

static void no_leftover(const char *rule, const char *text)
{
    if (strchr(text, '{') || strchr(text, '}') || text[0] == '\0') {
        fail_msg("%s: \"%s\"", rule, text);
    }
}

/* Every text of every row in both languages: no placeholder left, two lines of 78 at most. */
static void texts_render(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    struct str s;
    str_init(&s, 1024);
    for (size_t i = 0; i < rule_case_count(); i++) {
        struct rule_facts rf;
        struct finding f;
        case_facts(rule_case_at(i), &rf);
        assert_true(run(rule_case_at(i)->rule, &rf, &a, &f));
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            render(&s, (enum lang)lang, &f.message);
            no_leftover(f.rule, s.p);
            if (text_width(s.p) > 156 || strstr(s.p, "nan")) {
                fail_msg("%s: %d columns: %s", f.rule, text_width(s.p), s.p);
            }
            render(&s, (enum lang)lang, &f.remedy);
            no_leftover(f.rule, s.p);
            if (text_width(s.p) > 156) {
                fail_msg("%s: %d columns: %s", f.rule, text_width(s.p), s.p);
            }
        }
    }
    str_free(&s);
    arena_free(&a);
}

static void every_rule_is_complete(void **state)
{
    (void)state;
    struct str s;
    str_init(&s, 2048);
    assert_true(rules_count() >= 34);
    for (size_t i = 0; i < rules_count(); i++) {
        struct rule_info r = rules_get(i);
        assert_true(r.outcomes >= 1);
        assert_false(str_empty(r.source));
        assert_true((r.seed != NULL) == (r.seed_verdict != SEED_NONE));
        assert_int_equal(r.index, i);
        for (const char *p = r.id; *p; p++) {
            assert_true((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9') || *p == '-');
        }
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(rules_get(k).id, r.id);
        }
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            no_leftover(r.id, msg_text((enum lang)lang, r.title));
            for (size_t n = 0; n < r.outcomes; n++) {
                enum severity severity;
                struct msg message, remedy;
                assert_true(rules_outcome(i, n, &severity, &message, &remedy));
                if (n > 0) { /* gravest first */
                    enum severity first;
                    struct msg m1, m2;
                    assert_true(rules_outcome(i, 0, &first, &m1, &m2));
                    assert_true(first <= severity);
                }
                render(&s, (enum lang)lang, &message);
                no_leftover(r.id, s.p);
                render(&s, (enum lang)lang, &remedy);
                no_leftover(r.id, s.p);
                str_clear(&s);
                rules_outcome_text(i, n, false, (enum lang)lang, &s);
                no_leftover(r.id, s.p);
                assert_true((strchr(s.p, '[') != NULL) == (message.n > 0));
                str_clear(&s);
                rules_outcome_text(i, n, true, (enum lang)lang, &s);
                no_leftover(r.id, s.p);
                str_clear(&s);
                rules_condition(i, n, (enum lang)lang, &s);
                no_leftover(r.id, s.p);
            }
        }
        assert_string_not_equal(msg_text(LANG_EN, r.message), msg_text(LANG_ZH, r.message));
        assert_string_not_equal(msg_text(LANG_EN, r.remedy), msg_text(LANG_ZH, r.remedy));
    }
    enum severity severity;
    struct msg m1, m2;
    assert_false(rules_outcome(0, RULE_OUTCOMES, &severity, &m1, &m2));
    assert_false(rules_outcome(rules_count(), 0, &severity, &m1, &m2));
    str_free(&s);
}

static void found_by_id_and_alias(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"psu-margin", "psu-margin"},
                                           {"PSU-01", "psu-margin"},
                                           {"w_psu", "psu-margin"},
                                           {"L1", "no-nvlink"},
                                           {"w_no_nvlink_4090", "no-nvlink"},
                                           {"P1", "no-fp8"},
                                           {"B12", "no-fp8"},
                                           {"RAM-02", "ram-vs-vram"},
                                           {"rdma-unknown", "no-rdma"},
                                           {"NET-01", "slow-multinode-network"},
                                           {"a52", "slow-multinode-network"},
                                           {"S1", "licence-datacentre"},
                                           {"F1", "cuda13-dropped"},
                                           {"CIR-01", "socket-circuit"}};
    struct rule_info buf;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct rule_info *r = rules_find(pairs[i][0], &buf);
        if (!r || strcmp(r->id, pairs[i][1]) != 0) {
            fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
        }
    }
    assert_null(rules_find("psu", &buf));
    assert_null(rules_find("", &buf));
    assert_null(rules_find(NULL, &buf));
    assert_null(rules_find("PSU-01,PSU-02", &buf));
    /* an alias belongs to one rule */
    for (size_t i = 0; i < rules_count(); i++) {
        const char *p = rules_get(i).aliases;
        while (p && *p) {
            size_t n = strcspn(p, ",");
            char word[64];
            assert_true(n > 0 && n < sizeof word);
            memcpy(word, p, n);
            word[n] = '\0';
            const struct rule_info *r = rules_find(word, &buf);
            assert_non_null(r);
            if (r->index != i) {
                fail_msg("alias %s belongs to %s and %s", word, r->id, rules_get(i).id);
            }
            p += n + (p[n] == ',');
        }
    }
}

/* The gravest first, then by need; what cannot be told last, one finding a settler. */
static void sorted_and_short(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    struct rule_facts rf;
    rule_facts_init(&rf);
    for (size_t i = 0; i < rule_case_count(); i++) { /* later rows overwrite: a motley machine */
        case_give(rule_case_at(i)->facts, 12, &rf);
    }
    struct finding *f;
    size_t n = rules_run(&rf, &a, &f);
    assert_true(n > 20 && n <= rules_count());
    for (size_t i = 1; i < n; i++) {
        assert_true(f[i - 1].severity <= f[i].severity);
        if (f[i].severity != SEV_UNKNOWN && f[i - 1].severity == f[i].severity) {
            assert_true(f[i - 1].group <= f[i].group);
        }
    }
    for (size_t i = 0; i < n; i++) {
        assert_non_null(f[i].source);
        assert_true(f[i].message.id != MSG_NONE && f[i].remedy.id != MSG_NONE);
    }
    rule_facts_init(&rf);
    n = rules_run(&rf, &a, &f);
    assert_true(n >= 4 && n <= 5); /* one finding for each who can settle it */
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(f[i].severity, SEV_UNKNOWN);
        for (size_t k = 0; k < i; k++) {
            assert_true(f[k].remedy.id != f[i].remedy.id);
        }
    }
    struct arena tiny;
    arena_init(&tiny, 64);
    assert_int_equal(rules_run(&rf, &tiny, &f), 0);
    arena_free(&tiny);
    arena_free(&a);
}

static void fact_names_are_unique(void **state)
{
    (void)state;
    for (int i = 0; i < F_COUNT; i++) {
        const struct fact_info *x = rule_fact_info((enum fact_id)i);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(rule_fact_info((enum fact_id)k)->name, x->name);
            if (strcmp(msg_text(LANG_EN, rule_fact_info((enum fact_id)k)->label),
                       msg_text(LANG_EN, x->label)) == 0) {
                fail_msg("%s and %s read the same", rule_fact_info((enum fact_id)k)->name, x->name);
            }
        }
    }
}

/* Every fact is read by a rule or shown by one; else it is gathered for nothing. */
static void no_fact_is_idle(void **state)
{
    (void)state;
    bool seen[F_COUNT] = {false};
    for (size_t i = 0; i < rules_count(); i++) {
        enum fact_id reads[F_COUNT];
        size_t n = rules_reads(i, reads);
        for (size_t k = 0; k < n; k++) {
            seen[reads[k]] = true;
        }
        for (size_t o = 0; o < rules_get(i).outcomes; o++) {
            enum severity severity;
            struct msg m, remedy;
            rules_outcome(i, o, &severity, &m, &remedy);
            for (int k = 0; k < m.n; k++) {
                for (int f = 0; f < F_COUNT; f++) {
                    seen[f] = seen[f] || rule_fact_info((enum fact_id)f)->label == m.a[k].id;
                }
            }
        }
    }
    for (int f = 0; f < F_COUNT; f++) {
        if (!seen[f] && f != F_AT_HAND) { /* at-hand chooses the remedy of "cannot tell" */
            fail_msg("%s is read by no rule", rule_fact_info((enum fact_id)f)->name);
        }
    }
}

/* A source reads in the language of the screen: each one without a year or an address, which nobody
 * could look up, is a sentence and has a Chinese text; citations stay as they are. */
static void sources_read_in_both_languages(void **state)
{
    int translated = 0;

    (void)state;
    for (size_t i = 0; i < rules_count(); i++) {
        const char *source = rules_get(i).source;
        const char *zh = rules_source(source, LANG_ZH);
        assert_ptr_equal(rules_source(source, LANG_EN), source);
        translated += zh != source;
        if (zh == source && strstr(source, "20") == NULL && strchr(source, '.') == NULL)
            fail_msg("%s: no Chinese text for \"%s\"", rules_get(i).id, source);
    }
    assert_true(translated >= 26); /* a text that no rule has any more translates nothing */
    assert_null(rules_source(NULL, LANG_ZH));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_read_in_both_languages),
        cmocka_unit_test(raises_with_figures),
        cmocka_unit_test(silent_when_it_should),
        cmocka_unit_test(every_way_to_speak_is_tried),
        cmocka_unit_test(each_fact_unknown),
        cmocka_unit_test(a_known_exclusion_wins_over_the_unknown),
        cmocka_unit_test(texts_render),
        cmocka_unit_test(every_rule_is_complete),
        cmocka_unit_test(found_by_id_and_alias),
        cmocka_unit_test(sorted_and_short),
        cmocka_unit_test(fact_names_are_unique),
        cmocka_unit_test(no_fact_is_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
