/* table.c - the rows of commands and flags. */
#include "base/str.h"
#include "commands/command.h"
#include "commands/run.h"

const struct flag flags[FLAG_COUNT] = {
#define FLAG(ID, name, value, where)                                                               \
    [FLAG_##ID] = {FLAG_##ID, (name), (value), (where), MSG_FLAG_##ID},
#include "commands/flags.def"
#undef FLAG
};

const struct command commands[] = {
    {.bit = IN_SCREEN,
     .name = "",
     .usage = "[JOB]",
     .summary = MSG_CMD_SCREEN,
     .help = MSG_CMD_SCREEN_HELP},
    {.bit = IN_PLAN,
     .name = "plan",
     .usage = "[JOB] [--kind rent|own|hybrid|all] [--top N] [--lock PART=N] "
              "[--against FILE]",
     .summary = MSG_CMD_PLAN,
     .help = MSG_CMD_PLAN_HELP,
     .formats = "text line md json csv svg html skypilot slurm torchrun vllm llama.cpp",
     .run = command_plan},
    {.bit = IN_SIZE,
     .name = "size",
     .usage = "[JOB] [--gpu ID[xN][,ID...]] [--nodes N] [--tp N --pp N --dp N --ep N --cp N] "
              "[--sharding S] [--explain]",
     .summary = MSG_CMD_SIZE,
     .help = MSG_CMD_SIZE_HELP,
     .formats = "text json md",
     .run = command_size},
    {.bit = IN_FITS,
     .name = "fits",
     .usage = "--gpu ID[xN] | --have ... [--task T] [--context N] [--tps X]",
     .summary = MSG_CMD_FITS,
     .help = MSG_CMD_FITS_HELP,
     .formats = "text json md",
     .run = command_fits},
    {.bit = IN_OFFERS,
     .name = "offers",
     .usage = "[JOB] [--gpu ID] [--count A..B] [--memory A..B] [--provider P] [--region R] "
              "[--kind K] [--price A..B] [--age DAYS] [--sort KEY] [--group KEY]",
     .summary = MSG_CMD_OFFERS,
     .help = MSG_CMD_OFFERS_HELP,
     .formats = "text json csv md",
     .run = command_offers},
    {.bit = IN_CATALOG,
     .name = "catalog",
     .usage = "list [TABLE [WORD...]] | show [TABLE] ID | "
              "add TABLE [ID] [like=ID] COLUMN=VALUE... | "
              "remove TABLE ID|COLUMN=VALUE... | import [TABLE] FILE.csv|FOLDER | "
              "export [TABLE] [--out FILE|FOLDER] | doctor",
     .summary = MSG_CMD_CATALOG,
     .help = MSG_CMD_CATALOG_HELP,
     .formats = "text json csv",
     .args_min = 1,
     .args_max = ARGS_MAX,
     .run = command_catalog},
    {.bit = IN_EXPLAIN,
     .name = "explain",
     .usage = "RULE | FIGURE [JOB] | --list",
     .summary = MSG_CMD_EXPLAIN,
     .help = MSG_CMD_EXPLAIN_HELP,
     .formats = "text json md",
     .args_max = 1,
     .without_catalog = true,
     .run = command_explain},
    {.bit = IN_VALIDATE,
     .name = "validate",
     .usage = "[FILE|own] [--kind K] [--leave-out] [--tco]",
     .summary = MSG_CMD_VALIDATE,
     .help = MSG_CMD_VALIDATE_HELP,
     .formats = "text md json csv",
     .args_max = 1,
     .run = command_validate},
    {.bit = IN_DOCTOR,
     .name = "doctor",
     .usage = "",
     .summary = MSG_CMD_DOCTOR,
     .help = MSG_CMD_DOCTOR_HELP,
     .formats = "text json",
     .without_catalog = true,
     .run = command_doctor},
    {.bit = IN_REFRESH,
     .name = "refresh",
     .usage = "[FEED ...] [--from PATH] [--dry-run] [--quarantine] [--list]",
     .summary = MSG_CMD_REFRESH,
     .help = MSG_CMD_REFRESH_HELP,
     .formats = "text json",
     .args_max = ARGS_MAX,
     .without_catalog = true,
     .run = command_refresh},
    {.bit = IN_CHECK,
     .name = "check",
     .usage = "FILE|-|this [JOB] [--choose PLAN] [--measured 3.96tok/s]",
     .summary = MSG_CMD_CHECK,
     .help = MSG_CMD_CHECK_HELP,
     .formats = "text json md",
     .args_max = 1,
     .run = command_check},
    {.bit = IN_HELP,
     .name = "help",
     .usage = "[TOPIC]",
     .summary = MSG_CMD_HELP,
     .help = MSG_CMD_HELP_HELP,
     .args_max = 1,
     .without_catalog = true,
     .run = command_help},
};
const size_t command_count = sizeof commands / sizeof commands[0];

const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < command_count; i++) {
        if (str_eq(commands[i].name, name))
            return &commands[i];
    }
    return NULL;
}
