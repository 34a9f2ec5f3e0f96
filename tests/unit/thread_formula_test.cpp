// The index formula of a kernel: parsing, evaluating for a thread, and values under their terms.
#include "ui/threads/thread_formula.h"

#include <gtest/gtest.h>

#include "ui/threads/thread_grid_facts.h"

namespace warpwise::ui {
namespace {

const LaunchShape four_blocks{{4, 1, 1}, {32, 1, 1}, 0};
constexpr const char* right_index = "blockIdx.x * blockDim.x + threadIdx.x";

BoundFormula bound(const std::string& text, const LaunchShape& shape = four_blocks, const ParameterValues& parameters = {}) {
    const auto formula = ThreadFormula::parse(text);
    EXPECT_TRUE(formula) << (formula ? "" : formula.error().text());
    auto result = formula->bind(shape, parameters);
    EXPECT_TRUE(result) << (result ? "" : result.error().text());
    return *result;
}

TEST(ThreadFormula, GivesEveryThreadItsLinearIndex) {
    const BoundFormula f = bound(right_index);
    for (std::uint64_t thread = 0; thread < 128; ++thread)
        EXPECT_EQ(f.at(place_of(four_blocks, thread)), static_cast<std::int64_t>(thread));
}

TEST(ThreadFormula, TheTwoFamousMistakes) {
    const ThreadPlace p = place_of(four_blocks, 2 * 32 + 7);
    EXPECT_EQ(bound("threadIdx.x").at(p), 7);
    EXPECT_EQ(bound("threadIdx.x + blockIdx.x + blockDim.x").at(p), 41);
}

TEST(ThreadFormula, KeepsPrecedenceParenthesesAndSigns) {
    const ThreadPlace first = place_of(four_blocks, 0);
    EXPECT_EQ(bound("2 + 3 * 4").at(first), 14);
    EXPECT_EQ(bound("(2 + 3) * 4").at(first), 20);
    EXPECT_EQ(bound("20 - 5 - 3").at(first), 12);
    EXPECT_EQ(bound("-(2 - 5) * 2").at(first), 6);
    EXPECT_EQ(bound("17 / 5 + 17 % 5").at(first), 5);
}

TEST(ThreadFormula, ReadsParametersAndSaysWhichIsMissing) {
    EXPECT_EQ(bound("threadIdx.x * n", four_blocks, {{"n", std::int64_t{10}}}).at(place_of(four_blocks, 3)), 30);
    const auto formula = ThreadFormula::parse("threadIdx.x * width");
    ASSERT_TRUE(formula);
    const auto missing = formula->bind(four_blocks, {{"n", std::int64_t{10}}});
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("width"), std::string::npos);
}

TEST(ThreadFormula, RefusesWhatItCannotRead) {
    for (const char* text :
         {"", "1 +", "threadIdx", "threadIdx.w", "blockIdx.xy", "a b", "(1", "1)", "1 $ 2", "0x10", "n.m", "99999999999999999999"})
        EXPECT_FALSE(ThreadFormula::parse(text)) << text;
    EXPECT_FALSE(ThreadFormula::parse(std::string(10000, '(')));
    EXPECT_FALSE(ThreadFormula::parse(std::string(10000, '-') + "1"));
}

TEST(ThreadFormula, ArithmeticThatFailsIsNoIndex) {
    const ThreadPlace first = place_of(four_blocks, 0);
    EXPECT_EQ(bound("1 / threadIdx.x").at(first), std::nullopt);
    EXPECT_EQ(bound("1 % (threadIdx.x)").at(first), std::nullopt);
    EXPECT_EQ(bound("900000000000000000 * 900000000000000000").at(first), std::nullopt);
}

TEST(ThreadFormula, SumsAreFoundAndOthersAreNot) {
    const BoundFormula sum = bound(right_index);
    ASSERT_TRUE(sum.affine());
    EXPECT_EQ(*sum.affine(), (AffineIndex{0, {32, 0, 0, 1, 0, 0}}));
    EXPECT_FALSE(bound("threadIdx.x * threadIdx.x").affine());
    EXPECT_FALSE(bound("threadIdx.x / 2").affine());
    EXPECT_EQ(bound("threadIdx.x / 2").at(place_of(four_blocks, 9)), 4);
}

TEST(ThreadFormula, PlacesFollowXThenYThenZ) {
    const LaunchShape shape{{3, 2, 1}, {4, 2, 2}, 0};
    const ThreadPlace p = place_of(shape, 4 * 16 + 13);
    EXPECT_EQ(p.block, (Dim3{1, 1, 0}));
    EXPECT_EQ(p.thread, (Dim3{1, 1, 1}));
    EXPECT_EQ(p.in_block, 13u);
    EXPECT_EQ(place_of(four_blocks, 40).lane(), 8u);
    EXPECT_EQ(place_of({{1, 1, 1}, {100, 1, 1}, 0}, 70).warp(), 2u);
}

TEST(ThreadFormula, ValuesStandUnderTheirTerms) {
    const auto formula = ThreadFormula::parse(right_index);
    const ThreadPlace p = place_of(four_blocks, 71);
    const auto values = bound(right_index).values_at(p);
    const auto columns = lay_out_formula("i", "71", formula->terms(), values);
    std::string terms(80, ' '), numbers(80, ' ');
    for (const FormulaColumn& c : columns) {
        terms.replace(static_cast<std::size_t>(c.term_at), c.term.size(), c.term);
        numbers.replace(static_cast<std::size_t>(c.value_at), c.value.size(), c.value);
    }
    EXPECT_EQ(terms.substr(0, terms.find_last_not_of(' ') + 1), "i  = blockIdx.x * blockDim.x + threadIdx.x");
    EXPECT_EQ(numbers.substr(0, numbers.find_last_not_of(' ') + 1), "71 =     2      *     32     +      7");
}

// A run of indexing_1d as the emulator tells it, made by the formula given.
RunRecord run_of(const LaunchShape& shape, const std::string& formula, std::int64_t n) {
    RunRecord record;
    record.launch = shape;
    WriteMap writes;
    writes.writer.assign(static_cast<std::size_t>(n), 0);
    const BoundFormula f = bound(formula, shape);
    for (std::uint64_t t = 0; t < shape.thread_count(); ++t)
        if (const auto e = f.at(place_of(shape, t)); *e >= 0 && *e < n)
            writes.writer[static_cast<std::size_t>(*e)] = static_cast<std::uint32_t>(t + 1);
    record.writes.push_back(writes);
    return record;
}

FactsInput input_of(const std::string& formula, const RunRecord* record = nullptr) {
    FactsInput in;
    in.shape = four_blocks;
    in.work = in.elements = 100;
    in.formula = formula;
    in.record = record;
    return in;
}

TEST(ThreadFacts, BeforeARunTheLastThreadsAreIdle) {
    const ThreadFacts facts = find_facts(input_of(right_index));
    EXPECT_EQ(facts.idle, 28u);
    EXPECT_EQ(facts.state_of(99), ThreadState::works);
    EXPECT_EQ(facts.state_of(100), ThreadState::idle);
    EXPECT_EQ(facts.element_of(99), 99);
    EXPECT_EQ(facts.element_of(100), std::nullopt);
    EXPECT_FALSE(facts.has_run);
}

// The writers and the values that a view shows are of one array: the output, also where the kernel first writes another one.
TEST(ThreadFacts, AnOutputIsShownBeforeAnArrayThatIsWrittenInPlace) {
    RunRecord record = run_of(four_blocks, right_index, 16);
    record.writes.front().argument = 1;
    record.writes.insert(record.writes.begin(), WriteMap{0, std::vector<std::uint32_t>(256, 1)});
    record.argument_names = {"matrix", "lengths"};
    Array lengths = Array::make(DType::f64, {16}).value();
    lengths.name = "lengths";
    record.outputs = std::make_shared<const std::vector<Array>>(std::vector{lengths});
    const ThreadFacts facts = find_facts(input_of(right_index, &record));
    EXPECT_EQ(facts.write_map, 1u);
    EXPECT_EQ(facts.output, 0u);
    EXPECT_EQ(facts.elements, 16u);
}

TEST(ThreadFacts, ThreadIndexAloneWritesTheFirstBlockOnly) {
    const RunRecord record = run_of(four_blocks, "threadIdx.x", 100);
    const ThreadFacts facts = find_facts(input_of("threadIdx.x", &record));
    EXPECT_EQ(facts.unwritten, 68u);
    EXPECT_EQ(facts.shared, 32u);
    EXPECT_EQ(facts.overwritten, 96u);
    EXPECT_EQ(facts.state_of(7), ThreadState::overwritten);
    EXPECT_EQ(facts.state_of(96 + 7), ThreadState::works);
    EXPECT_EQ(facts.writer_of(7, &record), 103u);
    EXPECT_EQ(facts.writer_of(40, &record), std::nullopt);
    EXPECT_EQ(facts.element_flags[7], element_flag::kShared);
    EXPECT_EQ(facts.element_flags[40], element_flag::kUnwritten);
}

TEST(ThreadFacts, ASumForAProductWrites32To66) {
    const RunRecord record = run_of(four_blocks, "threadIdx.x + blockIdx.x + blockDim.x", 100);
    const ThreadFacts facts = find_facts(input_of("threadIdx.x + blockIdx.x + blockDim.x", &record));
    EXPECT_EQ(facts.unwritten, 65u);
    for (std::size_t e = 0; e < 100; ++e)
        EXPECT_EQ((facts.element_flags[e] & element_flag::kUnwritten) == 0, e >= 32 && e <= 66) << e;
}

TEST(ThreadFacts, AnEditedKernelIsToldByItsWritesAndNotByTheFormula) {
    const RunRecord record = run_of(four_blocks, "99 - (blockIdx.x * blockDim.x + threadIdx.x)", 100);
    const ThreadFacts facts = find_facts(input_of(right_index, &record));
    EXPECT_EQ(facts.unwritten, 0u);
    EXPECT_EQ(facts.shared, 0u);
    EXPECT_EQ(facts.overwritten, 0u);
    EXPECT_EQ(facts.element_of(0), 99);
}

// Without a guard, into an array that is longer than the data.
TEST(ThreadFacts, ThreadsPastTheDataThatWroteAreNotIdle) {
    const RunRecord record = run_of(four_blocks, right_index, 200);
    FactsInput in = input_of(right_index, &record);
    in.elements = 200;
    const ThreadFacts facts = find_facts(in);
    EXPECT_EQ(facts.idle, 0u);
    EXPECT_EQ(facts.strays, 28u);
    EXPECT_EQ(working_threads(facts), 100u);
    EXPECT_EQ(facts.state_of(100), ThreadState::works);
    EXPECT_TRUE(facts.is_stray(100));
    EXPECT_FALSE(facts.is_stray(99));
    EXPECT_EQ(facts.unwritten, 72u);
}

TEST(ThreadFacts, NoThreadOfARefusedLaunchWorks) {
    RunRecord record;
    record.status = RunStatus::fault;
    record.fault = Fault{.kind = FaultKind::launch_invalid};
    const ThreadFacts facts = find_facts(input_of(right_index, &record));
    EXPECT_TRUE(facts.is_refused);
    EXPECT_EQ(working_threads(facts), 0u);
    EXPECT_EQ(facts.state_of(0), ThreadState::silent);
}

TEST(ThreadFacts, WrongElementsAreMarked) {
    RunRecord record = run_of(four_blocks, right_index, 100);
    auto found = std::make_shared<std::vector<Array>>(), expected = std::make_shared<std::vector<Array>>();
    for (auto& arrays : {found, expected}) arrays->push_back(*Array::make(DType::f32, {100}));
    (*found)[0].as<float>()[42] = 5;
    record.outputs = found;
    record.expected = expected;
    record.check = Check{};
    const ThreadFacts facts = find_facts(input_of(right_index, &record));
    EXPECT_EQ(facts.wrong, 1u);
    EXPECT_EQ(facts.element_flags[42], element_flag::kWrong);
}

constexpr const char* row_major = "(blockIdx.y * blockDim.y + threadIdx.y) * width + blockIdx.x * blockDim.x + threadIdx.x";
const LaunchShape ragged{{2, 3, 1}, {32, 4, 1}, 0};  // 64 x 12 threads

FactsInput picture_of_35_by_9(const RunRecord* record = nullptr) {
    FactsInput in;
    in.shape = ragged;
    in.work = in.elements = 35 * 9;
    in.columns = 35;
    in.rows = 9;
    in.formula = row_major;
    in.parameters = {{"width", std::int64_t{35}}};
    in.record = record;
    return in;
}

// What a kernel writes that guards its column and row and takes `element_of` them.
template <typename F>
RunRecord run_of_picture(F element_of) {
    RunRecord record;
    record.launch = ragged;
    WriteMap writes;
    writes.writer.assign(35 * 9, 0);
    for (std::uint64_t t = 0; t < ragged.thread_count(); ++t) {
        const ThreadPlace p = place_of(ragged, t);
        const std::uint32_t column = p.block.x * 32 + p.thread.x, row = p.block.y * 4 + p.thread.y;
        if (column < 35 && row < 9) writes.writer[element_of(column, row)] = static_cast<std::uint32_t>(t + 1);
    }
    record.writes.push_back(writes);
    return record;
}

void expect_idle_past_the_edges(const ThreadFacts& facts) {
    EXPECT_EQ(facts.idle, 64u * 12 - 35 * 9);
    EXPECT_EQ(facts.overwritten, 0u);
    EXPECT_EQ(facts.silent, 0u);
    for (std::uint64_t t = 0; t < facts.threads; ++t) {
        const ThreadPlace p = place_of(ragged, t);
        const bool inside = p.block.x * 32 + p.thread.x < 35 && p.block.y * 4 + p.thread.y < 9;
        ASSERT_EQ(facts.state_of(t), inside ? ThreadState::works : ThreadState::idle) << t;
        ASSERT_EQ(facts.element_of(t).has_value(), inside) << t;
    }
}

TEST(ThreadFacts, ThreadsPastTheEdgeOfAPictureAreIdle) {
    expect_idle_past_the_edges(find_facts(picture_of_35_by_9()));
    const RunRecord record = run_of_picture([](auto column, auto row) { return row * 35 + column; });
    const ThreadFacts facts = find_facts(picture_of_35_by_9(&record));
    expect_idle_past_the_edges(facts);
    EXPECT_EQ(facts.shared, 0u);
    EXPECT_EQ(facts.unwritten, 0u);
}

TEST(ThreadFacts, APictureWithAnotherIndexIsToldByItsWrites) {
    const RunRecord mirrored = run_of_picture([](auto column, auto row) { return row * 35 + 34 - column; });
    expect_idle_past_the_edges(find_facts(picture_of_35_by_9(&mirrored)));
}

TEST(ThreadFacts, AHugePictureNeedsNoTable) {
    FactsInput in = picture_of_35_by_9();
    in.shape = {{313, 10000, 1}, {32, 1, 1}, 0};  // 10,016 columns of threads
    in.work = in.elements = 10000 * 10000;
    in.columns = in.rows = 10000;
    const ThreadFacts facts = find_facts(in);
    EXPECT_TRUE(facts.states.empty());
    EXPECT_EQ(facts.idle, 16u * 10000);
    EXPECT_EQ(facts.state_of(312 * 32 + 15), ThreadState::works);
    EXPECT_EQ(facts.state_of(312 * 32 + 16), ThreadState::idle);
    in.shape.grid = {1, 10000, 1};  // set by hand: fewer threads than pixels
    EXPECT_EQ(find_facts(in).idle, 0u);
}

TEST(ThreadFacts, ARunInsideTheArrayShowsAGuard) {
    FactsInput in = input_of(right_index);
    in.guarded = false;
    EXPECT_FALSE(find_facts(in).guarded);
    RunRecord record = run_of(four_blocks, right_index, 100);
    in.record = &record;
    EXPECT_TRUE(find_facts(in).guarded);
    record.fault = Fault{.kind = FaultKind::out_of_bounds, .message = {}, .hint = {}};
    EXPECT_FALSE(find_facts(in).guarded);
}

TEST(ThreadFacts, HundredsOfMillionsOfThreadsNeedNoTable) {
    FactsInput in;
    in.shape = {{1u << 19, 1, 1}, {256, 1, 1}, 0};
    in.work = in.elements = (1ull << 27) - 5;
    in.formula = right_index;
    const ThreadFacts facts = find_facts(in);
    EXPECT_TRUE(facts.states.empty());
    EXPECT_EQ(facts.idle, 5u);
    EXPECT_EQ(facts.state_of((1ull << 27) - 1), ThreadState::idle);
}

TEST(ThreadFactsWords, AThreadThatWroteSeveralHasElements) {
    ThreadFacts facts;
    facts.threads = 64;
    EXPECT_STREQ(work_words(facts), "works on an element");
    facts.has_writes = true;
    facts.elements = 128;
    facts.element_flags.assign(128, 0);
    facts.unwritten = 64;
    EXPECT_STREQ(work_words(facts), "wrote its element");
    facts.unwritten = 0;
    EXPECT_STREQ(work_words(facts), "wrote its elements");
    facts.elements = 60;
    facts.idle = 4;
    EXPECT_EQ(working_threads(facts), 60u);
    EXPECT_STREQ(work_words(facts), "wrote its element");
}

}  // namespace
}  // namespace warpwise::ui
