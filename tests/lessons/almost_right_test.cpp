// Solutions that are almost right, as learners hand them in: each is the lesson's own with one slip. None may pass, and what is
// said must name the slip's effect.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/check/check_exercise.h"

using namespace warpwise;

namespace {

struct Slip {
    const char* name;
    const char* lesson;
    const char* right;  // in the solution
    const char* slip;   // in its place
    const char* said;   // a part of the first failure
};

std::ostream& operator<<(std::ostream& out, const Slip& slip) { return out << slip.name; }

class AlmostRight : public testing::TestWithParam<Slip> {};

std::string replaced(std::string text, const Slip& slip) {
    const auto at = text.find(slip.right);
    if (at == std::string::npos) {
        ADD_FAILURE() << "the solution of " << slip.lesson << " has no '" << slip.right << "'";
        return text;
    }
    return text.replace(at, std::string_view(slip.right).size(), slip.slip);
}

TEST_P(AlmostRight, DoesNotPassAndSaysWhy) {
    const Slip& slip = GetParam();
    const Course course = load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons");
    const Lesson* lesson = course.find(slip.lesson);
    ASSERT_NE(lesson, nullptr);
    DeviceSet devices;
    ExerciseOptions options;
    options.seed = 7;
    const auto result = check_exercise(*lesson, replaced(lesson->exercises.front().solution, slip), devices, options);
    ASSERT_TRUE(result.has_value()) << result.error().text();
    EXPECT_FALSE(result->passed);
    EXPECT_THAT(result->failure + ": " + result->first_failure, testing::HasSubstr(slip.said));
}

constexpr Slip slips[] = {
    {"AnAssignmentForAComparison", "first_kernel", "i >= n", "i = n", "'=' assigns, '==' compares"},
    {"AComparisonForAnAssignment", "first_kernel", "a[i] = sum", "a[i] == sum", "To store a value, write '='"},
    {"ASemicolonAfterTheCondition", "first_kernel", "if (i >= n) return", "if (i >= n); return", "ends the statement"},
    {"EverybodyIntoTheFirst", "first_kernel", "a[i] = sum", "a[0] = sum", "data_race"},
    {"OneThreadForAll", "first_kernel", "T sum = a[i] + T(1);\n    a[i] = sum;",
     "if (i == 0)\n        for (int k = 0; k < n; ++k) a[k] = a[k] + T(1);", "a thread of its own"},
    {"NoGuard", "first_kernel", "if (i >= n) return;", "", "out_of_bounds"},
    {"OneGuardForBoth", "indexing_1d", "if (k < n)", "if (i < n)", "out_of_bounds"},
    {"ABlockOfAsManyElementsAsThreads", "indexing_1d", "blockIdx.x * 2 * blockDim.x", "blockIdx.x * blockDim.x", "data_race"},
    {"WithABarrierInEveryRound", "cold_and_warm", "x = x + T(1);", "a[i] = x = x + T(1), __syncthreads();",
     "write its element once"},
    {"AsManyRoundsAsTheDefault", "cold_and_warm", "round < rounds", "round < 8", "is wrong; the first is"},
    {"RowsThatStayRows", "indexing_2d_3d", "to[col * rows + row]", "to[row * cols + col]", "elements are wrong"},
    {"RowsOfTheWrongLength", "indexing_2d_3d", "to[col * rows + row]", "to[col * cols + row]", "wrong"},
    {"OneNeighbourTooMany", "guards_and_limits", "i + 1 < n", "i < n", "out_of_bounds"},
    {"TheZeroCountedIn", "guards_and_limits", "i > 0", "i >= 0", "out_of_bounds"},
    {"EveryBlockDoesAll", "grid_stride", "gridDim.x * blockDim.x", "blockDim.x", "data_race"},
    {"StepsOfTheGrid", "grid_stride", "gridDim.x * blockDim.x", "gridDim.x", "data_race"},
    {"TheRestOfTheDivision", "crossover", "i / length", "i % length", "elements are wrong"},
    {"TheOtherColumn", "transfers", "x[2] * y[1]", "x[2] * y[0]", "elements are wrong"},
    {"OnlyOneOfTheDiagonal", "transfers", " + (x[2] * y[1] + x[3] * y[3])", "", "elements are wrong"},
    {"TheFirstChunkAgain", "streams", "first + k", "k", "elements are wrong"},
    {"PastTheChunk", "streams", "k >= count || ", "", "elements are wrong"},
    {"PastTheArray", "streams", " || i >= n", "", "out_of_bounds"},
    {"AColumnForARow", "mandelbrot", "lane % 8", "lane / 8", "elements are wrong"},
    {"TheNewValueAbove", "heat", "above = here;", "above = moved;", "elements are wrong"},
    {"TheLivingAreBornAgain", "life", " & ~here.here", "", "elements are wrong"},
    {"ASecondParticlePastTheEnd", "particles", "now[min(k, n - 1)]", "now[k]", "out_of_bounds"},
    {"NoBarrierAfterTheTile", "particles", "        __syncthreads();\n    }", "    }", "data_race"},
};

INSTANTIATE_TEST_SUITE_P(All, AlmostRight, testing::ValuesIn(slips), [](const auto& info) { return info.param.name; });

}  // namespace
