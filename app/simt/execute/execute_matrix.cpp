// The matrix unit: products of small matrices whose elements are spread over the registers of a warp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/cpu_isa.h"
#include "simt/code/matrix_form.h"
#include "simt/execute/execute_fault.h"
#include "simt/execute/execute_ops.h"

namespace warpwise::simt {
namespace {

using Kind = MatrixForm::Kind;

constexpr std::size_t kMostArguments = 16, kMostResults = 4;  // a product of 16 x 16 x 8 doubles has the most

MultiplyMatrices pick_product() {
    switch (isa_here()) {
        case Isa::avx512: return multiply_matrices_v4();
        case Isa::avx2: return multiply_matrices_v3();
        case Isa::baseline: break;
    }
    return multiply_matrices_baseline();
}

using Registers = std::array<std::array<std::uint64_t, kLanes>, 4>;

class MatrixStep {
  public:
    MatrixStep(BlockRun& run, Warp& warp, const CallSite& site, const MatrixForm& form)
        : run_(run), warp_(warp), site_(site), form_(form) {}

    void multiply() const {
        const int count = form_.arguments(), result_count = form_.results();
        const bool is_double = form_.d == MatrixElement::f64;
        std::array<std::array<std::uint32_t, kLanes>, kMostArguments> narrow;
        std::array<const std::byte*, kMostArguments> arguments{};
        for (int k = 0; k < count; ++k) {
            const auto at = static_cast<std::size_t>(k);
            arguments[at] = read_lanes<std::byte>(run_, warp_, site_.arguments[at]);
            if (is_double || !site_.argument_wide[at]) continue;
            for (int lane = 0; lane < kLanes; ++lane)
                narrow[at][static_cast<std::size_t>(lane)] = static_cast<std::uint32_t>(argument(k, lane));
            arguments[at] = reinterpret_cast<const std::byte*>(narrow[at].data());
        }
        std::array<std::array<std::uint64_t, kLanes>, kMostResults> wide;
        std::array<std::byte*, kMostResults> results{};
        const auto is_direct = [&](std::size_t k) { return is_double || !(site_.results[k].flags & kWide); };
        for (std::size_t k = 0; k < static_cast<std::size_t>(result_count); ++k)
            results[k] = is_direct(k) ? warp_.frame + site_.results[k].slot : reinterpret_cast<std::byte*>(wide[k].data());
        static const MultiplyMatrices product = pick_product();
        product(form_, arguments.data(), results.data());
        for (int k = 0; k < result_count; ++k) {
            const auto at = static_cast<std::size_t>(k);
            if (is_direct(at)) continue;
            std::array<std::uint64_t, kLanes> values;
            std::copy_n(reinterpret_cast<const std::uint32_t*>(wide[at].data()), kLanes, values.begin());
            write(k, values);
        }
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
        case Kind::multiply: step.multiply(); break;
        case Kind::rows_to_registers: step.to_registers(false); break;
        case Kind::columns_to_registers: step.to_registers(true); break;
        case Kind::registers_to_rows: step.to_rows(false); break;
        case Kind::registers_to_columns: step.to_rows(true); break;
        case Kind::transpose: step.transpose(); break;
    }
    return true;
}

}  // namespace warpwise::simt
