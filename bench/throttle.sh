#!/bin/sh
# A device that the kernel holds to a known rate: what comes out should be what went in.
# No test, as others may use the disk meanwhile:  builddir=. bench/throttle.sh
set -u
: "${builddir:?}"
collect=$builddir/iodelta-collect
report=$builddir/iodelta-report
[ -x "$collect" ] || { echo '1..0 # SKIP iodelta-collect is not built' && exit 0; }
[ -x "$report" ] || { echo '1..0 # SKIP iodelta-report is not built' && exit 0; }
[ "$(id -u)" -eq 0 ] || { echo '1..0 # SKIP only root can hold a device to a rate' && exit 0; }
group=/sys/fs/cgroup/blkio/iodelta-test.$$
mkdir "$group" 2>/dev/null || { echo '1..0 # SKIP no cgroup for block devices here' && exit 0; }
rule=$group/blkio.throttle.read_iops_device
work=$(mktemp -d "${TMPDIR:-/tmp}/collect_throttle.XXXXXX") || exit 1
trap 'rm -rf "$work"; rmdir "$group" 2>/dev/null' EXIT
trap 'exit 1' INT TERM
cd "$work" || exit 1
LC_ALL=C
export LC_ALL

# The disk below this folder, by number; of a partition its disk.
device=$(stat -c '%Hd:%Ld' . 2>/dev/null)
sys=/sys/dev/block/$device
[ ! -e "$sys/partition" ] || device=$(cat "$sys/../dev")
if [ ! -e "/sys/dev/block/$device" ] || ! echo "$device 500" >"$rule" 2>/dev/null; then
    echo '1..0 # SKIP the disk below this folder cannot be held to a rate'
    exit 0
fi
export device rule

# shellcheck disable=SC2016
sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' sh "$group" "$collect" \
    --rw=randread --bs=4k --size=16m --iodepth=4 --runtime=1500ms --time_based \
    --vary limit=500,550 --runs 6 --interleave -o run.jsonl \
    --setup 'echo "$device $1" >"$rule"' >out 2>log </dev/null
got=$?
if [ "$got" -ne 0 ] && grep -q 'no direct I/O' log; then
    echo '1..0 # SKIP no direct I/O in this folder'
    exit 0
fi
# A disk or machine that could not do more by itself shows nothing.
echo "$device 0" >"$rule"
"$collect" --rw=randread --bs=4k --size=16m --iodepth=4 --runtime=1 --time_based >free.jsonl \
    2>>log </dev/null
free=$(sed -n 's/.*"iops":\([0-9]*\).*/\1/p' free.jsonl | head -n 1)
if [ "${free:-0}" -lt 2000 ]; then
    echo "1..0 # SKIP the disk does ${free:-0} IOPS by itself, which is too few"
    exit 0
fi
echo 1..2
"$report" --metric iops --format=csv run.jsonl >table.csv 2>>log
if [ "$got" -eq 0 ] &&
    awk -F, 'NR == 2 { held = $9 > 7 && $9 < 13 && $10 > 2 && $11 < 18
                       exit !(held && $12 == "faster" && $13 == 6) }' table.csv; then
    echo 'ok 1 - 500 and 550 IOPS are told apart by 10 %'
else
    echo 'not ok 1 - 500 and 550 IOPS are told apart by 10 %'
    sed 's/^/# /' log table.csv
fi
if awk -F, 'NR == 2 { exit !($14 > 490 && $14 < 530 && $7 > 540 && $7 < 580) }' table.csv; then
    echo 'ok 2 - and are what the kernel allows'
else
    echo 'not ok 2 - and are what the kernel allows'
    sed 's/^/# /' table.csv
fi
