/*
 * Pictures, video, diffusion, detection, recommenders, worked out by hand: memory and time of one
 * card. No factor is set: the neutral values of the functions stand beside the arithmetic.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

/* One net on `cards` linked cards of 300 TFLOP/s and 2,000 GB/s. */
struct net {
    struct sized s;
    struct model m;
    struct job j;
    struct shape shape;
    struct sz z;
    struct layout l;
    struct mem mem;
    struct step step;
};

static void net_of(struct net *n, enum model_kind kind, int cards)
{
    sized_init(&n->s);
    n->m = *sized_model(&n->s, "resnet");
    n->m.kind = kind;
    n->m.family = "";
    n->j = sized_job(&n->s, "llama-8b", METHOD_FULL);
    n->j.model = &n->m;
    n->j.optimizer = OPT_SGDM;
    n->shape = shape_of(&n->s.accel[0], cards, 1);
    n->l = (struct layout){
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = cards, .micro_batch = 1, .grad_accum = 1};
}

static void work_out(struct net *n)
{
    sz_init(&n->z, &n->j, &n->s.facts, &n->shape);
    mem_media(&n->z, &n->l, &n->mem);
    if (!time_media(&n->z, &n->l, &n->step))
        fail_msg("no time");
}

/* ResNet-50 with momentum: 25.6e6 x 12 bytes; a picture keeps 11.11e6 activations twice at 2 bytes:
 * 44.4 MB, 256 of them 11.4 GB. Four times the pixels at 448, three tenths when recomputed. Time:
 * 2 x 4.11e9 x 3 x 256 / (300e12 x 0.5) = 42.1 ms, moving 11.11e6 x 2 x 20 x 256 / 2000e9 = 56.9 */
static void a_net_of_convolutions(void **state)
{
    (void)state;
    struct net n;
    net_of(&n, MODEL_CNN, 1);
    n.l.micro_batch = 256;
    work_out(&n);
    near(n.mem.gib[MEM_WEIGHTS] * GIB, 4 * 25.6e6, 1e-9);
    near(n.mem.gib[MEM_GRADIENTS] * GIB, 4 * 25.6e6, 1e-9);
    near(n.mem.gib[MEM_OPTIMIZER] * GIB, 4 * 25.6e6, 1e-9);
    near(n.mem.gib[MEM_ACTIVATIONS] * GIB, 2 * 11.11e6 * 2 * 256, 1e-9);
    near(n.step.compute_s, 2 * 4.11e9 * 3 * 256 / 150e12, 1e-9);
    near(n.step.memory_s, 11.11e6 * 2 * 20 * 256 / 2000e9, 1e-9);
    near(n.step.step_s, 0.0421 + 0.0569, 0.01);
    assert_int_equal(n.step.bound, BOUND_MEMORY_BANDWIDTH);
    n.j.image_size = 448;
    n.l.recompute = RECOMPUTE_FULL;
    work_out(&n);
    near(n.mem.gib[MEM_ACTIVATIONS] * GIB, 0.3 * 4 * 2 * 11.11e6 * 2 * 256, 1e-9);
    near(n.step.compute_s, 4 * 2 * 4.11e9 * 4 * 256 / 150e12, 1e-9);
}

/* 16 cores decode 100 pictures a second each: 256 pictures take 160 ms, longer than the card. */
static void the_loader_may_be_slower(void **state)
{
    (void)state;
    struct net n;
    net_of(&n, MODEL_CNN, 1);
    n.l.micro_batch = 256;
    n.shape.host_cores = 16;
    work_out(&n);
    near(n.step.step_s, 256 / (16 * 100.0), 1e-9);
    assert_int_equal(n.step.bound, BOUND_LOADER);
    n.m.family = "YOLO"; /* six pictures' work a sample */
    work_out(&n);
    near(n.step.step_s, 6 * 256 / (16 * 100.0), 1e-9);
    n.m.family = "ResNet";
    n.shape.host_cores = 64;
    work_out(&n);
    assert_true(n.step.step_s < 0.11);
    assert_int_equal(n.step.bound, BOUND_MEMORY_BANDWIDTH);
}

/* ViT-B/16: 86.6e6 parameters with AdamW 16 bytes each, 16.87 GMAC, 16.49e6 activations. Copies on
 * eight cards sum 4 bytes a parameter: 2 x 86.6e6 x 4 x 7/8 / (300e9 x 0.7), hidden but a 20th. */
static void a_vision_transformer_on_eight_cards(void **state)
{
    (void)state;
    struct net n;
    net_of(&n, MODEL_VIT, 8);
    sized_factor(&n.s, "link.latency-gpu", 0);
    n.m.params_b = n.m.active_params_b = 0.0866;
    n.m.fwd_gmacs = 16.87;
    n.m.macts_m = 16.49;
    n.j.optimizer = OPT_ADAMW;
    n.l.micro_batch = 64;
    work_out(&n);
    double states = n.mem.gib[MEM_WEIGHTS] + n.mem.gib[MEM_GRADIENTS] + n.mem.gib[MEM_OPTIMIZER];
    near(states * GIB, 16 * 86.6e6, 1e-9);
    near(n.mem.gib[MEM_ACTIVATIONS] * GIB, 16.49e6 * 2 * 64, 1e-9); /* one reader each */
    near(n.step.comm_s, 0.05 * 2 * 86.6e6 * 4 * 7 / 8 / 210e9, 1e-6);
    near(n.step.samples, 512, 1e-9);
    static const struct { enum optimizer is; double bytes; } states_of[] = {
        {OPT_ADAMW_BF16, 2 + 2 + 4}, {OPT_ADAMW_8BIT, 4 + 4 + 2.03}, {OPT_ADAFACTOR, 8.03},
        {OPT_SGDM, 12}, {OPT_SGD, 8}, {OPT_ADAMW, 16}};
    for (size_t i = 0; i < sizeof states_of / sizeof states_of[0]; i++) {
        n.j.optimizer = states_of[i].is;
        work_out(&n);
        states = n.mem.gib[MEM_WEIGHTS] + n.mem.gib[MEM_GRADIENTS] + n.mem.gib[MEM_OPTIMIZER];
        near(states * GIB, states_of[i].bytes * 86.6e6, 1e-9);
    }
    n.l.sharding = SHARD_ZERO1; /* moments over eight: 4 + 4 + 8/8 */
    work_out(&n);
    states = n.mem.gib[MEM_WEIGHTS] + n.mem.gib[MEM_GRADIENTS] + n.mem.gib[MEM_OPTIMIZER];
    near(states * GIB, 9 * 86.6e6, 1e-9);
}

/* ResNet-50 on a card of 75 TFLOP/s in fp32 without tf32: all of the peak by Winograd kernels, and
 * four bytes a value; with tf32 of 150, half of it, and 1.45 times the passes for the layout. */
static void nets_in_32_bits(void **state)
{
    (void)state;
    struct net n;
    net_of(&n, MODEL_CNN, 1);
    n.j.precision = num_format_find("fp32");
    n.l.micro_batch = 64;
    work_out(&n);
    near(n.step.compute_s, 2 * 4.11e9 * 3 * 64 / (150e12 * 0.5), 1e-9);
    near(n.step.memory_s, 11.11e6 * 4 * 20 * 1.45 * 64 / 2000e9, 1e-9);
    n.s.accel[0].tf32_tflops = 0;
    work_out(&n);
    near(n.step.compute_s, 2 * 4.11e9 * 3 * 64 / 75e12, 1e-9);
    near(n.step.memory_s, 11.11e6 * 4 * 20 * 64 / 2000e9, 1e-9);
}

/* What is kept of 11.11e6 written values of a picture: a net of convolutions two copies, in fp32 of
 * four bytes; a detector, frozen stem and norms, one; a transformer one. Inverted bottlenecks pass
 * their values 50 times through memory, not 23; windows and ConvNeXt 33 times; a DenseNet
 * gathers 2.8 times what it writes, which makes 23 * 2.8 of it, and keeps no more. */
static void what_is_kept_and_passed(void **state)
{
    (void)state;
    static const struct {
        enum model_kind kind;
        const char *family, *precision;
        double bytes, passes;
    } want[] = {
        {MODEL_CNN, "ResNet", "bf16", 2 * 2, 23},
        {MODEL_CNN, "ResNet", "tf32", 2 * 4, 23 * 2.9},
        {MODEL_DETECTION, "RetinaNet", "bf16", 2, 23},
        {MODEL_DETECTION, "SSD", "tf32", 4, 23 * 2.9},
        {MODEL_VIT, "ViT", "bf16", 2, 4},
        {MODEL_VIT, "Swin", "bf16", 2, 33},
        {MODEL_CNN, "ConvNeXt", "bf16", 2 * 2, 33},
        {MODEL_CNN, "DenseNet", "bf16", 2 * 2, 23 * 2.8},
        {MODEL_CNN, "EfficientNet", "bf16", 2 * 2, 50}};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        struct net n;
        net_of(&n, want[i].kind, 1);
        sized_factor(&n.s, "media-passes-train.conv.default", 23);
        sized_factor(&n.s, "media-passes-train.depthwise.default", 50);
        sized_factor(&n.s, "media-passes-train.vit.default", 4);
        sized_factor(&n.s, "media-passes-train.window.default", 33);
        n.m.family = want[i].family;
        n.j.precision = num_format_find(want[i].precision);
        n.l.micro_batch = 64;
        work_out(&n);
        near(n.mem.gib[MEM_ACTIVATIONS] * GIB, want[i].bytes * 11.11e6 * 64, 1e-9);
        near(n.step.memory_s, 11.11e6 * 2 * want[i].passes * 64 / 2000e9, 1e-9);
    }
}

/* Detection in two stages takes 20 ms a picture on top of the same net in one. Nets that draw masks
 * are sized as any net is. */
static void detectors_and_masks(void **state)
{
    (void)state;
    struct net one, two, masks;
    net_of(&one, MODEL_DETECTION, 1);
    one.l.micro_batch = 16;
    net_of(&two, MODEL_DETECTION, 1);
    two.l.micro_batch = 16;
    two.m.family = "R-CNN";
    work_out(&one);
    work_out(&two);
    near(two.step.compute_s, one.step.compute_s, 1e-9);
    near(two.step.memory_s, one.step.memory_s + 16 * 0.020, 1e-9);
    near(two.mem.gib[MEM_ACTIVATIONS], one.mem.gib[MEM_ACTIVATIONS], 1e-9);
    /* U-Net, 31.0e6 parameters, 54.7 GMAC at 256, activations not published: 2.7e6 a GMAC */
    net_of(&masks, MODEL_SEGMENTATION, 1);
    masks.m.fwd_gmacs = 54.7;
    masks.m.macts_m = UNKNOWN;
    masks.m.input_size = 256;
    masks.j.image_size = 512;
    masks.l.micro_batch = 4;
    work_out(&masks);
    near(masks.mem.gib[MEM_ACTIVATIONS] * GIB, 4 * 2 * 2.7e6 * 54.7 * 2 * 4, 1e-9);
    near(masks.step.compute_s, 4 * 2 * 54.7e9 * 3 * 4 / 150e12, 1e-9);
}

/* A U-Net of 0.86e9 with 0.2e9 of encoder and decoder, 512 pixels: 5 GiB a picture, 20 at 1,024.
 * The frozen part is held in 16 bits and has neither gradients nor moments. */
static void a_denoiser_of_convolutions(void **state)
{
    (void)state;
    struct net n;
    net_of(&n, MODEL_DIFFUSION, 1);
    n.m.params_b = 1.06;
    n.m.active_params_b = 0.86;
    n.m.fwd_gmacs = UNKNOWN;
    n.m.input_size = n.j.image_size = 512;
    n.j.optimizer = OPT_ADAMW;
    work_out(&n);
    near(n.mem.gib[MEM_WEIGHTS] * GIB, 4 * 0.86e9 + 2 * 0.2e9, 1e-9);
    near(n.mem.gib[MEM_GRADIENTS] * GIB, 4 * 0.86e9, 1e-9);
    near(n.mem.gib[MEM_OPTIMIZER] * GIB, 8 * 0.86e9, 1e-9);
    near(n.mem.gib[MEM_ACTIVATIONS], 5, 1e-9);
    n.j.image_size = 1024;
    work_out(&n);
    near(n.mem.gib[MEM_ACTIVATIONS], 20, 1e-9);
    near(n.step.compute_s, 2 * 0.86e9 * 128 * 128 * 0.1 * 3 / 150e12, 1e-9);
    n.m.fwd_gmacs = 340; /* counted for 512 x 512 */
    work_out(&n);
    near(n.step.compute_s, 2 * 340e9 * 4 * 3 / 150e12, 1e-9);
}

/* DiT-XL/2, 28 layers of 1,152: 1,024 pixels are 64 x 64 places and 256 of the prompt, 34 bytes a
 * place, layer and width; recomputed, 2 of 34 a layer and one layer whole. Of 0.675e9 weights those
 * that modulate meet no place: 12 h^2 a layer, 0.446e9, attention 2 t t h a layer. At 256 pixels
 * (256 places) that is 0.446e9 x 256 + 2 x 256^2 x 1152 x 28 = 118.4e9: published 118.6 (arXiv
 * 2212.09748). Steps of a picture count with the prompt and without it. */
static void a_denoiser_of_attention(void **state)
{
    (void)state;
    struct net n;
    double t = 64 * 64 + 256;
    net_of(&n, MODEL_DIFFUSION, 1);
    n.m.params_b = n.m.active_params_b = 0.675;
    n.m.layers = 28;
    n.m.hidden = 1152;
    n.j.image_size = 1024;
    work_out(&n);
    near(n.mem.gib[MEM_ACTIVATIONS] * GIB, t * 28 * 1152 * 34, 1e-9);
    double each = 12 * 28 * 1152.0 * 1152;
    near(each * 256 + 2 * 256.0 * 256 * 1152 * 28, 118.4e9, 0.001);
    near(n.step.compute_s, 2 * (each * t + 2 * t * t * 1152 * 28) * 3 / 150e12, 1e-9);
    n.l.recompute = RECOMPUTE_FULL;
    work_out(&n);
    near(n.mem.gib[MEM_ACTIVATIONS] * GIB, t * 1152 * (2 * 28 + 34), 1e-9);
    n.m.id = "dit";
    near(denoiser_passes(&n.z), 25 * 2, 1e-9);
    n.j.denoise_steps = 40;
    near(denoiser_passes(&n.z), 40 * 2, 1e-9);
    sized_factor(&n.s, "media.guidance.dit", 1); /* distilled */
    sized_factor(&n.s, "media.steps.dit", 28);
    n.j.denoise_steps = UNKNOWN;
    near(denoiser_passes(&n.z), 28, 1e-9);
}

/* Video of 81 frames of 1,024 pixels: (80 / 4 + 1) x 64 x 64 places and the prompt. Made on one
 * card: encoder 5.7e9, denoiser 14e9, decoder 2.4 GiB x (1 + 0.1 x 80) = 21.6 GiB; all together, or
 * with offload the largest alone: 14e9 x 2 bytes, which leaves the decoder no more to ask. */
static void video_is_made_in_phases(void **state)
{
    (void)state;
    struct net n;
    double t = 21 * 64 * 64 + 256, sample = t * 40 * 5120 * 34;
    net_of(&n, MODEL_VIDEO, 1);
    n.m.params_b = 19.7;
    n.m.active_params_b = 14;
    n.m.layers = 40;
    n.m.hidden = 5120;
    n.j.image_size = 1024;
    n.j.frames = 81;
    n.j.training = false;
    n.j.task = TASK_GENERATE_MEDIA;
    work_out(&n);
    double work = 0.06 * sample / GIB;
    near(n.mem.gib[MEM_WEIGHTS] * GIB, 19.7e9 * 2, 1e-9);
    near(n.mem.gib[MEM_ACTIVATIONS], work + 2.4 * 9, 1e-9);
    near(n.step.compute_s, 2 * (12 * 40 * 5120.0 * 5120 * t + 2 * t * t * 5120 * 40) / 150e12,
         1e-9); /* 12.6e9 of 14e9 weights meet each place */
    n.j.offload = OFFLOAD_CPU;
    work_out(&n);
    near(n.mem.gib[MEM_WEIGHTS] * GIB, 14e9 * 2, 1e-9);
    near(n.mem.host_gb, 5.7 * 2, 1e-9);
    near(n.mem.gib[MEM_ACTIVATIONS], work, 1e-9);
}

/* Speech: 32 layers of 1,280, windows of 1,500 places heard and 448 written, each through half of
 * the layers, 44 bytes a place, layer and width. */
static void speech_comes_in_windows(void **state)
{
    (void)state;
    struct net n;
    net_of(&n, MODEL_SPEECH, 1);
    n.m.params_b = n.m.active_params_b = 1.543;
    n.m.layers = 64;
    n.m.hidden = 1280;
    n.l.micro_batch = 4;
    work_out(&n);
    near(n.mem.gib[MEM_ACTIVATIONS] * GIB, 974.0 * 64 * 1280 * 44 * 4, 1e-9);
    near(n.step.compute_s, 2 * 1.543e9 * 974 * 3 * 4 / 150e12, 1e-9);
}

/* Whisper large writes with 32 layers (4 h^2 more than a layer of the encoder each): 170 tokens a
 * window, each reading 32 x 16 x 1280^2 + 51,866 x 1,280 weights and 1,500 places of 32 layers at
 * 0.85 x 2,000 GB/s; 24 windows read the weights together. */
static void speech_is_written_token_by_token(void **state)
{
    (void)state;
    struct net n;
    net_of(&n, MODEL_SPEECH, 1);
    sized_factor(&n.s, "decode.layer-us.default", 0);
    n.j.task = TASK_BATCH_INFERENCE;
    n.j.training = false;
    n.m.params_b = n.m.active_params_b = 1.543;
    n.m.layers = 64;
    n.m.hidden = 1280;
    n.m.vocab = 51866;
    work_out(&n);
    double alone = n.step.memory_s;
    n.j.micro_batch = 24;
    work_out(&n);
    double weights = (33.0 * 16 * 1280 * 1280 + 51866 * 1280.0) * 2;
    near(alone - n.step.memory_s, 170 * weights * (1 - 1 / 24.0) / (2000e9 * 0.85), 1e-6);
}

/* Tables of 24e9 values over eight cards, 12 GB each, and one value more a row of 128; 26 looked-up
 * vectors of 128 floats a sample cross twice: 2 x 65,536 x 13,312 x 7/8 / (300e9 x 0.7). */
static void tables_of_a_recommender(void **state)
{
    (void)state;
    struct net n;
    net_of(&n, MODEL_RECSYS, 8);
    sized_factor(&n.s, "link.latency-gpu", 0);
    n.m.params_b = 24;
    n.m.active_params_b = 0.005;
    n.m.macts_m = UNKNOWN; /* 26 tables of 128 */
    n.l.micro_batch = 65536;
    work_out(&n);
    near(n.mem.gib[MEM_WEIGHTS] * GIB, 24e9 * 4 / 8, 1e-9);
    near(n.mem.gib[MEM_OPTIMIZER] * GIB, 24e9 * 4 / 8 / 128, 1e-9);
    near(n.step.comm_s, 2 * 65536.0 * 26 * 128 * 4 * 7 / 8 / 210e9, 1e-9);
    near(n.step.compute_s, 2 * 0.005e9 * 3 * 65536 / 150e12, 1e-9);
    double moved = n.step.memory_s;
    n.m.macts_m = 0.000384; /* two tables of 64 and two of 128: 384 floats */
    work_out(&n);
    near(n.step.comm_s, 2 * 65536.0 * 384 * 4 * 7 / 8 / 210e9, 1e-9);
    near(n.step.memory_s / moved, 384.0 / (26 * 128), 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_net_of_convolutions),
        cmocka_unit_test(the_loader_may_be_slower),
        cmocka_unit_test(a_vision_transformer_on_eight_cards),
        cmocka_unit_test(nets_in_32_bits),
        cmocka_unit_test(what_is_kept_and_passed),
        cmocka_unit_test(detectors_and_masks),
        cmocka_unit_test(a_denoiser_of_convolutions),
        cmocka_unit_test(a_denoiser_of_attention),
        cmocka_unit_test(video_is_made_in_phases),
        cmocka_unit_test(speech_comes_in_windows),
        cmocka_unit_test(speech_is_written_token_by_token),
        cmocka_unit_test(tables_of_a_recommender),
    };
    return cmocka_run_group_tests_name("sizing: pictures, worked", tests, NULL, NULL);
}
