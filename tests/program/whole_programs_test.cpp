// Whole programs (tests/programs), run as `warpwise exec` runs them. Comments in each program say what its report must contain:
//   // expect: KIND      a mistake of this kind in this line; there must be no other mistakes
//   // note: KIND        a note of this kind in this line; there must be no other notes
//   // error: NAME       an error in this line: a signal, or "compile" if the line does not compile
//   // prints: TEXT      a line of standard output
//   // exit: N           the exit code; 0 if not given
//   // gpus: N           the number of emulated GPUs; 1 if not given
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"
#include "whole_program.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;
using test::programs_folder, test::report_of;

struct Expected {
    std::set<std::string> findings, notes, errors;  // "leak in line 4"
    std::string prints;
    int exit_code = 0, gpus = 1;
};

std::optional<std::string> after(const std::string& line, const std::string& mark) {
    const auto at = line.find("// " + mark + ": ");
    return at == std::string::npos ? std::nullopt : std::optional(line.substr(at + mark.size() + 5));
}

Expected expected_of(const fs::path& file) {
    Expected out;
    std::istringstream lines(read_file(file).value());
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (const auto kind = after(line, "expect")) out.findings.insert(fmt::format("{} in line {}", *kind, number));
        if (const auto kind = after(line, "note")) out.notes.insert(fmt::format("{} in line {}", *kind, number));
        if (const auto name = after(line, "error")) out.errors.insert(fmt::format("{} in line {}", *name, number));
        if (const auto text = after(line, "prints")) out.prints += *text + "\n";
        if (const auto code = after(line, "exit")) out.exit_code = std::stoi(*code);
        if (const auto gpus = after(line, "gpus")) out.gpus = std::stoi(*gpus);
    }
    return out;
}

class WholePrograms : public testing::TestWithParam<fs::path> {};

TEST_P(WholePrograms, SayWhatIsWrongAndWhere) {
    const Expected expected = expected_of(GetParam());
    const ProgramReport report = report_of(GetParam(), {}, ExecTrace::automatic, expected.gpus);
    std::set<std::string> findings, notes, errors;
    for (const ProgramFinding& each : report.findings) {
        (each.is_note ? notes : findings).insert(fmt::format("{} in line {}", each.kind, each.line));
        EXPECT_FALSE(each.message.empty());
        EXPECT_EQ(each.file, GetParam().string());
    }
    for (const Diagnostic& each : report.diagnostics)
        if (each.severity == Severity::error) errors.insert(fmt::format("compile in line {}", each.line));
    for (const ProgramError& each : report.errors)
        if (each.call.empty()) errors.insert(fmt::format("{} in line {}", each.name, each.line));
    EXPECT_EQ(findings, expected.findings) << text_of(report);
    EXPECT_EQ(notes, expected.notes) << text_of(report);
    EXPECT_EQ(errors, expected.errors) << text_of(report);
    if (!expected.prints.empty()) EXPECT_EQ(report.output, expected.prints);
    if (!has_errors(report.diagnostics)) EXPECT_EQ(report.exit_code, expected.exit_code);
    EXPECT_EQ(report.exit_status(), has_errors(report.diagnostics) ? 2 : expected.findings.empty() ? expected.exit_code : 1);
}

std::vector<fs::path> programs() {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(programs_folder))
        if (entry.path().extension() == ".cu") out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

INSTANTIATE_TEST_SUITE_P(All, WholePrograms, testing::ValuesIn(programs()),
                         [](const auto& test) { return test.param.stem().string(); });

TEST(WholeProgramThatGoesOn, IsTheSameUnderEveryTrace) {
    for (const char* name : {"past_the_end_goes_on.cu", "shared_past_the_end_goes_on.cu", "wrong_mask_goes_on.cu",
                             "barriers_at_different_lines_go_on.cu"}) {
        const Expected expected = expected_of(programs_folder / name);
        for (const ExecTrace trace : {ExecTrace::counters, ExecTrace::full}) {
            const ProgramReport report = report_of(programs_folder / name, {}, trace);
            std::set<std::string> findings;
            for (const ProgramFinding& each : report.findings) findings.insert(fmt::format("{} in line {}", each.kind, each.line));
            EXPECT_EQ(findings, expected.findings) << text_of(report);
            EXPECT_EQ(report.output, expected.prints);
        }
    }
}

// Where the damage shows first depends on where the C library has put the blocks: in the library itself, which then ends the
// program, or in the runtime, which follows a pointer of its own that was overwritten.
TEST(WholeProgramThatBreaksItsHeap, IsToldWhereverItIsFound) {
    const ProgramReport report = report_of(programs_folder / "anywhere" / "host_heap_overflow.cu");
    const std::string text = text_of(report);
    ASSERT_EQ(report.findings.size() + report.errors.size(), 1u) << text;
    EXPECT_THAT(text, testing::HasSubstr("past the end of a host array")) << text;
    EXPECT_TRUE(report.exit_code == 128 + SIGABRT || report.exit_code == 128 + SIGSEGV) << report.exit_code;
}

}  // namespace
}  // namespace warpwise
