/* feeds_want.h - what becomes of the rows of tests/data/feeds. */
/* clang-format off */
{"alibaba.cny.json", "aliyun-map",
 "alibaba ecs.g6.large cn-hangzhou - - 2026-11-30 no-card\n"
 "alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou - on-demand 1xnvidia-t4 11.63 CNY 2026-11-30 \n"
 "alibaba ecs.vgn6i-m4-vws.xlarge cn-hangzhou - on-demand 2026-11-30 slice\n"
 "alibaba ecs.gn6i-c4g1.xlarge us-east-1 - on-demand 1xnvidia-t4 7.79 CNY 2026-11-30 \n"
 "alibaba ecs.gn7i-c8g1.2xlarge us-east-1 - on-demand 1xnvidia-a10 2026-11-30 no-price\n"},
{"azure-page.json", "azure-retail",
 "azure Standard_NC24ads_A100_v4 north - on-demand 1xnvidia-a100-pcie-80 3.5 USD 2026-11-30 \n"
 "azure Standard_NC24ads_A100_v4 north - spot 1xnvidia-a100-pcie-80 0.7 USD 2026-11-30 \n"
 "azure Standard_NC24ads_A100_v4 north - reserved-1y 1xnvidia-a100-pcie-80 2 USD 2026-11-30 \n"
 "azure Standard_NC24ads_A100_v4 north - - 2026-11-30 other-terms\n"
 "azure Standard_NC24ads_A100_v4 north - - 2026-11-30 other-terms\n"
 "azure Standard_NC24ads_A100_v4 north - - 2026-11-30 other-terms\n"
 "azure Standard_NC24ads_A100_v4 east - - 2026-11-30 other-terms\n"
 "azure Standard_E64_v4 north - - 2026-11-30 no-card\n"},
{"azure.csv", "skypilot",
 "- - - - - - bad-line\n"
 "azure Standard_B2s north - - 2026-11-30 no-card\n"
 "azure Standard_NC24ads_A100_v4 north - on-demand 1xnvidia-a100-pcie-80 3.5 USD 2026-11-30 \n"
 "azure Standard_NC24ads_A100_v4 south - on-demand 1xnvidia-a100-pcie-80 3.9 USD 2026-11-30 \n"
 "azure Standard_NC24ads_A100_v4 north - spot 1xnvidia-a100-pcie-80 0.7 USD 2026-11-30 \n"
 "azure Standard_NC24ads_A100_v4 south - spot 1xnvidia-a100-pcie-80 3.9 USD 2026-11-30 "
  "spot-not-cheaper\n"
 "azure Standard_NV4as_v4 north - on-demand 2026-11-30 unknown-gpu\n"
 "azure Standard_NV4as_v4 north - spot 2026-11-30 unknown-gpu\n"
 "azure Standard_NV6ads_A10_v5 north - on-demand 2026-11-30 slice\n"
 "azure Standard_NV6ads_A10_v5 north - spot 2026-11-30 slice\n"},
{"bundles.json", "vast",
 "vast 1x-RTX_4090 SE 101 community 1xnvidia-rtx-4090 0.402 USD 2026-11-30 \n"
 "vast 1x-RTX_4090 SE 101 spot 1xnvidia-rtx-4090 0.2 USD 2026-11-30 \n"
 "vast 2x-A100_SXM4_40GB US 102 community 2xnvidia-a100-sxm4-40 1.802 USD 2026-11-30 \n"
 "vast 1x-RTX_4090 SE 103 - 2026-11-30 other-terms\n"},
{"cards.json", "gpurentalprices",
 "runpod 1x RTX 4090 - - on-demand 1xnvidia-rtx-4090 0.7 USD 2026-10-01 \n"
 "runpod 1x RTX 4090 - - community 1xnvidia-rtx-4090 0.35 USD 2026-10-01 \n"
 "coreweave 8x H100 SXM5 80GB - - on-demand 8xnvidia-h100-sxm5-80 48 USD 2026-10-01 \n"
 "aws 8x H100 SXM5 80GB - - on-demand 8xnvidia-h100-sxm5-80 98.4 USD 2026-10-01 poor-source\n"
 "gcp 1x A100 SXM4 40GB - - on-demand 1xnvidia-a100-sxm4-40 2.9 USD 2026-10-01 unknown-host\n"
 "modal 1x H100 SXM5 80GB - - - 2026-10-01 other-terms\n"},
{"eurofxref.xml", "fx",
 "EUR USD 2026-10-01 1.25\n"
 "EUR CNY 2026-10-01 8\n"
 "USD CNY 2026-10-01 6.4\n"
 "USD EUR 2026-10-01 0.8\n"},
{"exr.csv", "fx",
 "EUR CNY 2026-10-01 8\n"
 "EUR USD 2026-10-01 1.25\n"
 "USD CNY 2026-10-01 6.4\n"
 "USD EUR 2026-10-01 0.8\n"},
{"gcp.csv", "skypilot",
 "gcp 3x H100 r1 - on-demand 3xnvidia-h100-sxm5-80 30 USD 2026-11-30 unknown-host\n"
 "gcp a3-highgpu-8g r1 - - 2026-11-30 no-card+1\n"
 "gcp a3-highgpu-8g r2 - - 2026-11-30 no-card+1\n"
 "gcp a3-highgpu-8g r3 - - 2026-11-30 no-card+1\n"
 "gcp a3-highgpu-8g r4 - - 2026-11-30 no-card+1\n"
 "gcp a3-highgpu-8g r5 - - 2026-11-30 no-card+1\n"
 "gcp a3-highgpu-8g r1 - on-demand 8xnvidia-h100-sxm5-80 88 USD 2026-11-30 +1\n"
 "gcp a3-highgpu-8g r2 - on-demand 8xnvidia-h100-sxm5-80 43.5 USD 2026-11-30 far-from-regions+1\n"
 "gcp a3-highgpu-8g r3 - on-demand 8xnvidia-h100-sxm5-80 88 USD 2026-11-30 +1\n"
 "gcp a3-highgpu-8g r4 - on-demand 8xnvidia-h100-sxm5-80 88 USD 2026-11-30 +1\n"
 "gcp a3-highgpu-8g r5 - on-demand 8xnvidia-h100-sxm5-80 88 USD 2026-11-30 +1\n"
 "gcp a3-highgpu-8g r1 - spot 8xnvidia-h100-sxm5-80 20 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r1 r1-a spot 8xnvidia-h100-sxm5-80 22 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r2 - spot 8xnvidia-h100-sxm5-80 20 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r2 r2-a spot 8xnvidia-h100-sxm5-80 22 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r3 - spot 8xnvidia-h100-sxm5-80 20 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r3 r3-a spot 8xnvidia-h100-sxm5-80 22 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r4 - spot 8xnvidia-h100-sxm5-80 20 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r4 r4-a spot 8xnvidia-h100-sxm5-80 22 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r5 - spot 8xnvidia-h100-sxm5-80 20 USD 2026-11-30 \n"
 "gcp a3-highgpu-8g r5 r5-a spot 8xnvidia-h100-sxm5-80 22 USD 2026-11-30 \n"
 "gcp n1-standard-8 r1 - - 2026-11-30 no-card\n"
 "gcp n1-standard-8+1xT4 r1 - on-demand 1xnvidia-t4 0.75 USD 2026-11-30 \n"
 "gcp n1-standard-8+1xT4 r1 - spot 1xnvidia-t4 2026-11-30 no-price\n"
 "gcp tpu-v3-8 r1 - on-demand 2026-11-30 no-gpu\n"},
{"hyperstack.csv", "skypilot",
 "hyperstack n3-A100x1 CANADA-1 - on-demand 1xnvidia-a100-pcie-80 1.35 USD 2026-11-30 \n"
 "hyperstack own-A100x2 CANADA-1 - on-demand 2xnvidia-a100-sxm4-80 2.7 USD 2026-11-30 \n"
 "hyperstack own-A100x4 CANADA-1 - on-demand 4xnvidia-a100-sxm4-40 4.7 USD 2026-11-30 \n"},
{"instance-price.json", "aliyun",
 "alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou - on-demand 1xnvidia-t4 11.5 CNY 2026-10-01 \n"
 "alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou - month 1xnvidia-t4 6.84931506849 CNY 2026-10-01 \n"
 "alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou - reserved-1y 1xnvidia-t4 5 CNY 2026-10-01 \n"
 "alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou - reserved-3y 1xnvidia-t4 4 CNY 2026-10-01 \n"
 "alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou - - 2026-10-01 other-terms\n"
 "alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou - - 2026-10-01 other-terms\n"
 "alibaba ecs.gn7i-c8g1.2xlarge cn-hangzhou - on-demand 1xnvidia-a10 2026-10-01 no-price\n"
 "alibaba ecs.gn7i-c8g1.2xlarge cn-hangzhou - month 1xnvidia-a10 5.47945205479 CNY 2026-10-01 \n"
 "alibaba ecs.g6.large cn-hangzhou - - 2026-10-01 no-card\n"
 "- - - - - - bad-line\n"},
{"lambda.csv", "skypilot",
 "lambda gpu_1x_a10 region-1 - on-demand 1xnvidia-a10 1.29 USD 2026-11-30 \n"
 "lambda gpu_8x_h100_sxm5 - - on-demand 8xnvidia-h100-sxm5-80 31.92 USD 2026-11-30 +8\n"},
{"lambdalabs.csv", "list",
 "lambda gpu_8x_h100_sxm5 us-south-2 - on-demand 8xnvidia-h100-sxm5-80 31.92 USD 2026-11-30 \n"
 "lambda gpu_8x_h100_sxm5 us-south-2 - spot 8xnvidia-h100-sxm5-80 15.5 USD 2026-11-30 \n"
 "lambda gpu_1x_a10 us-east-1 - - 2026-11-30 other-terms\n"
 "lambda cpu_4x us-east-1 - - 2026-11-30 no-card\n"},
{"list-of-a-cloud-2026-06-18.csv", "list",
 "azure Standard_ND96isr_H100_v5 eastus - on-demand 8xnvidia-h100-sxm5-80 98.32 USD 2026-06-18 \n"
 "azure Standard_NC12_Promo eastus - on-demand 2026-06-18 no-gpu\n"},
{"list-of-machines-2024-12-31.csv", "list",
 "alibaba ecs.gn6i-c4g1.xlarge cn-hangzhou - on-demand 1xnvidia-t4 11.63 CNY 2024-12-31 \n"
 "alibaba ecs.sgn6i-vws-m2.xlarge cn-hangzhou - on-demand 2024-12-31 slice\n"
 "alibaba ecs.gn7i-c8g1.2xlarge us-east-1 - on-demand 1xnvidia-a10 2024-12-31 no-price\n"},
{"rates-v1.json", "fx",
 "EUR CNY 2026-10-01 8\n"
 "EUR USD 2026-10-01 1.25\n"
 "USD CNY 2026-10-01 6.4\n"
 "USD EUR 2026-10-01 0.8\n"},
{"rates-v2.json", "fx",
 "USD CNY 2026-10-01 7\n"
 "USD EUR 2026-10-01 0.8\n"},
{"shadeform.csv", "skypilot",
 "shadeform lambdalabs_A6000x4 dallas - - 2026-11-30 resold\n"
 "shadeform nobody_A6000x4 dallas - on-demand 4xnvidia-rtx-a6000 2 USD 2026-11-30 \n"},
{"spot.json", "aws-spot",
 "aws p5.48xlarge us-east-1 - spot 8xnvidia-h100-sxm5-80 17.5 USD 2026-11-30 \n"
 "aws p5.4xlarge us-east-1 - spot 1xnvidia-h100-sxm5-80 2026-11-30 no-price\n"
 "aws m5.large us-east-1 - - 2026-11-30 no-card\n"},
{"vast.csv", "skypilot",
 "vast 1x-RTX_5090 DK - community 1xnvidia-rtx-5090 0.41 USD 2026-11-30 +1\n"
 "vast 1x-RTX_5090 DK - spot 1xnvidia-rtx-5090 2026-11-30 no-price+1\n"
 "vast 2x-A100_SXM4_40GB DE - community 2xnvidia-a100-sxm4-40 1.87 USD 2026-11-30 \n"
 "vast 2x-A100_SXM4_40GB DE - spot 2xnvidia-a100-sxm4-40 2026-11-30 no-price\n"
 "vast 2x-A100_SXM4_80GB US - community 2xnvidia-a100-sxm4-80 1.87 USD 2026-11-30 \n"
 "vast 2x-A100_SXM4_80GB US - spot 2xnvidia-a100-sxm4-80 2026-11-30 no-price\n"},
{"verda.csv", "skypilot",
 "verda 1H100.80S.32V FIN-01 - on-demand 1xnvidia-h100-sxm5-80 2.5 USD 2026-11-30 \n"
 "verda 1H100.80S.32V FIN-01 - spot 1xnvidia-h100-sxm5-80 1 USD 2026-11-30 \n"
 "verda 2B200.60V FIN-03 - on-demand 2xnvidia-b200-sxm-180 2026-11-30 no-price\n"
 "verda 2B200.60V FIN-03 - spot 2xnvidia-b200-sxm-180 4.9 USD 2026-11-30 changed-much\n"},
/* clang-format on */
