// Kernels that the emulator's two tiers run alike: k(unsigned* out, const unsigned* in, int n).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/launch_shape.h"

namespace warpwise::test {

struct Kernel {
    std::string name, text;
    Dim3 grid{3, 1, 1}, block{128, 1, 1};
    std::uint64_t step_budget = std::uint64_t{1} << 28;
};

inline std::string begin(const std::string& body) {
    return "__global__ void k(unsigned* out, const unsigned* in, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
           body + "\n}";
}

inline const std::vector<Kernel> kernels{
    {"row", begin("  out[i] = in[i] + 1;")},
    // of two constants, by lanes that differ
    {"chosen_f64", begin("  double x = i % 3 ? 1.25 : 2.5; out[i] = (unsigned)(x * 4) + (unsigned)(i & 4 ? 5.0 : (double)n);")},
    {"chosen_i64", begin("  long long x = i % 3 ? 1ll << 33 : 3ll; out[i] = (unsigned)(x >> 32) + (unsigned)x;")},
    {"chosen_f32", begin("  float x = i % 3 ? 1.25f : 2.5f; out[i] = (unsigned)(x * 4) + (unsigned)(i & 4 ? 5.0f : (float)n);")},
    {"part_of_a_warp", begin("  out[i] = in[i] + 1;"), {2, 1, 1}, {77, 1, 1}},
    {"guard", begin("  if (i < 300) out[i] = in[i] * n;")},
    {"strided", begin("  out[(i * 7) % 4096] = in[(i * 33) % 4096];")},
    // one distance from lane to lane, in the warp or in each half of it
    {"strides",
     begin("  unsigned s = 0; for (int d = -40; d <= 40; ++d) { s = s * 3 + in[2048 + ((i & 31) - 16) * d];\n"
           "  s += reinterpret_cast<const unsigned char*>(in)[2048 + ((i & 31) - 16) * d];\n"
           "  s += reinterpret_cast<const unsigned short*>(in)[4001 + ((i & 31) - 16) * d];\n"
           "  s ^= (unsigned)reinterpret_cast<const unsigned long long*>(in)[1024 + ((i & 31) - 16) * d]; } out[i] = s;")},
    {"strides_of_stores",
     begin("  for (int d = -40; d <= 40; ++d) { out[2048 + ((i & 31) - 16) * d] += i * 3 + d;\n"
           "  reinterpret_cast<unsigned short*>(out)[2048 + ((i & 31) - 16) * d] = i + d;\n"
           "  reinterpret_cast<unsigned long long*>(out)[1024 + ((i & 31) - 16) * d] += 1ull << (i & 31); }"),
     {1, 1, 1},
     {32, 1, 1}},
    {"strides_of_halves", begin("  int x = i % 16, y = i / 16 % 16; unsigned s = 0; for (int d = 1; d <= 128; d += d % 8 ? 1 : 8)\n"
                                "  for (int e = 1; e < 3000; e += 1 + e * 2) if (15 * d + 15 * e < 4096) s = s * 5 + in[x * d + y "
                                "* e] + in[4095 - x * d - y * e] "
                                "+ in[x * d + (15 - y) * e];\n"
                                "  out[i] = s;")},
    {"strides_of_stores_of_halves",
     begin("  int x = i % 16, y = i / 16; for (int d = 1; d <= 128; d *= 2) for (int e = -16; e <= 16; ++e)\n"
           "  out[1024 + x * d + y * e] = x * d + e * i;"),
     {1, 1, 1},
     {32, 1, 1}},
    {"strides_in_shared_memory",
     "__global__ void k(unsigned* out, const unsigned* in, int n) {\n  __shared__ unsigned s[2048]; int i = threadIdx.x; for (int "
     "j = i; j < "
     "2048; j += 32) s[j] = in[j];\n"
     "  unsigned t = 0; for (int d = -32; d <= 32; ++d) { t = t * 3 + s[1024 + (i - 16) * d]; t += reinterpret_cast<unsigned "
     "short*>(s)[2048 + "
     "(i - 16) * d];\n"
     "  s[1024 + (i - 16) * d] = t; t ^= s[1000 + i % 16 * d + i / 16 * 3]; } out[i] = t;\n}",
     {1, 1, 1},
     {32, 1, 1}},
    {"strides_in_local_memory",
     begin("  unsigned a[256]; for (int j = 0; j < 256; ++j) a[j] = in[j] + i; unsigned s = 0; int l = i & 31;\n"
           "  for (int d = -7; d <= n / 128; ++d) { s = s * 3 + a[(128 + (l - 16) * d) & 255]; a[(128 + (l - 16) * d) & 255] = s;\n"
           "  s += a[(128 + l % 16 * d + l / 16) & 255]; a[(127 + (l / 16) - l % 16 * d) & 255] ^= s;\n"
           "  s += reinterpret_cast<unsigned short*>(a)[(200 + (l - 16) * d) & 511]; } out[i] = s;")},
    {"strides_that_reach_too_far", begin("  unsigned s = 0; for (int d = 1; d < 200; ++d) s += in[(i & 31) * d]; out[i] = s;")},
    {"strides_that_begin_too_early",
     begin("  unsigned s = 0; for (int d = 1; d < 200; ++d) s += in[40 - (i & 31) * d]; out[i] = s;")},
    {"strides_that_wrap_around",
     begin("  unsigned s = 0; for (unsigned d = 0; d < 9; ++d) s += in[(1u << 31) * i * d + i]; out[i] = s;")},
    {"backwards", begin("  out[383 - i] = in[4095 - i];")},
    {"one_place", begin("  out[i / 16] = in[blockIdx.x];")},
    {"bytes",
     begin("  auto* b = reinterpret_cast<unsigned char*>(out); b[i] = reinterpret_cast<const unsigned char*>(in)[i] + 3;")},
    {"halves",
     begin("  auto* b = reinterpret_cast<unsigned short*>(out); b[i] += reinterpret_cast<const unsigned short*>(in)[i + 1];")},
    {"wide",
     begin("  auto* b = reinterpret_cast<unsigned long long*>(out); b[i] += reinterpret_cast<const unsigned long long*>(in)[i];")},
    {"uniform_loop", begin("  unsigned s = 0; for (int j = 0; j < n; ++j) s += in[j] * j; out[i] = s;")},
    {"divergent_loop",
     begin("  unsigned s = 0; for (unsigned j = 0; j < in[i] % 37; ++j) { if (j % 3) s += in[j]; else s ^= j; } out[i] = s;")},
    {"counter_after_a_divergent_loop", begin("  int j = 0; while (j < n && in[(i + j) % 4096] % 11) ++j; out[i] = j;")},
    // registers that a loop keeps: loaded, stored, wide, and where the warp leaves the loop in each way
    {"loop_loads_what_it_keeps", begin("  unsigned v = i; for (int j = 0; j < 50; ++j) v = in[v]; out[i] = v;")},
    {"loop_stores_what_it_keeps",
     begin("  unsigned v = i; for (int j = 0; j < 50; ++j) { v = v * 3 + j; out[i * 7] = v; out[v % 8] = 1; }")},
    {"loop_keeps_wide", begin("  unsigned long long x = i; for (int j = 0; j < n; ++j) x = x * 6364136223846793005ull + in[(x >> "
                              "33) % 4096]; out[i] = x >> 32;")},
    {"loop_reaches_too_far", begin("  unsigned s = 0; for (int j = 0; j < n; ++j) s += in[i + j * 16]; out[i] = s;")},
    {"loop_divides_by_zero", begin("  unsigned s = 0; for (int j = 20; j >= 0; --j) s += in[i] / j; out[i] = s;")},
    {"loop_left_lane_by_lane",
     begin("  unsigned s = 0; for (int j = 0; j < 64; ++j) { s += in[j]; if (j == (i & 31)) break; } out[i] = s;")},
    {"loop_in_a_loop", begin("  unsigned s = 0; for (int j = 0; j < 40; ++j) { if (j % 5 == 0) continue; for (int k = j; k < 60; k "
                             "+= 1 + (k & 1)) s = s * 3 + "
                             "in[k + i]; } out[i] = s;")},
    {"loop_longer_than_a_turn", begin("  unsigned s = i; for (int j = 0; j < 20000; ++j) s = s * 5 + j; out[i] = s;")},
    {"loop_that_returns", begin("  for (int j = 0; j < n; ++j) if (in[i + j] == 3) { out[i] = j; return; }")},
    // the address of board[i] is a wide register that a return beside it may read
    {"loop_of_a_function_keeps_an_address",
     "__device__ __noinline__ bool is_legal(const char* board, int r) {\n bool safe = true; for (int i = 0; i < r; ++i) if "
     "(board[i] == "
     "board[r]) safe = false;\n int l = board[r], h = board[r]; for (int i = r - 1; i >= 0; --i) { --l; ++h; if (board[i] == l || "
     "board[i] "
     "== h) safe = false; }\n return safe; }\n" +
         begin("  char board[20]; for (int j = 0; j < 20; ++j) board[j] = in[i + j * 7] % 19; unsigned s = 0; for (int r = 1; r < "
               "20; ++r) s "
               "+= is_legal(board, r); out[i] = s;")},
    {"loop_ended_by_the_budget",
     begin("  unsigned s = i; for (int j = 0; j >= 0; j = (j + 1) % 1000) s = s * 5 + in[j]; out[i] = s;"),
     {3, 1, 1},
     {128, 1, 1},
     1 << 16},
    // In a full trace: reads what only an earlier call has written, at the same place of local memory.
    {"unset_in_a_later_call",
     "__device__ __noinline__ unsigned f(int sets, unsigned x) {\n  unsigned a[4]; if (sets) for (int j = 0; j < 4; ++j) a[j] = x "
     "+ j;\n"
     "  return a[x % 4];\n}\n" +
         begin("  unsigned s = f(1, in[i]); if (n < 0 || i > 200) s += f(0, in[i]); out[i] = s;")},
    // ... lanes read what others have written, with nothing but a shuffle in between.
    {"shared_behind_a_shuffle",
     begin(
         "  __shared__ unsigned s[128]; unsigned t = 0; for (int j = 0; j < 5; ++j) { s[threadIdx.x] = in[i] + j;\n"
         "  t += __shfl_xor_sync(~0u, in[i], 1); t = t * 3 + s[threadIdx.x ^ 1]; t += __shfl_xor_sync(~0u, t, 2); } out[i] = t;")},
    {"switch_of_all",
     begin("  unsigned s = i; for (int j = 0; j < 40; ++j) switch ((n + j) % 7) { case 0: s += 3; break; case 1: s ^= in[j];\n"
           "  case 2: s *= 5; break; case 3: s -= i; break; case 6: continue; default: s = s / 3 + in[i]; } out[i] = s;")},
    // in some iterations the active lanes of a warp have the same value, in others not
    {"switch_of_warps",
     begin("  unsigned s = i; for (int j = 0; j < 40; ++j) if ((in[i] + j) % 3 || i / 32 % 2) switch ((i / (j % 5 ? 32 : 11) + j) "
           "% 6)\n"
           "  { case 0: s += 3; break; case 1: s ^= in[j]; break; case 4: s = s * 5 + j; break; case 5: out[i] = s; return;\n"
           "  default: s = s / 3 + in[i]; } out[i] = s;")},
    {"switch_of_64_bits",
     begin("  long long v = (long long)(i / 64) << 40 | (i % 64 == 40 ? 1 : 0); unsigned s = 0; for (int j = 0; j < 3; ++j) {\n"
           "  switch (v) { case 0: s += 1; break; case 1ll << 40: s += 20; break; case 2ll << 40: s += 300; break;\n"
           "  case -1: s += 4000; break; default: s += 50000; } v = j ? -1 : v; } out[i] = s;")},
    {"switch_of_lanes",
     begin("  switch (in[i] % 5) { case 0: out[i] = 1; break; case 1: out[i] += 7; break; case 3: out[i] = n; break; default: "
           "out[i] = i; }")},
    {"tile",
     begin("  __shared__ unsigned t[32][32]; unsigned s = 0; int x = threadIdx.x, y = threadIdx.y; t[y][x] = in[y * 32 + x]; t[y + "
           "16][x] = "
           "in[x]; __syncthreads(); for (int j = 0; j < 32; ++j) s += t[y][j] * t[j][x] + t[x][j]; out[y * 32 + x] = s;"),
     {2, 1, 1},
     {32, 16, 1}},
    {"narrow_tile",
     begin("  __shared__ unsigned t[16][16]; int x = threadIdx.x, y = threadIdx.y; t[y][x] = in[y * 16 + x]; __syncthreads(); "
           "unsigned s "
           "= 0; for (int j = 0; j < 16; ++j) s += t[y][j] * t[j][x]; out[y * 16 + x] = s;"),
     {1, 1, 1},
     {16, 16, 1}},
    {"bank_conflicts",
     begin("  __shared__ unsigned t[2048]; for (int j = i % 128; j < 2048; j += 128) t[j] = in[j]; __syncthreads(); unsigned s = "
           "0; for "
           "(int j = 0; j < 8; ++j) s += t[(threadIdx.x % 16 + threadIdx.x / 16 * (16 + j)) % 2048]; out[i] = s;")},
    {"local_array", begin("  unsigned a[16]; for (int j = 0; j < 16; ++j) a[j] = in[i + j]; for (int j = 0; j < 40; ++j) a[(i + j) "
                          "% 16] += a[j % 16]; "
                          "out[i] = a[i % 16];")},
    {"recursion",
     "__device__ __noinline__ unsigned f(unsigned x, int n) { return n <= 0 ? x : f(x * 3 + n, n - 1 - static_cast<int>(x % 2)) + "
     "n; }\n" +
         begin("  out[i] = f(in[i], i % 40);")},
    {"function_pointers",
     "__device__ __noinline__ unsigned f(unsigned x) { return x + 1; }\n__device__ __noinline__ unsigned g(unsigned x) { return x "
     "* 2; "
     "}\n" +
         begin("  unsigned (*h)(unsigned) = in[i] % 3 ? f : g; out[i] = h(in[i]);")},
    {"shuffles_and_votes", begin("  unsigned x = in[i]; for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(~0u, x, d); out[i] = "
                                 "x + __ballot_sync(~0u, in[i] % "
                                 "2);")},
    {"atomics", begin("  atomicAdd(&out[in[i] % 7], 1u); atomicMax(&out[8], in[i]);")},
    {"doubles", begin("  double x = in[i]; for (int j = 0; j < 50; ++j) x = x * 0.99 + sqrt(x) / (j + 1); out[i] = "
                      "static_cast<unsigned>(x * 1000);")},
    {"division", begin("  out[i] = (n + i) / (1 + in[i] % 13) + (in[i] % (i + 1));")},
    {"early_return", begin("  if (in[i] % 2) return; unsigned s = 0; for (int j = 0; j < 100; ++j) s += in[j] ^ j; out[i] = s;")},
    {"out_of_bounds", begin("  for (int j = 0; j < 5000; j += 100) out[i] += in[i + j];")},
    // the pointer behind a wrong address is named, in whatever register and block it was computed
    {"pointer_of_another_block",
     begin("  const unsigned* p = i % 2 ? in : out + 16; const unsigned* q = p + in[i] % 8; if (n > 3) __syncthreads(); "
           "out[i] = q[(i == 99) * 8000];")},
    {"pointer_of_this_block", begin("  const unsigned* p = i % 2 ? in : out + 16; out[i] = p[i + (i == 99) * 8000];")},
    {"null_pointer", begin("  const unsigned* p = i == 99 ? nullptr : in; if (i % 3 == 0) out[i] = p[3];")},
    {"vector_of_lanes", begin("  const unsigned* p = i % 2 ? in : out + 16; int4 v = *reinterpret_cast<const int4*>(p + i * 4 + (i "
                              "== 99) * 4000); out[i] "
                              "= v.x + v.w;")},
    // rows of vectors, one place, and neither; of some lanes, too
    {"vectors",
     "__constant__ uint4 c[16] = {{1, 2, 3, 4}, {5, 6, 7, 8}};\n"
     "#define all4(T, place) ({ T v = place; v.x + v.y * 3u + v.z * 5u + v.w * 7u; })\n"
     "#define all2(T, place) ({ T v = place; (unsigned)(v.x + v.y * 3u); })\n"
     "__global__ void k(unsigned* out, const unsigned* in, int n) {\n"
     "  __shared__ uint4 s4[64]; __shared__ uint2 s2[64]; __shared__ uchar4 s1[64]; __shared__ ulonglong2 s8[64];\n"
     "  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;\n"
     "  auto* p1 = (const uchar4*)in; auto* ph = (const ushort2*)in; auto* p2 = (const uint2*)in; auto* p4 = (const uint4*)in;\n"
     "  auto* p8 = (const ulonglong2*)in;\n"
     "  if (t < 64) { s4[t] = p4[t]; s2[t] = p2[t]; s1[t] = p1[t]; s8[t] = p8[t]; }\n  __syncthreads();\n"
     "  unsigned x = all4(uchar4, p1[i]) + all2(ushort2, ph[i]) + all2(uint2, p2[i]) + all4(uint4, p4[i]) + all2(ulonglong2, "
     "p8[i]) + all4(uint4, s4[t % 64]) + all2(uint2, s2[t % 64]) + "
     "all2(ulonglong2, s8[t]);\n"
     "  for (int j = 0; j < 20; ++j) {\n"
     "    x = x * 3 + all4(uint4, s4[j]) + all4(uint4, p4[j + blockIdx.x]) + all4(uint4, c[j % 16]) + all2(uint2, s2[j]) + "
     "all4(uchar4, s1[j]) + all4(uchar4, p1[j]) + all2(ulonglong2, p8[j]) + "
     "all2(ulonglong2, s8[j]);\n"
     "    x += all4(uint4, p4[(i * 5 + j) % 1000]) + all4(uint4, s4[(i * 3 + j) % 64]) + all2(ulonglong2, s8[(i + j) % 64]); }\n"
     "  if (i % 3) x += all2(uint2, p2[i]) + all4(uint4, p4[n]) + all4(uint4, s4[5]) + all4(uint4, s4[t % 64]) + all2(ulonglong2, "
     "p8[i]) + all4(uint4, c[3]) + all2(uint2, s2[(t + 1) % 64]) + "
     "all2(ulonglong2, s8[7]);\n"
     "  if (t % 32 == 7) x += all4(uint4, p4[i]) + all4(uint4, s4[t % 64]) + all4(uint4, p4[9]);\n"
     "  if (t % 32 > 19) x += all4(uint4, p4[i]) + all4(uint4, s4[3]) + all2(uint2, p2[9]);\n"
     "  __syncthreads(); ((uint2*)out)[i] = make_uint2(x, i); s4[t % 64] = make_uint4(x, 1, 2, x); __syncthreads();\n"
     "  if (i % 5) ((uint4*)out)[200 + i] = make_uint4(x, i, x * 3, 7);\n"
     "  if (blockIdx.x == 0 && i % 7) ((uchar4*)out)[3900 + i] = make_uchar4(1, 2, 3, 4);\n"
     "  if (i == 70) ((uint4*)out)[900] = s4[6];\n}",
     {3, 1, 1},
     {64, 1, 1}},
    // structures that calls get by value, from one place of each memory, and from places of their own
    {"vectors_passed_by_value",
     "struct Body { float x, y, z; unsigned n; double m; };\n__constant__ uint4 c[4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};\n"
     "__device__ unsigned f(uint4 v, uint2 w) { v.x += w.y; return v.x + v.y * 3 + v.z * 5 + v.w * 7 + w.x; }\n"
     "__device__ float3 g(float3 v, Body b) { b.m += 1; v.x += b.x + (float)b.m; v.z -= b.y * b.n; return v; }\n"
     "__global__ void k(unsigned* out, const unsigned* in, int n) {\n"
     "  __shared__ uint4 s4[32]; __shared__ Body bodies[32]; int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;\n"
     "  if (t < 32) { s4[t] = ((const uint4*)in)[t]; bodies[t] = Body{(float)t, 1, 2, (unsigned)t * 3, 0.5 * t}; }\n"
     "  __syncthreads(); unsigned x = 0; uint4 own[4] = {s4[t % 32], c[1], s4[2], c[0]}; float3 a = {0, 1, 2};\n"
     "  for (int j = 0; j < 12; ++j) {\n"
     "    x = x * 3 + f(s4[j], ((const uint2*)in)[j]) + f(c[j % 4], ((const uint2*)in)[i]) + f(own[j % 4], make_uint2(j, i));\n"
     "    x += f(own[(i + j) % 4], ((const uint2*)in)[5]) + f(s4[(t + j) % 32], make_uint2(x, 1)); own[j % 4].y = x;\n"
     "    a = g(a, bodies[j]); if ((i + j) % 3) { a = g(a, bodies[t % 32]); x += f(s4[3], make_uint2(2, 3)); own[1] = own[3]; } }\n"
     "  out[i] = x + (unsigned)(int)a.x + (unsigned)(int)a.z;\n}",
     {3, 1, 1},
     {64, 1, 1}},
    {"vectors_reach_too_far", begin("  uint4 v = ((const uint4*)in)[i + 700]; out[i] = v.x + v.w;")},
    {"vectors_stored_too_far", begin("  if (i % 2) ((uint4*)out)[i + 700] = make_uint4(i, 1, 2, 3);")},
    {"vectors_of_two_arrays", begin("  auto* p = (const uint4*)(i % 2 ? in : out + 16); for (int j = 0; j < 5; ++j) { uint4 v = "
                                    "p[j]; out[i + 64] = v.x + v.z; }")},
    {"misaligned", begin("  out[i] = *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(in) + i * 4 + (i == 70));")},
    {"store_to_constant",
     "__constant__ unsigned c[4] = {1, 2, 3, 4};\n" + begin("  out[i] = c[i % 4]; if (i == 40) const_cast<unsigned*>(c)[1] = 2;")},
    {"division_by_zero", begin("  out[i] = n / (i % 90 - 89);")},
    // divisions: by numbers that are known, by registers, of the smallest integer, and zero divisors in lanes that wait
    {"division_by_constants",
     begin("  int x = (int)(in[i] * 2654435761u); unsigned u = (unsigned)x; long long w = (long long)x * 1234567; "
           "out[i] = x / 3 + x % 7 + x / 64 + x % 64 + x / -5 + u / 10 + u % 1000 + (unsigned)(w / 256 + w % 16 "
           "+ w / 1000 + (unsigned long long)w % 32 + (unsigned long long)w / 7);")},
    {"division_by_lanes",
     begin("  int x = i % 5 ? (int)(in[i] * 2654435761u) : -2147483647 - 1, y = i % 3 ? (int)in[i] - 500 : -1; if (y "
           "== 0) y = 7; unsigned v = i % 7 ? y : 1; long long w = (long long)x << 31; out[i] = x / y + x % y + (unsigned)x "
           "/ v + (unsigned)x % v + (unsigned)(w / y + w % y);")},
    {"no_division_by_zero",
     begin("  int y = i % 4; out[i] = 3; if (y != 0) out[i] = n / y + n % y; if (y > 1) out[i] += (n * 1000000000ll) / y;")},
    {"part_divides_by_zero", begin("  if (i % 2) out[i] = n / ((i % 64) - 63);")},
    {"rest_by_zero_64", begin("  if (i % 2) out[i] = (1ll << n % 50) % (long long)((i % 64) - 63);")},
    {"halves_fma",
     "#include <cuda_fp16.h>\n" + begin("  __half x = __ushort_as_half(in[i] * 61 + i), y = __ushort_as_half(in[i + 99] * 77), z = "
                                        "__ushort_as_half(i * 129); double d = (i % 2 ? 1.0 : -1.0) * (1.0 + in[i] * 0x1p-11 "
                                        "+ 0x1p-40) * exp2((double)(i % 50) - 30); out[i] = __half_as_ushort(__hfma(x, y, z)) | "
                                        "__half_as_ushort(__double2half(d)) << 16;")},
    // parted warps: rows, one place, other widths, conflicts
    {"parted_rows",
     begin("  unsigned s = 0; if (in[i] % 3) { s = in[i] + in[i + 1]; out[i] = s; } else { out[i + 1024] = in[i + 64]; } out[i "
           "+ 2048] = s;")},
    {"parted_doubles",
     begin("  auto* d = reinterpret_cast<double*>(out); if (i % 3) d[i] = d[i + 512] * 0.5; else d[i + 1024] = d[7];")},
    {"parted_bytes",
     begin("  auto* b = reinterpret_cast<unsigned char*>(out); if (in[i] % 2) b[i] = b[i + 5] + 1; else b[i + 500] = 3;")},
    {"parted_place", begin("  unsigned s = 1; if (i % 5) s += in[n] + in[blockIdx.x]; out[i] = s; if (i % 7 == 2) out[4000] = 5;")},
    {"parted_shared",
     begin("  __shared__ unsigned t[512]; t[threadIdx.x] = in[i]; t[threadIdx.x + 128] = i; __syncthreads(); for (int d = 64; "
           "d; d /= 2) { if (threadIdx.x < d) t[threadIdx.x] += t[threadIdx.x + d]; __syncthreads(); } if (i % 2) out[i] = "
           "t[threadIdx.x * 2] + t[threadIdx.x * 33 % 256]; else out[i] = t[0];")},
    {"parted_constant", "__constant__ unsigned c[128] = {1, 2, 3, 4};\n" + begin("  if (i % 3) out[i] = c[threadIdx.x] + c[2];")},
    {"up_to_the_last_element", begin("  if (i + 3800 < 4096) out[i + 3800] = in[i + 3800];")},
    {"one_past_the_last_element", begin("  if (i + 3800 < 4097) out[i] = in[i + 3800];")},
    {"store_past_the_last_element", begin("  if (i % 2 && i > 300) out[i + 3800] = i;")},
    {"parted_and_misaligned",
     begin("  if (i > 40) out[i] = *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(in) + i * 4 + 2);")},
    {"of_two_arrays",
     begin("  unsigned s = 0; for (int j = 0; j < 20; ++j) { const unsigned* p = j % 3 ? in : out + 2048; s += p[i + j]; if (i "
           "% 2) s ^= p[i * 3 % 512 + j]; } out[i] = s;")},
    {"lanes_of_two_arrays",
     begin("  const unsigned* p = i % 2 ? in : out + 2048; unsigned s = p[i]; if (i % 3) s += p[i + 1]; out[i] = s;")},
    {"far_apart",
     begin(
         "  unsigned s = 0; for (int j = 0; j < 9; ++j) s += in[(i * 1031 + j * 77) % 4096] + in[i % 4 * 1024 + j]; out[(i * 7) % "
         "4096] = s; if (i % 3) out[(i * 101) % 1024 + 3072] = 1;")},
    // where lanes wait in many places, and where a turn or a budget ends among them
    {"deeply_parted",
     begin("  unsigned s = 0; for (int j = 0; j <= i % 32; ++j) { if (j & 1) { if (i & 2) { if (i & 4) { if (i & 8) { s += 1; "
           "if (in[i + j] % 2) continue; } else s += 2; } else s += 3; } else s += 4; } if (s > 40) break; s += j; } out[i] = s;")},
    {"recursion_in_parted_lanes",
     "__device__ __noinline__ unsigned f(unsigned x, int n) { if (n <= 0) return x; if (x % 2) return f(x / 2, n - 1) + 1; return "
     "f(x * 3 + "
     "1, n - 2) ^ n; }\n" +
         begin("  if (i % 3) out[i] = f(in[i], i % 29);")},
    {"lanes_leave",
     begin("  for (int j = 0; j < 40; ++j) { if ((in[i] + j) % 13 == 0) return; if (i % 2 == j % 2) out[i] += j; }")},
    // local memory
    {"local_of_lanes",
     begin(
         "  double a[8]; unsigned char b[24]; unsigned short h[8]; for (int j = 0; j < 8; ++j) { a[j] = j + i; h[j] = j * 3; } for "
         "(int j = 0; j < 24; ++j) b[j] = j; for (int j = 0; j < 30; ++j) { a[(i + j) % 8] += b[(i * 3 + j) % 24]; h[j % 8] "
         "+= 1; if (i % 3) b[(j + i) % 24] ^= h[(i + j) % 8]; } out[i] = (unsigned)a[i % 8] + b[i % 24] + h[i % 8];")},
    {"outside_of_local",
     begin("  unsigned a[16]; for (int j = 0; j < 16; ++j) a[j] = in[i + j]; out[i] = a[in[i] % 16 + (i == 77)];")},
    {"parted_outside_of_local",
     begin("  unsigned a[16]; for (int j = 0; j < 16; ++j) a[j] = in[i + j]; if (i % 2) a[i % 16 + 1] = 3; out[i] = a[i % 16];")},
    // shuffles
    {"shuffles_of_each_kind",
     begin("  unsigned x = in[i]; double d = x; x += __shfl_sync(~0u, x, i * 7) + __shfl_sync(~0u, x, 5) + "
           "__shfl_up_sync(~0u, x, 3) + __shfl_down_sync(~0u, x, n % 31) + __shfl_xor_sync(~0u, x, 40); d += "
           "__shfl_down_sync(~0u, d, 2) + __shfl_xor_sync(~0u, d, 1) + __shfl_sync(~0u, d, x); out[i] = x + "
           "(unsigned)d + __shfl_up_sync(~0u, x, 2, 8);")},
    {"shuffles_of_parts",
     begin("  unsigned x = in[i]; if (i % 2) x = __shfl_xor_sync(0xaaaaaaaa, x, 2); x = __shfl_xor_sync(~0u, x, 1); out[i] = x;")},
    {"shuffles_end_a_turn",
     begin("  unsigned x = i; for (;;) x += __shfl_xor_sync(~0u, x, 1) + 1; out[i] = x;"),
     {1, 1, 1},
     {64, 1, 1},
     300'000},
    // atomics
    {"atomics_on_one_word", begin("  unsigned r = atomicAdd(&out[0], i + 1u); r ^= atomicSub(&out[1], 3u); atomicOr(&out[2], 1u << "
                                  "i % 32); atomicAnd(&out[3], ~(1u "
                                  "<< i % 32)); r += atomicMax(&out[4], in[i]) + atomicMin(&out[5], in[i]); r += "
                                  "atomicMax(reinterpret_cast<int*>(out) + 6, (int)in[i] - "
                                  "500) + atomicMin(reinterpret_cast<int*>(out) + 7, (int)in[i] - 500); r += "
                                  "(unsigned)atomicAdd(reinterpret_cast<float*>(out) + 8, "
                                  "i * 0.37f); atomicAdd(reinterpret_cast<double*>(out) + 5, in[i] * 0.1); r += "
                                  "atomicExch(&out[12], i) + atomicInc(&out[13], 50) + "
                                  "atomicCAS(&out[14], 0u, i); r += (unsigned)atomicAdd(reinterpret_cast<unsigned long long*>(out) "
                                  "+ 8, 1ull << i % 60); out[i + 64] = r;")},
    {"atomics_of_parts",
     begin("  __shared__ unsigned t[4]; if (threadIdx.x < 4) t[threadIdx.x] = threadIdx.x; __syncthreads(); unsigned r = 0; if "
           "(i % 3) r = atomicAdd(&t[0], in[i]); atomicMax(&t[1], in[i]); atomicAdd(reinterpret_cast<float*>(t) + 2, "
           "0.3f * i); r += atomicAdd(&t[i % 4 == 3 ? 3 : 0], 1u); __syncthreads(); out[i] = r + t[i % 4];")},
    {"atomics_without_results",
     begin(
         "  int* s = reinterpret_cast<int*>(out); if (i % 7 != 3) { atomicAdd(&out[0], in[i]); atomicXor(&out[1], in[i]); "
         "atomicMin(s + 2, 400 - s[i]); } atomicSub(&out[3], in[i]); atomicOr(&out[4], 1u << i % 32); atomicAnd(&out[5], "
         "~(1u << i % 29)); atomicMax(&out[6], in[i]); atomicMin(&out[7], in[i]); atomicMax(s + 8, (int)in[i] - 900); "
         "atomicMin(s + 9, (int)in[i] - 900); atomicExch(&out[10], i); atomicInc(&out[11], 9u); "
         "auto* w = reinterpret_cast<unsigned long long*>(out); atomicAdd(w + 8, 1ull << i % 60); atomicMax(w + 9, 3ull * i); "
         "atomicMin(reinterpret_cast<long long*>(out) + 10, -7ll * i); atomicAdd(reinterpret_cast<float*>(out) + 24, 0.1f * i);")},
    {"atomics_on_many_words",
     begin(
         "  __shared__ unsigned t[160]; t[threadIdx.x] = i; __syncthreads(); atomicAdd(&out[i], 2u); atomicAdd(&out[383 - i], i); "
         "unsigned r = atomicAdd(&out[in[i] % 16], in[i]) + atomicMax(&out[i / 3 + 9], 7u); atomicAdd(&t[in[i] % 8], 1u); r ^= "
         "atomicSub(&t[(threadIdx.x * 33) % 128], 5u); if (i % 5) { atomicAdd(&out[500 + i], 1u); r += atomicOr(&out[600 + in[i] % "
         "4], i); } auto* w = reinterpret_cast<unsigned long long*>(out) + 512; atomicAdd(w + i, 5ull); atomicAdd(w + in[i] % 9, "
         "1ull); __syncthreads(); out[2000 + i] = r + t[threadIdx.x];")},
    {"atomic_outside", begin("  if (i % 2) atomicAdd(&out[4096], 1u);")},
    {"atomic_that_comes_outside", begin("  for (int j = 0; j < 6; ++j) atomicAdd(&out[i + j * 743], 1u);")},
    // an index that is used more than once, and written in between
    {"index_written_again",
     begin(
         "  int j = i; unsigned s = in[j] + in[j + 1]; j = j * 3; s += in[j] + in[j + 1]; j = i; s += in[j + 2]; j = in[j]; s += "
         "in[j]; j = atomicAdd(&out[3000 + i], 1u) % 64; s += in[j] * 3; unsigned u = in[i] % 50; s += in[u] + in[u + 1]; u -= 40; "
         "s += in[(u + 64) % 128]; out[i] = s;")},
    {"index_negative_in_one_way",
     begin("  int j = i - 40; unsigned u = j; const unsigned* p = in + 100; unsigned s = p[j]; if (i > "
           "50) s += p[u] + p[j]; out[i] = s;")},
    // barriers, and the ends of kernels
    {"barriers_that_count",
     begin("  unsigned s = __syncthreads_count(in[i] % 3 == 0) * 100 + __syncthreads_and(i >= 0) * 10 + __syncthreads_or(i == 77); "
           "for "
           "(int j = 0; j < 5; ++j) { __syncthreads(); s = s * 3 + __syncthreads_count(i > j * 9); } out[i] = s;"),
     {2, 1, 1},
     {77, 1, 1}},
    {"barriers_of_those_left",
     begin("  __shared__ unsigned t[128]; t[threadIdx.x] = 0; if (threadIdx.x % 16 > 11) return; t[threadIdx.x] = in[i]; "
           "__syncthreads(); unsigned s = t[(threadIdx.x * 5) % 128]; if (threadIdx.x >= 64) return; __syncthreads(); out[i] = s + "
           "t[127 - threadIdx.x];")},
    {"barrier_in_a_call",
     "__device__ __noinline__ unsigned f(unsigned* t, int j) { t[threadIdx.x + j] += 1; __syncthreads(); return t[threadIdx.x ^ "
     "1]; }\n" +
         begin(
             "  __shared__ unsigned t[256]; t[threadIdx.x] = t[threadIdx.x + 128] = in[i]; unsigned s = 0; for (int j = 0; j < 9; "
             "++j) { s += f(t, j) + t[threadIdx.x + j]; __syncthreads(); } out[i] = s;")},
    // functions that call none, which compiled code runs within the one that calls them
    {"calls_in_loops", "__device__ __noinline__ int f(int x, int y) { return x > y ? x - y : y * 3 + x; }\n" +
                           begin("  int x = i; for (int j = 0; j < n; ++j) x = f(x, j); out[i] = x;")},
    {"calls_by_some_lanes",
     "__device__ __noinline__ unsigned long long f(unsigned long long x, int n) { unsigned a[4] = {1, 2, 3, 4}; while (n-- % 7) { "
     "a[n & "
     "3] += x; if (x % 5 == 2) return x << 33 | a[1]; x = x * 3 + 1; } return x + a[n & 3]; }\n" +
         begin("  unsigned long long s = in[i]; for (int j = 0; j < i % 11; ++j) { if ((i + j) % 3) s += f(s, i + j); else s ^= "
               "f(s + 1, "
               "j) >> 9; } out[i] = s + (s >> 32);"),
     {2, 1, 1},
     {77, 1, 1}},
    {"functions_that_call_one_that_calls_none",
     "__device__ __noinline__ double f(double x, float y) { return x * 0.5 + y; }\n__device__ __noinline__ double g(double x, int "
     "n) { "
     "return n % 2 ? f(x, n) : f(f(x, 1.5f), 2.5f) - n; }\n" +
         begin("  double s = in[i]; for (int j = 0; j < 60; ++j) s = g(s, i + j) + f(s, j); out[i] = static_cast<unsigned>(s);")},
    {"a_fault_in_a_call", "__device__ __noinline__ unsigned f(const unsigned* in, unsigned x) { return in[x * x] + 1; }\n" +
                              begin("  unsigned s = 0; for (int j = 0; j < 50; ++j) s += f(in, i / 8 + j); out[i] = s;")},
    {"barrier_on_one_side", begin("  if (i % 2) __syncthreads(); out[i] = i;")},
    {"more_tiles_than_are_kept",
     begin(
         "  __shared__ unsigned t[2048]; int x = threadIdx.x, y = threadIdx.y; for (int j = y * 16 + x; j < 2048; j += 128) t[j] = "
         "in[j]; __syncthreads(); unsigned s = 0; for (int j = 0; j < 3; ++j) { s += t[x + y + j] + t[x + y * 3] + t[x + y * 5] + "
         "t[x + y * 7] + t[x + y * 9] + t[x + y * 11]; __syncthreads(); t[x * 2 + y * 32] = s; __syncthreads(); s += t[x + y * 13] "
         "+ t[x * 3 + y] + t[x * 5 + y] + t[x * 7 + y] + t[x * 9 + y] + t[y]; } out[y * 16 + x] = s;"),
     {2, 1, 1},
     {16, 8, 1}},
    {"budget", begin("  unsigned s = i; while (s != 12345678) s = s * 5 + 1 | 1; out[i] = s;"), {1, 1, 1}, {64, 1, 1}, 100'000},
};

}  // namespace warpwise::test
