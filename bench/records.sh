#!/bin/sh
# Writes records as iodelta-parse would for a large campaign: six factors, five runs each,
# reads and writes, with a few slow levels, noise, and interactions of factors.
#   records.sh [NUMBER]      default 10000; the same number gives the same bytes
set -eu
exec awk -v most="${1:-10000}" '
# Park and Miller: the same in every awk.
function noise() { seed = (16807 * seed) % 2147483647; return seed / 2147483647 - 0.5 }
function level(i, list,   parts) { split(list, parts, " "); return parts[i] }
BEGIN {
    seed = 4711
    split("2 2 2 5 5 5", sizes, " ")
    controllers = "lsi virtio-scsi"; caches = "none writeback"; schedulers = "mq-deadline none"
    filesystems = "ext4 xfs btrfs f2fs raw"; sizes_of = "4k 16k 64k 256k 1M"
    depths = "1 4 16 32 64"
    line = 0
    for (run = 1; run <= 5; run++)
    for (a = 1; a <= 2; a++) for (b = 1; b <= 2; b++) for (c = 1; c <= 2; c++)
    for (d = 1; d <= 5; d++) for (e = 1; e <= 5; e++) for (f = 1; f <= 5; f++)
    for (o = 1; o <= 2; o++) {
        if (line == most) exit
        line++
        op = o == 1 ? "read" : "write"
        bw = 4e6 * 4 ^ (e - 1) * f ^ 0.7 / (1 + e / 3)
        if (a == 2) bw *= b == 2 ? 1.25 : 0.93
        if (b == 2 && o == 2) bw *= 1.8
        if (c == 2) bw *= 1.01
        if (d == 3) bw *= 0.7
        bw = sprintf("%.0f", bw * (1 + 0.04 * noise()) / 1024) * 1024
        text = sprintf("  %-5s: io=%dMB, bw=%dKB/s, iops=%d, runt= 60001msec", op, bw * 60 / 1048576,
                       bw / 1024, bw / (4096 * 4 ^ (e - 1)))
        match(text, /bw=[0-9]+/)
        printf "{\"format\":\"iodelta/1\",\"kind\":\"result\",\"id\":\"%016x\",\"tool\":\"fio\",\"tool_version\":\"3.33\"," \
            "\"config\":{\"controller\":\"%s\",\"cache\":\"%s\",\"scheduler\":\"%s\",\"fs\":\"%s\",\"bs\":\"%s\",\"iodepth\":\"%s\"}," \
            "\"params\":{\"ioengine\":\"libaio\",\"direct\":\"1\"},\"invocation\":\"%d\",\"group\":\"0\",\"scope\":\"job\",\"jobs\":1," \
            "\"job\":\"seq\",\"run\":%d,\"op\":\"%s\",\"metrics\":{\"bw_bytes_per_s\":%d,\"clat_mean_ns\":%d,\"cpu_user_pct\":%.2f,\"cpu_sys_pct\":%.2f}," \
            "\"precision\":{},\"warnings\":[],\"source\":{\"path\":\"campaign.log\",\"part\":\"\",\"line\":%d,\"offset\":%d,\"quote\":0," \
            "\"text\":\"%s\",\"fingerprint\":\"%016x\",\"col\":{\"bw_bytes_per_s\":[%d,%d]}}}\n",
            line, level(a, controllers), level(b, caches), level(c, schedulers), level(d, filesystems),
            level(e, sizes_of), level(f, depths), line, run, op, bw, 1e9 * 4096 * 4 ^ (e - 1) / bw,
            3 + noise(), 8 + noise(), line * 40, line * 3100, text, line * 7919, RSTART + 2, RLENGTH - 3
    }
}'
