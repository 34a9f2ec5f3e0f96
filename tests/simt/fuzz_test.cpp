// Random divergent kernels against the same tree evaluated thread by thread: whatever a kernel branches on, each thread
// must get what it would get alone.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "emulator.h"
#include "fmt/format.h"

namespace warpwise::test {
namespace {

constexpr std::uint32_t kThreads = 128;
constexpr int kVariables = 4;

struct State {
    std::array<std::uint32_t, kVariables> v{};
    std::uint32_t thread = 0;
    const std::vector<std::uint32_t>* in = nullptr;
};

// A node is C++ text and what it means.
struct Expression {
    std::string text;
    std::function<std::uint32_t(const State&)> value;
};
enum class Flow { next, stop_loop, continue_loop, finish };
struct Statement {
    std::string text;
    std::function<Flow(State&)> run;
};

class Generator {
  public:
    explicit Generator(std::uint32_t seed) : random_(seed) {}

    Statement block(int depth, bool in_loop) {
        std::vector<Statement> parts;
        for (int i = 0, count = 1 + pick(4); i < count; ++i) parts.push_back(statement(depth, in_loop));
        std::string text;
        for (const Statement& part : parts) text += part.text;
        return {text, [parts](State& s) {
                    for (const Statement& part : parts)
                        if (const Flow flow = part.run(s); flow != Flow::next) return flow;
                    return Flow::next;
                }};
    }

  private:
    int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint32_t>(below)); }

    Expression leaf() {
        switch (pick(4)) {
            case 0: {
                const auto number = static_cast<std::uint32_t>(pick(10));
                return {fmt::format("{}u", number), [number](const State&) { return number; }};
            }
            case 1: return {"t", [](const State& s) { return s.thread; }};
            case 2: {
                const auto k = static_cast<std::size_t>(pick(kVariables));
                return {fmt::format("in[v{} & 127u]", k), [k](const State& s) { return (*s.in)[s.v[k] & 127u]; }};
            }
            default: {
                const auto k = static_cast<std::size_t>(pick(kVariables));
                return {fmt::format("v{}", k), [k](const State& s) { return s.v[k]; }};
            }
        }
    }

    Expression expression(int depth) {
        if (depth > 2 || pick(10) < 3) return leaf();
        const Expression a = expression(depth + 1), b = expression(depth + 1);
        switch (pick(9)) {
            case 0: return {fmt::format("({} + {})", a.text, b.text), [=](const State& s) { return a.value(s) + b.value(s); }};
            case 1: return {fmt::format("({} - {})", a.text, b.text), [=](const State& s) { return a.value(s) - b.value(s); }};
            case 2: return {fmt::format("({} * {})", a.text, b.text), [=](const State& s) { return a.value(s) * b.value(s); }};
            case 3: return {fmt::format("({} ^ {})", a.text, b.text), [=](const State& s) { return a.value(s) ^ b.value(s); }};
            case 4:
                return {fmt::format("({} >> ({} & 7u))", a.text, b.text),
                        [=](const State& s) { return a.value(s) >> (b.value(s) & 7u); }};
            case 5:
                return {fmt::format("({} % ({} | 1u))", a.text, b.text),
                        [=](const State& s) { return a.value(s) % (b.value(s) | 1u); }};
            case 6:
                return {fmt::format("(unsigned)(unsigned char)({} + {})", a.text, b.text),
                        [=](const State& s) { return (a.value(s) + b.value(s)) & 255u; }};
            case 7: {
                const Expression c = condition(depth + 1);
                return {fmt::format("({} ? {} : {})", c.text, a.text, b.text),
                        [=](const State& s) { return c.value(s) ? a.value(s) : b.value(s); }};
            }
            default:
                return {fmt::format("mix({}, {})", a.text, b.text), [=](const State& s) {
                            std::uint32_t x = a.value(s);
                            const std::uint32_t y = b.value(s);
                            if (x > y) return x * 3 + y;
                            for (std::uint32_t i = 0; i < (y & 3); ++i) {
                                x = x * 5 + i;
                                if (x & 4) return x;
                            }
                            return x ^ y;
                        }};
        }
    }

    Expression condition(int depth) {
        const Expression a = expression(2), b = expression(2);
        if (depth < 3 && pick(3) == 0) {
            const Expression x = condition(depth + 1), y = condition(depth + 1);
            if (pick(2) == 0)
                return {fmt::format("({} && {})", x.text, y.text),
                        [=](const State& s) { return std::uint32_t{x.value(s) && y.value(s)}; }};
            return {fmt::format("({} || {})", x.text, y.text),
                    [=](const State& s) { return std::uint32_t{x.value(s) || y.value(s)}; }};
        }
        if (pick(2) == 0)
            return {fmt::format("({} < {})", a.text, b.text),
                    [=](const State& s) { return std::uint32_t{a.value(s) < b.value(s)}; }};
        return {fmt::format("((int){} > (int){})", a.text, b.text), [=](const State& s) {
                    return std::uint32_t{static_cast<std::int32_t>(a.value(s)) > static_cast<std::int32_t>(b.value(s))};
                }};
    }

    Statement assignment() {
        const auto k = static_cast<std::size_t>(pick(kVariables));
        const Expression e = expression(0);
        return {fmt::format("v{} = {};\n", k, e.text), [=](State& s) {
                    s.v[k] = e.value(s);
                    return Flow::next;
                }};
    }

    Statement loop(int depth) {
        const Expression limit = expression(2);
        const Statement body = block(depth + 1, true);
        const int name = ++loops_;
        return {
            fmt::format("for (unsigned i{0} = 0, n{0} = {1} & 7u; i{0} < n{0}; ++i{0}) {{\n{2}}}\n", name, limit.text, body.text),
            [=](State& s) {
                for (std::uint32_t i = 0, n = limit.value(s) & 7u; i < n; ++i) {
                    const Flow flow = body.run(s);
                    if (flow == Flow::finish) return flow;
                    if (flow == Flow::stop_loop) break;
                }
                return Flow::next;
            }};
    }

    Statement statement(int depth, bool in_loop) {
        const int kind = pick(20);
        if (depth > 3 || kind < 8) return assignment();
        const Expression c = condition(0);
        if (kind < 12) {
            const Statement yes = block(depth + 1, in_loop), no = block(depth + 1, in_loop);
            return {fmt::format("if ({}) {{\n{}}} else {{\n{}}}\n", c.text, yes.text, no.text),
                    [=](State& s) { return c.value(s) ? yes.run(s) : no.run(s); }};
        }
        if (kind < 15) return loop(depth);
        if (kind < 17 && in_loop) {
            const bool stops = pick(2) == 0;
            return {fmt::format("if ({}) {};\n", c.text, stops ? "break" : "continue"), [=](State& s) {
                        return !c.value(s) ? Flow::next : stops ? Flow::stop_loop : Flow::continue_loop;
                    }};
        }
        if (kind < 18) {
            return {fmt::format("if ({}) {{ out[t] = v0 ^ v1; return; }}\n", c.text), [=](State& s) {
                        if (!c.value(s)) return Flow::next;
                        s.v = {s.v[0] ^ s.v[1], 0, 0, 0};
                        return Flow::finish;
                    }};
        }
        const Expression on = expression(2);
        const Statement first = assignment(), second = assignment(), other = assignment();
        return {fmt::format("switch ({} & 3u) {{\ncase 0: {}case 2: {}break;\ndefault: {}}}\n", on.text, first.text, second.text,
                            other.text),
                [=](State& s) {
                    const std::uint32_t value = on.value(s) & 3u;
                    if (value == 0) first.run(s);
                    return value == 0 || value == 2 ? second.run(s) : other.run(s);
                }};
    }

    std::mt19937 random_;
    int loops_ = 0;
};

constexpr const char* kFrame =
    "__device__ unsigned mix(unsigned x, unsigned y) {{\n"
    "    if (x > y) return x * 3 + y;\n"
    "    for (unsigned i = 0; i < (y & 3); ++i) {{ x = x * 5 + i; if (x & 4) return x; }}\n"
    "    return x ^ y;\n}}\n"
    "__global__ void k(unsigned* out, const unsigned* in) {{\n"
    "unsigned t = blockIdx.x * blockDim.x + threadIdx.x, v0 = in[t], v1 = t * 7, v2 = t ^ 21, v3 = 5;\n"
    "{}out[t] = v0 * 31 + v1 * 17 + v2 * 5 + v3;\n}}\n";

class FuzzedKernels : public testing::TestWithParam<int> {};

TEST_P(FuzzedKernels, GiveEachThreadItsOwnAnswer) {
    std::vector<std::uint32_t> in(kThreads);
    for (std::uint32_t i = 0; i < kThreads; ++i) in[i] = (i * 2654435761u) >> 7;
    for (int seed = GetParam() * 10; seed < GetParam() * 10 + 10; ++seed) {
        const Statement body = Generator(static_cast<std::uint32_t>(seed)).block(0, false);
        const std::string text = fmt::format(kFrame, body.text);
        std::vector<std::uint32_t> expected;
        for (std::uint32_t t = 0; t < kThreads; ++t) {
            State s{{in[t], t * 7, t ^ 21u, 5}, t, &in};
            expected.push_back(body.run(s) == Flow::finish ? s.v[0] : s.v[0] * 31 + s.v[1] * 17 + s.v[2] * 5 + s.v[3]);
        }
        Array out = zeros(DType::u32, kThreads), input = array_of(DType::u32, in);
        const LaunchOutcome outcome = run(text, "k", shape_of(2, 64), {argument(out, "out"), argument(input, "in")});
        ASSERT_FALSE(outcome.fault) << fault_text(outcome) << "\nseed " << seed << "\n" << text;
        for (std::uint32_t t = 0; t < kThreads; ++t)
            ASSERT_EQ(out.as<std::uint32_t>()[t], expected[t]) << "seed " << seed << " thread " << t << "\n" << text;
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, FuzzedKernels, testing::Range(0, 10));

}  // namespace
}  // namespace warpwise::test
