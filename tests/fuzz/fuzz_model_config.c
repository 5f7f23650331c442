// sources: engine/job/config_*.c engine/job/model_config.c engine/job/fault.c
/* A config.json is a model with finite, positive figures or an error that names the file. */
#include "fuzz.h"

#include "base/arena.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/job/model_config.h"

static void sound(double x)
{
    HOLDS(!known(x) || (x >= 0 && x < 1e30));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size);
    struct arena arena;
    struct err_info e = {.code = OK};
    const struct model *m = NULL;

    arena_init(&arena, 1u << 24);
    if (model_config_read(text, size, "fuzzed.json", NULL, &arena, &m, &e) == OK) {
        HOLDS(m && m->params_b > 0 && m->params_b <= 1e6);
        HOLDS(m->active_params_b <= m->params_b * 1.000001);
        HOLDS(strcmp(m->id, "fuzzed.json") == 0 && m->default_dtype && m->kind_text);
        sound(m->layers);
        sound(m->hidden);
        sound(m->max_context);
        sound(m->kv_elems_per_token_full);
        sound(m->kv_elems_per_token_swa);
        sound(m->linear_state_elems_per_seq);
        sound(m->fwd_gmacs);
        sound(m->macts_m);
    } else {
        HOLDS(!m && e.code != OK && strcmp(e.file, "fuzzed.json") == 0);
    }
    arena_free(&arena);
    free(text);
    return 0;
}
