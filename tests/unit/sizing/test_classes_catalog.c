/* links: catalog */
/*
 * Each class of job against at least three published figures, over the shipped catalog; every error
 * is printed. A class that has fewer is not listed here, and its verdict is not-validated.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/validate/validate.h"
#include "tests/support/shipped.h"

#define TRAIN                                                                                      \
    "case_id,kind,task,model_id,accelerator,num_accelerators,precision,weight_quant,"              \
    "optimizer,micro_batch,global_batch,seq_len,dp,sharding,act_ckpt,lora_rank,"                   \
    "framework,metric,value,unit,how_measured\n"
#define SERVE                                                                                      \
    "case_id,kind,task,model_id,accelerator,num_accelerators,weight_quant,kv_dtype,"               \
    "micro_batch,input_len,output_len,concurrency,tp,pp,framework,metric,value,unit\n"
#define IMAGE                                                                                      \
    "case_id,kind,task,model_id,accelerator,num_accelerators,precision,micro_batch,"               \
    "act_ckpt,framework,metric,value,unit,setup_notes\n"

static const struct class_rows {
    const char *name, *source, *csv;
    size_t rows;
    double median; /* largest |error| that the class may have in the median */
} classes[] = {
    {"full fine-tuning, memory", "pytorch/torchtune: README.md; QwenLM/Qwen: README.md",
     TRAIN "a,train_memory,full_ft,llama-3.2-3b,A100 80GB,1,bf16,bf16,AdamW bf16 states,2,2,4096,,,"
           "none,,torchtune,peak_memory_per_gpu,42.9,GiB,torch peak\n"
           "b,train_memory,full_ft,llama-3.2-3b,A100 80GB,1,bf16,bf16,AdamW in backward,2,2,4096,,,"
           "full,,torchtune,peak_memory_per_gpu,23.1,GiB,torch peak\n"
           "c,train_memory,full_ft,qwen-1.8b,A100 SXM 80GB,1,bf16,bf16,AdamW,1,8,2048,,,full,,"
           "HF Trainer + PEFT (DeepSpeed),peak_memory_per_gpu,43.5,GB,reported\n",
     3, 0.15},
    {"LoRA, memory", "QwenLM/Qwen: README.md; Lightning-AI/litgpt: tutorials/resource-tables.md",
     TRAIN "a,train_memory,lora,qwen-7b,A100 SXM 80GB,1,bf16,bf16,AdamW,1,8,2048,,,full,64,"
           "HF Trainer + PEFT (DeepSpeed),peak_memory_per_gpu,23.8,GB,reported\n"
           "b,train_memory,lora,qwen-14b,A100 SXM 80GB,1,bf16,bf16,AdamW,1,8,2048,,,full,64,"
           "HF Trainer + PEFT (DeepSpeed),peak_memory_per_gpu,37.4,GB,reported\n"
           "c,train_memory,lora,llama-2-7b,A100 SXM 40GB,1,bf16-true,bf16,AdamW,1,128,1304,,,none,"
           "8,LitGPT,peak_memory_per_gpu,21.3,GB,torch reserved\n",
     3, 0.15},
    {"QLoRA, memory", "hiyouga/LLaMA-Factory: wiki; QwenLM/Qwen: README.md",
     TRAIN "a,train_memory,qlora,llama-2-7b,A100 40GB,1,,nf4,AdamW,1,4,4096,,,full,8,LLaMA-Factory,"
           "peak_memory_per_gpu,9,GB,reported\n"
           "b,train_memory,qlora,qwen-14b,A100 SXM 80GB,1,fp16,int4 GPTQ,AdamW,1,8,4096,,zero2,"
           "full,64,HF Trainer + PEFT (DeepSpeed),peak_memory_per_gpu,23.0,GB,reported\n"
           "c,train_memory,qlora,qwen-72b,A100 SXM 80GB,1,fp16,int4 GPTQ,AdamW,1,8,2048,,zero2,"
           "full,64,HF Trainer + PEFT (DeepSpeed),peak_memory_per_gpu,64.1,GB,reported\n",
     3, 0.15},
    {"language models, training speed", "mosaicml/llm-foundry: benchmarking; pytorch/torchtitan",
     TRAIN "a,throughput,pretrain,mpt-7b,H100 SXM 80GB,8,bf16,,,6,48,2048,8,fsdp FULL_SHARD,none,,"
           "LLM Foundry / Composer,train_tokens_per_s_per_gpu,10643,tokens/s/GPU,window\n"
           "b,throughput,pretrain,mpt-30b,A100 SXM 80GB,8,bf16,,,3,504,2048,8,fsdp FULL_SHARD,full,"
           ",LLM Foundry / Composer,train_tokens_per_s_per_gpu,916,tokens/s/GPU,window\n"
           "c,throughput,lora,qwen-7b,A100 SXM 80GB,1,bf16,bf16,AdamW,1,8,8192,,,full,64,"
           "HF Trainer + PEFT (DeepSpeed),seconds_per_iteration,21.3,s/iteration,reported\n",
     3, 0.15},
    {"decoding", "XiongjieDai/GPU-Benchmarks-on-LLM-Inference: README.md",
     SERVE "a,decode,inference,llama-3-8b,RTX 6000 Ada 48GB,1,F16,f16,1,0,1024,1,,1,"
           "llama.cpp (layer split),decode_tokens_per_s,51.97,tokens/s\n"
           "b,decode,inference,llama-3-70b,4090 24GB,2,Q4_K_M,f16,1,0,1024,1,,2,"
           "llama.cpp (layer split),decode_tokens_per_s,19.06,tokens/s\n"
           "c,decode,inference,llama-3-8b,3090 24GB,4,F16,f16,1,0,1024,1,,4,"
           "llama.cpp (layer split),decode_tokens_per_s,46.4,tokens/s\n",
     3, 0.15},
    {"serving under load", "NVIDIA/TensorRT-LLM: performance overview; vLLM bench of 4090 D",
     SERVE "a,throughput,serve,llama-3.1-8b,H100 SXM 80GB,1,fp8,fp8,,2048,2048,"
           "saturated (all requests queued),1,1,TensorRT-LLM 1.0,output_tokens_per_s_total,9305,"
           "tokens/s\n"
           "b,throughput,serve,llama-3.3-70b,H200 SXM 141GB,1,fp8,fp8,,1000,1000,"
           "saturated (all requests queued),1,1,TensorRT-LLM 1.0,output_tokens_per_s_total,2909,"
           "tokens/s\n"
           "c,throughput,serve,qwen2.5-7b,RTX 4090 D,1,fp16,fp16,,512,128,16,1,,vLLM 0.20.0,"
           "output_tokens_per_s_total,622,tokens/s\n",
     3, 0.2},
    {"convolutional nets, training speed", "NVIDIA/DeepLearningExamples; lambdal benchmark",
     IMAGE "a,throughput,train,resnet-50,A100 SXM 80GB,1,fp16 AMP,256,,"
           "NVIDIA DeepLearningExamples (PyTorch),train_samples_per_s,2470,images/s,\n"
           "b,throughput,train,resnet-50,V100 SXM 16GB,8,fp16 AMP,256,,"
           "NVIDIA DeepLearningExamples (PyTorch),train_samples_per_s,8322,images/s,\n"
           "c,throughput,train,efficientnet-b0,A100 SXM 80GB,1,fp16 AMP,,,"
           "NVIDIA DeepLearningExamples (PyTorch),train_samples_per_s,2489,images/s,\n",
     3, 0.2},
    {"vision transformers, training and inference", "huggingface/pytorch-image-models: results",
     IMAGE "a,throughput,train,vit-b-16,RTX 3090,1,fp16 AMP channels_last,192,,PyTorch / timm,"
           "train_samples_per_s,392.99,images/s,input 224x224\n"
           "b,throughput,train,vit-l-16,RTX 3090,1,fp16 AMP channels_last,64,,PyTorch / timm,"
           "train_samples_per_s,117.2,images/s,input 224x224\n"
           "c,throughput,inference,vit-b-16,RTX 4090,1,fp16 AMP compiled,1024,,PyTorch / timm,"
           "infer_samples_per_s,3375.59,images/s,input 224x224\n",
     3, 0.2},
    {"diffusion, training memory", "huggingface/peft: README.md; huggingface/diffusers: ControlNet",
     IMAGE "a,train_memory,lora,sd-1.5,A100 80GB,1,,,,HF PEFT,peak_memory_per_gpu,15.5,GB,\n"
           "b,train_memory,lora,sd-1.5,A100 80GB,1,,,full,HF PEFT,peak_memory_per_gpu,8.12,GB,\n"
           "c,train_memory,controlnet,sd-1.5,,,,4,,diffusers,peak_memory_per_gpu,38,GB,\n",
     3, 0.25},
};

static int up(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void classes_agree_with_published_figures(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        const struct class_rows *c = &classes[i];
        struct validation v;
        struct err_info e = {.code = OK};
        assert_int_equal(
            validate_run(&shipped.facts, c->csv, strlen(c->csv), c->name, &shipped.arena, &v, &e),
            OK);
        assert_int_equal(v.n, c->rows);
        double errors[8];
        printf("%s (%s)\n", c->name, c->source);
        for (size_t k = 0; k < v.n; k++) {
            const struct validation_row *r = &v.row[k];
            printf("  %s %-28s measured %9.4g computed %9.4g error %+.1f %%%s\n", r->case_id,
                   r->metric, r->measured, r->typical, r->error * 100, r->inside ? "" : " outside");
            if (!r->covered)
                fail_msg("%s: row %s is not covered: %s", c->name, r->case_id,
                         validate_reason_word(r->reason));
            errors[k] = fabs(r->error);
        }
        qsort(errors, v.n, sizeof errors[0], up);
        if (errors[v.n / 2] > c->median)
            fail_msg("%s: median error %.1f %%", c->name, errors[v.n / 2] * 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(classes_agree_with_published_figures)};
    return cmocka_run_group_tests_name("sizing: classes", tests, shipped_load, shipped_unload);
}
