#!/bin/sh
# Reports over generated records, beside jq which only reads them.
#   bench/report.sh [RECORDS [SEED [ROUNDS]]]     in the build folder, after make
# Medians of the rounds, which take turns; no test.  Times are CPU and wall seconds, memory is
# the peak.  10,000 records are made into a page, and RECORDS (a million) into text.
set -eu
records=${1:-1000000} seed=${2:-1} rounds=${3:-5}
src=$(cd "$(dirname "$0")/.." && pwd)
build=${builddir:-$PWD}
report=$build/iodelta-report
[ -x "$report" ] || { echo "report.sh: no $report: build it, and start this there" >&2; exit 2; }
[ -x /usr/bin/time ] || { echo "report.sh: no /usr/bin/time: install time" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT INT TERM
LC_ALL=C
export LC_ALL
${CC:-cc} -O2 -o "$tmp/recordgen" "$src/bench/recordgen.c"
"$tmp/recordgen" 10000 "$seed" >"$tmp/few.jsonl"
"$tmp/recordgen" "$records" "$seed" >"$tmp/many.jsonl"
cat "$tmp/few.jsonl" "$tmp/many.jsonl" >/dev/null

# What is measured: a name, what is read, and the command.
cat >"$tmp/commands" <<END
cat|many|cat many.jsonl
jq -c . few|few|jq -c . few.jsonl
report few to html|few|$report few.jsonl --format=html
jq -c .|many|jq -c . many.jsonl
report to text|many|$report many.jsonl
END
if ! command -v jq >/dev/null; then
    echo 'report.sh: no jq: the others are timed alone' >&2
    grep -v '^jq' "$tmp/commands" >"$tmp/some"
    mv "$tmp/some" "$tmp/commands"
fi

cd "$tmp"
round=0
while [ "$round" -lt "$rounds" ]; do
    while IFS='|' read -r name input command; do
        # shellcheck disable=SC2086
        /usr/bin/time -o time -f '%e %U %S %M' $command >output 2>err </dev/null || { cat err; exit 1; }
        echo "$name|$(tail -n 1 time)|$(wc -c <"$input.jsonl")|$(wc -c <output)" >>times
    done <commands
    round=$((round + 1))
done
echo "10,000 and $records records of seed $seed, medians of $rounds rounds"
awk -F '|' '
function median(list, nr,   i, j, t) {
    for (i = 2; i <= nr; i++)
        for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
            t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
        }
    return list[int((nr + 1) / 2)]
}
{
    split($2, t, " ")
    if (!($1 in nr)) order[++names] = $1
    n = ++nr[$1]
    wall[$1, n] = t[1]; cpu[$1, n] = t[2] + t[3]; peak[$1, n] = t[4]; input[$1] = $3; output[$1] = $4
}
END {
    printf "%-20s %8s %8s %8s %9s %10s %6s\n", "", "wall s", "CPU s", "MB/s", "peak MiB", "output kB", "x jq"
    for (i = 1; i <= names; i++) {
        name = order[i]
        for (k = 1; k <= nr[name]; k++) {
            w[k] = wall[name, k]; c[k] = cpu[name, k]; m[k] = peak[name, k]
        }
        walls[name] = median(w, nr[name]); cpus[name] = median(c, nr[name])
        beside = name ~ /few/ ? "jq -c . few" : "jq -c ."
        printf "%-20s %8.2f %8.2f %8.0f %9.1f %10.0f %6s\n", name, walls[name], cpus[name],
            input[name] / (walls[name] > 0 ? walls[name] : 0.001) / 1e6, median(m, nr[name]) / 1024,
            output[name] / 1000,
            beside in cpus ? sprintf("%.2f", cpus[beside] / (cpus[name] > 0 ? cpus[name] : 0.001)) : "-"
    }
}' times
