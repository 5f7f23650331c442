// links: catalog
/*
 * A model read from its config.json: every family of the catalog in its own form, an architecture
 * that nobody knows, files that are damaged or want to do harm.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "engine/job/model_config.h"
#include "engine/sizing/sizing.h"
#include "tests/support/shipped.h"
#include "tests/unit/job/job_test.h"

#define FORMS DLRIG_SOURCE_DIR "/tests/data/model_configs.tsv"
#define SHARE 0.03 /* the count agrees with the published one */

static char *forms;

static int load(void **state)
{
    size_t len;
    bool good = shipped_load(state) == 0 &&
                file_read(&shipped.arena, FORMS, 1u << 22, &forms, &len, &shipped.e) == OK;
    return good ? 0 : -1;
}

static const struct model *read_text(const char *text, enum err *got)
{
    const struct model *m = NULL;
    *got = model_config_read(text, strlen(text), "./my/config.json", &shipped.facts, &shipped.arena,
                             &m, &shipped.e);
    return m;
}

static const struct model *must_read(const char *text)
{
    enum err got;
    const struct model *m = read_text(text, &got);
    if (got != OK) {
        struct str why;
        str_init(&why, 2048);
        err_render(&why, LANG_EN, &shipped.e);
        print_error("%s\n", why.p);
        str_free(&why);
        fail();
    }
    return m;
}

/* next_form: the next line of the forms into id, expected count (NAN: the catalog's) and text. */
static bool next_form(char **p, char *id, size_t cap, double *want, char **text)
{
    while (**p == '#') {
        *p = strchr(*p, '\n') + 1;
    }
    char *end = strchr(*p, '\n');
    if (!end) {
        return false;
    }
    *end = '\0';
    char *tab = strchr(*p, '\t');
    char *second = tab ? strchr(tab + 1, '\t') : NULL;
    assert_non_null(second);
    *tab = *second = '\0';
    str_copy(id, cap, *p);
    *want = tab[1] == '-' ? NAN : strtod(tab + 1, NULL);
    *text = second + 1;
    *p = end + 1;
    return true;
}

/* close: equal within a hundredth, where both are known and the catalog does not count more. */
static void close(const char *id, const char *what, double got, double want)
{
    bool told = known(got) && known(want);
    if (told && fabs(got - want) > 0.01 * fmax(1, fabs(want))) {
        fail_msg("%s: %s is %g, the catalog has %g", id, what, got, want);
    }
}

static void same_cache(const char *id, const struct model *m, const struct model *x)
{
    if (strcmp(id, "llama-3.2-11b-vision") == 0) { /* its cross layers keep no text */
        close(id, "keys and values", m->kv_elems_per_token_full, 65536);
        return;
    }
    close(id, "keys and values", m->kv_elems_per_token_full, x->kv_elems_per_token_full);
    close(id, "windowed keys and values", m->kv_elems_per_token_swa, x->kv_elems_per_token_swa);
    close(id, "state", m->linear_state_elems_per_seq, x->linear_state_elems_per_seq);
    close(id, "full layers", m->full_attn_layers, x->full_attn_layers);
    close(id, "windowed layers", m->swa_layers, x->swa_layers);
    close(id, "linear layers", m->linear_attn_layers, x->linear_attn_layers);
    close(id, "window", m->sliding_window, x->sliding_window);
}

static void every_family_counts_as_published(void **state)
{
    (void)state;
    char id[64], *text, *p = forms;
    double want;
    int n = 0;
    while (next_form(&p, id, sizeof id, &want, &text)) {
        const struct model *x = facts_model(&shipped.facts, id);
        const struct model *m = must_read(text);
        assert_non_null(x);
        want = known(want) ? want : x->params_b;
        if (fabs(m->params_b / want - 1) > SHARE) {
            fail_msg("%s: %g B parameters, published are %g B", id, m->params_b, want);
        }
        if (m->unknown_architecture) {
            fail_msg("%s: the form %s is not known", id, m->unknown_architecture);
        }
        if (x->kind != m->kind && strcmp(id, "minimax-m3") != 0) { /* listed without its tower */
            fail_msg("%s is %s, the catalog has %s", id, m->kind_text, x->kind_text);
        }
        close(id, "layers", m->layers, x->layers);
        close(id, "hidden", m->hidden, x->hidden);
        close(id, "heads", m->heads, x->heads);
        close(id, "kv heads", m->kv_heads, x->kv_heads);
        close(id, "experts", m->experts, x->experts);
        close(id, "experts a token", m->experts_per_token, x->experts_per_token);
        close(id, "expert width", m->moe_intermediate, x->moe_intermediate);
        same_cache(id, m, x);
        n++;
    }
    assert_true(n > 130);
}

/* Nets of timm and of papers; DeBERTa's relative places are in no form. */
static bool comes_as_code(const struct model *m)
{
    bool timm = m->kind == MODEL_VIT && m->params_source &&
                str_starts(m->params_source, "huggingface/pytorch-image-models");
    return timm || str_eq(m->family, "Transformer") || str_eq(m->family, "Conformer") ||
           str_eq(m->family, "DeBERTa");
}

/* Every family of the catalog that is published with a config.json stands in the forms. */
static void every_family_of_the_catalog_is_there(void **state)
{
    (void)state;
    char *text = NULL;
    size_t len;
    assert_int_equal(file_read(&shipped.arena, FORMS, 1u << 22, &text, &len, &shipped.e), OK);
    for (size_t i = 0; i < shipped.facts.model_n; i++) {
        const struct model *m = &shipped.facts.model[i];
        /* detectors and recommenders come as code; GPT-3 never came, GLM-5.3's shape neither */
        bool excused = m->kind == MODEL_DETECTION || m->kind == MODEL_RECSYS ||
                       m->kind == MODEL_CNN || m->kind == MODEL_SEGMENTATION ||
                       str_eq(m->family, "GPT-3") || str_eq(m->id, "glm-5.3-flash") ||
                       comes_as_code(m);
        bool found = excused;
        for (size_t k = 0; !found && k < shipped.facts.model_n; k++) {
            char line[80] = "\n";
            str_copy(line + 1, sizeof line - 2, shipped.facts.model[k].id);
            size_t n = strlen(line);
            line[n] = '\t';
            line[n + 1] = '\0';
            found = str_eq(shipped.facts.model[k].family, m->family) && strstr(text, line) != NULL;
        }
        if (!found) {
            fail_msg("no form of the family %s (%s)", m->family, m->id);
        }
    }
}

#define LLAMA                                                                                      \
    "\"model_type\":\"llama\",\"hidden_size\":4096,\"num_hidden_layers\":32,"                      \
    "\"intermediate_size\":14336,\"num_attention_heads\":32,\"num_key_value_heads\":8,"            \
    "\"vocab_size\":128256,\"max_position_embeddings\":8192"

/* 2 x 128256 x 4096 embeddings, 32 layers of 4096 x (2 x 4096 + 2 x 1024) attention and
 * 3 x 4096 x 14336 MLP, 65 norms of 4096. */
static void a_count_by_hand(void **state)
{
    (void)state;
    const struct model *m = must_read("{" LLAMA "}");
    double words = 2.0 * 128256 * 4096;
    double layer = 4096.0 * (2 * 4096 + 2 * 1024) + 3.0 * 4096 * 14336;
    double norms = 65.0 * 4096;
    assert_true(fabs(m->params_b * 1e9 - (words + 32 * layer + norms)) < 1);
    assert_true(m->kv_elems_per_token_full == 32.0 * 2 * 8 * 128);
    assert_string_equal(m->id, "./my/config.json");
}

static void the_format_is_that_of_the_file(void **state)
{
    (void)state;
    static const struct {
        const char *more, *format;
    } cases[] = {
        {"\"torch_dtype\":\"bfloat16\"", "bf16"},
        {"\"dtype\":\"torch.float16\"", "fp16"},
        {"\"torch_dtype\":\"float32\"", "fp32"},
        {"\"quantization_config\":{\"quant_method\":\"fp8\"}", "fp8"},
        {"\"quantization_config\":{\"quant_method\":\"gptq\",\"bits\":4}", "int4"},
        {"\"quantization_config\":{\"quant_method\":\"gptq\",\"bits\":8}", "gptq-int8"},
        {"\"quantization_config\":{\"quant_method\":\"awq\",\"bits\":4}", "awq-int4"},
        {"\"quantization_config\":{\"quant_method\":\"mxfp4\"}", "mxfp4"},
        {"\"quantization_config\":{\"quant_method\":\"modelopt\",\"quant_algo\":\"NVFP4\"}",
         "nvfp4"},
        {"\"quantization_config\":{\"quant_method\":\"bitsandbytes\",\"load_in_4bit\":true}",
         "nf4"},
        {"\"quantization_config\":{\"quant_method\":\"bitsandbytes\",\"load_in_8bit\":true}",
         "int8"},
        {"\"quantization_config\":{\"quant_method\":\"compressed-tensors\",\"config_groups\":{"
         "\"group_0\":{\"weights\":{\"num_bits\":8,\"type\":\"float\"}}}}",
         "fp8"},
        {"\"quantization\":{\"bits\":4,\"group_size\":64}", "mlx-4bit"},
        {"\"use_cache\":true", "bf16"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, "{" LLAMA ",%s}", cases[i].more);
        assert_string_equal(must_read(text)->default_dtype, cases[i].format);
    }
}

static void the_longest_context_counts_its_scaling(void **state)
{
    (void)state;
    static const struct {
        const char *more;
        double tokens;
    } cases[] = {
        {"\"rope_scaling\":null", 8192},
        {"\"rope_scaling\":{\"type\":\"linear\",\"factor\":4.0}", 32768},
        {"\"rope_scaling\":{\"rope_type\":\"yarn\",\"factor\":4.0,"
         "\"original_max_position_embeddings\":8192}",
         32768},
        {"\"rope_parameters\":{\"rope_type\":\"yarn\",\"factor\":2.0}", 16384},
        {"\"rope_scaling\":{\"rope_type\":\"llama3\",\"factor\":8.0}", 8192},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, "{" LLAMA ",%s}", cases[i].more);
        assert_true(must_read(text)->max_context == cases[i].tokens);
    }
}

/* An unknown architecture is sized by its dimensions, whatever its keys are called, and said so. */
static void an_unknown_architecture_is_sized_by_its_dimensions(void **state)
{
    (void)state;
    const struct model *m =
        must_read("{\"model_type\":\"zebra\",\"hidden_size\":4096,\"num_hidden_layers\":32,"
                  "\"intermediate_size\":14336,\"num_attention_heads\":32,"
                  "\"num_key_value_heads\":8,\"vocab_size\":128256}");
    assert_true(fabs(m->params_b / 8.030 - 1) < 0.001);
    assert_string_equal(m->unknown_architecture, "zebra");
    const struct model *bare =
        must_read("{\"dim\":4096,\"n_layers\":32,\"n_heads\":32,\"n_kv_heads\":8,"
                  "\"hidden_dim\":14336,\"vocab_size\":128256}");
    assert_true(fabs(bare->params_b / 8.030 - 1) < 0.001);
    struct shape s = shape_of(facts_accel(&shipped.facts, "nvidia-a100-sxm4-80"), 1, 1);
    struct answers a;
    struct job job;
    struct sizing z;
    answers_init(&a);
    assert_int_equal(answers_set(&a, Q_TASK, "serve", FROM_GIVEN, &shipped.e), OK);
    assert_int_equal(job_resolve(&a, &shipped.facts, &shipped.arena, &job, &shipped.e), OK);
    job.model = m;
    size_shape(&job, &shipped.facts, &s, NULL, &z);
    assert_int_equal(z.verdict, VERDICT_NOT_VALIDATED);
    assert_int_equal(z.reason.id, MSG_SZ_UNKNOWN_ARCH);
}

/* SAM ViT-H: 637 M x 4,096 patches, global attention in 4 layers, windows of 196 in 28, make 2.8 T
 * multiply-adds; papers that measured it print 2,976 G with its decoder. */
static void windows_of_attention_are_counted(void **state)
{
    (void)state;
    const struct model *m =
        must_read("{\"architectures\":[\"SamModel\"],\"model_type\":\"sam\",\"vision_config\":{"
                  "\"hidden_size\":1280,\"num_hidden_layers\":32,\"num_attention_heads\":16,"
                  "\"image_size\":1024,\"patch_size\":16,\"mlp_ratio\":4.0}}");
    assert_true(m->fwd_gmacs > 2976 * 0.9 && m->fwd_gmacs < 2976 * 1.1);
    assert_true(m->macts_m > 0 && m->input_size >= 1024);
}

static void known_by_its_class_alone(void **state)
{
    (void)state;
    const struct model *m =
        must_read("{\"architectures\":[\"Qwen2MoeForCausalLM\"],\"hidden_size\":2048,"
                  "\"num_hidden_layers\":24,\"intermediate_size\":5632,\"vocab_size\":151936,"
                  "\"num_attention_heads\":16,\"num_experts\":60,\"num_experts_per_tok\":4,"
                  "\"moe_intermediate_size\":1408,\"shared_expert_intermediate_size\":5632}");
    assert_null(m->unknown_architecture);
    assert_true(fabs(m->params_b / 14.32 - 1) < SHARE); /* Qwen1.5-MoE-A2.7B */
    assert_true(fabs(m->active_params_b / 2.7 - 1) < SHARE);
}

/* --- files that are wrong --------------------------------------------------------------------- */
static void refused(const char *text, enum err code, const char *path, enum msg_id id)
{
    enum err got;
    const struct model *m = read_text(text, &got);
    if (got != code || m || strcmp(shipped.e.path, path) != 0 ||
        strcmp(shipped.e.file, "./my/config.json") != 0) {
        fail_msg("%.80s: code %d, file %s, path %s", text, (int)got, shipped.e.file,
                 shipped.e.path);
    }
    if (id != MSG_NONE) {
        assert_int_equal(shipped.e.msg.id, id);
    }
}

static void hostile_files_are_refused_with_their_place(void **state)
{
    (void)state;
    refused("", ERR_SYNTAX, "", MSG_NONE);
    refused("{\"hidden_size\": NaN}", ERR_SYNTAX, "", MSG_NONE);
    refused("{\"hidden_size\": 1e999}", ERR_SYNTAX, "", MSG_NONE);
    refused("{} {}", ERR_SYNTAX, "", MSG_NONE);
    refused("[1]", ERR_VALUE, "", MSG_CONFIG_NOT_OBJECT);
    assert_int_equal(shipped.e.line, 1); /* without a path a line names the file */
    refused("{}", ERR_VALUE, "num_hidden_layers", MSG_CONFIG_MISSING);
    refused("{\"model_type\":7}", ERR_VALUE, "model_type", MSG_CONFIG_NOT_TEXT);
    refused("{\"model_type\":\"mixtral\",\"hidden_size\":4096}", ERR_VALUE, "num_hidden_layers",
            MSG_CONFIG_MISSING);
    refused("{" LLAMA ",\"head_dim\":\"128\"}", ERR_VALUE, "head_dim", MSG_CONFIG_NOT_NUMBER);
    refused("{" LLAMA ",\"head_dim\":-128}", ERR_VALUE, "head_dim", MSG_CONFIG_RANGE);
    refused("{" LLAMA ",\"head_dim\":12.5}", ERR_VALUE, "head_dim", MSG_CONFIG_RANGE);
    refused("{" LLAMA ",\"num_experts\":[1,2]}", ERR_VALUE, "num_experts", MSG_CONFIG_NOT_NUMBER);
    refused("{" LLAMA ",\"tie_word_embeddings\":\"no\"}", ERR_VALUE, "tie_word_embeddings",
            MSG_CONFIG_NOT_BOOL);
    refused("{\"model_type\":\"qwen2\",\"num_hidden_layers\":1e9}", ERR_VALUE, "num_hidden_layers",
            MSG_CONFIG_RANGE);
    refused("{\"model_type\":\"gemma3\",\"text_config\":{\"hidden_size\":0,"
            "\"num_hidden_layers\":2}}",
            ERR_VALUE, "text_config.hidden_size", MSG_CONFIG_RANGE);
    refused("{\"model_type\":\"gemma3\",\"text_config\":[]}", ERR_VALUE, "text_config",
            MSG_CONFIG_NOT_OBJECT);
    refused("{\"model_type\":\"llama\",\"hidden_size\":4194304,\"num_hidden_layers\":10000,"
            "\"intermediate_size\":4194304,\"num_attention_heads\":64}",
            ERR_VALUE, "", MSG_CONFIG_HUGE);
    refused("{" LLAMA ",\"num_local_experts\":8,\"num_experts_per_tok\":9}", ERR_VALUE,
            "num_experts_per_tok", MSG_CONFIG_TOPK);
    refused("{" LLAMA ",\"layer_types\":[\"full_attention\"]}", ERR_VALUE, "layer_types",
            MSG_CONFIG_LAYERS);
    refused("{\"architecture\":\"nobody_knows_me\"}", ERR_VALUE, "architecture", MSG_CONFIG_NET);
}

static void depth_and_size_have_a_limit(void **state)
{
    (void)state;
    enum err got;
    static char deep[4096];
    for (size_t i = 0; i < 2000; i++) {
        memcpy(deep + 2 * i, "[", 1);
        deep[2 * i + 1] = ' ';
    }
    assert_null(read_text(deep, &got));
    assert_int_equal(got, ERR_LIMIT);
    size_t n = MODEL_CONFIG_MAX_BYTES + 10;
    char *large = arena_alloc(&shipped.arena, n);
    assert_non_null(large);
    memset(large, ' ', n - 1);
    large[0] = '{';
    assert_null(read_text(large, &got));
    assert_int_equal(got, ERR_LIMIT);
}

/* Every prefix of a good file, and every byte of it turned, is answered without harm. */
static void a_torn_file_is_an_answer(void **state)
{
    (void)state;
    const char *good = "{" LLAMA ",\"num_local_experts\":8,\"num_experts_per_tok\":2,"
                       "\"layer_types\":null,\"quantization_config\":{\"quant_method\":\"fp8\"}}";
    size_t n = strlen(good);
    char text[1024];
    for (size_t i = 0; i < n; i++) {
        const struct model *m;
        assert_true(
            model_config_read(good, i, "c", &shipped.facts, &shipped.arena, &m, &shipped.e) != OK);
        str_copy(text, sizeof text, good);
        text[i] = (char)(text[i] ^ 5);
        if (model_config_read(text, n, "c", &shipped.facts, &shipped.arena, &m, &shipped.e) == OK) {
            assert_true(m->params_b > 0 && m->params_b <= 1e6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_family_counts_as_published),
        cmocka_unit_test(every_family_of_the_catalog_is_there),
        cmocka_unit_test(a_count_by_hand),
        cmocka_unit_test(the_format_is_that_of_the_file),
        cmocka_unit_test(the_longest_context_counts_its_scaling),
        cmocka_unit_test(an_unknown_architecture_is_sized_by_its_dimensions),
        cmocka_unit_test(windows_of_attention_are_counted),
        cmocka_unit_test(known_by_its_class_alone),
        cmocka_unit_test(hostile_files_are_refused_with_their_place),
        cmocka_unit_test(depth_and_size_have_a_limit),
        cmocka_unit_test(a_torn_file_is_an_answer),
    };
    return cmocka_run_group_tests(tests, load, shipped_unload);
}
