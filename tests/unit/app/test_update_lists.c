/* update(): what a machine can do, names of files, two files compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/lists.h"
#include "app/remedy.h"
#include "base/str.h"
#include "unit/app/desk.h"

/* What a machine can do: every order keeps all rows, a filter takes some away, a row taken is a job
 * that fits, and one undo brings the old one back. */
static void what_a_machine_can_do_becomes_the_job(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "g / ");
    type(d, "rtx 4090");
    press(d, "Enter F");
    assert_int_equal(d->m.screen, SCREEN_FITS);
    int all = d->m.fits.n;
    assert_true(all > 50);
    for (int i = 1; i < all; i++)
        assert_false(d->m.fits.row[i]->model->params_b > d->m.fits.row[i - 1]->model->params_b);
    press(d, "s");
    assert_int_equal(d->m.fits.n, all);
    for (int i = 1; i < all; i++)
        assert_false(d->m.fits.row[i]->sizing.speed.typical >
                     d->m.fits.row[i - 1]->sizing.speed.typical);
    press(d, "s s s s /");
    type(d, "qlora qwen2.5");
    assert_true(d->m.fits.n > 0 && d->m.fits.n < all);
    for (int i = 0; i < d->m.fits.n; i++)
        assert_int_equal(d->m.fits.row[i]->method, METHOD_QLORA);
    const char *model = d->m.fits.row[0]->model->id;
    press(d, "Enter Enter");
    assert_int_equal(d->m.screen, SCREEN_PLAN);
    assert_string_equal(d->m.job.model->id, model);
    assert_int_equal(d->m.job.method, METHOD_QLORA);
    assert_int_equal(d->m.job.have.n, 1);
    enum verdict v = d->m.result->verdict.word;
    assert_true(v == VERDICT_FITS || v == VERDICT_TIGHT);
    const struct plan *shown = model_plan(&d->m); /* and it is that machine that is planned */
    assert_non_null(shown);
    assert_string_equal(shown->accel->id, d->m.job.have.group[0].accel->id);
    assert_int_equal(shown->per_node * shown->nodes, 1);
    press(d, "u");
    assert_int_equal(d->m.job.have.n, 0);
}

/* At a single question digits are the answer; at a step they go to steps and say so, but for those
 * that are none. */
static void digits_answer_where_they_are_no_steps(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "N 6 End Enter");
    assert_int_equal(d->m.wiz.question, Q_BUDGET);
    press(d, "6");
    assert_true(d->m.typing);
    type(d, "000");
    assert_string_equal(d->m.field.text, "6000");
    press(d, "Enter");
    assert_true(d->m.job.value[Q_BUDGET] == 6000);
    press(d, "3");
    assert_int_equal(d->m.wiz.step, 3);
    press(d, "8");
    assert_true(d->m.typing);
    type(d, "xh100");
    assert_string_equal(d->m.field.text, "8xh100");
    press(d, "Esc 4");
    assert_int_equal(d->m.wiz.step, 4);
    assert_int_equal(d->m.say, SAY_INFO);
    assert_non_null(strstr(d->m.message, "/"));
}

/* Cards that are in no plan: Enter plans with them, what is no card is told, u takes it back. */
static void cards_missed_among_the_plans_are_planned(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter Enter Enter");
    press(d, "c /");
    type(d, "a6000x3zz");
    assert_int_equal(d->m.order_n, 0);
    press(d, "Enter");
    assert_int_equal(d->m.say, SAY_ERROR);
    assert_true(d->m.typing);
    press(d, "C-u");
    type(d, "h100x4");
    press(d, "Enter");
    assert_false(d->m.typing);
    assert_int_equal(d->m.screen, SCREEN_COMPARE);
    assert_true(d->m.order_n > 0);
    for (size_t i = 0; i < d->m.result->plan_n; i++)
        assert_non_null(strstr(d->m.result->plan[i].accel->id, "h100"));
    press(d, "u");
    assert_int_equal(d->m.job.gpu.n, 0);
}

/* A name that is offered gives way to what is typed; a movement takes it over. */
static void an_offered_name_is_replaced_by_typing(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "s");
    assert_true(d->m.typing);
    assert_string_equal(d->m.field.text, "dlrig-job.json");
    type(d, "x.json");
    assert_string_equal(d->m.field.text, "x.json");
    press(d, "Esc s Bksp");
    assert_string_equal(d->m.field.text, "");
    press(d, "C-y"); /* what was cut comes back */
    assert_string_equal(d->m.field.text, "dlrig-job.json");
    press(d, "Esc s End");
    type(d, "2");
    assert_string_equal(d->m.field.text, "dlrig-job.json2");
    struct err_info e = {0};
    press(d, "Enter");
    assert_true(d->seen & FX_SAVE);
    err_set(&e, ERR_IO, MSG_ERR_MEMORY, 0, NULL);
    desk_event(d, &(struct event){.kind = EV_FAILED, .error = &e});
    assert_true(d->m.typing); /* still in the field, with what was typed */
    assert_string_equal(d->m.field.text, "dlrig-job.json2");
}

/* Two files: the mark goes where it stands and away again; what is compared is told to the loop. */
static void files_are_marked_and_compared(void **state)
{
    struct desk *d = desk_at(state);
    str_copy(d->m.files.name[0], sizeof d->m.files.name[0], "a.json");
    str_copy(d->m.files.name[1], sizeof d->m.files.name[1], "b.json");
    d->m.files.n = 2;
    press(d, "w c");
    assert_true(d->seen & FX_AGAINST);
    assert_int_equal(d->m.files.against, AGAINST_HERE);
    press(d, "m Down c");
    assert_int_equal(d->m.files.against, AGAINST_MARKED);
    assert_string_equal(d->m.files.mark, "a.json");
    assert_string_equal(d->m.files.path, "b.json");
    press(d, "p");
    assert_int_equal(d->m.files.against, AGAINST_THEN);
    press(d, "Up m");
    assert_string_equal(d->m.files.mark, "");
}

static void answer(struct desk *d, enum question_id q, const char *text)
{
    assert_true(model_answer(&d->m, q, text));
}

static void plan_screen(struct desk *d)
{
    struct err_info e = {0};
    assert_int_equal(recompute_run(&d->runs, &d->m, &e), OK);
    while (model_pop(&d->m))
        ;
    d->m.screen = SCREEN_PLAN;
    d->m.focus = PANE_PARTS;
    desk_event(d, &(struct event){.kind = EV_RESULT, .error = &e});
}

/* Nothing does the job: the changes that would make it fit stand there, Enter takes one, and one
 * step back brings the job as it was. */
static void a_job_that_nothing_does_is_mended(void **state)
{
    struct desk *d = desk_at(state);
    int n, none;
    answer(d, Q_TASK, "serve");
    answer(d, Q_MODEL, "deepseek-v3");
    answer(d, Q_GPU, "rtx-4060");
    plan_screen(d);
    const struct change *c = remedies(&d->m, &n);
    assert_null(model_plan(&d->m));
    assert_true(n > 1 && c != NULL);
    assert_int_equal(d->m.pane[PANE_PARTS].n, n);
    const char *id = c[1].shape.accel->id;
    press(d, "Down Enter");
    assert_non_null(strstr(d->m.doc.answers.a[Q_GPU].text, id));
    assert_non_null(model_plan(&d->m));
    remedies(&d->m, &none);
    assert_int_equal(none, 0); /* beside a plan they are advice */
    press(d, "u");
    assert_string_equal(d->m.doc.answers.a[Q_GPU].text, "rtx-4060");
    assert_null(model_plan(&d->m));
    press(d, "F"); /* what the card that was judged can do */
    assert_int_equal(d->m.screen, SCREEN_FITS);
    assert_string_equal(d->m.fits.machine, "1xnvidia-rtx-4060");
}

/* The same for training: a method, its rank, the formats that come with it. */
static void a_method_is_taken_as_an_answer(void **state)
{
    struct desk *d = desk_at(state);
    int n, at_lora = -1;
    answer(d, Q_TASK, "finetune");
    answer(d, Q_MODEL, "llama-3.3-70b");
    answer(d, Q_METHOD, "full");
    answer(d, Q_GPU, "2xrtx-4090");
    plan_screen(d);
    const struct change *c = remedies(&d->m, &n);
    for (int i = 0; i < n && at_lora < 0; i++)
        if (c[i].job.method != METHOD_FULL)
            at_lora = i;
    assert_true(at_lora >= 0);
    enum method want = c[at_lora].job.method;
    for (int i = 0; i < at_lora; i++)
        press(d, "Down");
    press(d, "Enter");
    assert_int_equal(d->m.job.method, want);
    assert_true(d->m.result->verdict.word != VERDICT_DOES_NOT_FIT);
}

static void a_card_is_no_model(void **state)
{
    struct desk *d = desk_at(state);
    struct answers out;
    struct err_info e = {0};
    bool set_back;
    assert_false(model_try(&d->m, Q_MODEL, "4060", &out, &e, &set_back));
    assert_int_equal(e.msg.id, MSG_TUI_A_CARD);
    assert_false(model_try(&d->m, Q_MODEL, "no-such-thing", &out, &e, &set_back));
    assert_int_not_equal(e.msg.id, MSG_TUI_A_CARD);
}

/* Beside other panes a step out of sight turns the page and keeps one row; a jump only shows. */
static void a_list_turns_its_page(void **state)
{
    (void)state;
    struct list l = {.n = 30, .cursor = 9, .top = 0};
    list_turn(&l, 9);
    assert_int_equal(l.top, 8);
    l.cursor = 16; /* in sight: nothing moves */
    list_turn(&l, 9);
    assert_int_equal(l.top, 8);
    l.cursor = 7;
    list_turn(&l, 9);
    assert_int_equal(l.top, 0);
    l.cursor = 29;
    list_turn(&l, 9);
    assert_int_equal(l.top, 21);
    l = (struct list){.n = 7, .cursor = 3, .top = 0};
    list_turn(&l, 3); /* three rows have none to keep */
    assert_int_equal(l.top, 3);
}

#define T(f) cmocka_unit_test_setup_teardown(f, desk_set_up, desk_tear_down)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(what_a_machine_can_do_becomes_the_job),
        T(digits_answer_where_they_are_no_steps),
        T(cards_missed_among_the_plans_are_planned),
        T(an_offered_name_is_replaced_by_typing),
        T(files_are_marked_and_compared),
        T(a_job_that_nothing_does_is_mended),
        T(a_method_is_taken_as_an_answer),
        T(a_card_is_no_model),
        cmocka_unit_test(a_list_turns_its_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
