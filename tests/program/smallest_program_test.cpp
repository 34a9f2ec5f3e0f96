// The smallest case of a whole program that still shows its mistake.
#include "experiment/file/smallest_program_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "experiment/file/program_run.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

using testing::HasSubstr;

class SmallestProgramTest : public testing::Test {
  protected:
    // After a first run that finds a mistake.
    SmallestProgram smallest(const std::string& text, std::vector<std::string> arguments = {},
                             std::vector<std::string> definitions = {}, SmallestProgramLimits limits = {}) {
        limits.most_s = 600;  // also on a busy machine
        options_.text.file = folder_.path() / "p.cu";
        folder_.write("p.cu", text);
        options_.arguments = std::move(arguments);
        options_.text.definitions = std::move(definitions);
        const auto report = run_whole_program(options_, ProgramOutputMode::kept);
        if (!report || report->mistake_count() == 0) {
            ADD_FAILURE() << (report ? text_of(*report) : report.error().text());
            return {};
        }
        auto found = find_smallest_program(options_, *report, {}, limits);
        EXPECT_TRUE(found) << found.error().text();
        EXPECT_EQ(read_file(options_.text.file).value(), text) << "the program itself stays as it is";
        return found.value_or(SmallestProgram{});
    }

    test::TemporaryFolder folder_;
    ExecOptions options_;
};

// Without a guard, the last block writes past the array: never where n is a multiple of 64.
constexpr const char* kNoGuard = R"(#include <cstdlib>
#include "scale.h"
__global__ void scale(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = SCALE * i;
}
int main(int count, char** arguments) {
    SIZE
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    scale<<<(n + 63) / 64, 64>>>(a, n);
    cudaDeviceSynchronize();
    cudaFree(a);
}
)";
std::string no_guard(const std::string& size) {
    std::string out = kNoGuard;
    return out.replace(out.find("SIZE"), 4, size);
}

TEST_F(SmallestProgramTest, OfANumberInTheText) {
    folder_.write("scale.h", "#define SCALE 3\n");
    const SmallestProgram found = smallest(no_guard("const int n = 100000;"));
    ASSERT_EQ(found.settings.size(), 1u);
    EXPECT_EQ(found.settings[0].name, "n");
    EXPECT_EQ(found.settings[0].line, 8);
    EXPECT_EQ(found.settings[0].before, 100000);
    EXPECT_EQ(found.settings[0].now, 1);
    EXPECT_FALSE(found.settings[0].right) << "nothing below was tried";
    ASSERT_TRUE(found.shape);
    EXPECT_EQ(found.shape->grid.x, 1u);
    EXPECT_THAT(text_of(found), HasSubstr("n = 1 in line 8 (it was 100,000). 'scale' then has 1 block of 64 threads: "));
}

TEST_F(SmallestProgramTest, OfAnArgument) {
    folder_.write("scale.h", "#define SCALE 3\n");
    std::string text = no_guard("int n = atoi(arguments[1]);");
    text.replace(text.find("(n + 63) / 64"), 13, "n > 12 ? 4 : 3");  // 192 threads or 256
    text.replace(text.find("a[i] ="), 6, "if (i < 201) a[i] =");
    text.replace(text.find("n * sizeof"), 10, "200 * sizeof");
    const SmallestProgram found = smallest(text, {"17"});
    ASSERT_EQ(found.settings.size(), 1u) << text_of(found);
    EXPECT_EQ(found.settings[0].now, 13);
    EXPECT_EQ(found.settings[0].right, 12);
    EXPECT_THAT(text_of(found), HasSubstr("argument 1 = 13 (it was 17)"));
    EXPECT_THAT(text_of(found), HasSubstr("With argument 1 = 12, it is not found."));
    EXPECT_TRUE(found.complete);
}

// Below 100, the host's own check ends the program: that is not a right case of this mistake.
TEST_F(SmallestProgramTest, WhatGoesWrongInAnotherWayIsNotCalledRight) {
    const std::string sized = R"(#include <cstdlib>
__global__ void set(int* a) { a[threadIdx.x] = 1; }
int main() {
    const int n = 1000;
    if (n < 100) return 3;
    int* a;
    cudaMalloc(&a, n * sizeof(int));
    set<<<1, 1024>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}
)";
    const SmallestProgram found = smallest(sized);
    ASSERT_EQ(found.settings.size(), 1u);
    EXPECT_EQ(found.settings[0].now, 100);
    EXPECT_FALSE(found.settings[0].right);
    EXPECT_EQ(found.settings[0].otherwise, 99);
    EXPECT_THAT(text_of(found), HasSubstr("With n = 99, the program goes wrong in another way."));
}

TEST_F(SmallestProgramTest, OfADefinitionAndWithinItsLimits) {
    folder_.write("scale.h", "#define SCALE 3\n");
    SmallestProgramLimits limits;
    limits.most_runs = 6;  // 1, 2, 3, 4, 5 and 8 elements
    std::string text = no_guard("int n = SIZE_OF_A;");
    text.replace(text.find("a[i] ="), 6, "if (n > 6 || i < n) a[i] =");
    const SmallestProgram found = smallest(text, {}, {"SIZE_OF_A=11"}, limits);
    EXPECT_EQ(found.runs, 6);
    EXPECT_FALSE(found.complete);
    EXPECT_THAT(text_of(found), HasSubstr("SIZE_OF_A = 8 (it was 11)"));
    EXPECT_THAT(text_of(found), HasSubstr("The search, or one of its runs, ended at its limit; there may be a smaller case."));
}

TEST_F(SmallestProgramTest, ARunThatIsStoppedSaysNothing) {
    SmallestProgramLimits limits;
    limits.most_s_of_a_run = 1;
    const SmallestProgram found = smallest(R"(#define N 4
__global__ void k(int* a) { a[N] = 1; }
int main() {
    for (volatile int i = 0; N < 4;) (void)i;
    int* a;
    cudaMalloc(&a, N * sizeof(int));
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}
)",
                                           {}, {}, limits);
    EXPECT_FALSE(found.complete) << text_of(found);
    ASSERT_EQ(found.kept.size(), 1u) << text_of(found);
    EXPECT_FALSE(found.kept[0].right) << "with 3 it did not end";
}

TEST_F(SmallestProgramTest, SourcesOfOneNameStayApart) {
    folder_.write("a/p.cu", "#define N 100\nvoid scale();\nint main() { scale(); return N < 0; }\n");
    folder_.write("b/p.cu",
                  "#define M 50\n__global__ void k(int* a) { a[M] = 1; }\nvoid scale() {\n    int* a;\n"
                  "    cudaMalloc(&a, M * sizeof(int));\n    k<<<1, 1>>>(a);\n    cudaDeviceSynchronize();\n    cudaFree(a);\n}\n");
    options_.text.file = folder_.path() / "a/p.cu";
    options_.text.more_files = {folder_.path() / "b/p.cu"};
    const auto report = run_whole_program(options_, ProgramOutputMode::kept);
    ASSERT_TRUE(report && report->mistake_count() == 1);
    SmallestProgramLimits limits;
    limits.most_s = 600;
    const auto found = find_smallest_program(options_, *report, {}, limits);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_THAT(text_of(*found), HasSubstr("N = 1 in line 1 (it was 100), M = 1 in line 1 (it was 50)"));
}

TEST_F(SmallestProgramTest, WithoutANumberThereIsNone) {
    folder_.write("scale.h", "#define SCALE 3\n");
    EXPECT_THAT(text_of(smallest(no_guard("int n = 3 + count;"))), HasSubstr("There is no smaller case to look for"));
    EXPECT_FALSE(find_smallest_program(options_, {}));
}

}  // namespace
}  // namespace warpwise
