// The formula by which a kernel turns "who am I" into "which element": parsed once, evaluated for any thread, and laid out
// with each value under its term. No window library in here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/launch_shape.h"
#include "lesson/lesson.h"

namespace warpwise::ui {

// Indices count from 0, as blockIdx and threadIdx do.
struct ThreadPlace {
    std::uint64_t linear = 0;  // block * threads per block + thread within the block
    std::uint64_t block_linear = 0;
    std::uint32_t in_block = 0;  // x fastest, then y, then z
    Dim3 block{0, 0, 0}, thread{0, 0, 0};
    std::uint32_t warp() const { return in_block / kWarpSize; }
    std::uint32_t lane() const { return in_block % kWarpSize; }
};
ThreadPlace place_of(const LaunchShape&, std::uint64_t linear);

struct FormulaTerm {
    enum class Kind { number, parameter, block_index, block_dim, grid_dim, thread_index, symbol };
    Kind kind = Kind::symbol;
    std::string text;   // as written: "blockIdx.x", "*", "n"
    int component = 0;  // 0 x, 1 y, 2 z of a built-in
};

// base + sum of factor[i] * {blockIdx.x, .y, .z, threadIdx.x, .y, .z}[i]
struct AffineIndex {
    std::int64_t base = 0;
    std::array<std::int64_t, 6> factor{};
    std::int64_t at(const ThreadPlace&) const;
    bool operator==(const AffineIndex&) const = default;
};

// A formula with the launch and the parameters put in; cheap to evaluate for many threads.
class BoundFormula {
  public:
    // Nothing when the thread's arithmetic overflows or divides by zero.
    std::optional<std::int64_t> at(const ThreadPlace&) const;
    // Present when the index is a plain sum: then a million threads cost a multiplication each.
    const std::optional<AffineIndex>& affine() const { return affine_; }
    // What stands under each term for this thread; empty under operators.
    std::vector<std::string> values_at(const ThreadPlace&) const;

  private:
    friend class ThreadFormula;
    struct Step {
        char op = 'k';  // k constant, v one of the six indices, + - * / % and ~ for the unary minus
        std::int64_t constant = 0;
        int slot = 0;
    };
    std::optional<AffineIndex> find_affine() const;
    std::vector<Step> steps_;  // postfix
    std::vector<FormulaTerm> terms_;
    std::vector<std::optional<std::int64_t>> fixed_;  // by term: its value when every thread has the same
    std::optional<AffineIndex> affine_;
};

class ThreadFormula {
  public:
    // Integers, parameter names, built-in indices, + - * / % and parentheses; an Error says which character does not fit.
    static Result<ThreadFormula> parse(std::string_view text);
    Result<BoundFormula> bind(const LaunchShape&, const ParameterValues&) const;
    const std::vector<FormulaTerm>& terms() const { return terms_; }

  private:
    friend class FormulaParser;
    struct Step {
        char op = 't';  // t: the term's value; otherwise as in BoundFormula
        std::size_t term = 0;
    };
    std::vector<FormulaTerm> terms_;
    std::vector<Step> steps_;
};

// "i = blockIdx.x * blockDim.x + threadIdx.x" over "71 = 2 * 32 + 7", in columns of a fixed-width font.
struct FormulaColumn {
    FormulaTerm::Kind kind = FormulaTerm::Kind::symbol;
    std::string term, value;        // value repeats an operator
    int first = 0, width = 0;       // in characters
    int term_at = 0, value_at = 0;  // where each begins, centred in the column
};
std::vector<FormulaColumn> lay_out_formula(const std::string& name, const std::string& result, const std::vector<FormulaTerm>&,
                                           const std::vector<std::string>& values);

}  // namespace warpwise::ui
