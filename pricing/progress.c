#include "pricing/progress.h"

#include <stdio.h>

#include "base/json.h"
#include "base/num.h"
#include "base/str.h"

#define LINE_MAX_BYTES 8192

struct line {
    struct str text;
    struct json_out w;
};

static void begin(struct line *l, const char *feed, const char *stage)
{
    str_init(&l->text, LINE_MAX_BYTES);
    jw_init(&l->w, &l->text, false);
    jw_obj(&l->w);
    if (feed != NULL)
        jw_kstr(&l->w, "feed", feed);
    jw_kstr(&l->w, "stage", stage);
}

static void end(struct line *l)
{
    jw_obj_end(&l->w);
    str_addc(&l->text, '\n');
    if (!l->text.failed) {
        fwrite(l->text.p, 1, l->text.len, stdout);
        fflush(stdout);
    }
    str_free(&l->text);
}

void progress_fetch(const char *feed, size_t bytes, size_t rows, size_t pages)
{
    struct line l;

    begin(&l, feed, "fetch");
    jw_knum(&l.w, "bytes", (double)bytes);
    jw_knum(&l.w, "rows", (double)rows);
    jw_knum(&l.w, "pages", (double)pages);
    end(&l);
}

void progress_judge(const char *feed, size_t bytes)
{
    struct line l;

    begin(&l, feed, "judge");
    jw_knum(&l.w, "bytes", (double)bytes);
    end(&l);
}

void progress_same(const char *feed, const char *stage, const char *since)
{
    struct line l;

    begin(&l, feed, stage);
    jw_kstr(&l.w, "since", since);
    end(&l);
}

void progress_clock(const char *feed, long off_s)
{
    struct line l;

    begin(&l, feed, "clock");
    jw_knum(&l.w, "off_s", (double)off_s);
    end(&l);
}

void progress_held(const char *feed, const struct verdict *v)
{
    const struct offer *o = &v->offer;
    const char *const part[] = {o->provider, o->instance, o->region, o->zone, v->kind};
    struct line l;
    struct str what;

    str_init(&what, 1024);
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        if (part[i] != NULL)
            str_addf(&what, "%s%s", what.len > 0 ? " " : "", part[i]);
    begin(&l, feed, "held");
    jw_knum(&l.w, "line", (double)v->line);
    jw_kstr(&l.w, "reason", judge_reason_word(v->reason));
    jw_kstr(&l.w, "what", what.p);
    jw_kstr(&l.w, "currency", o->currency);
    jw_knum(&l.w, "price_hour", o->price_hour);
    jw_knum(&l.w, "expected_hour", v->expected);
    end(&l);
    str_free(&what);
}

static void put_reasons(struct line *l, const struct judge_counts *c)
{
    jw_key(&l->w, "reasons");
    jw_obj(&l->w);
    for (int i = 1; i < JUDGED_COUNT; i++)
        if (c->by_reason[i] > 0)
            jw_knum(&l->w, judge_reason_word((enum judge_reason)i), (double)c->by_reason[i]);
    jw_obj_end(&l->w);
}

void progress_done(const char *feed, const char *place, size_t bytes, size_t pages,
                   const struct judge_counts *c)
{
    const struct {
        const char *key;
        size_t n;
    } part[] = {{"bytes", bytes},
                {"pages", pages},
                {"rows", c->rows},
                {"accepted", c->accepted},
                {"unchanged", c->unchanged},
                {"merged", c->merged},
                {"marked", c->marked},
                {"unpriced", c->unpriced},
                {"quarantined", c->quarantined},
                {"refused", c->refused},
                {"passed", c->passed},
                {"rates", c->rates}};
    struct line l;

    begin(&l, feed, "done");
    jw_kstr(&l.w, "place", place);
    if (c->rates > 0)
        jw_kstr(&l.w, "since", c->rates_day);
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        jw_knum(&l.w, part[i].key, (double)part[i].n);
    put_reasons(&l, c);
    end(&l);
}

void progress_failed(const char *feed, const char *place, const char *message,
                     const struct judge_counts *c)
{
    struct line l;

    begin(&l, feed, "failed");
    jw_kstr(&l.w, "place", place);
    jw_kstr(&l.w, "message", message);
    if (c != NULL)
        put_reasons(&l, c);
    end(&l);
}

void progress_note(const char *message)
{
    struct line l;

    begin(&l, NULL, "note");
    jw_kstr(&l.w, "message", message);
    end(&l);
}

void progress_summary(size_t feeds, size_t failed, bool stored, const char *file)
{
    struct line l;

    begin(&l, NULL, "summary");
    jw_knum(&l.w, "feeds", (double)feeds);
    jw_knum(&l.w, "failed", (double)failed);
    jw_kbool(&l.w, "stored", stored);
    jw_kstr(&l.w, "file", file);
    end(&l);
}
