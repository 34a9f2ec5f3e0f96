#!/usr/bin/env bash
# The emulator against Oclgrind on the same two kernels, one thread each: processor time of both, start-up taken off.
# usage: tests/bench/oclgrind_ratio.sh build/release/warpwise     (needs oclgrind-kernel)
set -euo pipefail
warpwise=${1:?path of warpwise}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root/tests/bench/oclgrind_kernels.cl" "$work/kernels.cl"
TIMEFORMAT='%U %S'

cpu_seconds() { { time "$@" >/dev/null 2>"$work/stderr"; } 2>&1 | awk '{ print $1 + $2 }'; }
seconds_beyond() {  # of the second command beyond the first: best of three each
    local base=1e9 whole=1e9 s i
    for i in 1 2 3; do
        s=$(cpu_seconds bash -c "$1"); base=$(awk "BEGIN { print ($s < $base) ? $s : $base }")
        s=$(cpu_seconds bash -c "$2"); whole=$(awk "BEGIN { print ($s < $whole) ? $s : $whole }")
    done
    awk "BEGIN { print ($whole > $base) ? $whole - $base : 0.001 }"
}

simulation() {  # file, kernel, groups a side, arguments
    printf 'kernels.cl %s\n%d %d 1\n16 16 1\n\n%s\n' "$2" $(($3 * 16)) $(($3 * 16)) "$4" >"$work/$1"
}
matmul='<size=65536 fill=1 float>
<size=65536 fill=1 float>
<size=65536 fill=0 float>
<size=4 int> 128'
mandel='<size=262144 fill=0 int>
<size=4 int> 256
<size=4 int> 256
<size=4 float> -2
<size=4 float> -1.5
<size=4 float> 0.01171875
<size=4 int> 128'
for side in 1 8; do simulation "matmul_$side.sim" matmul_tiled $side "$matmul"; done
for side in 1 16; do simulation "mandel_$side.sim" mandelbrot $side "$mandel"; done

emulator() {  # case, groups a side, trace. Oclgrind runs one launch, the emulator a grid 64 deep: its time is too short alone
    if [ "$1" = matmul ]; then
        echo "$warpwise kernel $root/kernels/linear_algebra/matmul/2_tiled.cu --entry 'matmul_tiled<float>' --grid $2 --block 16,16" \
            "--arg f32[128,128]:uniform --arg f32[128,128]:uniform --arg f32[128,128]:zeros --arg i32:128 --threads 1 --trace $3"
    else
        echo "$warpwise kernel $root/kernels/images/mandelbrot/1_thread_per_pixel.cu --entry mandelbrot --grid $2 --block 16,16" \
            "--arg i32[256,256]:zeros --arg i32:256 --arg i32:256 --arg f32:-2 --arg f32:-1.5 --arg f32:0.01171875 --arg i32:128" \
            "--threads 1 --trace $3"
    fi
}
compare() {  # words, case, groups a side, oclgrind's options, trace, depth of the emulator's grid
    local other ours
    other=$(cd "$work" && seconds_beyond "oclgrind-kernel --num-threads 1 $4 $2_1.sim" "oclgrind-kernel --num-threads 1 $4 $2_$3.sim")
    ours=$(seconds_beyond "$(emulator "$2" 1,1,1 "$5")" "$(emulator "$2" "$3,$3,$6" "$5")")
    awk "BEGIN { printf \"%-34s oclgrind %8.3f s   emulator %9.5f s   %6.0f times\n\", \"$1\", $other, $ours / $6, $other / ($ours / $6) }"
}
compare "matmul 128^3" matmul 8 "" none 64
compare "mandelbrot 256^2 x 128" mandel 16 "" none 64
compare "matmul 128^3, data races" matmul 8 "--data-races" full 1
