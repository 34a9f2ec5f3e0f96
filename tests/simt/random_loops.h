// Random kernels of loops over arrays, in functions of their own and in the kernel: what compiled code keeps to itself in a loop,
// and how it leaves one. Made for a comparison of the emulator's tiers alone: nothing says what they compute.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>

#include "native_kernels.h"

namespace warpwise::test {

class RandomLoops {
  public:
    explicit RandomLoops(std::uint64_t seed) : random_(seed), seed_(seed) {}

    // As native_kernels.h has them. One of four reads behind the end of its array.
    Kernel kernel() {
        result_ = any_of(std::array{"unsigned", "int", "unsigned long long", "float", "double"});
        element_ = any_of(std::array{"char", "unsigned char", "short", "int", "long long", "float"});
        const bool is_real = result_ == "float" || result_ == "double";
        factor_ = is_real ? "0.25" : "3";
        const std::string bits = result_ == "float"    ? "__float_as_uint(r)"
                                 : result_ == "double" ? "(unsigned)__double_as_longlong(r)"
                                                       : "(unsigned)r";
        const std::string function = fmt::format(
            "__device__ __noinline__ {0} f(const {1}* a, int n, {0} y, unsigned c, const unsigned* in) {{\n{2}{3}  return y + "
            "({0})(l + h) + "
            "({0})(w >> 60) + ({0})(d > 7.0);\n}}\n",
            result_, element_, variables(), loop(is_spoiled()));
        const std::string body = fmt::format(
            "  {1} a[16];\n  for (int j = 0; j < 16; ++j) a[j] = ({1})(in[(i + j * {2}) % 4096] % 50);\n  {0} r = 0, y = ({0})1;\n "
            " unsigned c = i;\n"
            "{3}  for (int j = 0; j < {4}; ++j) r += f(a, {5} + j % 13, ({0})j, i * 7u + j, in);\n  n = 16;\n{6}  r += y + ({0})(l "
            "+ h) + "
            "({0})(w >> 59) + ({0})(d > 9.0);\n  out[i] = {7};",
            result_, element_, 1 + below(40), variables(), 1 + below(20), is_spoiled() ? 17 : 3, loop(), bits);
        const bool is_whole = below(3) != 0;
        return {fmt::format("seed {}", seed_),
                function +
                    "__global__ void k(unsigned* out, const unsigned* in, int n) {\n  int i = blockIdx.x * blockDim.x + "
                    "threadIdx.x;\n" +
                    body + "\n}",
                {2, 1, 1},
                {is_whole ? 64u : 77u, 1, 1}};
    }

  private:
    bool is_spoiled() const { return seed_ % 4 == 1; }
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
    template <typename T>
    std::string any_of(const T& all) {
        return std::string(all[below(static_cast<std::uint32_t>(all.size()))]);
    }
    static std::string variables() { return "  int l = 40, h = 2;\n  unsigned long long w = c;\n  double d = 1.0;\n"; }
    std::string loop(bool reads = false) {
        std::string out = "  " +
                          any_of(std::array{"for (int j = 0; j < n; ++j)", "for (int j = n - 1; j >= 0; --j)",
                                            "for (int j = (int)(c % 3u); j < n; j += 1 + (int)(c & 1u))",
                                            "for (int j = 0; j < n && c % 13u != 5u; ++j)"}) +
                          " {\n";
        if (reads) out += fmt::format("    y += ({})a[j];\n", result_);
        for (std::uint32_t left = 2 + below(5); left > 0; --left) out += "    " + statement() + "\n";
        return out + "  }\n";
    }
    std::string statement() {
        return fmt::format(
            fmt::runtime(any_of(std::array{
                "y = y * ({0}){1} + ({0})a[j];", "c = c * 5u + (unsigned)j;", "if (a[j] == a[(j + 1) % 16]) y = y + ({0})1;",
                "if ((c >> 3 & 3u) == 2u) continue;", "if (c % 11u == 0u) break;", "y += ({0})(in[(c + j) % 4096u] % 64u);",
                "--l; h += 2; if (a[j] == l || a[j] == h) y = y - ({0})2;", "w = w * 6364136223846793005ull + c;",
                "d = d * 0.5 + (double)(c & 15u);", "for (int k = 0; k < (int)(c % 4u); ++k) c = (c ^ c << 1) + k;",
                "if (c & 1u) w ^= w >> 7; else c += (unsigned)w;", "y = y + ({0})(c / (3u + j));"})),
            result_, factor_);
    }
    std::mt19937_64 random_;
    std::uint64_t seed_;
    std::string result_, element_, factor_;
};

}  // namespace warpwise::test
