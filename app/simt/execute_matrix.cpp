// The matrix unit: products of small matrices whose elements are spread over the registers of a warp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "simt/execute_fault.h"
#include "simt/execute_ops.h"
#include "simt/matrix_form.h"

namespace warpwise::simt {
namespace {

using Kind = MatrixForm::Kind;

constexpr int kColumns = 8, kMostRows = 16, kMostDepth = 64;
using Registers = std::array<std::array<std::uint64_t, kLanes>, 4>;

class MatrixStep {
  public:
    MatrixStep(BlockRun& run, Warp& warp, const CallSite& site, const MatrixForm& form)
        : run_(run), warp_(warp), site_(site), form_(form) {}

    template <typename T>  // of the sum: float, double, or an integer that no sum of 64 products overflows
    void multiply() const {
        const int rows = form_.rows, depth = form_.depth, halves = rows / 8;
        const int after_a = form_.a_registers(), after_b = after_a + form_.b_registers();
        const int e = std::max(1, 32 / bits_of(form_.a));  // elements in a register
        T a[kMostRows][kMostDepth] = {}, b[kMostDepth][kColumns] = {}, sum[kMostRows][kColumns] = {};
        for (int lane = 0; lane < kLanes; ++lane) {
            const int g = lane / 4, t = lane % 4;
            for (int r = 0; r < after_a; ++r)
                for (int i = 0; i < e; ++i)
                    a[g + 8 * (r % halves)][t * e + i + r / halves * 4 * e] = element_of<T>(form_.a, argument(r, lane), i);
            for (int r = 0; r < form_.b_registers(); ++r)
                for (int i = 0; i < e; ++i) b[t * e + i + r * 4 * e][g] = element_of<T>(form_.b, argument(after_a + r, lane), i);
            const bool in_halves = form_.c == MatrixElement::f16;
            for (int k = 0; k < rows / 4; ++k)
                sum[g + 8 * (k / 2)][2 * t + k % 2] =
                    element_of<T>(form_.c, argument(after_b + (in_halves ? k / 2 : k), lane), in_halves ? k % 2 : 0);
        }
        for (int row = 0; row < rows; ++row)
            for (int n = 0; n < depth; ++n)
                for (int column = 0; column < kColumns; ++column) {
                    if constexpr (std::is_same_v<T, double>) {
                        sum[row][column] = std::fma(a[row][n], b[n][column], sum[row][column]);
                    } else {
                        sum[row][column] += a[row][n] * b[n][column];  // of half, bfloat16 and tf32 an exact product
                    }
                }
        Registers out{};
        for (int lane = 0; lane < kLanes; ++lane)
            for (int k = 0; k < rows / 4; ++k) put(out, lane, k, sum[lane / 4 + 8 * (k / 2)][2 * (lane % 4) + k % 2]);
        for (int k = 0; k < form_.results(); ++k) write(k, out[static_cast<std::size_t>(k)]);
    }

    // ldmatrix's second half: lane 8 * m + r holds row r of matrix m.
    void to_registers(bool transposed) const {
        Registers out{};
        for (int m = 0; m < form_.count; ++m)
            for (int lane = 0; lane < kLanes; ++lane)
                for (int i = 0; i < 2; ++i) {
                    int row = lane / 4, column = 2 * (lane % 4) + i;
                    if (transposed) std::swap(row, column);
                    const std::uint64_t word = argument(column / 2, 8 * m + row);
                    out[static_cast<std::size_t>(m)][static_cast<std::size_t>(lane)] |= (word >> (16 * (column % 2)) & 0xffff)
                                                                                        << (16 * i);
                }
        for (int m = 0; m < form_.count; ++m) write(m, out[static_cast<std::size_t>(m)]);
    }
    void to_rows(bool transposed) const {
        Registers out{};
        for (int m = 0; m < form_.count; ++m)
            for (int lane = 0; lane < kLanes; ++lane)
                for (int i = 0; i < 2; ++i) {
                    int row = lane / 4, column = 2 * (lane % 4) + i;
                    if (transposed) std::swap(row, column);
                    out[static_cast<std::size_t>(column / 2)][static_cast<std::size_t>(8 * m + row)] |=
                        (argument(m, lane) >> (16 * i) & 0xffff) << (16 * (column % 2));
                }
        for (int k = 0; k < 4; ++k) write(k, out[static_cast<std::size_t>(k)]);
    }
    void transpose() const {
        std::array<std::uint64_t, kLanes> out{};
        for (int lane = 0; lane < kLanes; ++lane)
            for (int i = 0; i < 2; ++i) {
                const int row = 2 * (lane % 4) + i, column = lane / 4;  // of the source
                out[static_cast<std::size_t>(lane)] |= (argument(0, row * 4 + column / 2) >> (16 * (column % 2)) & 0xffff)
                                                       << (16 * i);
            }
        write(0, out);
    }

  private:
    std::uint64_t argument(int k, int lane) const {
        const auto at = static_cast<std::size_t>(k);
        if (site_.argument_wide[at]) return read_lanes<std::uint64_t>(run_, warp_, site_.arguments[at])[lane];
        return read_lanes<std::uint32_t>(run_, warp_, site_.arguments[at])[lane];
    }
    void write(int k, const std::array<std::uint64_t, kLanes>& values) const {
        const CallSite::Destination& to = site_.results[static_cast<std::size_t>(k)];
        if (to.flags & kWide) {
            write_active(warp_, to.slot, values.data());
        } else {
            std::uint32_t narrow[kLanes];
            std::ranges::transform(values, narrow, [](std::uint64_t x) { return static_cast<std::uint32_t>(x); });
            write_active(warp_, to.slot, narrow);
        }
    }
    // Element i of a register.
    template <typename T>
    static T element_of(MatrixElement element, std::uint64_t word, int i) {
        const auto bits = static_cast<std::uint32_t>(word) >> (bits_of(element) % 32 * i);
        switch (element) {
            case MatrixElement::f16:
                return static_cast<T>(static_cast<float>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(bits))));
            case MatrixElement::bf16: return static_cast<T>(std::bit_cast<float>(bits << 16));
            case MatrixElement::tf32: return static_cast<T>(std::bit_cast<float>(bits & 0xffffe000u));  // the rest is not looked at
            case MatrixElement::f32: return static_cast<T>(std::bit_cast<float>(bits));
            case MatrixElement::f64: return static_cast<T>(std::bit_cast<double>(word));
            case MatrixElement::s8: return static_cast<T>(static_cast<std::int8_t>(bits));
            case MatrixElement::u8: return static_cast<T>(bits & 0xff);
            case MatrixElement::s4: return static_cast<T>(static_cast<std::int8_t>(bits << 4) >> 4);
            case MatrixElement::u4: return static_cast<T>(bits & 0xf);
            case MatrixElement::s32: break;
        }
        return static_cast<T>(static_cast<std::int32_t>(bits));
    }
    // Element k of D.
    template <typename T>
    void put(Registers& out, int lane, int k, T value) const {
        const auto at = static_cast<std::size_t>(lane), n = static_cast<std::size_t>(k);
        if constexpr (std::is_same_v<T, double>) {
            out[n][at] = std::bit_cast<std::uint64_t>(value);
        } else if constexpr (std::is_same_v<T, float>) {
            if (form_.d == MatrixElement::f16) {
                out[n / 2][at] |= std::uint64_t{std::bit_cast<std::uint16_t>(static_cast<_Float16>(value))} << (16 * (k % 2));
            } else {
                out[n][at] = std::bit_cast<std::uint32_t>(value);
            }
        } else {
            if (form_.saturate) value = std::clamp<T>(value, INT32_MIN, INT32_MAX);
            out[n][at] = static_cast<std::uint32_t>(value);
        }
    }

    BlockRun& run_;
    Warp& warp_;
    const CallSite& site_;
    const MatrixForm& form_;
};

}  // namespace

bool run_matrix(BlockRun& run, Warp& warp, const Instruction& in) {
    if (warp.mask != ~0u) {
        const int absent = std::countr_one(warp.mask);
        return raise(run, warp, in, std::countr_zero(warp.mask), FaultKind::barrier_divergence,
                     fmt::format("executes a matrix instruction that lane {} of its warp does not reach", absent),
                     "All 32 lanes of a warp compute a matrix instruction together: make the block a multiple of 32 threads and "
                     "move the instruction out of the 'if'.");
    }
    std::uint32_t everyone[kLanes];
    std::ranges::fill(everyone, ~0u);
    note_meeting(run, warp, everyone);
    const MatrixForm form = MatrixForm::unpacked(in.imm);
    const MatrixStep step(run, warp, warp.function->calls[in.a], form);
    switch (form.kind) {
        case Kind::multiply:
            if (form.d == MatrixElement::f64) {
                step.multiply<double>();
            } else if (form.d == MatrixElement::s32) {
                step.multiply<std::int64_t>();
            } else {
                step.multiply<float>();
            }
            break;
        case Kind::rows_to_registers: step.to_registers(false); break;
        case Kind::columns_to_registers: step.to_registers(true); break;
        case Kind::registers_to_rows: step.to_rows(false); break;
        case Kind::registers_to_columns: step.to_rows(true); break;
        case Kind::transpose: step.transpose(); break;
    }
    return true;
}

}  // namespace warpwise::simt
