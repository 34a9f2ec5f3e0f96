#include "random_program.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <random>

namespace warpwise::test {
namespace {

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed * 0x9e3779b97f4a7c15u + 1) {}
    std::uint64_t bits() { return engine_(); }
    std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>(engine_() % n); }
    bool percent(std::uint32_t chance) { return below(100) < chance; }
    template <typename Range>
    auto one_of(const Range& range) {
        return *std::next(std::begin(range), below(std::size(range)));
    }

  private:
    std::mt19937_64 engine_;
};

// A number as a kernel might hold one: mostly small, sometimes at a border, sometimes anything.
std::uint64_t drawn_number(Random& random, Type type) {
    const std::uint32_t kind = random.below(10);
    switch (type) {
        case Type::flag: return random.below(2);
        case Type::u8: return kind < 6 ? random.below(12) : random.below(256);
        case Type::f16: {
            if (kind < 6) return std::bit_cast<std::uint16_t>(static_cast<_Float16>(static_cast<float>(random.below(65)) / 4 - 8));
            return random.below(0x7c01) | (random.below(2) << 15);  // any finite one, or an infinite one
        }
        case Type::f32: {
            if (kind < 7) return std::bit_cast<std::uint32_t>(static_cast<float>(random.below(257)) / 8 - 16);
            if (kind < 8) return std::bit_cast<std::uint32_t>(static_cast<float>(random.bits() % 4'000'000'000) * 1.7f - 1e9f);
            return random.below(0x7f800001u) | (random.below(2) << 31);
        }
        case Type::f64: {
            if (kind < 7) return std::bit_cast<std::uint64_t>(static_cast<double>(random.below(257)) / 8 - 16);
            if (kind < 8) return std::bit_cast<std::uint64_t>(static_cast<double>(random.bits()) * 0.37 - 1e18);
            return random.bits() % 0x7ff0000000000001u | static_cast<std::uint64_t>(random.below(2)) << 63;
        }
        default: break;
    }
    const std::uint64_t mask = type == Type::i64 ? ~std::uint64_t{0} : 0xffffffffu;
    if (kind < 6) return (random.below(20) - (type == Type::u32 ? 0u : 8u)) & mask;
    if (kind < 7) return (random.percent(50) ? mask >> 1 : (mask >> 1) + 1) & mask;
    if (kind < 8) return mask;
    return random.bits() & mask;
}

// What may stand at a place of the text.
struct Place {
    Reach reach = Reach::any;
    int depth = 0;
    int loops = 0;           // around it
    bool at_top = false;     // of the kernel's body
    bool may_leave = false;  // the loop around it, here
    bool may_break = false;  // and by break
};

class Generator {
  public:
    Generator(std::uint64_t seed, ProgramSize size) : random_(seed), is_small_(size == ProgramSize::small) { program_.seed = seed; }

    RandomProgram program() {
        const std::uint32_t helpers = random_.below(is_small_ ? 2 : 4);
        for (std::uint32_t i = 0; i < helpers; ++i) program_.helpers.push_back(helper());
        for (const Type type : value_types)
            if (random_.percent(is_small_ ? 10 : 30)) program_.shared.push_back(type);
        if (program_.shared.empty()) program_.shared.push_back(Type::u32);
        in_helper_ = false;
        kernel();
        static constexpr auto full = std::to_array<std::array<std::uint32_t, 2>>({{64, 1}, {32, 1}, {96, 1}, {16, 4}, {128, 1}});
        static constexpr auto odd =
            std::to_array<std::array<std::uint32_t, 2>>({{50, 1}, {33, 1}, {63, 1}, {7, 9}, {100, 1}, {21, 3}});
        program_.blocks = {random_.one_of(full), random_.one_of(odd)};
        return std::move(program_);
    }

  private:
    // -- functions --
    void declare(Helper& f, std::uint32_t least, std::uint32_t most, std::uint32_t arrays) {
        const std::uint32_t count = least + random_.below(most - least + 1);
        while (f.variables.size() - f.parameters < count) {
            const Type type = random_.one_of(value_types);
            f.initial.push_back(leaf(type));
            f.variables.push_back(type);
        }
        for (std::uint32_t i = 0; i < arrays; ++i) f.arrays.push_back(random_.one_of(value_types));
    }
    Helper helper() {
        Helper f;
        f_ = &f;
        counters_.clear();
        in_helper_ = true;
        f.is_recursive = random_.percent(25);
        f.is_inlined = random_.percent(50);
        if (f.is_recursive) f.variables.push_back(Type::u32);
        for (std::uint32_t i = 0, count = 1 + random_.below(3); i < count; ++i) f.variables.push_back(random_.one_of(value_types));
        f.parameters = static_cast<std::uint32_t>(f.variables.size());
        f.result.type = random_.one_of(value_types);
        declare(f, 1, 2, random_.percent(25) ? 1 : 0);
        f.body = body({.depth = 1}, 1 + random_.below(3));
        f.result = f.is_recursive ? recursion(f.result.type) : expression(f.result.type, 1);
        return f;
    }
    Expression recursion(Type type) {
        Expression out{Op::recurse, type, 0, {}, false};
        for (std::uint32_t i = 1; i < f_->parameters; ++i) out.parts.push_back(expression(f_->variables[i], 2));
        out.parts.push_back(expression(type, 1));
        if (type == Type::u32 || type == Type::i32)
            return {random_.percent(50) ? Op::add : Op::bit_xor, type, 0, {out, expression(type, 2)}, false};
        return out;
    }
    void kernel() {
        Helper& f = program_.kernel;
        f_ = &f;
        counters_.clear();
        f.initial.push_back(leaf(Type::u32, true));
        f.variables.push_back(Type::u32);  // warp and block operations need one
        declare(f, is_small_ ? 2 : 4, is_small_ ? 3 : 8, random_.below(is_small_ ? 2 : 3));
        f.body = body({.reach = Reach::block, .at_top = true}, is_small_ ? 1 + random_.below(3) : 4 + random_.below(6));
    }

    // -- expressions --
    std::vector<std::uint32_t> variables_of(Type type) const {
        std::vector<std::uint32_t> out;
        for (std::uint32_t i = 0; i < f_->variables.size(); ++i)
            if (f_->variables[i] == type) out.push_back(i);
        return out;
    }
    Expression leaf(Type type, bool is_first = false) {
        const std::uint32_t kind = is_first ? 4 : random_.below(10);
        if (kind < 5) {
            if (const auto of_type = variables_of(type); !of_type.empty() && !is_first)
                return {Op::variable, type, random_.one_of(of_type), {}, false};
        }
        if (kind < 6 && type == Type::u32) {
            if (!counters_.empty() && !is_first && random_.percent(60))
                return {Op::counter, type, random_.one_of(counters_), {}, false};
            static constexpr std::array specials{Op::thread, Op::thread, Op::lane, Op::block, Op::threads_per_block};
            return {random_.one_of(specials), type, 0, {}, false};
        }
        if (kind < 7 && type == Type::i32) return {Op::parameter, type, 0, {}, false};
        if (kind < 9) {
            const Expression index = variables_of(Type::u32).empty() || random_.percent(50)
                                         ? Expression{Op::thread, Type::u32, 0, {}, false}
                                         : Expression{Op::variable, Type::u32, random_.one_of(variables_of(Type::u32)), {}, false};
            return {Op::input, type, 0, {index}, false};
        }
        return {Op::literal, type, drawn_number(random_, type), {}, false};
    }
    Expression expression(Type type, int depth) {
        if (type == Type::flag) return condition(depth);
        if (depth > most_depth() || random_.percent(25)) return leaf(type);
        const auto some = [&](Type of) { return expression(of, depth + 1); };
        const std::uint32_t kind = random_.below(100);
        if (kind < 8) return {Op::choose, type, 0, {condition(depth + 1), some(type), some(type)}, false};
        if (kind < 18) {
            Type from = random_.one_of(value_types);
            if (from == type) from = type == Type::i32 ? Type::f32 : Type::i32;
            return {Op::convert, type, 0, {some(from)}, false};
        }
        if (kind < 26) {
            std::vector<std::uint64_t> arrays;
            for (std::uint32_t i = 0; i < f_->arrays.size(); ++i)
                if (f_->arrays[i] == type) arrays.push_back(i);
            if (!arrays.empty()) return {Op::element, type, random_.one_of(arrays), {some(Type::u32)}, false};
        }
        if (kind < 36) {
            if (auto called = call(type, depth)) return *called;
        }
        if (type == Type::u32 && kind < 52) return u32_only(depth);
        if (type == Type::i64 && kind < 40) return {Op::bits, type, 0, {some(Type::f64)}, false};
        return is_real(type) ? real(type, depth) : integer(type, depth);
    }
    std::optional<Expression> call(Type type, int depth) {
        std::vector<std::uint64_t> found;
        for (std::uint64_t i = 0; i < program_.helpers.size(); ++i)
            if (program_.helpers[i].result.type == type) found.push_back(i);
        if (found.empty()) return std::nullopt;
        const std::uint64_t which = random_.one_of(found);
        Expression out{Op::call, type, which, {}, false};
        for (std::uint32_t i = 0; i < program_.helpers[which].parameters; ++i)
            out.parts.push_back(expression(program_.helpers[which].variables[i], depth + 2));
        return out;
    }
    Expression integer(Type type, int depth) {
        static constexpr std::array ops{Op::add,     Op::subtract, Op::multiply, Op::divide,   Op::remainder,  Op::minimum,
                                        Op::maximum, Op::bit_and,  Op::bit_or,   Op::bit_xor,  Op::shift_left, Op::shift_right,
                                        Op::negate,  Op::bit_not,  Op::add,      Op::multiply, Op::subtract,   Op::remainder};
        Expression out{random_.one_of(ops), type, 0, {expression(type, depth + 1)}, random_.percent(50)};
        if (out.op != Op::negate && out.op != Op::bit_not) out.parts.push_back(expression(type, depth + 1));
        return out;
    }
    Expression real(Type type, int depth) {
        static constexpr std::array ops{Op::add,    Op::subtract, Op::multiply,    Op::divide,     Op::minimum,  Op::maximum,
                                        Op::negate, Op::absolute, Op::square_root, Op::round_down, Op::round_up, Op::round_to_zero,
                                        Op::fused,  Op::fused,    Op::add,         Op::multiply,   Op::multiply, Op::round_to_even};
        Expression out{random_.one_of(ops), type, 0, {expression(type, depth + 1)}, random_.percent(50)};
        if (out.op == Op::negate || (out.op >= Op::square_root && out.op <= Op::round_to_even)) return out;
        out.parts.push_back(expression(type, depth + 1));
        if (out.op == Op::fused) out.parts.push_back(expression(type, depth + 1));
        return out;
    }
    Expression u32_only(int depth) {
        static constexpr std::array ops{Op::count_ones, Op::leading_zeros, Op::reverse_bits, Op::first_one, Op::multiply_high,
                                        Op::pick_bytes, Op::funnel_shift,  Op::bits,         Op::bits};
        Expression out{random_.one_of(ops), Type::u32, 0, {}, false};
        if (out.op == Op::bits) {
            out.parts.push_back(expression(random_.percent(50) ? Type::f32 : Type::f16, depth + 1));
            return out;
        }
        const int count = out.op <= Op::first_one ? 1 : out.op == Op::multiply_high ? 2 : 3;
        for (int i = 0; i < count; ++i) out.parts.push_back(expression(Type::u32, depth + 1));
        return out;
    }
    Expression condition(int depth) {
        if (depth < 3 && random_.percent(25)) {
            const std::uint32_t kind = random_.below(5);
            if (kind == 0) return {Op::none_of, Type::flag, 0, {condition(depth + 1)}, false};
            return {kind < 3 ? Op::both : Op::either, Type::flag, 0, {condition(depth + 1), condition(depth + 1)}, false};
        }
        static constexpr std::array ops{Op::less, Op::less_or_equal, Op::equal, Op::not_equal, Op::less};
        // Often of one bit or two, so that both sides are taken.
        if (random_.percent(50)) {
            const Expression few{Op::literal, Type::u32, 1 + random_.below(7), {}, false};
            const Expression value{Op::bit_and, Type::u32, 0, {expression(Type::u32, depth + 1), few}, false};
            const Expression limit{Op::literal, Type::u32, random_.below(4), {}, false};
            return {random_.one_of(ops), Type::flag, 0, {value, limit}, false};
        }
        const Type type = random_.one_of(value_types);
        return {
            random_.one_of(ops), Type::flag, 0, {expression(type, depth + 1), expression(type, depth + 1)}, random_.percent(50)};
    }
    // The same in all threads of a block.
    Expression uniform(int depth) {
        if (depth > 1 || random_.percent(40)) {
            if (!uniform_counters_.empty() && random_.percent(50))
                return {Op::counter, Type::u32, random_.one_of(uniform_counters_), {}, false};
            const std::uint32_t kind = random_.below(4);
            if (kind == 0) return {Op::block, Type::u32, 0, {}, false};
            if (kind == 1) return {Op::threads_per_block, Type::u32, 0, {}, false};
            if (kind == 2) return {Op::convert, Type::u32, 0, {{Op::parameter, Type::i32, 0, {}, false}}, false};
            return {Op::literal, Type::u32, random_.below(9), {}, false};
        }
        static constexpr std::array ops{Op::add, Op::multiply, Op::bit_xor, Op::remainder};
        return {random_.one_of(ops), Type::u32, 0, {uniform(depth + 1), uniform(depth + 1)}, false};
    }
    Expression uniform_condition() {
        const Expression few{Op::literal, Type::u32, 1 + random_.below(3), {}, false};
        return {random_.percent(50) ? Op::less : Op::not_equal,
                Type::flag,
                0,
                {{Op::bit_and, Type::u32, 0, {uniform(0), few}, false}, {Op::literal, Type::u32, random_.below(3), {}, false}},
                false};
    }
    Expression condition_of(Reach reach) { return reach == Reach::block ? uniform_condition() : condition(0); }

    // -- statements --
    Body body(const Place& place, std::uint32_t count) {
        Body out;
        Place here = place;
        for (std::uint32_t i = 0; i < count; ++i) {
            out.push_back(statement(here));
            // Lanes that went on to the next iteration do not learn who breaks after it.
            if (out.back().what == Do::leave && out.back().style == 1 && here.reach == Reach::warp) here.may_break = false;
        }
        return out;
    }
    Statement statement(const Place& here) {
        const bool is_deep = here.depth > most_depth();
        if (!in_helper_ && here.reach == Reach::block && random_.percent(is_deep ? 15 : 30)) return block_operation(here);
        if (!in_helper_ && here.reach != Reach::any && random_.percent(30)) return warp_operation(here);
        const std::uint32_t kind = random_.below(100);
        if (is_deep || kind < 32) return assignment();
        if (kind < 40 && !f_->arrays.empty()) {
            const std::uint32_t which = random_.below(f_->arrays.size());
            return {
                .what = Do::set_element, .target = which, .parts = {expression(Type::u32, 2), expression(f_->arrays[which], 1)}};
        }
        if (kind < 48 && !in_helper_) return atomic();
        if (kind < 54 && here.may_leave) {
            const bool breaks = here.may_break && random_.percent(50);
            return {.what = Do::leave, .style = breaks ? 0u : 1u, .reach = here.reach, .parts = {condition_of(here.reach)}};
        }
        if (kind < 58 && in_helper_) return {.what = Do::finish, .parts = {condition(1), expression(f_->result.type, 2)}};
        if (kind < 58 && here.at_top && !exits_ && random_.percent(50)) {
            exits_ = true;
            return {.what = Do::finish, .reach = Reach::warp, .parts = {condition(0)}};
        }
        if (kind < 74) return branch(here);
        if (kind < 88 && here.loops < (in_helper_ ? 1 : 2)) return loop(here);
        if (kind < 95) return select(here);
        return assignment();
    }
    std::uint32_t assigned() {
        const std::uint32_t first = in_helper_ && f_->is_recursive ? 1 : 0;  // the depth stays
        return first + random_.below(f_->variables.size() - first);
    }
    std::uint32_t assigned_of(Type type) { return random_.one_of(variables_of(type)); }
    Statement assignment() {
        const std::uint32_t target = assigned();
        return {.what = Do::assign, .target = target, .parts = {expression(f_->variables[target], 0)}};
    }
    Statement atomic() {
        const std::uint32_t style = random_.below(atomic_count);
        return {.what = Do::atomic, .style = style, .parts = {expression(Type::u32, 2), expression(type_of(style), 1)}};
    }
    static Type type_of(std::uint32_t atomic) { return atomic >= 8 ? Type::i64 : atomic >= 6 ? Type::i32 : Type::u32; }
    Reach reach_within(Reach reach) {
        if (reach == Reach::block) return static_cast<Reach>(random_.below(3));
        return reach == Reach::warp && random_.percent(60) ? Reach::warp : Reach::any;
    }
    Statement branch(const Place& here) {
        const Reach reach = reach_within(here.reach);
        Place inside = here;
        inside.reach = reach;
        inside.depth += 1;
        inside.at_top = false;
        // A mask of a loop does not learn who leaves it from inside a branch.
        inside.may_leave = here.may_leave && here.reach == Reach::any;
        Statement out{.what = Do::branch, .reach = reach, .parts = {condition_of(reach)}};
        out.bodies.push_back(body(inside, 1 + random_.below(3)));
        out.bodies.push_back(body(inside, random_.below(3)));
        return out;
    }
    Statement loop(const Place& here) {
        const Reach reach = reach_within(here.reach);
        const std::uint32_t name = f_->loops++;
        Statement out{.what = Do::loop, .target = name, .reach = reach};
        if (reach == Reach::block) {
            out.parts.push_back(uniform(0));
        } else {
            out.style = random_.below(reach == Reach::any ? 3 : 2);
            out.parts.push_back(expression(Type::u32, 2));
        }
        counters_.push_back(name);
        if (reach == Reach::block) uniform_counters_.push_back(name);
        if (out.style > 0) out.parts.push_back(condition(1));
        out.bodies.push_back(body({reach, here.depth + 1, here.loops + 1, false, true, true}, 1 + random_.below(3)));
        counters_.pop_back();
        if (reach == Reach::block) uniform_counters_.pop_back();
        return out;
    }
    Statement select(const Place& here) {
        Place inside{.reach = Reach::any, .depth = here.depth + 1, .loops = here.loops};
        inside.may_leave = here.may_leave && here.reach == Reach::any;  // a break would leave the switch
        Statement out{.what = Do::select, .parts = {expression(Type::u32, 1)}};
        for (std::uint32_t i = 0, count = 2 + random_.below(3); i < count; ++i) {
            out.bodies.push_back(body(inside, 1 + random_.below(2)));
            out.falls.push_back(i + 1 < count && random_.percent(40));
        }
        return out;
    }
    Statement warp_operation(const Place&) {
        const std::uint32_t kind = random_.below(10);
        if (kind < 5) {
            static constexpr std::array shuffled{Type::i32, Type::u32, Type::i64, Type::f16, Type::f32, Type::f64};
            std::vector<Type> there;
            for (const Type type : shuffled)
                if (!variables_of(type).empty()) there.push_back(type);
            const Type type = random_.one_of(there);
            Statement out{.what = Do::shuffle, .target = assigned_of(type), .style = random_.below(4), .type = type};
            out.width = 32u >> (random_.percent(60) ? 0 : random_.below(4));
            out.amount = out.style == 3 ? random_.below(out.width) : random_.below(out.width + 1);
            out.parts = {expression(type, 1), expression(Type::u32, 2)};
            return out;
        }
        if (kind < 8) {
            const std::uint32_t style = random_.below(8);
            return {.what = Do::vote,
                    .target = assigned_of(Type::u32),
                    .style = style,
                    .parts = {style < 3    ? condition(0)
                              : style == 3 ? few_values()
                                           : expression(Type::u32, 1)}};
        }
        std::vector<Type> there;
        for (const Type type : program_.shared)
            if (!variables_of(type).empty()) there.push_back(type);
        if (there.empty()) return assignment();
        const Type type = random_.one_of(there);
        return {.what = Do::hand_around,
                .target = assigned_of(type),
                .amount = 1 + random_.below(31),
                .type = type,
                .parts = {expression(type, 1)}};
    }
    Expression few_values() {
        return {Op::bit_and,
                Type::u32,
                0,
                {expression(Type::u32, 1), {Op::literal, Type::u32, 1 + random_.below(7), {}, false}},
                false};
    }
    Statement block_operation(const Place& here) {
        const std::uint32_t kind = random_.below(10);
        if (kind < 4) {
            std::vector<Type> there;
            for (const Type type : program_.shared)
                if (!variables_of(type).empty()) there.push_back(type);
            if (there.empty()) return assignment();
            const Type type = random_.one_of(there);
            return {.what = Do::exchange,
                    .target = assigned_of(type),
                    .style = random_.below(3),
                    .amount = 1 + random_.below(31),
                    .type = type,
                    .parts = {expression(type, 1), expression(Type::u32, 1)}};
        }
        if (kind < 6)
            return {.what = Do::block_vote, .target = assigned_of(Type::u32), .style = random_.below(3), .parts = {condition(0)}};
        if (kind < 7 && here.depth < 3) {
            Place inside = here;
            inside.depth += 1;
            inside.at_top = inside.may_leave = false;
            Statement out{.what = Do::block_branch, .reach = Reach::block, .parts = {condition(0)}};
            for (int i = 0; i < 2; ++i) out.bodies.push_back(body(inside, 1 + random_.below(2)));
            return out;
        }
        if (kind < 9) {
            const std::uint32_t style = random_.below(8);
            return {.what = Do::bin,
                    .target = assigned_of(Type::u32),
                    .style = style,
                    .parts = {expression(Type::u32, 1), expression(type_of(style), 1), condition(1), expression(Type::u32, 2)}};
        }
        return {
            .what = Do::reduce, .target = assigned_of(Type::u32), .style = random_.below(3), .parts = {expression(Type::u32, 1)}};
    }

    int most_depth() const { return is_small_ ? 1 : 3; }

    Random random_;
    bool is_small_;
    RandomProgram program_;
    Helper* f_ = nullptr;
    bool in_helper_ = false, exits_ = false;
    std::vector<std::uint32_t> counters_, uniform_counters_;  // of the loops around
};

}  // namespace

RandomProgram random_program(std::uint64_t seed, ProgramSize size) { return Generator(seed, size).program(); }

std::vector<std::uint64_t> inputs_of(const RandomProgram& program, Type type) {
    Random random(program.seed * 16 + static_cast<std::uint64_t>(type));
    std::vector<std::uint64_t> out;
    for (std::uint32_t i = 0; i < input_count; ++i) out.push_back(drawn_number(random, type));
    return out;
}

std::uint64_t start_of(Atomic atomic) {
    switch (atomic) {
        case Atomic::minimum:
        case Atomic::bit_and: return 0xffffffffu;
        case Atomic::signed_minimum: return 0x7fffffffu;
        case Atomic::signed_maximum: return 0x80000000u;
        default: return 0;
    }
}

}  // namespace warpwise::test
