/* The comparison with measurements: columns in any order, reasons, percentiles, open units. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/validate/validate.h"
#include "tests/support/sized.h"

static struct sized s;
static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    sized_init(&s);
    arena_init(&arena, 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct validation run(const char *csv)
{
    struct validation v;
    struct err_info e = {.code = OK};
    assert_int_equal(validate_run(&s.facts, csv, strlen(csv), "t.csv", &arena, &v, &e), OK);
    return v;
}

/* File of 8.03e9 parameters in 16 bits: 16.06 GB = 14.957 GiB. */
static void a_row_is_computed_in_its_unit(void **state)
{
    (void)state;
    struct validation v = run("unit,value,metric,kind,weight_quant,model_id,case_id\n"
                              "GiB,14.957,weight_file_size,infer_memory,F16,llama-8b,A1\n"
                              "GB,16.06,weight_file_size,infer_memory,F16,llama-8b,A2\n"
                              "MiB,15316,weight_file_size,infer_memory,F16,llama-8b,A3\n");
    assert_int_equal(v.n, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(v.row[i].covered);
        assert_true(fabs(v.row[i].error) < 1e-3);
        assert_true(v.row[i].inside);
    }
    assert_string_equal(v.row[0].case_id, "A1");
    assert_false(v.row[0].unit_open);
    assert_true(v.row[1].unit_open);
    const struct validation_kind *k = &v.kind[VALIDATE_INFER_MEMORY];
    assert_int_equal(k->rows, 3);
    assert_int_equal(k->open_units, 1);
    assert_true(k->inside == 1);
    assert_int_equal(v.kind[VALIDATE_DECODE].rows, 0);
    assert_true(isnan(v.kind[VALIDATE_DECODE].median));
}

static void uncovered_rows_have_a_reason_and_count_as_infinite(void **state)
{
    (void)state;
    struct validation v = run(
        "case_id,kind,model_id,model,accelerator,weight_quant,metric,value,unit\n"
        "A,infer_memory,llama-8b,x,,F16,weight_file_size,14.957,GiB\n"
        "B,infer_memory,nothing,nothing,,F16,weight_file_size,14.957,GiB\n"
        "C,infer_memory,llama-8b,x,Card of the moon,F16,peak_memory,14.957,GiB\n"
        "D,infer_memory,llama-8b,x,big,Q9_9,peak_memory,14.957,GiB\n"
        "E,infer_memory,llama-8b,x,big,F16,smell,14.957,GiB\n"
        "F,infer_memory,llama-8b,x,big,F16,peak_memory,lots,GiB\n"
        "G,dreams,llama-8b,x,big,F16,peak_memory,14.957,GiB\n"
        "H,infer_memory,llama-8b,x,,F16,weight_file_size,14.957,furlongs\n"
        "I,infer_memory,llama-8b,x,,F16,weight_file_size,14.957,\n");
    static const enum validate_reason want[] = {
        VALIDATE_COVERED, VALIDATE_UNKNOWN_MODEL, VALIDATE_UNKNOWN_CARD, VALIDATE_UNKNOWN_FORMAT,
        VALIDATE_UNKNOWN_METRIC, VALIDATE_FIGURE_MISSING, VALIDATE_UNKNOWN_KIND,
        VALIDATE_UNKNOWN_METRIC, VALIDATE_UNKNOWN_METRIC};
    assert_int_equal(v.n, 9);
    for (size_t i = 0; i < 9; i++) {
        assert_int_equal(v.row[i].reason, want[i]);
        assert_int_equal(v.row[i].covered, i == 0);
    }
    const struct validation_kind *k = &v.kind[VALIDATE_INFER_MEMORY];
    assert_int_equal(k->rows, 8);
    assert_int_equal(k->covered, 1);
    assert_true(isinf(k->median) && isinf(k->p90)); /* nearest rank: the fourth of eight */
    assert_true(k->inside == 1);
    assert_string_equal(validate_reason_word(VALIDATE_UNKNOWN_CARD), "unknown-card");
    assert_string_equal(validate_reason_word(VALIDATE_COVERED), "");
}

/* 8.03e9 parameters of 4 bits, a format told in bits: of EXL files the input table has 16, the head
 * 6, in the mean 11; AWQ keeps 16 for both. */
static void formats_of_sources_are_understood(void **state)
{
    (void)state;
    struct validation v =
        run("unit,value,metric,kind,weight_quant,model_id,case_id,framework\n"
            "GB,5.2,weight_file_size,infer_memory,EXL2 4.0bpw,llama-8b,A1,ExLlamaV2\n"
            "GB,5.3,weight_file_size,infer_memory,AWQ,llama-8b,A2,vllm\n"
            "GB,8.0,weight_file_size,infer_memory,bpw,llama-8b,A3,vllm\n");
    assert_true(v.row[0].covered && v.row[1].covered);
    double tables = 2 * 128256.0 * 4096, matrices = 8.03e9 - tables;
    near(v.row[0].typical * 1e9, matrices * 0.5 + tables * 11 / 8, 0.01);
    near(v.row[1].typical - v.row[0].typical, (matrices * 0.15625 + tables * 5) / 8e9, 0.02);
    assert_int_equal(v.row[2].reason, VALIDATE_UNKNOWN_FORMAT);
}

/* "bf16 AMP compiled" computes in bf16; a first word that is no format stays unknown. */
static void first_word_of_a_precision_is_its_format(void **state)
{
    (void)state;
    struct validation v = run(
        "unit,value,metric,kind,task,precision,seq_len,micro_batch,accelerator,model_id,case_id\n"
        "t,9,train_tokens_per_s,throughput,pretrain,bf16,2048,8,big,llama-3b,A\n"
        "t,9,train_tokens_per_s,throughput,pretrain,bf16 AMP compiled,2048,8,big,llama-3b,B\n"
        "t,9,train_tokens_per_s,throughput,pretrain,fp16-mixed,2048,8,big,llama-3b,C\n"
        "t,9,train_tokens_per_s,throughput,pretrain,good stuff,2048,8,big,llama-3b,D\n");
    assert_true(v.row[0].covered && v.row[1].covered && v.row[2].covered);
    near(v.row[1].typical, v.row[0].typical, 1e-9);
    assert_int_equal(v.row[3].reason, VALIDATE_UNKNOWN_FORMAT);
}

/* Twice the side of 224 is four times the work; 448 x 224 twice; two sizes in a note tell none. */
static void sizes_of_pictures_are_read_from_notes(void **state)
{
    (void)state;
    struct validation v = run(
        "unit,value,metric,kind,task,micro_batch,accelerator,model_id,case_id,setup_notes\n"
        "i,9,train_samples_per_s,throughput,train,64,big,resnet,A,\n"
        "i,9,train_samples_per_s,throughput,train,64,big,resnet,B,\"JPEG, 448x448\"\n"
        "i,9,train_samples_per_s,throughput,train,64,big,resnet,C,224x448 of 4x8 cards\n"
        "i,9,train_samples_per_s,throughput,train,64,big,resnet,D,256x256 then 512x512\n"
        "i,9,train_samples_per_s,throughput,train,64,big,no net,E,\n");
    near(v.row[0].typical / v.row[1].typical, 4, 1e-6);
    near(v.row[0].typical / v.row[2].typical, 2, 1e-6);
    near(v.row[3].typical, v.row[0].typical, 1e-9);
    assert_int_equal(v.row[4].reason, VALIDATE_UNKNOWN_MODEL); /* and no text model either */
}

/* fp32 of TensorFlow and of what says so is tf32, at half the rate of bf16 and not at a quarter. */
static void fp32_is_rounded_where_the_framework_does(void **state)
{
    (void)state;
    struct validation v = run(
        "unit,value,metric,kind,task,precision,seq_len,micro_batch,accelerator,model_id,framework,"
        "setup_notes,source_date,case_id\n"
        "t,9,train_tokens_per_s,throughput,pretrain,tf32,2048,8,big,llama-3b,x,,2023,A\n"
        "t,9,train_tokens_per_s,throughput,pretrain,fp32,2048,8,big,llama-3b,x,TF32 on,2023,B\n"
        "t,9,train_tokens_per_s,throughput,pretrain,fp32,2048,8,big,llama-3b,x,,2021,C\n"
        "t,9,train_tokens_per_s,throughput,pretrain,fp32,2048,8,big,llama-3b,x,,2023,D\n");
    near(v.row[1].typical, v.row[0].typical, 1e-9);
    near(v.row[2].typical, v.row[0].typical, 1e-9);
    assert_true(v.row[3].typical < 0.8 * v.row[0].typical);
}

/* Nothing is known of the links of a card: PCIe 4.0, as slow as where it is told. */
static void cards_of_unknown_links_have_pcie(void **state)
{
    (void)state;
    const char *csv =
        "unit,value,metric,kind,task,precision,seq_len,micro_batch,accelerator,num_accelerators,"
        "model_id,framework,sharding,case_id\n"
        "t,9,train_tokens_per_s,throughput,full_ft,bf16,2048,1,big,8,llama-8b,FSDP,zero3,A\n";
    s.accel[0].link_bandwidth_gbs = 0;
    struct validation told = run(csv); /* PCIe 4.0 x16 */
    s.accel[0].link_bandwidth_gbs = s.accel[0].pcie_gen = UNKNOWN;
    struct validation v = run(csv);
    assert_true(told.row[0].covered && v.row[0].covered);
    near(v.row[0].typical, told.row[0].typical, 0.02);
}

/* A step of one micro batch where no batch is told; QLoRA packs its weights untold. */
static void what_rows_leave_out(void **state)
{
    (void)state;
    struct validation v = run(
        "unit,value,metric,kind,task,precision,weight_quant,seq_len,micro_batch,global_batch,"
        "accelerator,model_id,framework,case_id\n"
        "s,9,seconds_per_iteration,throughput,lora,bf16,,2048,2,2,big,llama-8b,x,A\n"
        "s,9,seconds_per_iteration,throughput,lora,bf16,,2048,2,,big,llama-8b,x,B\n"
        "GB,9,peak_memory_per_gpu,train_memory,qlora,bf16,nf4,2048,2,,big,llama-8b,x,C\n"
        "GB,9,peak_memory_per_gpu,train_memory,qlora,bf16,,2048,2,,big,llama-8b,x,D\n"
        "GB,9,peak_memory_per_gpu,train_memory,qlora,nf4,,2048,2,,big,llama-8b,x,E\n"
        "GB,9,peak_memory_per_gpu,train_memory,lora,fp16,,2048,2,,big,llama-8b,x,F\n"
        "GB,9,peak_memory_per_gpu,train_memory,lora,16-mixed,,2048,2,,big,llama-8b,x,G\n"
        "GB,9,peak_memory_per_gpu,train_memory,lora,AMP,,2048,2,,big,llama-8b,x,H\n");
    for (size_t i = 0; i < v.n; i++)
        assert_true(v.row[i].covered);
    near(v.row[1].typical, v.row[0].typical, 1e-9);
    near(v.row[3].typical, v.row[2].typical, 1e-9);
    near(v.row[4].typical, v.row[2].typical, 1e-9);
    near(v.row[6].typical, v.row[5].typical, 1e-9);
    near(v.row[7].typical, v.row[5].typical, 1e-9);
}

/* States of 8 bits of an 8B: 6 bytes a parameter fit into 80 GB and lie there, paged or not; 24 GB
 * hold weights alone. */
static void paged_states_leave_when_there_is_no_room(void **state)
{
    (void)state;
    struct validation v = run(
        "unit,value,metric,kind,task,precision,seq_len,micro_batch,accelerator,model_id,framework,"
        "optimizer,act_ckpt,case_id\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,512,1,big,llama-8b,x,8-bit AdamW,"
        "full,A\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,512,1,big,llama-8b,x,paged 8-bit AdamW,"
        "full,B\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,512,1,small,llama-8b,x,"
        "8-bit AdamW,full,C\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,512,1,small,llama-8b,x,"
        "paged 8-bit AdamW,full,D\n");
    near(v.row[1].typical, v.row[0].typical, 1e-9);
    assert_true(v.row[3].typical < v.row[2].typical - 15);
}

/* One set-up in the words of the table and of others. */
static void words_of_other_tables(void **state)
{
    (void)state;
    struct validation v = run(
        "unit,value,metric,kind,task,precision,seq_len,micro_batch,accelerator,num_accelerators,"
        "model_id,framework,optimizer,sharding,act_ckpt,case_id\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,2048,1,big,8,llama-8b,FSDP,"
        "AdamW 8-bit,zero3,full,A\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,2048,1,big,8,llama-8b,FSDP,"
        "adamw_8bit,ZeRO-3,yes,B\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,2048,1,big,8,llama-8b,FSDP,"
        "AdamW bf16 states,zero1,none,C\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16-true,2048,1,big,8,llama-8b,FSDP,"
        "AdamW,ZeRO-1,no,D\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,2048,1,big,1,llama-3b,FSDP,"
        "Adafactor,none,full,E\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,2048,1,big,1,llama-3b,FSDP,"
        "Adafactor (HF),DDP,true,F\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,2048,1,big,8,llama-8b,FSDP,"
        "AdamW,,full,G\n"
        "GB,9,peak_memory_per_gpu,train_memory,full_ft,bf16,2048,1,big,8,llama-8b,Our code (FSDP2),"
        "AdamW,,full,H\n");
    for (size_t i = 0; i + 1 < v.n; i += 2)
        near(v.row[i + 1].typical, v.row[i].typical, 1e-9);
    assert_true(v.row[0].typical < v.row[2].typical);
}

/* Two epochs of three million samples: 6e6 over the rate. */
static void epochs_of_samples_are_read_from_notes(void **state)
{
    (void)state;
    struct validation v = run(
        "unit,value,metric,kind,task,micro_batch,accelerator,model_id,case_id,setup_notes\n"
        "i,9,train_samples_per_s,throughput,train,64,big,resnet,A,\n"
        "h,9,wall_hours,train_time,train,64,big,resnet,B,2 epochs of 3 million pairs\n"
        "h,9,wall_hours,train_time,train,64,big,resnet,C,2 epochs of many pairs\n");
    double hours = 6e6 / v.row[0].typical / 3600;
    assert_true(v.row[1].covered && v.row[1].typical >= 0.99 * hours); /* a loader may rule */
    assert_int_equal(v.row[2].reason, VALIDATE_WORK_NOT_STATED);
}

/* A time is the same time in every unit, and the rate of a request that of its tokens. */
static void times_and_rates_of_requests(void **state)
{
    (void)state;
    struct validation v = run(
        "case_id,kind,task,model_id,accelerator,num_accelerators,weight_quant,input_len,output_len,"
        "concurrency,framework,metric,value,unit\n"
        "A,decode,serve,llama-8b,big,1,F16,1000,300,1,vLLM,decode_tokens_per_s,100,tokens/s\n"
        "B,decode,serve,llama-8b,big,1,F16,1000,300,1,vLLM,tpot,10,ms\n"
        "C,throughput,serve,llama-8b,big,1,F16,1000,300,1,vLLM,ttft,10,ms\n"
        "D,throughput,serve,llama-8b,big,1,F16,1000,300,1,vLLM,request_latency,3,s\n"
        "E,throughput,serve,llama-8b,big,1,F16,1000,300,1,vLLM,output_tokens_per_s_total,9,t\n"
        "F,throughput,serve,llama-8b,big,1,F16,1000,300,1,vLLM,requests_per_s,9,requests/s\n");
    for (size_t i = 0; i < v.n; i++)
        assert_true(v.row[i].covered && v.row[i].low < v.row[i].typical &&
                    v.row[i].typical < v.row[i].high);
    near(v.row[1].typical, 1000 / v.row[0].typical, 1e-9);
    near(v.row[3].typical * 1e3, v.row[2].typical + 299 * v.row[1].typical, 1e-9);
    near(v.row[5].typical * 300, v.row[4].typical, 1e-9);
}

static void hours_need_the_work(void **state)
{
    (void)state;
    struct validation v = run(
        "case_id,kind,task,model_id,accelerator,num_accelerators,tokens_b,seq_len,metric,value,"
        "unit\n"
        "A,train_time,pretrain,llama-3b,big,8,,2048,accelerator_hours,100,GPU-hours\n"
        "B,train_time,pretrain,llama-3b,big,8,1,2048,accelerator_hours,100,GPU-hours\n");
    assert_int_equal(v.row[0].reason, VALIDATE_WORK_NOT_STATED);
    assert_true(v.row[1].covered);
    assert_true(v.row[1].low < v.row[1].typical && v.row[1].typical < v.row[1].high);
}

static void a_table_without_its_columns_is_refused(void **state)
{
    (void)state;
    struct validation v;
    struct err_info e = {.code = OK};
    const char *csv = "case_id,kind,value\nA,decode,1\n";
    assert_int_equal(validate_run(&s.facts, csv, strlen(csv), "t.csv", &arena, &v, &e), ERR_VALUE);
    assert_int_equal(e.msg.id, MSG_VALIDATE_COLUMN);
    assert_string_equal(e.path, "unit");
    assert_string_equal(e.file, "t.csv");
    csv = "case_id,kind\n\"A,1\n";
    assert_int_not_equal(validate_run(&s.facts, csv, strlen(csv), "t.csv", &arena, &v, &e), OK);
}

/* Rows that say that their hours hold other work stay in the sums and have sums without them. */
static void other_work_is_told_by_the_row(void **state)
{
    (void)state;
    struct validation v = run(
        "case_id,kind,model_id,weight_quant,metric,value,unit,setup_notes\n"
        "A,infer_memory,llama-8b,F16,weight_file_size,14.957,GiB,\n"
        "B,infer_memory,llama-8b,F16,weight_file_size,1,GiB,\"pruning, distillation\"\n");
    const struct validation_kind *k = &v.kind[VALIDATE_INFER_MEMORY];
    assert_false(v.row[0].other_work);
    assert_true(v.row[1].other_work);
    assert_int_equal(v.row[1].doubt, VALIDATE_OTHER_WORK);
    assert_int_equal(k->rows, 2);
    assert_int_equal(k->other_work, 1);
    assert_true(k->p90 > 10 && k->own_p90 < 1e-3);
    const struct validation_row *worst[4];
    assert_int_equal(validate_worst(&v, VALIDATE_INFER_MEMORY, worst, 4), 2);
    assert_string_equal(worst[0]->case_id, "B");
    assert_int_equal(validate_worst(&v, VALIDATE_INFER_MEMORY, worst, 1), 1);
    assert_string_equal(worst[0]->case_id, "B");
    assert_int_equal(validate_worst(&v, VALIDATE_DECODE, worst, 4), 0);
}

/* Decoding 8B F16 on 2,000 GB/s at 0.8 of it; its class left out, the other class has 0.4: the
 * error of a row that agreed becomes -50 %. A fact (no cases) would stay. */
static void a_class_left_out_takes_the_others_mean(void **state)
{
    (void)state;
    const char *csv =
        "case_id,kind,task,model_id,accelerator,weight_quant,input_len,output_len,concurrency,"
        "framework,metric,value,unit\n"
        "A,decode,inference,llama-8b,big,F16,1,1,1,vLLM,decode_tokens_per_s,106.6,tokens/s\n";
    struct validation v;
    struct err_info e = {.code = OK};
    sized_factor(&s, "decode.any.test-card", 0.8);
    sized_factor(&s, "decode.any.other-card", 0.4);
    sized_factor(&s, "decode.layer-us.default", 0);
    sized_factor(&s, "decode.sequence-us.default", 0);
    sized_factor(&s, "decode.step-ms.default", 0);
    sized_cases(&s, "decode.any.test-card", 5);
    sized_cases(&s, "decode.any.other-card", 9);
    v = run(csv);
    assert_true(v.row[0].covered);
    assert_true(fabs(v.row[0].error) < 0.01);
    assert_string_equal(v.row[0].class_of[VALIDATE_CARD_CLASS], "test-card");
    assert_int_equal(validate_leave_out(&s.facts, csv, strlen(csv), "t.csv", &arena, &v, &e), OK);
    assert_true(fabs(v.row[0].left[VALIDATE_CARD_CLASS] + 0.5) < 0.01);
    assert_true(fabs(v.kind[VALIDATE_DECODE].left_median[VALIDATE_CARD_CLASS] - 0.5) < 0.01);
    assert_true(fabs(v.row[0].left[VALIDATE_TRAINER_CLASS]) < 0.01);
    struct validation_group g[4];
    assert_int_equal(validate_groups(&v, VALIDATE_BY_CARD, g, 4, &arena), 1);
    assert_string_equal(g[0].name, "test-card");
    assert_true(fabs(g[0].left - 0.5) < 0.01 && g[0].median < 0.01);
    sized_cases(&s, "decode.any.test-card", UNKNOWN); /* now a fact */
    v = run(csv);
    assert_int_equal(validate_leave_out(&s.facts, csv, strlen(csv), "t.csv", &arena, &v, &e), OK);
    assert_true(fabs(v.row[0].left[VALIDATE_CARD_CLASS]) < 0.01);
}

/* A benchmark to a quality: 1,000 sequences at batch 8, 4,000 at batch 64 are published; on eight
 * cards the smaller batch is done first; evaluation of every fourth sequence adds 1/4 of 1/3. */
static void work_to_a_quality_is_published(void **state)
{
    (void)state;
    const char *csv =
        "case_id,kind,task,model_id,accelerator,num_accelerators,metric,value,unit\n"
        "A,train_time,pretrain,llama-3b,big,8,minutes_to_quality,10,min\n"
        "B,train_time,pretrain,qwen-7b,big,8,minutes_to_quality,10,min\n";
    sized_factor(&s, "work.llama-3b.8", 1000);
    sized_factor(&s, "work.llama-3b.64", 4000);
    sized_factor(&s, "work-length.llama-3b", 2048);
    double plain = run(csv).row[0].typical;
    sized_factor(&s, "work-evaluation.llama-3b", 0.25);
    struct validation v = run(csv);
    assert_true(v.row[0].covered);
    assert_true(fabs(v.row[0].typical / plain - (1 + 0.25 / 3)) < 1e-9);
    assert_int_equal(v.row[1].reason, VALIDATE_WORK_NOT_STATED);
    sized_factor(&s, "work.llama-3b.64", 100); /* now the large batch is done first */
    assert_true(run(csv).row[0].typical < 0.5 * v.row[0].typical);
}

static void kinds_by_word(void **state)
{
    (void)state;
    enum validate_kind k;
    for (int i = 0; i < VALIDATE_KINDS; i++) {
        assert_true(validate_kind_find(validate_kind_word((enum validate_kind)i), &k));
        assert_int_equal(k, i);
    }
    assert_false(validate_kind_find("memory", &k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_is_computed_in_its_unit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(uncovered_rows_have_a_reason_and_count_as_infinite, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(formats_of_sources_are_understood, set_up, tear_down),
        cmocka_unit_test_setup_teardown(first_word_of_a_precision_is_its_format, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(sizes_of_pictures_are_read_from_notes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fp32_is_rounded_where_the_framework_does, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(cards_of_unknown_links_have_pcie, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_rows_leave_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(paged_states_leave_when_there_is_no_room, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(words_of_other_tables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(epochs_of_samples_are_read_from_notes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(times_and_rates_of_requests, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hours_need_the_work, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_table_without_its_columns_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_work_is_told_by_the_row, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_class_left_out_takes_the_others_mean, set_up, tear_down),
        cmocka_unit_test_setup_teardown(work_to_a_quality_is_published, set_up, tear_down),
        cmocka_unit_test(kinds_by_word),
    };
    return cmocka_run_group_tests_name("sizing: validate", tests, NULL, NULL);
}
