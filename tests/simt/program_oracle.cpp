// What a random program means: all threads of a block, statement by statement, each with the set of threads that are here.
// It shares nothing with the emulator.
#include <algorithm>
#include <map>
#include <utility>

#include "program_arithmetic.h"

namespace warpwise::test {
namespace {

using Set = std::vector<u32>;  // ascending

Set merged(const Set& a, const Set& b) {
    Set out;
    out.reserve(a.size() + b.size());
    std::ranges::merge(a, b, std::back_inserter(out));
    return out;
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
        return computed(e.type, e.op, p, mistake_);
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
