#include "catalog/known_feed.h"

#include "base/str.h"

#define MIB ((size_t)1 << 20)

/* SkyPilot's catalog: the repository and its mirror on S3, the newer layout before the older one
 * (constants HOSTED_CATALOG_DIR_URL and its mirror in skypilot-org/skypilot, sky/skylet). */
#define GITHUB "https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/"
#define S3 "https://skypilot-catalog.s3.us-east-1.amazonaws.com/catalogs/"
#define SKYPILOT(cloud, provider, mib)                                                             \
    {                                                                                              \
        "skypilot-" cloud, "skypilot", "skypilot", (provider),                                     \
            {GITHUB "v9/" cloud "/vms.csv", S3 "v9/" cloud "/vms.csv",                             \
             GITHUB "v8/" cloud "/vms.csv", S3 "v8/" cloud "/vms.csv"},                            \
            NULL, NULL, NULL, (mib)*MIB, 1, "SkyPilot catalog, Apache-2.0"                         \
    }

/* Retail prices of the GPU machines (family N) in all regions, a thousand rows a page. */
#define AZURE                                                                                      \
    "https://prices.azure.com/api/retail/prices?api-version=2023-01-01-preview&%24filter="         \
    "serviceName%20eq%20%27Virtual%20Machines%27%20and%20"                                         \
    "contains%28armSkuName%2C%27Standard_N%27%29"

#define QUOTES "CNY,EUR,GBP,JPY,INR,KRW,SGD,HKD,CAD,AUD,CHF,BRL"

const struct known_feed known_feeds[] = {
    SKYPILOT("aws", "aws", 16),
    SKYPILOT("azure", "azure", 12),
    SKYPILOT("gcp", "gcp", 12),
    SKYPILOT("lambda", "lambda", 2),
    SKYPILOT("oci", "oci", 4),
    SKYPILOT("nebius", "nebius", 2),
    SKYPILOT("cudo", "cudo", 2),
    SKYPILOT("hyperstack", "hyperstack", 2),
    SKYPILOT("verda", "verda", 2),
    SKYPILOT("seeweb", "seeweb", 2),
    SKYPILOT("jarvislabs", "jarvislabs", 2),
    SKYPILOT("yotta", "yotta", 2),
    SKYPILOT("hyperbolic", "hyperbolic", 2),
    SKYPILOT("primeintellect", "primeintellect", 2),
    SKYPILOT("mithril", "mithril", 2),
    SKYPILOT("fluidstack", "fluidstack", 2),
    SKYPILOT("ibm", "ibm", 4),
    SKYPILOT("shadeform", "shadeform", 2),
    SKYPILOT("runpod", "runpod", 8),
    SKYPILOT("vast", "vast", 4),
    {"azure-retail",
     NULL,
     "azure-retail",
     "azure",
     {AZURE},
     NULL,
     NULL,
     NULL,
     8 * MIB,
     120,
     "Azure Retail Prices, Microsoft"},
    {"aliyun",
     NULL,
     "aliyun",
     "alibaba",
     {NULL},
     "https://www.aliyun.com/price/ecs/ecs-pricing/zh",
     "https://g.alicdn.com/aliyun/ecs-price-info/",
     "/price/download/instancePrice.json",
     40 * MIB,
     1,
     "Alibaba Cloud ECS price list (for information only, says its publisher)"},
    {"gpurentalprices",
     NULL,
     "gpurentalprices",
     NULL,
     {"https://gpurentalprices.com/api/latest.json",
      "https://raw.githubusercontent.com/adriannutiu/gpu-rental-prices/main/data/latest.json",
      "https://huggingface.co/datasets/gpurentalprices/gpu-rental-prices/resolve/main/data/"
      "latest.json"},
     NULL,
     NULL,
     NULL,
     4 * MIB,
     1,
     "GPU rental price data by gpurentalprices.com, CC BY 4.0"},
    {"fx",
     NULL,
     "fx",
     NULL,
     {"https://api.frankfurter.dev/v2/rates?base=USD&quotes=" QUOTES,
      "https://api.frankfurter.dev/v1/latest?base=USD&symbols=" QUOTES,
      "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"},
     NULL,
     NULL,
     NULL,
     1 * MIB,
     1,
     "frankfurter.dev, rates of central banks; European Central Bank"},
};
const size_t known_feed_count = sizeof known_feeds / sizeof known_feeds[0];

const struct known_feed *known_feed_find(const char *name)
{
    for (size_t i = 0; i < known_feed_count; i++)
        if (str_case_eq(known_feeds[i].name, name))
            return &known_feeds[i];
    return NULL;
}

bool known_feed_group(const char *group)
{
    for (size_t i = 0; i < known_feed_count; i++)
        if (known_feeds[i].group != NULL && str_case_eq(known_feeds[i].group, group))
            return true;
    return false;
}
