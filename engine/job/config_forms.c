/*
 * config_forms.c - the architectures whose config.json is known: one row each. The columns are what
 * the file leaves to the code of the library: kind of block, tied embeddings, windows, and the
 * values that stand in where a published file is silent (huggingface/transformers, configuration_*
 * and modeling_* of each type, 4.57 and 5.0, 2026-08; huggingface/diffusers, models/, 0.36).
 */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

#define G CT_GATED
#define TOLD {.layers = 0} /* the file tells all */
#define TEXT(type, family, traits) {type, family, MODEL_DECODER, READ_TEXT, traits, TOLD}
#define SEES(type, family, traits) {type, family, MODEL_VLM, READ_TEXT, traits, TOLD}

static const struct config_form forms[] = {
    /* Llama and what is built like it */
    {"llama", "Llama", MODEL_DECODER, READ_TEXT, G,
     {.layers = 32, .hidden = 4096, .inter = 11008, .heads = 32, .vocab = 32000, .context = 2048}},
    SEES("llama4", "Llama 4", G | CT_SHARED_ONE),
    TEXT("llama4_text", "Llama 4", G | CT_SHARED_ONE),
    SEES("mllama", "Llama 3", G),
    TEXT("mllama_text_model", "Llama 3", G),
    SEES("llava", "LLaVA", G),
    SEES("llava_next", "LLaVA", G),
    {"mistral", "Mistral", MODEL_DECODER, READ_TEXT, G | CT_WINDOW_ALL,
     {.layers = 32, .hidden = 4096, .inter = 14336, .heads = 32, .kv = 8, .vocab = 32000,
      .context = 131072}},
    SEES("mistral3", "Mistral", G),
    SEES("pixtral", "Mistral", G),
    TEXT("ministral", "Mistral", G | CT_WINDOW_ALL),
    TEXT("mixtral", "Mistral", G),
    TEXT("yi", "Yi", G),
    TEXT("baichuan", "Baichuan", G),
    TEXT("internlm", "InternLM", G | CT_QKV_BIAS),
    TEXT("internlm2", "InternLM", G),
    TEXT("internlm3", "InternLM", G),
    SEES("internvl_chat", "InternVL", G),
    TEXT("smollm3", "SmolLM", G | CT_TIED),
    TEXT("olmo", "OLMo", G),
    TEXT("olmo2", "OLMo", G),
    TEXT("olmo3", "OLMo", G | CT_WINDOW_FOUR),
    TEXT("olmoe", "OLMo", G),
    TEXT("stablelm", "StableLM", G),
    TEXT("granite", "Granite", G),
    TEXT("granitemoe", "Granite", G),
    TEXT("granitemoehybrid", "Granite", G | CT_TIED),
    TEXT("exaone4", "EXAONE", G | CT_WINDOW_FOUR),
    TEXT("seed_oss", "Seed", G | CT_QKV_BIAS),
    TEXT("hunyuan_v1_dense", "Hunyuan", G | CT_TIED),
    TEXT("hunyuan_v1_moe", "Hunyuan", G | CT_TIED),
    TEXT("ernie4_5", "ERNIE", G | CT_TIED),
    TEXT("ernie4_5_moe", "ERNIE", G | CT_TIED),
    TEXT("dots1", "dots", G),
    TEXT("nemotron", "Nemotron", 0),
    /* Qwen */
    TEXT("qwen", "Qwen", G | CT_QKV_BIAS | CT_HALF_MLP),
    {"qwen2", "Qwen2", MODEL_DECODER, READ_TEXT, G | CT_QKV_BIAS | CT_WINDOW_FLAG,
     {.layers = 32, .hidden = 4096, .inter = 22016, .heads = 32, .kv = 32, .vocab = 151936,
      .context = 32768}},
    TEXT("qwen2_moe", "Qwen2", G | CT_QKV_BIAS | CT_WINDOW_FLAG),
    SEES("qwen2_vl", "Qwen2-VL", G | CT_QKV_BIAS | CT_WINDOW_FLAG),
    SEES("qwen2_vl_text", "Qwen2-VL", G | CT_QKV_BIAS | CT_WINDOW_FLAG),
    SEES("qwen2_5_vl", "Qwen2.5-VL", G | CT_QKV_BIAS | CT_WINDOW_FLAG),
    SEES("qwen2_5_vl_text", "Qwen2.5-VL", G | CT_QKV_BIAS | CT_WINDOW_FLAG),
    {"qwen3", "Qwen3", MODEL_DECODER, READ_TEXT, G | CT_WINDOW_FLAG, {.head_dim = 128}},
    TEXT("qwen3_moe", "Qwen3", G | CT_WINDOW_FLAG),
    TEXT("qwen3_next", "Qwen3-Next", G | CT_GATE_Q),
    SEES("qwen3_vl", "Qwen3-VL", G),
    SEES("qwen3_vl_text", "Qwen3-VL", G),
    SEES("qwen3_vl_moe", "Qwen3-VL", G),
    SEES("qwen3_vl_moe_text", "Qwen3-VL", G),
    SEES("qwen3_5", "Qwen3.5", G | CT_GATE_Q),
    SEES("qwen3_5_text", "Qwen3.5", G | CT_GATE_Q),
    SEES("qwen3_5_moe", "Qwen3.5", G | CT_GATE_Q),
    SEES("qwen3_5_moe_text", "Qwen3.5", G | CT_GATE_Q),
    /* Gemma */
    {"gemma", "Gemma", MODEL_DECODER, READ_TEXT, G | CT_TIED, {.head_dim = 256}},
    {"gemma2", "Gemma 2", MODEL_DECODER, READ_TEXT, G | CT_TIED | CT_WINDOW_HALF,
     {.head_dim = 256}},
    {"gemma3", "Gemma 3", MODEL_VLM, READ_TEXT, G | CT_TIED | CT_WINDOW_SIX | CT_LOCAL_MAX,
     {.heads = 8, .kv = 4, .head_dim = 256, .vocab = 262208, .context = 131072}},
    {"gemma3_text", "Gemma 3", MODEL_DECODER, READ_TEXT,
     G | CT_TIED | CT_WINDOW_SIX | CT_LOCAL_MAX,
     {.heads = 8, .kv = 4, .head_dim = 256, .vocab = 262208, .context = 131072}},
    SEES("gemma3n", "Gemma 3n", G | CT_TIED | CT_LOCAL_MAX),
    {"gemma3n_text", "Gemma 3n", MODEL_VLM, READ_TEXT, G | CT_TIED | CT_LOCAL_MAX,
     {.heads = 8, .kv = 2, .head_dim = 256, .vocab = 262400, .context = 32768}},
    SEES("gemma4", "Gemma 4", G | CT_TIED | CT_WINDOW_SIX | CT_LOCAL_MAX | CT_MLP_IN_MOE),
    SEES("gemma4_text", "Gemma 4", G | CT_TIED | CT_WINDOW_SIX | CT_LOCAL_MAX | CT_MLP_IN_MOE),
    /* Phi, Command, Grok, DBRX, gpt-oss */
    TEXT("phi", "Phi", CT_BIAS),
    TEXT("phi3", "Phi", G | CT_WINDOW_ALL | CT_LOCAL_MAX),
    TEXT("phimoe", "Phi", G | CT_LOCAL_MAX),
    SEES("phi4mm", "Phi", G | CT_LOCAL_MAX),
    TEXT("cohere", "Command", G | CT_TIED),
    TEXT("cohere2", "Command", G | CT_TIED | CT_WINDOW_FOUR),
    TEXT("grok_1", "Grok", G | CT_TIED),
    TEXT("dbrx", "DBRX", G),
    TEXT("gpt_oss", "gpt-oss", G | CT_WINDOW_HALF | CT_BIAS | CT_LOCAL_MAX),
    /* DeepSeek, Kimi, GLM, MiniMax, MiMo, Step */
    TEXT("deepseek", "DeepSeek", G),
    TEXT("deepseek_v2", "DeepSeek", G | CT_LOCAL_MAX),
    TEXT("deepseek_v3", "DeepSeek", G | CT_LOCAL_MAX),
    TEXT("deepseek_v32", "DeepSeek", G | CT_LOCAL_MAX),
    TEXT("deepseek_v4", "DeepSeek", G | CT_LOCAL_MAX | CT_HEADS_OF_LATENT),
    TEXT("kimi_k2", "Kimi", G | CT_LOCAL_MAX),
    SEES("kimi_k25", "Kimi", G | CT_LOCAL_MAX),
    SEES("kimi_k3", "Kimi", G | CT_LOCAL_MAX),
    TEXT("kimi_linear", "Kimi", G | CT_LOCAL_MAX),
    TEXT("chatglm", "GLM", G | CT_QKV_BIAS),
    TEXT("glm", "GLM", G | CT_QKV_BIAS),
    TEXT("glm4", "GLM", G),
    TEXT("glm4_moe", "GLM", G | CT_QKV_BIAS),
    TEXT("glm4_moe_lite", "GLM", G),
    SEES("glm4v", "GLM", G),
    SEES("glm4v_moe", "GLM", G | CT_QKV_BIAS),
    TEXT("glm_moe_dsa", "GLM", G),
    TEXT("minimax", "MiniMax", G | CT_GATE_Q),
    TEXT("minimax_text_01", "MiniMax", G | CT_GATE_Q),
    TEXT("minimax_m2", "MiniMax", G),
    TEXT("minimax_m3", "MiniMax", G),
    SEES("minimax_m3_vl", "MiniMax", G),
    TEXT("mimo", "MiMo", G | CT_QKV_BIAS | CT_WINDOW_FLAG),
    TEXT("mimo_v2", "MiMo", G),
    TEXT("mimo_v2_flash", "MiMo", G),
    TEXT("step3", "Step", G),
    TEXT("step3p5", "Step", G),
    TEXT("step3p7", "Step", G),
    /* GPT and its time */
    TEXT("gpt2", "GPT-2", CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32),
    TEXT("gpt_neo", "GPT-Neo", CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32),
    TEXT("gptj", "GPT-J", CT_BIAS),
    TEXT("gpt_neox", "GPT-NeoX", CT_BIAS),
    TEXT("gpt_bigcode", "StarCoder", CT_TIED | CT_BIAS | CT_POSITIONS),
    TEXT("starcoder2", "StarCoder", CT_TIED | CT_BIAS | CT_WINDOW_ALL),
    TEXT("opt", "OPT", CT_TIED | CT_BIAS | CT_POSITIONS),
    {"bloom", "BLOOM", MODEL_DECODER, READ_TEXT, CT_TIED | CT_BIAS, {.context = 2048}},
    TEXT("mpt", "MPT", CT_TIED),
    {"falcon", "Falcon", MODEL_DECODER, READ_TEXT, CT_TIED, {.context = 2048}},
    {"refinedweb", "Falcon", MODEL_DECODER, READ_TEXT, CT_TIED, {.context = 2048}},
    {"refinedwebmodel", "Falcon", MODEL_DECODER, READ_TEXT, CT_TIED, {.context = 2048}},
    /* state spaces and hybrids */
    TEXT("mamba", "Mamba", CT_TIED | CT_MAMBA_ALL),
    TEXT("mamba2", "Mamba", CT_TIED | CT_MAMBA_ALL),
    TEXT("falcon_mamba", "Falcon Mamba", CT_TIED | CT_MAMBA_ALL),
    TEXT("jamba", "Jamba", G),
    TEXT("bamba", "Bamba", G),
    TEXT("falcon_h1", "Falcon H1", G | CT_MAMBA_BESIDE),
    TEXT("nemotron_h", "Nemotron", CT_EMPTY_MIXERS),
    /* encoders */
    {"bert", "BERT", MODEL_ENCODER, READ_TEXT, CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 30522, .context = 512}},
    {"roberta", "RoBERTa", MODEL_ENCODER, READ_TEXT, CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 50265, .context = 514}},
    {"xlm_roberta", "XLM-R", MODEL_ENCODER, READ_TEXT,
     CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 250002, .context = 514}},
    {"distilbert", "BERT", MODEL_ENCODER, READ_TEXT,
     CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32,
     {.layers = 6, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 30522, .context = 512}},
    {"electra", "BERT", MODEL_ENCODER, READ_TEXT, CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32,
     TOLD},
    {"modernbert", "BERT", MODEL_ENCODER, READ_TEXT, CT_TIED | CT_GATED | CT_FP32, TOLD},
    /* encoder and decoder */
    {"t5", "T5", MODEL_ENCODER_DECODER, READ_ENCODER_DECODER, CT_TIED | CT_FP32, TOLD},
    {"mt5", "T5", MODEL_ENCODER_DECODER, READ_ENCODER_DECODER, CT_FP32, TOLD},
    {"umt5", "T5", MODEL_ENCODER_DECODER, READ_ENCODER_DECODER, CT_FP32, TOLD},
    {"bart", "BART", MODEL_ENCODER_DECODER, READ_ENCODER_DECODER,
     CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32, TOLD},
    {"mbart", "BART", MODEL_ENCODER_DECODER, READ_ENCODER_DECODER,
     CT_TIED | CT_BIAS | CT_POSITIONS | CT_FP32, TOLD},
    {"m2m_100", "M2M", MODEL_ENCODER_DECODER, READ_ENCODER_DECODER, CT_TIED | CT_BIAS | CT_FP32,
     TOLD},
    /* speech */
    {"whisper", "Whisper", MODEL_SPEECH, READ_SPEECH,
     CT_TIED | CT_BIAS | CT_POSITIONS, {.vocab = 51865, .context = 448}},
    {"wav2vec2", "wav2vec2", MODEL_SPEECH, READ_SPEECH, CT_BIAS | CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 32}},
    {"hubert", "wav2vec2", MODEL_SPEECH, READ_SPEECH, CT_BIAS | CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 32}},
    {"wavlm", "wav2vec2", MODEL_SPEECH, READ_SPEECH, CT_BIAS | CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 32}},
    /* pictures: transformers */
    {"vit", "ViT", MODEL_VIT, READ_VIT, CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12}},
    {"deit", "ViT", MODEL_VIT, READ_VIT, CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12}},
    {"dinov2", "ViT", MODEL_VIT, READ_VIT, CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12}},
    {"clip", "CLIP", MODEL_VIT, READ_TWO_TOWERS, CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 49408, .context = 77}},
    {"siglip", "CLIP", MODEL_VIT, READ_TWO_TOWERS, CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 32000, .context = 64}},
    {"siglip2", "CLIP", MODEL_VIT, READ_TWO_TOWERS, CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12, .vocab = 256000, .context = 64}},
    {"swin", "Swin", MODEL_VIT, READ_SWIN, CT_FP32, TOLD},
    {"sam", "SAM", MODEL_SEGMENTATION, READ_SEGMENTER, CT_FP32,
     {.layers = 12, .hidden = 768, .inter = 3072, .heads = 12}},
    {"segformer", "SegFormer", MODEL_SEGMENTATION, READ_SEGMENTER, CT_FP32, TOLD},
    {"detr", "DETR", MODEL_DETECTION, READ_DETECTOR, CT_FP32, TOLD},
    /* pictures: convolutions */
    {"resnet", "ResNet", MODEL_CNN, READ_CONV, CT_FP32, TOLD},
    {"convnext", "ConvNeXt", MODEL_CNN, READ_CONV, CT_FP32, TOLD},
    {"efficientnet", "EfficientNet", MODEL_CNN, READ_CONV, CT_FP32, TOLD},
    /* denoisers of diffusers */
    {"UNet2DConditionModel", "Diffusion", MODEL_DIFFUSION, READ_DENOISER, 0, TOLD},
    {"SD3Transformer2DModel", "Diffusion", MODEL_DIFFUSION, READ_DENOISER, 0, TOLD},
    {"FluxTransformer2DModel", "Diffusion", MODEL_DIFFUSION, READ_DENOISER, 0, TOLD},
    {"Flux2Transformer2DModel", "Diffusion", MODEL_DIFFUSION, READ_DENOISER, 0, TOLD},
    {"PixArtTransformer2DModel", "Diffusion", MODEL_DIFFUSION, READ_DENOISER, 0, TOLD},
    {"Transformer2DModel", "Diffusion", MODEL_DIFFUSION, READ_DENOISER, 0, TOLD},
    {"QwenImageTransformer2DModel", "Diffusion", MODEL_DIFFUSION, READ_DENOISER, 0, TOLD},
    {"ZImageTransformer2DModel", "Diffusion", MODEL_DIFFUSION, READ_DENOISER, 0, TOLD},
    {"WanTransformer3DModel", "Diffusion", MODEL_VIDEO, READ_DENOISER, 0, TOLD},
    {"WanModel", "Diffusion", MODEL_VIDEO, READ_DENOISER, 0, TOLD},
    {"HunyuanVideoTransformer3DModel", "Diffusion", MODEL_VIDEO, READ_DENOISER, 0, TOLD},
    {"CogVideoXTransformer3DModel", "Diffusion", MODEL_VIDEO, READ_DENOISER, 0, TOLD},
    {"LTXVideoTransformer3DModel", "Diffusion", MODEL_VIDEO, READ_DENOISER, 0, TOLD},
    {"MochiTransformer3DModel", "Diffusion", MODEL_VIDEO, READ_DENOISER, 0, TOLD},
};

/* same: letters and digits only, case ignored: "Qwen2Moe" is "qwen2_moe", "grok-1" is "grok_1". */
static bool same(const char *a, const char *b)
{
    for (;;) {
        while (*a && !isalnum((unsigned char)*a)) {
            a++;
        }
        while (*b && !isalnum((unsigned char)*b)) {
            b++;
        }
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) {
            return false;
        }
        if (!*a) {
            return true;
        }
        a++;
        b++;
    }
}

const struct config_form *config_form_find(const char *type)
{
    for (size_t i = 0; type && i < sizeof forms / sizeof forms[0]; i++) {
        if (same(forms[i].type, type)) {
            return &forms[i];
        }
    }
    return NULL;
}

const struct config_form *config_form_of_class(const char *name)
{
    static const char *const ends[] = {"ForCausalLM", "ForConditionalGeneration", "LMHeadModel",
                                       "ModelForCausalLM", "ForMaskedLM", "ForPreTraining",
                                       "ForImageClassification", "ForSemanticSegmentation",
                                       "ForObjectDetection", "ForCTC",
                                       "ForSequenceClassification", "FlashForCausalLM", "Model"};
    char stem[64];
    const struct config_form *whole = config_form_find(name);
    for (size_t i = 0; !whole && name && i < sizeof ends / sizeof ends[0]; i++) {
        size_t n = strlen(name), k = strlen(ends[i]);
        if (n > k && n - k < sizeof stem && strcmp(name + n - k, ends[i]) == 0) {
            memcpy(stem, name, n - k);
            stem[n - k] = '\0';
            whole = config_form_find(str_eq(stem, "RW") ? "refinedweb" : stem);
        }
    }
    return whole;
}
