// Small random programs in both tiers at each trace level: memory, counters, faults, races, warnings, counts by line and write maps
// are the same. Three in four are changed first: some indices become those of rows, and the program gets a mistake: an index that
// is too large, or a missing barrier or initial value.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzed_launch.h"

namespace warpwise::test {
namespace {

using simt::Tier;
using simt::TraceLevel;

struct Ended {
    simt::ExecuteOutcome outcome;
    ProgramResult memory;
};

Ended run(const simt::CompiledKernel& kernel, const RandomProgram& program, Shape shape, TraceLevel trace, Tier tier) {
    LaunchMemory launch(kernel, program, shape);
    const bool full = trace == TraceLevel::full;
    Ended out{
        simt::execute(kernel.program, kernel.program.functions[kernel.entry], launch_of(shape), launch.arguments, *launch.memory,
                      {.threads = 1,
                       .trace = trace,
                       .tier = tier,
                       .step_budget = std::uint64_t{1} << 22,
                       .line_counts = full && program.seed % 2 == 0}),
        {}};
    out.memory = result_of(launch, [&](std::uint64_t address, void* to, std::size_t bytes) {
        std::memcpy(to, launch.memory->host(address, bytes), bytes);
    });
    return out;
}

std::string words_of(const std::optional<Fault>& fault) {
    return fault ? fmt::format("{}\n{}", text_of(*fault), fault->address.value_or(0)) : "none";
}
std::vector<std::string> writers_of(const simt::ExecuteOutcome& outcome) {
    std::vector<std::string> out;
    for (const simt::ArgumentWriters& each : outcome.writers)
        out.push_back(fmt::format("{}: {}", each.argument, fmt::join(each.writer, " ")));
    return out;
}

void expect_same(const Ended& native, const Ended& interpreted) {
    EXPECT_EQ(words_of(native.outcome.fault), words_of(interpreted.outcome.fault));
    EXPECT_TRUE(native.outcome.fault == interpreted.outcome.fault);
    EXPECT_EQ(words_of(native.outcome.equal_race), words_of(interpreted.outcome.equal_race));
    EXPECT_EQ(text_of(native.outcome.warnings), text_of(interpreted.outcome.warnings));
    EXPECT_EQ(native.outcome.counters.named(), interpreted.outcome.counters.named());
    EXPECT_EQ(native.outcome.warp_instructions, interpreted.outcome.warp_instructions);
    EXPECT_EQ(native.outcome.lane_instructions, interpreted.outcome.lane_instructions);
    EXPECT_EQ(native.outcome.most_by_one_warp, interpreted.outcome.most_by_one_warp);
    EXPECT_EQ(native.outcome.lines, interpreted.outcome.lines);
    EXPECT_EQ(writers_of(native.outcome), writers_of(interpreted.outcome));
    EXPECT_EQ(native.memory, interpreted.memory);
}

struct Spoiled {
    std::string text, how;
};

// The places of a text where one of the words begins, behind the library in front of the program.
std::vector<std::size_t> places_of(std::string_view text, std::string_view word) {
    std::vector<std::size_t> out;
    for (std::size_t at = text.find(word, text.find("// seed")); at != text.npos; at = text.find(word, at + 1)) out.push_back(at);
    return out;
}

constexpr std::string_view masks[] = {"& 63u]", "& 15u]", "& 7u]", "& 3u)]"};  // of indices

// Up to eight indices become the thread's index within the same limit, or those of two rows of 16 elements, one for each half of
// the warp. Accesses to rows are the most common ones in real programs, and random programs hardly ever have any.
std::string with_rows(std::string text, std::mt19937_64& random) {
    for (int k = 0; k < 8; ++k) {
        const std::string_view mask = masks[random() % 2 == 0 ? 0 : random() % std::size(masks)];
        const auto places = places_of(text, mask);
        if (places.empty()) continue;
        const std::size_t at = places[random() % places.size()] + mask.find_first_of(")]");
        const std::string limit(mask.substr(0, mask.find_first_of(")]")));
        const bool is_halves = mask.starts_with("& 63u") && random() % 2 == 0;
        const std::string lane = is_halves ? "thread_of() % 16u + thread_of() / 16u % 2u * 32u" : "thread_of() " + limit;
        text.insert(at, " & 0u | " + lane);
    }
    constexpr std::string_view by = "const int by = ";
    if (const auto places = places_of(text, by); !places.empty()) {  // each lane of a shuffle has its own
        const std::size_t at = places[random() % places.size()] + by.size();
        text.replace(at, text.find(';', at) - at, "(int)(thread_of() % 32u)");
    }
    constexpr std::string_view own = "(m0, own, by";  // the mask is constant, as in most programs, for which there is compiled code
    if (const auto places = places_of(text, own); !places.empty() && random() % 2 == 0)
        text.replace(places[random() % places.size()] + 1, 2, "~0u");
    return text;
}

Spoiled spoiled(const std::string& program, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    if (seed % 4 == 0) return {program, "nothing"};
    const std::string text = with_rows(program, random);
    const auto any_of = [&](const std::vector<std::size_t>& places) { return places[random() % places.size()]; };
    const auto replaced = [&](std::size_t at, std::size_t length, std::string_view by) {
        return text.substr(0, at).append(by).append(text.substr(at + length));
    };
    const auto line_from = [&](std::size_t at) { return text.find('\n', at) + 1 - at; };
    constexpr std::string_view barrier = "__syncthreads();", start = "for (u32 i = thread_of();",
                               local_start = "for (int i = 0; i < 8; ++i) a";
    switch (seed % 4) {
        case 1: {
            std::vector<std::size_t> all;  // just before the `]` or `)` of `x & 63u]` and the like
            for (const std::string_view mask : masks)
                for (const std::size_t at : places_of(text, mask)) all.push_back(at + mask.find_first_of(")]"));
            constexpr std::string_view more[] = {" | 64u", " | thread_of() & 80u", " | thread_of() * 8u",
                                                 " & 0u | thread_of() + 20u"};  // a row that ends past the array's end
            if (all.empty()) break;
            const std::string_view by = more[random() % 2 == 0 ? 3 : random() % 3];
            return {replaced(any_of(all), 0, by), fmt::format("an index,{}", by)};
        }
        case 2: return {replaced(any_of(places_of(text, barrier)), barrier.size(), ";"), "a barrier"};
        case 3: {
            auto starts = places_of(text, start);
            for (const std::size_t at : places_of(text, local_start)) starts.push_back(at);
            const std::size_t at = any_of(starts);
            return {replaced(at, line_from(at), "\n"), "a first value"};
        }
        default: break;
    }
    return {text, "nothing"};
}

class FuzzedTiers : public testing::TestWithParam<int> {
  protected:
    void check(std::uint64_t seed) {
        const RandomProgram program = random_program(seed, ProgramSize::small);
        const auto [text, how] = spoiled(text_of(program), seed);
        SCOPED_TRACE(fmt::format("seed {}, spoiled: {}", seed, how));
        const auto kernel = simt::compile(text, "k", "kernel.cu");
        ASSERT_TRUE(kernel) << warpwise::text_of(kernel.error()) << "\n" << text;
        const Shape shape = program.blocks[seed / 4 % 2];
        for (const TraceLevel trace : {TraceLevel::none, TraceLevel::counters, TraceLevel::full}) {
            SCOPED_TRACE(fmt::format("block {} x {}, trace {}", shape[0], shape[1], static_cast<int>(trace)));
            const Ended native = run(*kernel, program, shape, trace, Tier::native);
            if (!native.outcome.compiled) return;  // longer than what is compiled
            expect_same(native, run(*kernel, program, shape, trace, Tier::interpreted));
            if (seed % 4 == 0) {
                EXPECT_EQ(words_of(native.outcome.fault), "none");
                EXPECT_EQ(difference(program, evaluate(program, shape, parameter), native.memory), std::nullopt);
            }
            faults_ += native.outcome.fault.has_value();
            if (HasFailure()) fmt::print("{}\n", text);
        }
        ++programs_;
    }
    std::uint64_t programs_ = 0, faults_ = 0;
};

// 20 programs, or as many as WARPWISE_FUZZ_SEEDS asks for, from WARPWISE_FUZZ_FIRST_SEED on.
TEST_P(FuzzedTiers, DoTheSame) {
    const std::uint64_t count = asked("WARPWISE_FUZZ_SEEDS", 20), first = asked("WARPWISE_FUZZ_FIRST_SEED", 0);
    for (std::uint64_t i = static_cast<std::uint64_t>(GetParam()); i < count && !HasFailure(); i += shares) check(first + i);
    EXPECT_GT(2 * programs_, count / shares) << "most were not compiled";
    if (std::getenv("WARPWISE_FUZZ_SEEDS") != nullptr)
        fmt::print("{} programs, {} of their launches end by a fault\n", programs_, faults_);
}

INSTANTIATE_TEST_SUITE_P(Shares, FuzzedTiers, testing::Range(0, shares));

}  // namespace
}  // namespace warpwise::test
