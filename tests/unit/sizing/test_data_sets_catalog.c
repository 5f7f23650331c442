/* links: catalog */
/* The work of a run by the data set and the epochs that its source names, and a net that only its
 * source describes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/data_sets.h"
#include "engine/validate/validate.h"
#include "engine/validate/setup.h"
#include "engine/validate/work.h"
#include "tests/support/shipped.h"

static void a_set_by_any_of_its_names(void **state)
{
    (void)state;
    static const struct { const char *text, *id; double amount; } want[] = {
        {"ImageNet-1k fine-tuning at 224, 100 epochs", "imagenet-1k", 1281167},
        {"pre-trained on ImageNet-22K", "imagenet-21k", 14197122},
        {"ImageNet, 90 epochs", "imagenet-1k", 1281167},
        {"COCO train2017", "coco", 118287},
        {"MS-COCO 3x", "coco", 118287},
        {"CIFAR10", "cifar-10", 50000},
        {"tatsu-lab alpaca, packed", "alpaca", 52002},
        {"databricks/dolly-15k", "dolly", 15011},
        {"LAION-400M", "laion-400m", 413e6},
        {"LibriSpeech 960h", "librispeech", 960.7},
        {"WikiText-103", "wikitext-103", 103227021},
        {"the Pile", "pile", 300e9},
        {"SQuAD v1.1", "squad", 87599},
        {"GLUE MNLI", "mnli", 392702},
        {"BERT phase 2", "bert-phase-2", 51216384},
        {"Criteo 1TB", "criteo-1tb", 4195197692.0},
    };
    struct data_set set;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_true(data_set_named(&shipped.facts, want[i].text, &set));
        assert_string_equal(set.id, want[i].id);
        assert_true(fabs(set.amount / want[i].amount - 1) < 1e-6);
    }
    static const char *const none[] = {"coconut", "compile", "arcade", "a facade of pixels", ""};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(data_set_named(&shipped.facts, none[i], &set));
    assert_false(data_set_named(&shipped.facts, NULL, &set));
}

static void epochs_and_steps_in_words(void **state)
{
    (void)state;
    assert_true(told_epochs("100 epochs") == 100);
    assert_true(told_epochs("a 300-epoch run") == 300);
    assert_true(told_epochs("trained for 1.5 epochs") == 1.5);
    assert_true(told_epochs("hours per epoch") == 1);
    assert_true(told_epochs("one epoch") == 1);
    assert_false(known(told_epochs("several epochs")));
    assert_false(known(told_epochs(NULL)));
    assert_true(told_steps("160k iterations") == 160000);
    assert_true(told_steps("90,000 steps of 16") == 90000);
    assert_false(known(told_steps("50 steps"))); /* of a picture */
    assert_false(known(told_steps("in steps")));
}

static void data_by_their_number(void **state)
{
    (void)state;
    static const struct { const char *text; double amount; enum data_unit unit; } want[] = {
        {"665k image-text conversations, 1 epoch", 665e3, DATA_SAMPLES},
        {"3 epochs of 13,100 clips", 13100, DATA_SAMPLES},
        {"40 epochs of about 150 h of speech", 150, DATA_HOURS},
        {"2.63B images", 2.63e9, DATA_SAMPLES},
        {"12.8 billion image-text pairs", 12.8e9, DATA_SAMPLES},
        {"52k instructions", 52e3, DATA_SAMPLES}};
    double amount;
    enum data_unit unit;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_true(told_amount(want[i].text, &amount, &unit));
        assert_true(amount == want[i].amount && unit == want[i].unit);
    }
    assert_false(told_amount("batches of 8 samples", &amount, &unit));
    assert_false(told_amount("images of 224 pixels", &amount, &unit));
    assert_false(told_amount(NULL, &amount, &unit));
}

static struct setup row(const char *task, const char *model, const char *notes)
{
    struct setup s = {.f = &shipped.facts};
    for (int i = 0; i < CELLS; i++)
        s.cell[i] = "";
    s.cell[CELL_TASK] = task;
    s.cell[CELL_MODEL] = model;
    s.cell[CELL_NOTES] = notes;
    s.cell[CELL_ACCEL] = "A100 SXM 80GB";
    s.cell[CELL_COUNT] = "8";
    s.cell[CELL_PRECISION] = "bf16";
    s.cell[CELL_METRIC] = "wall_hours";
    return s;
}

/* 100 x 1,281,167 images = 128.1 million. */
static void images_of_the_epochs(void **state)
{
    (void)state;
    struct setup s = row("train", "ConvNeXt-B", "ImageNet-1k fine-tuning at 224, 100 epochs");
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_true(work_known(&s));
    assert_true(s.job.samples * s.job.epochs == 128116700);
    assert_true(s.job.image_size == 224);
    s = row("train", "ConvNeXt-B", "ImageNet-1k");
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_false(work_known(&s)); /* of how many epochs is not told */
}

/* Tokens: 3 x 52,002 texts of the told 1024, of the 512 of instructions where fine-tuning tells
 * none, of three epochs where none are told; nothing of pre-training on them. 600,000 steps of 128
 * x 1024; hours of speech as windows of 30 s. */
static void texts_steps_and_speech(void **state)
{
    (void)state;
    struct setup s = row("full_ft", "Llama-2-7b", "Alpaca");
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_true(work_known(&s));
    assert_true(s.job.tokens * s.job.epochs == 3.0 * 52002 * 512);
    s = row("full_ft", "Llama-2-7b", "Alpaca, 3 epochs");
    s.cell[CELL_SEQ] = "1024";
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_true(work_known(&s));
    assert_true(s.job.tokens * s.job.epochs == 3.0 * 52002 * 1024);
    s = row("pretrain", "Llama-2-7b", "Alpaca, 3 epochs");
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_false(work_known(&s));
    s = row("pretrain", "gpt2", "600k steps");
    s.cell[CELL_SEQ] = "1024";
    s.cell[CELL_GLOBAL] = "128";
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_true(work_known(&s));
    assert_true(s.job.tokens == 600e3 * 128 * 1024);
    s = row("train", "wav2vec2-base", "LibriSpeech 960 h, 50 epochs");
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_true(work_known(&s));
    assert_true(fabs(s.job.samples - 960.7 * 120) < 1e-6 && s.job.epochs == 50);
}

/* Pages of YOLO count two operations a multiply-add, others one. */
static void a_net_that_its_row_describes(void **state)
{
    (void)state;
    struct setup s = row("train", "YOLO-Fancy", "70.8 GFLOPs per image, input 640");
    s.cell[CELL_PARAMS] = "0.022";
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_int_equal(s.job.model->kind, MODEL_DETECTION);
    assert_true(s.job.model->fwd_gmacs == 35.4 && s.job.model->params_b == 0.022);
    s = row("train", "FancyNet", "4.1 GFLOPs per image");
    s.cell[CELL_PARAMS] = "0.025";
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_int_equal(s.job.model->kind, MODEL_CNN);
    assert_true(s.job.model->fwd_gmacs == 4.1);
    s = row("train", "FancyNet", "4.1 GFLOPs per image"); /* without its parameters */
    assert_int_equal(setup_read(&s), VALIDATE_UNKNOWN_MODEL);
    s = row("train", "FancyNet", ""); /* roughly, as ResNet-50: 160 multiply-adds a parameter */
    s.cell[CELL_PARAMS] = "0.025";
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_true(s.rough && s.job.model->fwd_gmacs == 4);
    s = row("train", "FancyVoice", "speech recognition, LibriSpeech 960 h, 400 epochs");
    s.cell[CELL_PARAMS] = "0.333"; /* 600 of 1,200 frames meet all of 333e6 weights */
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_true(fabs(s.job.model->fwd_gmacs - 199.8) < 1e-9 && work_known(&s));
    assert_true(fabs(s.job.samples - 960.7 * 3600 / 12) < 1);
    s = row("train", "FancyDiT", "");
    s.cell[CELL_PARAMS] = "0.7";
    assert_int_equal(setup_read(&s), VALIDATE_UNKNOWN_MODEL);
}

/* "b4 at 380" says nothing of a b0. */
static void the_side_of_another_net(void **state)
{
    (void)state;
    struct setup s = row("train", "efficientnet_b0", "b4 at 380");
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_false(known(s.job.image_size));
    s = row("train", "efficientnet_b4", "b4 at 380");
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_true(s.job.image_size == 380);
    s = row("train", "vit_base_patch16_224", "trained at 224 and at 384");
    assert_int_equal(setup_read(&s), VALIDATE_COVERED);
    assert_false(known(s.job.image_size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_by_any_of_its_names),
        cmocka_unit_test(data_by_their_number),
        cmocka_unit_test(epochs_and_steps_in_words),
        cmocka_unit_test(images_of_the_epochs),
        cmocka_unit_test(texts_steps_and_speech),
        cmocka_unit_test(a_net_that_its_row_describes),
        cmocka_unit_test(the_side_of_another_net),
    };
    return cmocka_run_group_tests_name("sizing: data sets", tests, shipped_load, shipped_unload);
}
