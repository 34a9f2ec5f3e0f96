//! launch: grid=1 block=32
//! argument: u32[2]:zeros
//! result: 0 = 0 25
// Video instructions on the parts of a word, held against an H100; out[0] is the first check that fails, out[1] how many there are.
__device__ unsigned failed, checks;
__device__ void check(unsigned found, unsigned wanted) {
    ++checks;
    if (found != wanted && failed == 0) failed = checks;
}
#define V(text, a, b, c) ({ unsigned r; asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); r; })
__global__ void packed(unsigned* out) {
    if (threadIdx.x != 0) return;
    const unsigned a = 0xff017f80u, b = 0x0203017fu;
    check(V("vabsdiff4.u32.u32.u32", a, b, 0u), 0xfd027e01u);
    check(V("vabsdiff4.u32.u32.u32.add", a, b, 1000u), 1000 + 0xfd + 2 + 0x7e + 1);
    check(V("vabsdiff4.s32.s32.s32.add", a, b, 0u), 3 + 2 + 0x7e + 0xff);
    check(V("vabsdiff4.u32.s32.s32", a, b, 0u), 0x03027effu);
    check(V("vadd4.u32.u32.u32", a, b, 0u), 0x010480ffu);
    check(V("vadd4.u32.u32.u32.sat", a, b, 0u), 0xff0480ffu);
    check(V("vadd4.s32.s32.s32.sat", a, b, 0u), 0x01047fffu);
    check(V("vsub4.s32.s32.s32", a, b, 0u), 0xfdfe7e01u);
    check(V("vsub4.s32.s32.s32.sat", a, b, 0u), 0xfdfe7e80u);
    check(V("vsub4.u32.u32.u32.sat", a, b, 0u), 0xfd007e01u);
    check(V("vavrg4.u32.u32.u32", a, b, 0u), 0x81024080u);
    check(V("vavrg4.s32.s32.s32", a, b, 0u), 0x010240ffu);
    check(V("vmin4.u32.u32.u32", a, b, 0u), 0x0201017fu);
    check(V("vmin4.s32.s32.s32", a, b, 0u), 0xff010180u);
    check(V("vmax4.u32.u32.u32", a, b, 0u), 0xff037f80u);
    check(V("vmax4.s32.s32.s32", a, b, 0u), 0x02037f7fu);
    check(V("vmax4.s32.s32.s32.add", a, b, 0u), 2 + 3 + 0x7f + 0x7f);
    const unsigned x = 0x7fff8000u, y = 0x0001ffffu;
    check(V("vadd2.u32.u32.u32", x, y, 0u), 0x80007fffu);
    check(V("vadd2.s32.s32.s32.sat", x, y, 0u), 0x7fff8000u);
    check(V("vsub2.s32.s32.s32", x, y, 0u), 0x7ffe8001u);
    check(V("vabsdiff2.u32.u32.u32.add", x, y, 5u), 5 + 0x7ffe + 0x7fff);
    check(V("vmin2.s32.s32.s32", x, y, 0u), 0x00018000u);
    check(V("vmax2.u32.u32.u32", x, y, 0u), 0x7fffffffu);
    check(V("vavrg2.s32.s32.s32", x, y, 0u), 0x4000bfffu);
    check(V("vavrg2.u32.u32.u32", x, y, 0u), 0x4000c000u);
    out[0] = failed;
    out[1] = checks;
}
