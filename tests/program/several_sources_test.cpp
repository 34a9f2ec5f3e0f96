// Programs of several sources (tests/programs/several): each source is compiled in its own language, and then they are linked.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "temporary_folder.h"
#include "whole_program.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;
using test::programs_folder, test::report_of;

TEST(ProgramOfSeveralSources, NamesAKernelOfAnotherSource) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu", "__global__ void fill(int* a);\nint main() { fill<<<1, 32>>>(nullptr); }\n");
    temporary.write("kernels.cu", "__global__ void fill(int* a) { a[threadIdx.x] = 1; }\n");
    const std::string text = text_of(report_of(temporary.path() / "a.cu"));
    EXPECT_THAT(text, testing::HasSubstr("'fill(int*)' is called and not defined")) << text;
    EXPECT_THAT(text, testing::HasSubstr("kernels.cu: name this source, too")) << text;
}

// The report of a program whose sources are all those in this folder, except `without`.
ProgramReport report_of_folder(const fs::path& name, const std::set<std::string>& without = {}) {
    ExecOptions options;
    for (const auto& entry : fs::directory_iterator(programs_folder / "several" / name)) {
        const fs::path& file = entry.path();
        if (!is_program_source(file) || without.contains(file.filename())) continue;
        (file.stem() == "main" ? options.text.file : options.text.more_files.emplace_back()) = file;
    }
    std::ranges::sort(options.text.more_files);
    return report_of(options);
}

TEST(ProgramOfSeveralSources, EachIsCompiledInItsOwnLanguageAndHasItsOwnStaticKernel) {
    const ProgramReport report = report_of_folder("sources_of_all_languages");
    EXPECT_EQ(report.output, "7 7 6 1\n") << text_of(report);
    EXPECT_TRUE(report.findings.empty()) << text_of(report);
    ASSERT_EQ(report.launches.size(), 2u);
    EXPECT_EQ(fs::path(report.launches[0].file).filename(), "scale.cu");
    EXPECT_EQ(fs::path(report.launches[1].file).filename(), "shift.cu");
}

TEST(ProgramOfSeveralSources, CCallsCudaItself) {
    const ProgramReport report = report_of_folder("c_calls_cuda");
    EXPECT_EQ(report.output, "126 6 no error 32\n") << text_of(report);
    ASSERT_EQ(report.findings.size(), 1u) << text_of(report);
    EXPECT_EQ(report.findings[0].kind, "copy_out_of_bounds");
    EXPECT_EQ(fs::path(report.findings[0].file).filename(), "main.c");
    EXPECT_EQ(report.findings[0].line, 21);
}

TEST(ProgramOfSeveralSources, DeviceCodeAndVariablesAreFoundInOtherSources) {
    const ProgramReport report = report_of_folder("extern_across_sources");
    EXPECT_EQ(report.output, "16 0\n") << text_of(report);
    ASSERT_EQ(report.findings.size(), 1u) << text_of(report);
    EXPECT_EQ(report.findings[0].kind, "out_of_bounds");
    EXPECT_EQ(fs::path(report.findings[0].file).filename(), "second.cu");
    EXPECT_EQ(report.findings[0].line, 7);
}

TEST(ProgramOfSeveralSources, OlderFormsAreUnderstoodInHeaders) {
    const ProgramReport report = report_of_folder("older_header");
    EXPECT_EQ(report.output, "62\n") << text_of(report);
    EXPECT_TRUE(report.findings.empty()) << text_of(report);
}

TEST(ProgramOfSeveralSources, WhatTwoDefineIsNamed) {
    const ProgramReport report = report_of_folder("defined_twice");
    ASSERT_EQ(report.diagnostics.size(), 1u) << text_of(report);
    EXPECT_THAT(report.diagnostics[0].message, testing::HasSubstr("'work()' is defined in"));
    EXPECT_EQ(report.exit_status(), 2);
}

TEST(ProgramOfSeveralSources, TheSourceThatIsMissingIsNamed) {
    EXPECT_EQ(report_of_folder("missing_source").exit_code, 3);
    const ProgramReport report = report_of_folder("missing_source", {"voigt.cpp"});
    ASSERT_EQ(report.diagnostics.size(), 1u) << text_of(report);
    EXPECT_EQ(report.diagnostics[0].message, "'voigt(float*, int)' is called and not defined");
    EXPECT_THAT(report.diagnostics[0].hint, testing::HasSubstr("voigt.cpp: name this source, too"));
}

}  // namespace
}  // namespace warpwise
