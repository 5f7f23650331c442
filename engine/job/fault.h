/*
 * fault.h - errors of the job with texts of the user in them. The texts are copied into
 * err_info.detail, one behind the other, so that the error outlives the answers.
 *
 *     struct fault x = fault_begin(e, ERR_USAGE, MSG_JOB_RANGE);
 *     fault_str(&x, q->name);
 *     fault_arg(&x, ARG_INT(4));
 *     return fault_end(&x);
 */
#ifndef ENGINE_JOB_FAULT_H
#define ENGINE_JOB_FAULT_H

#include "base/err.h"

struct fault {
    struct err_info *e;
    enum err code;
    enum msg_id id;
    size_t used;
    int n;
    struct msg_arg a[MSG_ARGS_MAX];
};

struct fault fault_begin(struct err_info *e, enum err code, enum msg_id id);
void fault_str(struct fault *x, const char *text);  /* copied; cut at what is left of detail */
void fault_user(struct fault *x, const char *text); /* the same, at most 60 bytes: as typed */
void fault_arg(struct fault *x, struct msg_arg a);  /* no text that needs copying */
enum err fault_end(struct fault *x);

#endif
