#!/bin/sh
# Reads a generated archive with iodelta-parse and with other programs, side by side.
#   bench/parse.sh [BYTES [SEED [ROUNDS]]]     in the build folder, after make
# Medians of the rounds, which take turns; no test.  Times are CPU and wall seconds.
set -eu
bytes=${1:-1e9} seed=${2:-1} rounds=${3:-5}
src=$(cd "$(dirname "$0")/.." && pwd)
build=${builddir:-$PWD}
parse=$build/iodelta-parse
[ -x "$parse" ] || { echo "parse.sh: no $parse: build it, and start this there" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT INT TERM
LC_ALL=C; export LC_ALL
${CC:-cc} -O2 -I"$src" -o "$tmp/mailgen" "$src/bench/mailgen.c"
${CC:-cc} -O2 -I"$src" -o "$tmp/literals" "$src/bench/literals.c" "$src/parse/prefilter_words.c"
"$tmp/mailgen" "$bytes" "$seed" >"$tmp/a.mbox"
"$tmp/literals" | sort -u >"$tmp/words"
gzip -1 <"$tmp/a.mbox" >"$tmp/a.mbox.gz"
cat "$tmp/a.mbox" "$tmp/a.mbox.gz" >/dev/null

# What is measured: a name, and a command over a.mbox.
cat >"$tmp/commands" <<END
cat|cat a.mbox >/dev/null
wc -l|wc -l a.mbox >/dev/null
grep -F|grep -acF -f words a.mbox | cat >/dev/null
rg -F|rg -c -j1 --mmap -a -F -f words a.mbox | cat >/dev/null
parse -j1|"$parse" -j1 a.mbox >j1.jsonl 2>/dev/null
parse -j2|"$parse" -j2 a.mbox >j2.jsonl 2>/dev/null
parse --no-prefilter|"$parse" -j1 --no-prefilter a.mbox >all.jsonl 2>/dev/null
parse -j1 .gz|"$parse" -j1 a.mbox.gz >gz.jsonl 2>/dev/null
END
command -v rg >/dev/null || sed -i '/^rg/d' "$tmp/commands"

cd "$tmp"
round=0
while [ "$round" -lt "$rounds" ]; do
    while IFS='|' read -r name command; do
        # bash times pipes, and time(1) tells what memory they took
        bash -c 'TIMEFORMAT="%R %U %S"; time (eval "$1")' - "$command" 2>time || [ "$?" -le 1 ]
        tail -n 1 time | sed "s/^/$name|/" >>times
    done <commands
    round=$((round + 1))
done
for name in 'parse -j1' 'parse -j2' 'parse -j1 .gz'; do
    command=$(sed -n "s/^$name|//p" commands)
    case $name in
    *gz) input=a.mbox.gz ;;
    *) input=a.mbox ;;
    esac
    option=$(echo "$name" | cut -d ' ' -f 2)
    if [ -x /usr/bin/time ]; then
        /usr/bin/time -f '%M' "$parse" "$option" "$input" 2>rss >/dev/null || :
        echo "$name|$(tail -n 1 rss)" >>memory
    fi
done
touch memory
size=$(wc -c <a.mbox)
echo "$size bytes, $(wc -l <words) words, medians of $rounds rounds"
awk -F '|' -v size="$size" '
function median(list, nr,   i, j, t) {
    for (i = 2; i <= nr; i++)
        for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
            t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
        }
    return list[int((nr + 1) / 2)]
}
FILENAME == "memory" { memory[$1] = $2; next }
{
    split($2, t, " ")
    if (!($1 in nr)) order[++names] = $1
    nr[$1]++
    wall[$1, nr[$1]] = t[1]; cpu[$1, nr[$1]] = t[2] + t[3]
}
END {
    for (i = 1; i <= names; i++) {
        name = order[i]
        for (k = 1; k <= nr[name]; k++) { some_wall[k] = wall[name, k]; some_cpu[k] = cpu[name, k] }
        walls[name] = median(some_wall, nr[name]); cpus[name] = median(some_cpu, nr[name])
    }
    printf "%-22s %8s %8s %8s %8s %8s %9s\n", "", "wall s", "CPU s", "MB/s", "x grep", "x rg", "peak KiB"
    for (i = 1; i <= names; i++) {
        name = order[i]; c = cpus[name] > 0 ? cpus[name] : 0.001
        w = walls[name] > 0 ? walls[name] : 0.001
        printf "%-22s %8.3f %8.3f %8.0f %8s %8s %9s\n", name, walls[name], cpus[name], size / w / 1e6,
            sprintf("%.2f", cpus["grep -F"] / c),
            "rg -F" in cpus ? sprintf("%.2f", cpus["rg -F"] / c) : "-", memory[name]
    }
}' memory times
# the same bytes whatever way they are read
cmp j1.jsonl j2.jsonl && cmp j1.jsonl all.jsonl && echo "records of -j1, -j2 and --no-prefilter are the same"
