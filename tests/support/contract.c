#include "tests/support/contract.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"

static bool in_list(const char *list, char separator, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = list; *p != '\0';) {
        const char *end = strchr(p, separator);
        size_t len = end != NULL ? (size_t)(end - p) : strlen(p);
        if (len == n && strncmp(p, word, n) == 0)
            return true;
        p += len + (end != NULL);
    }
    return false;
}

static size_t count(const char *list, char separator)
{
    size_t n = *list != '\0';
    for (; *list != '\0'; list++)
        n += *list == separator;
    return n;
}

void has_keys(const struct json *obj, const char *keys)
{
    assert_non_null(obj);
    assert_int_equal(json_type(obj), JSON_OBJECT);
    for (size_t i = 0; i < json_count(obj); i++) {
        const char *key = json_key(json_at(obj, i));
        if (!in_list(keys, ' ', key))
            fail_msg("key \"%s\" is none of: %s", key, keys);
    }
    if (json_count(obj) != count(keys, ' '))
        fail_msg("%zu keys, expected: %s", json_count(obj), keys);
}

const struct json *at(const struct json *v, const char *path)
{
    char part[64];

    for (const char *p = path; *p != '\0';) {
        size_t n = strcspn(p, ".");
        memcpy(part, p, n);
        part[n] = '\0';
        v = json_type(v) == JSON_ARRAY ? json_at(v, (size_t)strtol(part, NULL, 10))
                                       : json_get(v, part);
        if (v == NULL)
            fail_msg("nothing at %s (%s)", path, part);
        p += n + (p[n] == '.');
    }
    return v;
}

const char *text_at(const struct json *v, const char *path)
{
    const char *text = json_string(at(v, path));
    if (text == NULL)
        fail_msg("no text at %s", path);
    return text;
}

double number_at(const struct json *v, const char *path)
{
    return json_number(at(v, path));
}

void one_of(const char *text, const char *words)
{
    if (!in_list(words, '|', text))
        fail_msg("\"%s\" is none of %s", text, words);
}

void banded(const struct json *band)
{
    double low = number_at(band, "low"), typical = number_at(band, "typical");
    double high = number_at(band, "high");
    assert_true(known(low) && known(typical) && known(high));
    assert_true(low <= typical && typical <= high);
}

struct json_doc *parse_output(const char *text, size_t len)
{
    struct json_doc *doc = NULL;
    struct err_info e = {0};
    if (json_parse(text, len, (size_t)256 << 20, &doc, &e) != OK)
        fail_msg("not JSON, line %ld: %.200s", e.line, text);
    return doc;
}

/* --- pieces that several documents share ------------------------------------------------------ */
void check_envelope(const struct json *root, const char *schema)
{
    assert_string_equal(text_at(root, "schema"), schema);
    assert_int_equal(strlen(text_at(root, "generated")), strlen("2026-11-30T08:00:00Z"));
    assert_int_equal(strlen(text_at(root, "as_of")), strlen("2026-11-30"));
    has_keys(at(root, "catalog"), "version date");
    const struct json *job = at(root, "job");
    assert_true(json_count(job) > 0);
    for (size_t i = 0; i < json_count(job); i++) {
        const struct json *answer = json_at(job, i);
        has_keys(answer, "value unit from");
        one_of(text_at(answer, "from"), "given|default|derived");
    }
}

#define VERDICTS "fits|tight|does-not-fit|depends|unknown|not-modelled|not-validated"

void check_verdict(const struct json *verdict)
{
    has_keys(verdict, "of word reason smallest_change changes upgrades");
    one_of(text_at(verdict, "of"), "have|gpu|plan");
    one_of(text_at(verdict, "word"), VERDICTS);
    const struct json *changes = at(verdict, "changes");
    for (size_t i = 0; i < json_count(changes); i++)
        has_keys(json_at(changes, i), "what effect_on_result speed_ratio cost_per_run");
}

void check_layout(const struct json *layout)
{
    has_keys(layout, "tp pp dp ep cp sharding recompute offload micro_batch grad_accum "
                     "global_batch");
    if (json_type(at(layout, "tp")) != JSON_NULL) /* null: nothing was sized */
        one_of(text_at(layout, "recompute"), "none|selective|full");
}

void check_memory(const struct json *memory)
{
    has_keys(memory, "per_gpu_gib usable_gib lines");
    banded(at(memory, "per_gpu_gib"));
    double sum = 0;
    const struct json *lines = at(memory, "lines");
    for (size_t i = 0; i < json_count(lines); i++) {
        const struct json *line = json_at(lines, i);
        has_keys(line, "id gib");
        one_of(text_at(line, "id"), "weights|gradients|optimizer|activations|logits|kv-cache|state|"
                                    "adapter|gather|communication|workspace|graphs|context|"
                                    "offload-buffer");
        sum += number_at(line, "gib");
    }
    double typical = number_at(memory, "per_gpu_gib.typical");
    assert_true(sum > typical * 0.99 && sum < typical * 1.01);
}

void check_speed(const struct json *speed)
{
    has_keys(speed, "unit low typical high per_user hours_per_run ttft_ms tpot_ms max_users "
                    "max_context max_micro_batch bound_by");
    has_keys(at(speed, "hours_per_run"), "low typical high");
    one_of(text_at(speed, "unit"), "tokens/s|samples/s|images/s");
}

void check_findings(const struct json *findings)
{
    assert_int_equal(json_type(findings), JSON_ARRAY);
    for (size_t i = 0; i < json_count(findings); i++) {
        const struct json *finding = json_at(findings, i);
        has_keys(finding, "id severity message remedy source seed");
        one_of(text_at(finding, "severity"), "error|warning|advice|unknown");
        assert_true(*text_at(finding, "message") != '\0');
        assert_true(*text_at(finding, "source") != '\0');
    }
}
