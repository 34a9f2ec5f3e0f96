// What a random program means: all threads of a block, statement by statement, each with the set of threads that are here.
// It shares nothing with the emulator.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include "half_model.h"
#include "random_program.h"

namespace warpwise::test {
namespace {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;
using Set = std::vector<u32>;  // ascending

template <typename T>
T as(u64 bits) {
    if constexpr (sizeof(T) == 8) return std::bit_cast<T>(bits);
    if constexpr (sizeof(T) == 4) return std::bit_cast<T>(static_cast<u32>(bits));
    if constexpr (sizeof(T) == 1) return static_cast<T>(bits);
}
template <typename T>
u64 bits_of(T value) {
    if constexpr (sizeof(T) == 8) return std::bit_cast<u64>(value);
    if constexpr (sizeof(T) == 4) return std::bit_cast<u32>(value);
    if constexpr (sizeof(T) == 1) return static_cast<u64>(value);
}

Set merged(const Set& a, const Set& b) {
    Set out;
    out.reserve(a.size() + b.size());
    std::ranges::merge(a, b, std::back_inserter(out));
    return out;
}

// One pattern for all that are not a number.
u64 word_of(Type type, u64 bits) {
    if (type == Type::f16 && half_model::is_nan(static_cast<half_model::Half>(bits))) return 0x7fff;
    if (type == Type::f32 && std::isnan(as<float>(bits))) return 0x7fffffff;
    if (type == Type::f64 && std::isnan(as<double>(bits))) return 0x7fffffffffffffff;
    return bits;
}
double real_of(Type type, u64 bits) {
    if (type == Type::f16) return half_model::to_double(static_cast<half_model::Half>(bits));
    return type == Type::f32 ? static_cast<double>(as<float>(bits)) : as<double>(bits);
}

template <typename T>
T smaller(T a, T b) {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <typename T>
T larger(T a, T b) {
    return -smaller<T>(-a, -b);
}

// The threads of a call: all of a block in the kernel, one in a helper.
struct Frame {
    Frame(const Helper& f, u32 slots, u32 thread)
        : slots(slots),
          thread(thread),
          variables(f.variables.size() * slots),
          elements(f.arrays.size() * array_count * slots),
          counters(std::size_t{f.loops} * slots),
          results(slots) {}
    u32 slots, thread;  // of slot 0
    std::vector<u64> variables, elements, counters, results;
    u64& variable(u64 which, u32 slot) { return variables[which * slots + slot]; }
    u64& element(u64 which, u64 at, u32 slot) { return elements[(which * array_count + at % array_count) * slots + slot]; }
    u64& counter(u64 which, u32 slot) { return counters[which * slots + slot]; }
};
struct Loop {
    Set broke, continued;
};

class Oracle {
  public:
    Oracle(const RandomProgram& program, u32 threads, i32 parameter, Mistake mistake)
        : program_(program), threads_(threads), parameter_(parameter), mistake_(mistake) {
        for (const Type type : value_types) inputs_[static_cast<std::size_t>(type)] = inputs_of(program, type);
        for (u32 i = 0; i < result_words; ++i) result_.words.push_back(static_cast<u32>(start_of(static_cast<Atomic>(i / 4))));
        result_.wides.resize(result_wides);
    }

    ProgramResult run() {
        for (block_ = 0; block_ < grid_blocks; ++block_) run_block();
        return std::move(result_);
    }

  private:
    void run_block() {
        const Helper& f = program_.kernel;
        bins_.assign(bin_count, 0);
        tree_.clear();
        for (u32 i = 0; i < most_threads; ++i) tree_.push_back(i);
        for (const Type type : program_.shared) {
            auto& cells = shared_[type];
            cells.clear();
            for (u32 i = 0; i < most_threads; ++i) cells.push_back(converted(Type::i32, type, i));
        }
        Frame frame(f, threads_, 0);
        Set all;
        for (u32 t = 0; t < threads_; ++t) all.push_back(t);
        declare(f, frame, all);
        body(f, f.body, frame, all);
        for (u32 t = 0; t < threads_; ++t) {
            for (std::size_t i = 0; i < f.variables.size(); ++i)
                result_.out.push_back(word_of(f.variables[i], frame.variable(i, t)));
            for (std::size_t i = 0; i < f.arrays.size(); ++i) {
                u64 digest = 0;
                for (u64 at = 0; at < array_count; ++at) digest = digest * 31 + word_of(f.arrays[i], frame.element(i, at, t));
                result_.out.push_back(digest);
            }
        }
    }
    void declare(const Helper& f, Frame& frame, const Set& here) {
        for (const u32 slot : here) {
            for (std::size_t i = f.parameters; i < f.variables.size(); ++i)
                frame.variable(i, slot) = value(f.initial[i - f.parameters], frame, slot);
            for (std::size_t i = 0; i < f.arrays.size(); ++i)
                for (u32 at = 0; at < array_count; ++at) frame.element(i, at, slot) = converted(Type::i32, f.arrays[i], at * 3 + 1);
        }
    }
    u64 call(const Helper& f, std::vector<u64> arguments, u32 thread) {
        Frame frame(f, 1, thread);
        std::ranges::copy(arguments, frame.variables.begin());
        declare(f, frame, {0});
        const Helper* const outer = std::exchange(helper_, &f);
        if (!body(f, f.body, frame, {0}).empty()) frame.results[0] = value(f.result, frame, 0);
        helper_ = outer;
        return frame.results[0];
    }

    // -- values --
    u64 value(const Expression& e, Frame& frame, u32 slot) {
        const auto part = [&](std::size_t k) { return value(e.parts[k], frame, slot); };
        const auto flag = [&](std::size_t k) { return part(k) != 0; };
        const u32 thread = frame.thread + slot;
        switch (e.op) {
            case Op::literal: return e.index;
            case Op::variable: return frame.variable(e.index, slot);
            case Op::counter: return frame.counter(e.index, slot);
            case Op::thread: return thread;
            case Op::lane: return thread % 32;
            case Op::block: return block_;
            case Op::threads_per_block: return threads_;
            case Op::parameter: return bits_of(parameter_);
            case Op::input: return inputs_[static_cast<std::size_t>(e.type)][part(0) % input_count];
            case Op::element: return frame.element(e.index, part(0), slot);
            case Op::choose: return flag(0) ? part(1) : part(2);
            case Op::both: return flag(0) && flag(1) ? 1 : 0;
            case Op::either: return flag(0) || flag(1) ? 1 : 0;
            case Op::none_of: return flag(0) ? 0 : 1;
            case Op::less:
            case Op::less_or_equal:
            case Op::equal:
            case Op::not_equal: return compared(e.op, e.parts[0].type, part(0), part(1)) ? 1 : 0;
            case Op::convert: return converted(e.parts[0].type, e.type, part(0));
            case Op::bits: return word_of(e.parts[0].type, part(0));
            case Op::call:
            case Op::recurse: return called(e, frame, slot);
            default: break;
        }
        std::array<u64, 3> p{};
        for (std::size_t k = 0; k < e.parts.size(); ++k) p[k] = part(k);
        switch (e.type) {
            case Type::u8: return static_cast<u8>(integer<u32>(e.op, p, 8) & 255);
            case Type::i32: return integer<i32>(e.op, p, 32);
            case Type::u32: return e.op >= Op::count_ones ? u32_only(e.op, p) : integer<u32>(e.op, p, 32);
            case Type::i64: return integer<i64>(e.op, p, 64);
            case Type::f16: return half(e.op, p);
            case Type::f32: return real<float>(e.op, p);
            default: return real<double>(e.op, p);
        }
    }
    u64 called(const Expression& e, Frame& frame, u32 slot) {
        const bool again = e.op == Op::recurse;
        std::vector<u64> arguments;
        if (again) {
            const u64 depth = frame.variable(0, slot) % 4;
            if (depth == 0) return value(e.parts.back(), frame, slot);
            arguments.push_back(depth - 1);
        }
        for (std::size_t k = 0; k + (again ? 1 : 0) < e.parts.size(); ++k) arguments.push_back(value(e.parts[k], frame, slot));
        return call(again ? *helper_ : program_.helpers[e.index], std::move(arguments), frame.thread + slot);
    }
    static bool compared(Op op, Type type, u64 a, u64 b) {
        const auto of = [op](auto x, auto y) {
            return op == Op::less ? x < y : op == Op::less_or_equal ? x <= y : op == Op::equal ? x == y : x != y;
        };
        if (is_real(type)) return of(real_of(type, a), real_of(type, b));
        if (type == Type::i32) return of(as<i32>(a), as<i32>(b));
        return type == Type::i64 ? of(as<i64>(a), as<i64>(b)) : of(a, b);
    }
    static u64 converted(Type from, Type to, u64 bits) {
        if (is_real(from)) {
            const double x = real_of(from, bits);
            if (to == Type::f16) return half_model::from_double(x);
            if (to == Type::f32) return bits_of(static_cast<float>(x));
            if (to == Type::f64) return bits_of(x);
            const double limit = to == Type::i32 ? 2e9 : to == Type::u32 ? 4e9 : to == Type::i64 ? 9e18 : 256;
            const bool has_sign = to == Type::i32 || to == Type::i64;
            // The limits are numbers of the type that is converted.
            const double high = from == Type::f64 ? limit : static_cast<double>(static_cast<float>(limit));
            if (!(x > (has_sign ? -high : -1) && x < high)) return 7;
            return has_sign ? (to == Type::i32 ? bits_of(static_cast<i32>(x)) : bits_of(static_cast<i64>(x))) : static_cast<u64>(x);
        }
        const i64 whole = from == Type::i32 ? as<i32>(bits) : as<i64>(bits);
        switch (to) {
            case Type::u8: return static_cast<u64>(whole) & 255;
            case Type::i32:
            case Type::u32: return static_cast<u64>(whole) & 0xffffffff;
            case Type::i64: return static_cast<u64>(whole);
            case Type::f32: return bits_of(static_cast<float>(whole));
            case Type::f64: return bits_of(static_cast<double>(whole));
            default: return half_model::from_double(static_cast<double>(static_cast<float>(whole)));
        }
    }
    // Wraps at `width`; u8 is carried out as u32.
    template <typename T>
    u64 integer(Op op, const std::array<u64, 3>& p, u64 width) const {
        using U = std::make_unsigned_t<T>;
        const T a = as<T>(p[0]), b = as<T>(p[1]);
        const U x = static_cast<U>(a), y = static_cast<U>(b), shift = static_cast<U>(y % width);
        const bool has_quotient = b != 0 && b != static_cast<T>(-1);
        U out = 0;
        switch (op) {
            case Op::add: out = x + y; break;
            case Op::subtract: out = x - y; break;
            case Op::multiply: out = x * y; break;
            case Op::bit_and: out = x & y; break;
            case Op::bit_or: out = x | y; break;
            case Op::bit_xor: out = x ^ y; break;
            case Op::divide: out = has_quotient ? static_cast<U>(a / b) : x; break;
            case Op::remainder: {
                T rest = has_quotient ? a % b : a;
                if (mistake_ == Mistake::remainder && has_quotient && rest != 0 && (rest < 0) != (b < 0)) rest += b;
                out = static_cast<U>(rest);
                break;
            }
            case Op::minimum: out = static_cast<U>(std::min(a, b)); break;
            case Op::maximum: out = static_cast<U>(std::max(a, b)); break;
            case Op::shift_left: out = x << shift; break;
            case Op::shift_right: out = mistake_ == Mistake::shift_right ? x >> shift : static_cast<U>(a >> shift); break;
            case Op::negate: out = U{0} - x; break;
            default: out = ~x; break;
        }
        return out;
    }
    static u64 u32_only(Op op, const std::array<u64, 3>& p) {
        const u32 a = as<u32>(p[0]), b = as<u32>(p[1]), c = as<u32>(p[2]);
        switch (op) {
            case Op::count_ones: return static_cast<u64>(std::popcount(a));
            case Op::leading_zeros: return static_cast<u64>(std::countl_zero(a));
            case Op::reverse_bits: {
                u32 out = 0;
                for (u32 i = 0; i < 32; ++i) out |= (a >> i & 1) << (31 - i);
                return out;
            }
            case Op::first_one: return a == 0 ? 0 : static_cast<u64>(std::countr_zero(a) + 1);
            case Op::multiply_high: return (p[0] * p[1]) >> 32;
            case Op::pick_bytes: {
                const u64 bytes = p[1] << 32 | p[0];
                u32 out = 0;
                for (u32 i = 0; i < 4; ++i) out |= static_cast<u32>(bytes >> (c >> (4 * i) & 7) * 8 & 255) << (8 * i);
                return out;
            }
            default: {  // funnel_shift
                const u32 by = c & 31;
                return by == 0 ? b : b << by | a >> (32 - by);
            }
        }
    }
    template <typename T>
    u64 real(Op op, const std::array<u64, 3>& p) const {
        const T a = as<T>(p[0]), b = as<T>(p[1]), c = as<T>(p[2]);
        switch (op) {
            case Op::add: return bits_of<T>(a + b);
            case Op::subtract: return bits_of<T>(a - b);
            case Op::multiply: return bits_of<T>(a * b);
            case Op::divide: return bits_of<T>(a / b);
            case Op::minimum: return bits_of<T>(smaller(a, b));
            case Op::maximum: return bits_of<T>(larger(a, b));
            case Op::negate: return bits_of<T>(-a);
            case Op::absolute: return bits_of<T>(std::fabs(a));
            case Op::square_root: return bits_of<T>(std::sqrt(a));
            case Op::round_down: return bits_of<T>(std::floor(a));
            case Op::round_up: return bits_of<T>(std::ceil(a));
            case Op::round_to_zero: return bits_of<T>(std::trunc(a));
            case Op::round_to_even: return bits_of<T>(std::nearbyint(a));
            default: {
                if (mistake_ != Mistake::fused) return bits_of<T>(std::fma(a, b, c));
                const volatile T product = a * b;
                return bits_of<T>(product + c);
            }
        }
    }
    u64 half(Op op, const std::array<u64, 3>& p) const {
        using half_model::Half;
        const auto a = static_cast<Half>(p[0]), b = static_cast<Half>(p[1]), c = static_cast<Half>(p[2]);
        const double x = half_model::to_double(a), y = half_model::to_double(b);
        switch (op) {
            case Op::add: return half_model::sum(a, b);
            case Op::subtract: return half_model::is_nan(b) ? b : half_model::sum(a, b ^ half_model::sign_bit);
            case Op::multiply:
                return half_model::product(
                    a, b, mistake_ == Mistake::half_multiply ? half_model::Rounding::to_zero : half_model::Rounding::nearest_even);
            case Op::fused: return half_model::fused(a, b, c);
            case Op::negate: return a ^ half_model::sign_bit;
            // Rounding to 53 bits first changes nothing for quotients and roots of 11 bits.
            case Op::divide: return half_model::from_double(x / y);
            case Op::minimum: return half_model::from_double(smaller(x, y));
            case Op::maximum: return half_model::from_double(larger(x, y));
            case Op::absolute: return half_model::from_double(std::fabs(x));
            case Op::square_root: return half_model::from_double(std::sqrt(x));
            case Op::round_down: return half_model::from_double(std::floor(x));
            case Op::round_up: return half_model::from_double(std::ceil(x));
            case Op::round_to_zero: return half_model::from_double(std::trunc(x));
            default: return half_model::from_double(std::nearbyint(x));
        }
    }

    // -- statements: each gives the threads that go on behind it --
    Set body(const Helper& f, const Body& statements, Frame& frame, Set here) {
        for (const Statement& s : statements) {
            if (here.empty()) break;
            here = statement(f, s, frame, std::move(here));
        }
        return here;
    }
    Set statement(const Helper& f, const Statement& s, Frame& frame, Set here) {
        switch (s.what) {
            case Do::assign:
                for (const u32 slot : here) frame.variable(s.target, slot) = value(s.parts[0], frame, slot);
                return here;
            case Do::set_element:
                for (const u32 slot : here) {
                    const u64 at = value(s.parts[0], frame, slot);
                    frame.element(s.target, at, slot) = value(s.parts[1], frame, slot);
                }
                return here;
            case Do::branch: {
                auto [yes, no] = split(s.parts[0], frame, here);
                return merged(body(f, s.bodies[0], frame, std::move(yes)), body(f, s.bodies[1], frame, std::move(no)));
            }
            case Do::block_branch: {
                const bool any = !split(s.parts[0], frame, here).first.empty();
                return body(f, s.bodies[any ? 0 : 1], frame, std::move(here));
            }
            case Do::loop: return loop(f, s, frame, std::move(here));
            case Do::leave: {
                auto [leaving, staying] = split(s.parts[0], frame, here);
                const bool breaks = s.style == 0 || mistake_ == Mistake::continue_is_break;
                Set& to = breaks ? loops_.back()->broke : loops_.back()->continued;
                to = merged(to, leaving);
                return staying;
            }
            case Do::select: return select(f, s, frame, here);
            case Do::finish: {
                auto [ending, staying] = split(s.parts[0], frame, here);
                if (s.parts.size() > 1)
                    for (const u32 slot : ending) frame.results[slot] = value(s.parts[1], frame, slot);
                return staying;
            }
            case Do::atomic:
                for (const u32 slot : here) {
                    const u64 at = value(s.parts[0], frame, slot) & 3, by = value(s.parts[1], frame, slot);
                    if (s.style < 8) {
                        u32& word = result_.words[s.style * 4 + at];
                        word = combined(static_cast<Atomic>(s.style), word, static_cast<u32>(by));
                    } else {
                        u64& wide = result_.wides[(s.style - 8) * 4 + at];
                        wide = static_cast<Atomic>(s.style) == Atomic::wide_add ? wide + by : std::max(wide, by);
                    }
                }
                return here;
            case Do::shuffle:
            case Do::vote:
            case Do::hand_around: warps(s, frame, here); return here;
            case Do::exchange:
            case Do::block_vote:
            case Do::bin:
            case Do::reduce: whole_block(s, frame, here); return here;
        }
        return here;
    }
    std::pair<Set, Set> split(const Expression& condition, Frame& frame, const Set& here) {
        std::pair<Set, Set> out;
        for (const u32 slot : here) (value(condition, frame, slot) != 0 ? out.first : out.second).push_back(slot);
        return out;
    }
    Set loop(const Helper& f, const Statement& s, Frame& frame, Set here) {
        std::vector<u64> limits(frame.slots);
        for (const u32 slot : here) {
            limits[slot] = value(s.parts[0], frame, slot) % 5;
            frame.counter(s.target, slot) = 0;
        }
        Set done;
        const auto go_on = [&](const Set& asked) {
            Set going;
            for (const u32 slot : asked) {
                const bool goes =
                    frame.counter(s.target, slot) < limits[slot] && (s.style == 0 || value(s.parts[1], frame, slot) != 0);
                if (goes)
                    going.push_back(slot);
                else
                    done.insert(std::ranges::upper_bound(done, slot), slot);
            }
            return going;
        };
        Set going = s.style == 2 ? std::move(here) : go_on(here);
        while (!going.empty()) {
            Loop around;
            loops_.push_back(&around);
            Set rest = body(f, s.bodies[0], frame, std::move(going));
            loops_.pop_back();
            done = merged(done, around.broke);
            rest = merged(rest, around.continued);
            for (const u32 slot : rest) ++frame.counter(s.target, slot);
            going = go_on(rest);
        }
        return done;
    }
    Set select(const Helper& f, const Statement& s, Frame& frame, const Set& here) {
        const u64 last = s.bodies.size() - 1;
        std::vector<Set> chosen(last + 1);
        for (const u32 slot : here) chosen[std::min(last, value(s.parts[0], frame, slot) & 3)].push_back(slot);
        Set done, falling;
        for (std::size_t k = 0; k <= last; ++k) {
            Set rest = body(f, s.bodies[k], frame, merged(chosen[k], falling));
            falling.clear();
            if (s.falls[k] && mistake_ != Mistake::fall_through)
                falling = std::move(rest);
            else
                done = merged(done, rest);
        }
        return done;
    }
    u32 combined(Atomic atomic, u32 a, u32 b) const {
        switch (atomic) {
            case Atomic::add: return a + b;
            case Atomic::minimum: return std::min(a, b);
            case Atomic::maximum: return std::max(a, b);
            case Atomic::bit_and: return a & b;
            case Atomic::bit_or: return a | b;
            case Atomic::bit_xor: return a ^ b;
            case Atomic::signed_minimum: return as<i32>(a) < as<i32>(b) ? a : b;
            default: return mistake_ == Mistake::atomic_maximum ? std::max(a, b) : as<i32>(a) > as<i32>(b) ? a : b;
        }
    }

    // -- of the lanes of a warp that are here --
    void warps(const Statement& s, Frame& frame, const Set& here) {
        for (u32 first = 0; first < threads_; first += 32) {
            std::array<u64, 32> own{}, index{}, got{};
            u32 mask = 0;
            for (const u32 slot : here) {
                if (slot / 32 != first / 32) continue;
                mask |= 1u << slot % 32;
                own[slot % 32] = value(s.parts[0], frame, slot);
                if (s.what == Do::shuffle) index[slot % 32] = value(s.parts[1], frame, slot);
            }
            if (mask == 0) continue;
            for (u32 lane = 0; lane < 32; ++lane) {
                if ((mask >> lane & 1) == 0) continue;
                if (s.what == Do::vote) {
                    got[lane] = vote(s.style, own, mask, lane);
                    continue;
                }
                const u32 from = s.what == Do::hand_around ? lane ^ s.amount : source(s, lane, index[lane]);
                got[lane] = (mask >> from & 1) != 0 ? own[from] : own[lane];
            }
            for (u32 lane = 0; lane < 32; ++lane)
                if ((mask >> lane & 1) != 0) frame.variable(s.target, first + lane) = got[lane];
        }
    }
    u32 source(const Statement& s, u32 lane, u64 index) const {
        const u32 at = lane % s.width, segment = lane - at;
        switch (s.style) {
            case 0: return segment + static_cast<u32>(index % s.width);
            case 1: return at < s.amount ? lane : lane - s.amount;
            case 2: return at + s.amount >= s.width ? lane : lane + s.amount;
            default: return mistake_ == Mistake::shuffle_xor ? segment + (at + 1) % s.width : segment + (at ^ s.amount);
        }
    }
    u64 vote(u32 style, const std::array<u64, 32>& values, u32 mask, u32 lane) const {
        u32 ballot = 0, same = 0, sum = 0, least = ~0u, most = 0, odd = 0;
        for (u32 k = 0; k < 32; ++k) {
            if ((mask >> k & 1) == 0) {
                if (mistake_ == Mistake::vote_of_all_lanes) ballot |= 1u << k;
                continue;
            }
            const auto v = static_cast<u32>(values[k]);
            if (v != 0) ballot |= 1u << k;
            if (v == static_cast<u32>(values[lane])) same |= 1u << k;
            sum += v;
            least = std::min(least, v);
            most = std::max(most, v);
            odd ^= v;
        }
        switch (style) {
            case 0: return ballot;
            case 1: return ballot != 0 ? 1 : 0;
            case 2: return (ballot & mask) == mask ? 1 : 0;
            case 3: return same;
            case 4: return sum;
            case 5: return least;
            case 6: return most;
            default: return odd;
        }
    }

    // -- of the whole block --
    void whole_block(const Statement& s, Frame& frame, const Set& here) {
        switch (s.what) {
            case Do::exchange: {
                auto& cells = shared_[s.type];
                const std::vector<u64> before = cells;
                for (const u32 slot : here) {
                    const u32 place = s.style == 0 ? slot : s.style == 1 ? threads_ - 1 - slot : (slot + s.amount) % threads_;
                    cells[place] = value(s.parts[0], frame, slot);
                }
                const auto& seen = mistake_ == Mistake::exchange_too_early ? before : cells;
                for (const u32 slot : here) frame.variable(s.target, slot) = seen[value(s.parts[1], frame, slot) % threads_];
                return;
            }
            case Do::block_vote: {
                const u32 yes = static_cast<u32>(split(s.parts[0], frame, here).first.size());
                const u32 result = s.style == 0 ? yes : s.style == 1 ? (yes == here.size() ? 1 : 0) : (yes > 0 ? 1 : 0);
                for (const u32 slot : here) frame.variable(s.target, slot) = result;
                return;
            }
            case Do::bin: {
                const auto atomic = static_cast<Atomic>(s.style);
                for (const u32 slot : here)
                    if (slot < bin_count) bins_[slot] = static_cast<u32>(start_of(atomic));
                for (const u32 slot : here) {
                    if (value(s.parts[2], frame, slot) == 0) continue;
                    u32& bin = bins_[value(s.parts[0], frame, slot) % bin_count];
                    bin = combined(atomic, bin, static_cast<u32>(value(s.parts[1], frame, slot)));
                }
                std::vector<u64> read;
                for (const u32 slot : here) read.push_back(bins_[value(s.parts[3], frame, slot) % bin_count]);
                for (std::size_t k = 0; k < here.size(); ++k) frame.variable(s.target, here[k]) = read[k];
                return;
            }
            default: {
                for (const u32 slot : here) tree_[slot] = static_cast<u32>(value(s.parts[0], frame, slot));
                for (u32 step = 64; step > 0; step /= 2)
                    for (const u32 slot : here) {
                        if (slot >= step || slot + step >= threads_) continue;
                        const u32 a = tree_[slot], b = tree_[slot + step];
                        tree_[slot] = s.style == 0 ? a + b : s.style == 1 ? std::max(a, b) : a ^ b;
                    }
                for (const u32 slot : here) frame.variable(s.target, slot) = tree_[0];
            }
        }
    }

    const RandomProgram& program_;
    const u32 threads_;
    const i32 parameter_;
    const Mistake mistake_;
    std::array<std::vector<u64>, 8> inputs_;
    ProgramResult result_;
    u32 block_ = 0;
    const Helper* helper_ = nullptr;
    std::vector<Loop*> loops_;
    std::vector<u32> bins_, tree_;
    std::map<Type, std::vector<u64>> shared_;
};

}  // namespace

ProgramResult evaluate(const RandomProgram& program, std::array<std::uint32_t, 2> shape, std::int32_t parameter, Mistake mistake) {
    return Oracle(program, shape[0] * shape[1], parameter, mistake).run();
}

}  // namespace warpwise::test
