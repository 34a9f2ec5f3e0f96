// The command lines of nvcc, g++ and gcc: what is meant, what is passed over, and what no compiler knows.
#include "experiment/file/compiler_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace warpwise {
namespace {

using testing::ElementsAre;

CompilerCommand read(const std::string& line, std::vector<std::string_view> own = {}) {
    std::istringstream words(line);
    std::vector<std::string> out;
    for (std::string word; words >> word;) out.push_back(word);
    return read_compiler_command(out, own);
}

TEST(CompilerCommand, WhatIsMeaningfulIsTakenInEachSpelling) {
    const CompilerCommand command = read(
        "a.cu -I inc -Iother --include-path=third -D N=3 -DM -UX -std c++20 -include first.h -l jpeg -lpng -L libs b.cpp -x cu -o "
        "app");
    EXPECT_THAT(command.inputs, ElementsAre("a.cu", "b.cpp"));
    EXPECT_THAT(command.text.include_dirs, ElementsAre("inc", "other", "third"));
    EXPECT_THAT(command.text.definitions, ElementsAre("N=3", "M"));
    EXPECT_THAT(command.text.undefinitions, ElementsAre("X"));
    EXPECT_THAT(command.text.forced_includes, ElementsAre("first.h"));
    EXPECT_THAT(command.text.libraries, ElementsAre("jpeg", "png"));
    EXPECT_THAT(command.text.library_dirs, ElementsAre("libs"));
    EXPECT_EQ(command.text.standard, "c++20");
    EXPECT_TRUE(command.text.is_all_cuda);
    EXPECT_EQ(command.output, "app");
    EXPECT_TRUE(command.unknown.empty());
}

TEST(CompilerCommand, WhatChangesNoResultHereIsPassedOverWithItsValue) {
    const CompilerCommand command = read(
        "-O3 -arch=sm_80 -arch sm_70 -gencode arch=compute_60,code=sm_60 -G -g -lineinfo -Xptxas -v -maxrregcount 32 -rdc=true "
        "-ccbin g++ -Wall -Wno-unused -m64 --use_fast_math --expt-relaxed-constexpr -cudart static -w -MMD -MF a.d -fPIC a.cu");
    EXPECT_THAT(command.inputs, ElementsAre("a.cu"));
    EXPECT_TRUE(command.text.libraries.empty());
    EXPECT_TRUE(command.unknown.empty()) << command.unknown.front();
    EXPECT_THAT(command.text.gpu_options,
                ElementsAre("-Xptxas=-v", "-maxrregcount=32", "--use_fast_math", "--expt-relaxed-constexpr"));
    EXPECT_TRUE(command.text.has_gpu_option("-expt-relaxed-constexpr"));
    EXPECT_FALSE(command.text.has_gpu_option("-fmad=false"));
    EXPECT_TRUE(read("a.cu --fmad false").text.has_gpu_option("-fmad=false"));
}

TEST(CompilerCommand, OptionsForTheHostCompilerAreReadWhereTheyMeanSomething) {
    const CompilerCommand command = read("a.cu -Xcompiler -Wall,-fopenmp,-DHOST=1 --compiler-options=-fancy,-Iinside");
    EXPECT_TRUE(command.text.has_openmp);
    EXPECT_THAT(command.text.definitions, ElementsAre("HOST=1"));
    EXPECT_THAT(command.text.include_dirs, ElementsAre("inside"));
    EXPECT_TRUE(command.unknown.empty());
}

TEST(CompilerCommand, WhatNoCompilerHasIsNamed) {
    EXPECT_THAT(read("a.cu --no-such-thing -zz").unknown, ElementsAre("--no-such-thing", "-zz"));
}

TEST(CompilerCommand, OwnOptionsStandBetweenTheOthersWithTheirValues) {
    const CompilerCommand command =
        read("a.cu --json --trace full -O2 --html=r.html --device", {"--json", "--trace=", "--html=", "--device="});
    EXPECT_THAT(command.own, ElementsAre("--json", "--trace", "full", "--html=r.html", "--device"));
    EXPECT_TRUE(command.unknown.empty());
}

TEST(CompilerCommand, ALineThatMakesNoProgramIsKnown) {
    EXPECT_TRUE(read("-c a.cu -o a.o").is_compile_only);
    EXPECT_TRUE(read("-dc a.cu").is_compile_only);
    EXPECT_TRUE(read("-ptx a.cu").is_other);
    EXPECT_TRUE(read("-dlink a.o b.o -o d.o").is_other);
    EXPECT_FALSE(read("a.o b.o -o app").is_compile_only);
}

TEST(CompilerCommand, ALineThatEndsInTheMiddleIsNoCrash) {
    for (const char* line : {"a.cu -I", "a.cu -std", "a.cu -Xcompiler", "a.cu -o", "a.cu -x", "-", ""}) read(line);
}

}  // namespace
}  // namespace warpwise
