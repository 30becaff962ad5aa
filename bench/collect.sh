#!/bin/sh
# What an I/O costs: the engine of iodelta-collect beside a bare loop and beside fio.
#   bench/collect.sh [SECONDS [ROUNDS [CPU]]]     in the build folder, after make
# Random reads of 4 KiB from /dev/zero and from a file in the page cache, for SECONDS
# each, one thread on CPU; programs take turns in each round.  Medians; no test.  CPU is
# that of the thread that does the I/O; fio's is what it says of its job.
set -eu
seconds=${1:-1} rounds=${2:-5} cpu=${3:-1}
src=$(cd "$(dirname "$0")/.." && pwd)
build=${builddir:-$PWD}
LC_ALL=C
export LC_ALL
make -s -C "$build" tests/t_worker >&2
worker=$build/tests/t_worker
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT INT TERM
${CC:-cc} -O2 -D_GNU_SOURCE -o "$tmp/loop" "$src/bench/uring_loop.c" -luring
pin="taskset -c $cpu"
$pin true 2>/dev/null || pin=
file=$tmp/file
head -c 268435456 /dev/urandom >"$file"
cat "$file" >/dev/null

# Prints "iops ns": what fio says in its terse form, version 3.
fio_figures() { # path, depth, other options
    path=$1 depth=$2
    shift 2
    $pin fio --name=job --filename="$path" --size=256m --rw=randread --bs=4k --thread --minimal \
        --invalidate=0 --runtime="$seconds" --time_based --iodepth="$depth" "$@" |
        awk -F ';' '{ sub("%", "", $88); sub("%", "", $89)
            print $8, ($88 + $89) / 100 * $9 * 1e6 / ($6 / 4) }'
}

ours_figures() { # path, other arguments
    path=$1
    shift
    $pin "$worker" "$path" runtime="$seconds" "$@" 2>/dev/null |
        sed 's/.* iops=\([^ ]*\) cpu_ns=\([^ ]*\).*/\1 \2/'
}

loop_figures() { # path, depth, batch and the like
    path=$1 depth=$2
    shift 2
    $pin "$tmp/loop" "$path" "$depth" "$seconds" "$@" | sed 's/iops=\(.*\) cpu_ns=/\1 /'
}

note() { # row, name; figures come from stdin
    while read -r iops ns; do
        echo "$1|$2|$iops|$ns" >>"$tmp/figures"
    done
}

round_of() { # row, path, depth
    batch=$(($3 < 4 ? 1 : $3 / 4))
    loop_figures "$2" "$3" | note "$1" 'bare loop'
    loop_figures "$2" "$3" "$batch" 4096 clock | note "$1" 'bare loop, clock and histogram'
    [ "$3" -eq 1 ] || loop_figures "$2" "$3" "$3" | note "$1" 'bare loop, one batch'
    ours_figures "$2" iodepth="$3" | note "$1" iodelta
    command -v fio >/dev/null || return 0
    fio_figures "$2" "$3" --ioengine=io_uring | note "$1" 'fio'
    fio_figures "$2" "$3" --ioengine=io_uring --fixedbufs --registerfiles \
        --iodepth_batch_submit="$batch" --iodepth_batch_complete_min="$batch" |
        note "$1" 'fio, registered and batched'
}

round=0
while [ "$round" -lt "$rounds" ]; do
    round_of '/dev/zero, depth 1' /dev/zero 1
    round_of '/dev/zero, depth 32' /dev/zero 32
    round_of 'cached file, depth 1' "$file" 1
    round_of 'cached file, depth 32' "$file" 32
    ours_figures /dev/zero engine=psync | note '/dev/zero, psync' iodelta
    ! command -v fio >/dev/null ||
        fio_figures /dev/zero 1 --ioengine=psync | note '/dev/zero, psync' fio
    round=$((round + 1))
done

awk -F '|' -v rounds="$rounds" '
function median(list, nr,   i, j, t) {
    for (i = 2; i <= nr; i++)
        for (j = i; j > 1 && list[j - 1] > list[j]; j--) {
            t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
        }
    return nr % 2 ? list[(nr + 1) / 2] : (list[nr / 2] + list[nr / 2 + 1]) / 2
}
{
    key = $1 "|" $2
    if (!(key in nr)) order[++keys] = key
    nr[key]++
    iops[key, nr[key]] = $3; ns[key, nr[key]] = $4
}
END {
    print "medians of " rounds " rounds; ratio: CPU an I/O, ours over that one"
    for (k = 1; k <= keys; k++) {
        key = order[k]
        for (i = 1; i <= nr[key]; i++) { a[i] = iops[key, i] + 0; b[i] = ns[key, i] + 0 }
        rate[key] = median(a, nr[key]); cost[key] = median(b, nr[key])
    }
    for (k = 1; k <= keys; k++) {
        key = order[k]
        split(key, part, "|")
        if (part[1] != row) printf "\n%-38s %10s %10s %7s\n", part[1], "IOPS", "CPU ns", "ratio"
        row = part[1]
        printf "  %-36s %10.0f %10.1f %7.2f\n", part[2], rate[key], cost[key],
            cost[row "|iodelta"] / cost[key]
    }
}' "$tmp/figures"
