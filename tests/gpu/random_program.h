// Random integer kernels as trees that can be written as CUDA C++ and evaluated here on the processor.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace warpwise::testing_devices {

// Every operation is defined for every value: shifts are masked, divisors are never zero, loops are short, and the warp's
// exchanges stand where all threads of the block meet.
class RandomProgram {
  public:
    static constexpr std::uint32_t threads = 128;  // of a block

    explicit RandomProgram(unsigned seed);

    // A __device__ function `name(a, b, tile, i, t)` that returns the thread's result.
    std::string text(const std::string& name) const;
    // The results of one block, for elements a[i], b[i] of its threads; the first thread is thread `first` of the grid.
    std::vector<std::uint32_t> evaluate(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                        std::uint32_t first) const;

  private:
    enum class Operation {
        constant,
        variable,
        add,
        sub,
        mul,
        bit_and,
        bit_or,
        bit_xor,
        shl,
        shr,
        div,
        mod,
        choose,
        count_bits,
        min,
        fixed
    };
    struct Expression {
        Operation operation = Operation::constant;
        std::uint32_t value = 0;              // of a constant
        std::size_t variable = 0, other = 0;  // x y z w
        std::vector<Expression> operands;     // two
    };
    struct Statement {
        enum class Kind { assign, branch, loop, choice } kind = Kind::assign;
        std::size_t variable = 0, target = 0, third = 0;
        std::uint32_t mask = 1;
        int depth = 0;
        std::vector<Expression> expressions;
        std::vector<Statement> inner;  // a branch has two, a loop and a choice one
    };
    // What needs all threads of the warp or the block.
    struct Together {
        enum class Kind { shuffle, ballot, tile, nothing } kind = Kind::nothing;
        std::size_t target = 0, source = 0;
        std::uint32_t number = 0;
    };
    using Variables = std::vector<std::uint32_t>;  // x y z w of one thread

    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
    Expression make_expression(int depth);
    Statement make_statement(int depth);
    Together make_together();

    static std::string text_of(const Expression&);
    static std::string text_of(const Statement&, int indent);
    static std::string text_of(const Together&);
    static std::uint32_t value_of(const Expression&, const Variables&);
    static void run(const Statement&, Variables&);
    static void run(const Together&, std::vector<Variables>&);

    std::mt19937 random_;
    std::vector<std::pair<Statement, Together>> steps_;
};

}  // namespace warpwise::testing_devices
