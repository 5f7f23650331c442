/*
 * this_machine.h - what the kernel shows of a machine: processor, memory, accelerators on the PCI
 * bus, drives, board. Reads only; what is not readable stays unknown. The folder that stands for /
 * is an argument, so that a made-up tree can take its place.
 */
#ifndef APP_THIS_MACHINE_H
#define APP_THIS_MACHINE_H

#include "engine/check/list.h"

/* this_machine_read: lines of a parts list, one for each kind of part that is found. root: "" for
 * this machine. ask: also nvidia-smi (2 s at most; only with root ""), for the memory of cards that
 * share a PCI id and their power limit. ERR_NOMEM, ERR_VALUE: nothing is readable there. */
enum err this_machine_read(const char *root, bool ask, struct arena *arena, struct parts_list *out,
                           struct err_info *e);

/* pci_card_name: the id or name of an accelerator with that PCI id, of our table or, in the text of
 * a pci.ids file (NULL: none), of that; NULL: no accelerator is known by it. */
const char *pci_card_name(unsigned vendor, unsigned device, const char *ids, struct arena *arena);

/* tool_output: what a program prints, run without a shell and ended after `ms`; NULL: it is not
 * there, failed, or said nothing. argv NULL-ended, argv[0] is looked for in PATH. */
char *tool_output(const char *const *argv, int ms, struct arena *arena);

#endif
