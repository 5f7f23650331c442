/* Arithmetic of a model: weights by format, KV cache by kind of attention, shapes from a size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

static struct sized s;

static const struct model *named(const char *id)
{
    return sized_job(&s, id, METHOD_FULL).model;
}

static void weights_follow_the_format(void **state)
{
    (void)state;
    const struct model *m = named("llama-70b");
    near(model_weight_bytes(m, num_format_find("bf16")), 70.554e9 * 2, 1e-9);
    /* Q4_0: 68.45e9 x 4.5 bits + 2.10e9 embedding and head; a log prints 37.22 GiB. */
    near(model_weight_bytes(m, num_format_find("q4_0")) / GIB, 37.22, 0.005);
    /* nf4: (70.554e9 - 2 x 128256 x 8192) x 4.5 / 8 + 2 x 128256 x 8192 x 2 = 42.70e9 */
    near(model_weight_bytes(m, num_format_find("nf4")), 42.71e9, 0.001);
    assert_true(isnan(model_weight_bytes(m, NULL)));
}

static void mxfp4_packs_only_the_experts(void **state)
{
    (void)state;
    const struct model *m = named("moe-30b");
    double mx = model_weight_bytes(m, num_format_find("mxfp4"));
    /* 48 x 128 x 3 x 2048 x 768 = 28.99e9 in 4.25 bits, the remaining 1.54e9 in 16. */
    near(mx, 28.99e9 * 4.25 / 8 + 1.54e9 * 2, 0.01);
}

static void kv_cache_by_kind_of_attention(void **state)
{
    (void)state;
    const struct num_format *bf16 = num_format_find("bf16"), *fp8 = num_format_find("fp8");
    /* 2 x 80 layers x 8 heads x 128 x 2 B = 320 KiB a token */
    near(model_kv_bytes_per_token(named("llama-70b"), bf16), 327680, 1e-9);
    near(model_kv_bytes_per_token(named("llama-70b"), fp8), 163840, 1e-9);
    /* MLA: 61 x (512 + 64) x 2 B */
    near(model_kv_bytes_per_token(named("mla"), bf16), 70272, 1e-9);
    near(model_kv_bytes(named("qwen-7b"), bf16, 1024), 524288.0 * 1024, 1e-9);
}

static void sliding_layers_keep_a_window(void **state)
{
    (void)state;
    const struct model *m = named("sliding");
    const struct num_format *bf16 = num_format_find("bf16");
    double full = 8 * 2 * 8 * 240 * 2.0, near_layers = 40 * 2 * 8 * 240 * 2.0;
    near(model_kv_bytes(m, bf16, 512), (full + near_layers) * 512, 1e-9);
    near(model_kv_bytes(m, bf16, 8192), full * 8192 + near_layers * 1024, 1e-9);
}

static void encoders_have_no_cache(void **state)
{
    (void)state;
    struct model m = *named("llama-8b");
    m.kind = MODEL_ENCODER;
    assert_true(model_kv_bytes_per_token(&m, num_format_find("bf16")) == 0);
}

static void unknown_stays_unknown(void **state)
{
    (void)state;
    struct model m = *named("size-13b");
    m.params_b = UNKNOWN;
    assert_true(isnan(model_weight_bytes(&m, num_format_find("bf16"))));
    assert_true(isnan(model_kv_bytes_per_token(&m, num_format_find("bf16"))));
    assert_true(isnan(model_kv_bytes(named("llama-8b"), num_format_find("bf16"), UNKNOWN)));
    assert_true(isnan(model_kv_bytes_per_token(NULL, NULL)));
}

static void a_size_gets_the_shape_of_its_class(void **state)
{
    (void)state;
    /* 13B: hidden = cbrt(13e9 x 128 / 12) = 5176 -> 5120, 13e9 / 12 / 5120^2 = 41 layers (LLaMA
     * 13B: 5120 x 40). */
    double kv = model_kv_bytes_per_token(named("size-13b"), num_format_find("bf16"));
    near(kv, 2 * 41 * 5120 * 2.0, 1e-9);
    near(model_weight_bytes(named("size-13b"), num_format_find("bf16")), 26e9, 1e-9);
}

/* Widths that published models of that size have: GPT-3 (arXiv 2005.14165, table 2.1), LLaMA 7B and
 * 13B, OPT 30B and 66B; so that heads are whole and tensor ranks of 2, 4 and 8 divide them. */
static void guessed_widths_are_published_ones(void **state)
{
    (void)state;
    static const struct {
        double params_b, hidden;
    } rows[] = {{0.125, 768}, {0.35, 1024}, {0.76, 1536}, {1.3, 2048}, {2.7, 2560},
                {7, 4096},    {13, 5120},   {30, 7168},   {66, 9216},  {175, 12288}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct model m = *named("size-13b");
        m.params_b = rows[i].params_b;
        m.active_params_b = UNKNOWN;
        struct dims d = dims_of(&m);
        near(d.hidden, rows[i].hidden, 1e-9);
        near(d.heads, rows[i].hidden / 128, 1e-9);
    }
}

static void peaks_are_dense_and_zero_is_zero(void **state)
{
    (void)state;
    assert_true(accel_peak_tflops(&s.accel[0], "bf16") == 300);
    assert_true(accel_peak_tflops(&s.accel[0], "fp8") == 0);
    assert_true(isnan(accel_peak_tflops(&s.accel[0], "fp3")));
    assert_true(isnan(accel_peak_tflops(NULL, "bf16")));
}

int main(void)
{
    sized_init(&s);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_follow_the_format),
        cmocka_unit_test(mxfp4_packs_only_the_experts),
        cmocka_unit_test(kv_cache_by_kind_of_attention),
        cmocka_unit_test(sliding_layers_keep_a_window),
        cmocka_unit_test(encoders_have_no_cache),
        cmocka_unit_test(unknown_stays_unknown),
        cmocka_unit_test(a_size_gets_the_shape_of_its_class),
        cmocka_unit_test(guessed_widths_are_published_ones),
        cmocka_unit_test(peaks_are_dense_and_zero_is_zero),
    };
    return cmocka_run_group_tests_name("sizing: model", tests, NULL, NULL);
}
