/*
 * comm.c - time of collectives over the link that they use.
 *
 * Ring volumes per card for a payload of S bytes over n: all-reduce 2 S (n-1)/n, all-gather and
 * reduce-scatter S (n-1)/n, all-to-all S (n-1)/n. Measured bus bandwidth stays below the line rate
 * by a share that depends on the kind of link (factor link.nvlink, link.pcie, link.network).
 */
#include "engine/sizing/parts.h"

double link_bytes_s(struct sz *z)
{
    const struct shape *s = z->shape;
    const char *key = "link.gpu";
    if (s->link_is_pcie)
        key = s->accel && s->accel->p2p == TRI_NO ? "link.pcie-no-p2p" : "link.pcie";
    return known(s->link_gbs) ? s->link_gbs * 1e9 * coef_value(z, key, 0.7) : UNKNOWN;
}

/* Until a collective of a few bytes is done: cards that cannot see each other's memory pass it
 * through the host's. */
static double latency_s(struct sz *z)
{
    const struct shape *s = z->shape;
    bool by_host = s->link_is_pcie && s->accel && s->accel->p2p == TRI_NO;
    return by_host ? coef_value(z, "link.latency-no-p2p", 2.3e-5)
                   : coef_value(z, "link.latency-gpu", 1e-5);
}

double network_bytes_s(struct sz *z)
{
    const struct shape *s = z->shape;
    if (!known(s->net_gbps) || s->per_node < 1)
        return UNKNOWN;
    const char *key = s->rdma == TRI_YES ? "link.network-rdma" : "link.network-tcp";
    return s->net_gbps / 8 * 1e9 * coef_value(z, key, 0.7) / s->per_node;
}

double comm_s(struct sz *z, enum collective c, double bytes, double n, double local)
{
    if (n < 1.5 || bytes <= 0)
        return 0;
    double volume = bytes * (n - 1) / n * (c == ALL_REDUCE ? 2 : 1);
    if (c == POINT_TO_POINT)
        volume = bytes;
    double near = num_clamp(local, 1, n);
    double inside = near > 1.5 ? volume / link_bytes_s(z) : 0;
    if (near >= n - 0.5)
        return inside + latency_s(z);
    double leave = c == ALL_TO_ALL ? volume * (1 - near / n) : volume / near;
    return more(leave / network_bytes_s(z), inside) + coef_value(z, "link.latency-network", 3e-5);
}
