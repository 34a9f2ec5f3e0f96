// Which numbers of a program's text say how large its work is.
#include "experiment/file/program_numbers.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpwise {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> numbers(const std::string& text) {
    std::vector<std::string> out;
    for (const ProgramNumber& one : numbers_in_text(text, "p.cu")) {
        EXPECT_EQ(one.where, ProgramNumber::Where::text);
        EXPECT_LT(one.end, text.size() + 1);
        out.push_back(
            fmt::format("{} = {} in line {}: {}", one.name, one.value, one.line, text.substr(one.begin, one.end - one.begin)));
    }
    return out;
}

TEST(ProgramNumbers, AreDefinitionsAndIntegersOfTheHost) {
    EXPECT_THAT(numbers("#define N (1 << 20)\n# define  BLOCK 256 // threads\nint main() {\n  const int n = 1'000, m{5};\n"
                        "  size_t bytes = 3 * 1024 * sizeof(int);\n  unsigned long k = 0x40u, half = 2;\n}\n"),
                ElementsAre("N = 1048576 in line 1: (1 << 20)", "BLOCK = 256 in line 2: 256", "n = 1000 in line 4: 1'000",
                            "k = 64 in line 6: 0x40u", "half = 2 in line 6: 2"));
}

TEST(ProgramNumbers, OfDeviceCodeStayAsTheyAre) {
    EXPECT_THAT(numbers("__device__ int limit = 100;\n__global__ void k(int* a) {\n  int steps = 16;\n  { int more = 7; }\n}\n"
                        "__device__ int f();\nint n = 9;\n"),
                ElementsAre("n = 9 in line 7: 9"));
}

TEST(ProgramNumbers, NeitherOneNorWhatIsMadeOfOthers) {
    EXPECT_THAT(numbers("#define M (N * 2)\n#define SQUARE(x) 9\n#define OCTAL 010\n#define EMPTY\n#define NAME \"1000\"\n"
                        "int i = 0, j = -5, k = 1, blocks = (n + 255) / 256;\nfloat x = 100;\n// int n = 1000;\n"
                        "if (n == 1000) int huge = 1 << 60;\n"),
                IsEmpty());
}

TEST(ProgramNumbers, OfArgumentsAndDefinitionsOfTheCommand) {
    ExecOptions options;
    options.text.file = "there/is/no/such/file.cu";
    options.arguments = {"1000", "-v", "1", "2.5", "64"};
    options.text.definitions = {"DEBUG", "N=512", "NAME=x"};
    std::vector<std::string> out;
    for (const ProgramNumber& one : program_numbers(options)) out.push_back(fmt::format("{} = {}", one.name, one.value));
    EXPECT_THAT(out, ElementsAre("argument 1 = 1000", "argument 5 = 64", "N = 512"));
}

}  // namespace
}  // namespace warpwise
