/*
 * pci_cards.c - accelerators by their PCI id: a table of ids that stand for one card of the catalog
 * alone (pci-ids.ucw.cz, the list of 2025, and open-source detectors that quote it), else the name
 * between brackets of the system's own pci.ids.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/this_machine.h"
#include "base/str.h"

#define NVIDIA 0x10de

static const struct {
    unsigned vendor, device;
    const char *id;
} cards[] = {
    {NVIDIA, 0x2684, "nvidia-rtx-4090"},      {NVIDIA, 0x2685, "nvidia-rtx-4090-d"},
    {NVIDIA, 0x2204, "nvidia-rtx-3090"},      {NVIDIA, 0x2203, "nvidia-rtx-3090-ti"},
    {NVIDIA, 0x2b85, "nvidia-rtx-5090"},      {NVIDIA, 0x2b87, "nvidia-rtx-5090-d"},
    {NVIDIA, 0x2b8c, "nvidia-rtx-5090-d-v2"}, {NVIDIA, 0x2c02, "nvidia-rtx-5080"},
    {NVIDIA, 0x2c05, "nvidia-rtx-5070-ti"},   {NVIDIA, 0x2f04, "nvidia-rtx-5070"},
    {NVIDIA, 0x2d05, "nvidia-rtx-5060"},      {NVIDIA, 0x26b1, "nvidia-rtx-6000-ada"},
    {NVIDIA, 0x26b9, "nvidia-l40s"},          {NVIDIA, 0x27b8, "nvidia-l4"},
    {NVIDIA, 0x2230, "nvidia-rtx-a6000"},     {NVIDIA, 0x2231, "nvidia-rtx-a5000"},
    {NVIDIA, 0x2232, "nvidia-rtx-a4500"},     {NVIDIA, 0x2233, "nvidia-rtx-a5500"},
    {NVIDIA, 0x24b0, "nvidia-rtx-a4000"},     {NVIDIA, 0x27b0, "nvidia-rtx-4000-sff-ada"},
    {NVIDIA, 0x27b2, "nvidia-rtx-4000-ada"},  {NVIDIA, 0x2330, "nvidia-h100-sxm5-80"},
    {NVIDIA, 0x2331, "nvidia-h100-pcie-80"},  {NVIDIA, 0x2322, "nvidia-h800-pcie-80"},
    {NVIDIA, 0x2335, "nvidia-h200-sxm-141"},  {NVIDIA, 0x233b, "nvidia-h200-nvl-141"},
    {NVIDIA, 0x2901, "nvidia-b200-sxm-180"},  {NVIDIA, 0x20b2, "nvidia-a100-sxm4-80"},
    {NVIDIA, 0x20b5, "nvidia-a100-pcie-80"},  {NVIDIA, 0x2bb5, "nvidia-rtx-pro-6000-bw-server"},
};

/* The line of a device below its vendor: "\t2684  AD102 [GeForce RTX 4090]". */
static const char *device_line(const char *ids, unsigned vendor, unsigned device, size_t *n)
{
    char head[8], want[8];
    bool inside = false;
    snprintf(head, sizeof head, "%04x", vendor & 0xffff);
    snprintf(want, sizeof want, "%04x", device & 0xffff);
    for (const char *p = ids; p != NULL && *p != '\0';) {
        size_t len = strcspn(p, "\n");
        if (len > 6 && *p != '\t' && *p != '#') {
            if (inside)
                return NULL; /* the next vendor */
            inside = strncmp(p, head, 4) == 0;
        } else if (inside && len > 7 && p[0] == '\t' && p[1] != '\t' &&
                   strncmp(p + 1, want, 4) == 0) {
            *n = len;
            return p;
        }
        p += len + (p[len] == '\n');
    }
    return NULL;
}

const char *pci_card_name(unsigned vendor, unsigned device, const char *ids, struct arena *arena)
{
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++)
        if (cards[i].vendor == vendor && cards[i].device == device)
            return cards[i].id;
    size_t n;
    const char *line = device_line(ids, vendor, device, &n);
    if (line == NULL)
        return NULL;
    const char *open = (const char *)memchr(line, '[', n);
    const char *shut =
        open != NULL ? (const char *)memchr(open, ']', n - (size_t)(open - line)) : NULL;
    if (shut == NULL)
        return NULL;
    return arena_strndup(arena, open + 1, (size_t)(shut - open - 1));
}
