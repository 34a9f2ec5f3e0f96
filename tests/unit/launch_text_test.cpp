#include "ui/run/launch_text.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "experiment/run/resolve.h"

namespace warpwise::ui {
namespace {

TEST(LaunchText, PutsValuesIntoFormulas) {
    const ParameterValues values{{"n", std::int64_t{100}}, {"block", std::int64_t{32}}};
    EXPECT_EQ(with_values("ceil(n / block)", values), "ceil(100 / 32)");
    EXPECT_EQ(with_values("ceil(n / block)", {{"n", std::int64_t{1048576}}}), "ceil(1,048,576 / block)");
    EXPECT_EQ(with_values("nn + n_1 + n", values), "nn + n_1 + 100");
    EXPECT_EQ(with_values("", values), "");
}

ThreadFacts facts_of(std::uint64_t threads, std::uint64_t work, const std::string& formula = {}) {
    FactsInput in;
    in.shape = {{static_cast<std::uint32_t>((threads + 31) / 32), 1, 1}, {threads < 32 ? 1u : 32u, 1, 1}, 0};
    in.work = in.elements = work;
    in.formula = formula;
    return find_facts(in);
}

TEST(LaunchText, CountsIdleThreads) {
    EXPECT_EQ(thread_text(facts_of(128, 100)), "128 threads, 28 idle (22 %)");
    EXPECT_EQ(thread_text(facts_of(128, 128)), "128 threads, none idle");
    EXPECT_EQ(thread_text(facts_of(128, 1000)), "128 threads for 1,000 elements");
    EXPECT_EQ(thread_text(facts_of(1, 1)), "1 thread, none idle");
}

// As the launch panel shows it before a run: by the lesson's own manifest.
std::string text_of_kernel(std::string_view folder, const std::string& kernel, const ParameterValues& set = {}) {
    const auto lesson = load_lesson(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons" / folder);
    if (!lesson) return "the lesson cannot be read";
    ExperimentRequest request;
    request.kernel = kernel;
    request.parameters = lesson->defaults();
    for (const auto& [id, value] : set) request.parameters[id] = value;
    const auto launch = resolve_launch(*lesson, request);
    if (!launch) return launch.error().text();
    FactsInput in;
    in.shape = launch->shape;
    in.work = in.elements = launch->work;
    in.columns = launch->columns;
    in.rows = launch->rows;
    in.guarded = lesson->find_kernel(kernel)->guarded;
    in.formula = lesson->find_kernel(kernel)->index_formula;
    in.parameters = request.parameters;
    return thread_text(find_facts(in));
}

TEST(LaunchText, IdleIsCountedByTheKernelsOwnIndex) {
    EXPECT_EQ(text_of_kernel("02_indexing_1d", "right"), "128 threads, 28 idle (22 %)");
    EXPECT_EQ(text_of_kernel("02_indexing_1d", "thread_only"), "128 threads for 100 elements, none idle");
    EXPECT_EQ(text_of_kernel("02_indexing_1d", "sum_of_three"), "128 threads for 100 elements, none idle");
    EXPECT_EQ(text_of_kernel("02_indexing_1d", "sum_of_three", {{"n", std::int64_t{65}}}), "96 threads, 1 idle (1 %)");
    EXPECT_EQ(text_of_kernel("02_indexing_1d", "no_guard"), "128 threads, 28 past the data and no guard to stop them");
    EXPECT_EQ(text_of_kernel("02_indexing_1d", "no_guard", {{"n", std::int64_t{128}}}), "128 threads, none idle");
    EXPECT_EQ(text_of_kernel("02_indexing_1d", "two_each"), "64 threads, none idle");
}

// A kernel that counts along x alone, in blocks along three axes: 128 threads for each element.
TEST(LaunchText, SaysHowManyElementsThereAreForThreadsThatShareThem) {
    FactsInput in;
    in.shape = {{125, 1, 1}, {8, 8, 16}, 0};
    in.work = in.elements = 1000;
    in.formula = "blockIdx.x * blockDim.x + threadIdx.x";
    EXPECT_EQ(thread_text(find_facts(in)), "128,000 threads for 1,000 elements, none idle");
}

// Each thread of a reduction adds to one total: the lesson does not say which threads have no element.
TEST(LaunchText, NoThreadIsIdleWhereTheWorkIsNotSaid) {
    FactsInput in;
    in.shape = {{98, 1, 1}, {256, 1, 1}, 0};
    in.elements = 1;
    in.work_is_said = false;
    const ThreadFacts facts = find_facts(in);
    EXPECT_EQ(facts.idle, 0u);
    EXPECT_EQ(thread_text(facts), "25,088 threads");
}

TEST(LaunchText, APictureThatNoBlockDividesHasIdleThreads) {
    const ParameterValues ragged{{"width", std::int64_t{70}}, {"height", std::int64_t{50}}};  // 96 x 52 threads
    for (const char* kernel : {"pixel", "patches"}) {
        EXPECT_EQ(text_of_kernel("34_mandelbrot", kernel), "196,608 threads, none idle");
        EXPECT_EQ(text_of_kernel("34_mandelbrot", kernel, ragged), "4,992 threads, 1,492 idle (30 %)");
    }
}

TEST(LaunchText, NamesTheLimitAtItsRow) {
    const auto problems = launch_problems({{1, 1, 1}, {2048, 1, 1}, 0}, Device::Limits{});
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].row, "block.x");
    EXPECT_NE(problems[0].text.find("1,024"), std::string::npos);
}

TEST(LaunchText, SeesTheProductOfTheEdges) {
    const auto problems = launch_problems({{1, 1, 1}, {64, 32, 1}, 0}, Device::Limits{});
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems[0].row, "block");
    EXPECT_TRUE(launch_problems({{1, 1, 1}, {32, 32, 1}, 0}, Device::Limits{}).empty());
    EXPECT_EQ(launch_problems({{1, 0, 70000}, {1, 1, 1}, 0}, Device::Limits{}).size(), 2u);
}

TEST(LaunchText, ShowsTheAxesThatAKernelUses) {
    KernelSpec kernel;
    EXPECT_EQ(used_axes(kernel), 1);
    kernel.grid_y = "ceil(rows / 16)";
    EXPECT_EQ(used_axes(kernel), 2);
    kernel.block_z = "4";
    EXPECT_EQ(used_axes(kernel), 3);
    EXPECT_EQ(axis_formula(kernel, true, 1), "ceil(rows / 16)");
    EXPECT_EQ(axis_formula(kernel, false, 2), "4");
}

TEST(LaunchText, ShowsTheAxesOfTheLaunchAndOfTheLesson) {
    Lesson lesson;
    lesson.kernels.emplace_back();
    EXPECT_EQ(shown_axes(lesson, lesson.kernels[0], {{4, 1, 1}, {32, 1, 1}, 0}), 1);
    EXPECT_EQ(shown_axes(lesson, lesson.kernels[0], {{4, 2, 1}, {32, 1, 1}, 0}), 2);
    EXPECT_EQ(shown_axes(lesson, lesson.kernels[0], {{4, 1, 1}, {8, 1, 4}, 0}), 3);
    lesson.kernels.emplace_back().grid_z = "frames";
    EXPECT_EQ(shown_axes(lesson, lesson.kernels[0], {{4, 1, 1}, {32, 1, 1}, 0}), 3);
}

}  // namespace
}  // namespace warpwise::ui
