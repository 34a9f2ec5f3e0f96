// What the report of a whole program says: as text, as an HTML page and as JSON.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "temporary_folder.h"
#include "whole_program.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;
using test::programs_folder, test::report_of;

TEST(WholeProgramReport, NamesTheCauseBehindTheSymptom) {
    const std::string text = text_of(report_of(programs_folder / "reasons.cu"));
    for (const char* words :
         {"'a' has 1000 bytes, and 'n' is 1000: cudaMalloc takes bytes, so multiply by sizeof(float) in line 16.",
          "memory that was freed in line 23", "2048 threads per block; the limit is 1024. Are grid and block swapped?"})
        EXPECT_THAT(text, testing::HasSubstr(words)) << text;
    const std::string unset = text_of(report_of(programs_folder / "unset_elements.cu"));
    EXPECT_THAT(unset, testing::HasSubstr(
                           "reads element 64 of 'in', which nothing has written: the copy in line 21 brought 256 of 1024 bytes"))
        << unset;
    EXPECT_THAT(unset, testing::HasSubstr("is a cudaMemcpy() to the device missing?")) << unset;
}

TEST(WholeProgramReport, SaysWhichLimitARefusedLaunchExceeds) {
    const ProgramReport report = report_of(programs_folder / "refused_launch.cu");
    EXPECT_EQ(report.exit_status(), 0);
    const std::string text = text_of(report);
    for (const char* words : {"2048 threads per block; the limit is 1024",
                              "a block has 65536 bytes of shared memory, 65536 of them dynamic; at most 49152 are possible until",
                              "1048576 of them dynamic; at most 232448 are possible\n"})
        EXPECT_THAT(text, testing::HasSubstr(words)) << text;
    using What = ProgramReport::Step::What;
    ASSERT_GE(report.steps.size(), 4u);
    EXPECT_EQ(report.steps[0].what, What::refused);
    EXPECT_EQ(report.steps[3].what, What::launch) << "in their order";
    const std::string page = html_of(report);
    EXPECT_THAT(page, testing::HasSubstr("CUDA refuses this launch: cudaErrorInvalidConfiguration"));
    EXPECT_THAT(page, testing::Not(testing::HasSubstr("<h2>Errors</h2>"))) << "told once";
}

TEST(WholeProgramReport, SaysThatAnEventWasNeverRecorded) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu",
                    "int main() {\n    cudaEvent_t start, stop;\n    cudaEventCreate(&start);\n    cudaEventCreate(&stop);\n"
                    "    cudaEventRecord(start);\n    cudaEventSynchronize(stop);\n    float ms;\n"
                    "    cudaEventElapsedTime(&ms, start, stop);\n}\n");
    EXPECT_THAT(
        text_of(report_of(temporary.path() / "a.cu")),
        testing::HasSubstr("a.cu:8: unchecked_error: cudaEventElapsedTime fails with cudaErrorInvalidResourceHandle (invalid "
                           "resource handle), and the program never checks it: the second event was never recorded"));
}

TEST(WholeProgramReport, SumsUpWhatALineNeverFrees) {
    const std::string text = text_of(report_of(programs_folder / "leak_of_a_loop.cu"));
    EXPECT_THAT(text, testing::HasSubstr("16384 bytes in 4 allocations by cudaMalloc are never freed"));
}

TEST(WholeProgramReport, SaysWhatWasNotChecked) {
    const ProgramReport part = report_of(programs_folder / "race_behind_the_budget.cu");
    ASSERT_EQ(part.launches.size(), 1u);
    EXPECT_EQ(part.launches[0].trace, "sampled");
    EXPECT_THAT(verdict_of(part),
                testing::HasSubstr("1 mistake found: 1 kernel launch, exit code 0. The launch was checked only in part"));
    const ProgramReport whole = report_of(programs_folder / "vector_add.cu");
    EXPECT_EQ(whole.partly_checked_count(), 0u);
    EXPECT_EQ(verdict_of(whole), "No mistake was found: 1 kernel launch, exit code 0.");
    EXPECT_EQ(report_of(programs_folder / "vector_add.cu", {}, ExecTrace::counters).partly_checked_count(), 1u);
}

TEST(WholeProgramReport, SaysThatArgumentsAreMissing) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu", "#include <cstdlib>\nint main(int, char** argv) {\n    return atoi(argv[1]) + atoi(argv[2]);\n}\n");
    const fs::path file = temporary.path() / "a.cu";
    EXPECT_THAT(text_of(report_of(file)),
                testing::HasSubstr("a.cu:3: SIGSEGV: argv[1] is null: the program was given no arguments. Its arguments follow "
                                   "--: warpwise exec a.cu -- 100"));
    EXPECT_THAT(text_of(report_of(file, {"1"})), testing::HasSubstr("argv[2] is null: the program was given 1 argument."));
    EXPECT_EQ(report_of(file, {"1", "2"}).exit_code, 3);
}

// A launch that is not checked does not show which elements a kernel writes, only whether it writes to an array at all.
TEST(WholeProgramReport, AFlagThatAKernelOnlyReadsMayBeSet) {
    const ProgramReport report = report_of(programs_folder / "flag_for_a_kernel.cu", {}, ExecTrace::counters);
    EXPECT_TRUE(report.findings.empty()) << text_of(report);
    EXPECT_EQ(report.output, "1\n");
}

// libwb's functions, in a program that is called as graders call it, and under the names of NVIDIA's GPU Teaching Kit.
TEST(WholeProgramReport, CourseLibraryReadsAndCompares) {
    const test::TemporaryFolder files;
    const fs::path program = programs_folder / "anywhere/wb_sums.cu", at = files.path();
    const auto named = [&](const std::string& name) { return (at / name).string(); };
    files.write("a.raw", "2 3\n1 2 3\n4 5 6\n");
    files.write("b.raw", "6\n1\n1\n1\n1\n1\n1.1\n");
    files.write("right.raw", "2 3\n2 3 4\n5 6 7.0\n");
    files.write("wrong.raw", "2 3\n2 3 4\n5 9 7\n");
    const std::string inputs = named("a.raw") + "," + named("b.raw");
    files.write("a.ppm", std::string("P6\n# a comment\n2 1\n255\n") + std::string("\x10\x20\x30\x40\x50\x60", 6));
    files.write("twice.ppm", std::string("P6 2 1 255\n") + std::string("\x20\x40\x60\x80\xA0\xC0", 6));
    ExecOptions options;
    options.text.file = program;
    const auto reports = run_whole_program_often(
        options, {{.arguments = {"-i", inputs, "-e", named("right.raw"), "-o", named("out.csv"), "-t", "matrix"}},
                  {.arguments = {"-i", inputs, "-e", named("wrong.raw"), "-t", "matrix"}},
                  {.arguments = {"-i", named("a.ppm"), "-e", named("twice.ppm"), "-o", named("b.ppm"), "-t", "image"}},
                  {}});
    ASSERT_TRUE(reports) << reports.error().text();
    ASSERT_EQ(reports->size(), 4u);
    const ProgramReport &report = reports->at(0), &picture = reports->at(2);
    EXPECT_THAT(report.output, testing::HasSubstr("[TRACE] line 35: There are 2 rows of 3\n")) << text_of(report);
    EXPECT_THAT(report.output, testing::HasSubstr("The solution is correct\n"));
    EXPECT_EQ(read_file(at / "out.csv").value(), "2,3,4\n5,6,7.1\n");
    EXPECT_TRUE(report.findings.empty()) << text_of(report);
    EXPECT_TRUE(report.diagnostics.empty()) << text_of(report);  // the program's own wbCheck() causes no warning
    EXPECT_THAT(reports->at(1).output, testing::HasSubstr("The solution is NOT correct: row 1, column 1 is 6, expected is 9\n"));
    EXPECT_THAT(picture.output, testing::HasSubstr("The solution is correct\n")) << text_of(picture);
    EXPECT_EQ(read_file(at / "b.ppm").value(), std::string("P6\n2 1\n255\n") + std::string("\x20\x40\x60\x80\xA0\xC0", 6));
    EXPECT_EQ(reports->at(3).exit_code, 1);

    files.write("kit.cu",
                "#include <gputk.h>\nint main(int argc, char** argv) {\n    gpuTKArg_t args = gpuTKArg_read(argc, argv);\n"
                "    int n;\n    int* a = (int*)gpuTKImport(gpuTKArg_getInputFile(args, 0), &n, \"Integer\");\n"
                "    return gpuTKSolution(args, a, n) ? n : 0;\n}\n");
    EXPECT_EQ(report_of(at / "kit.cu", {"-i", named("right.raw"), "-e", named("right.raw"), "-t", "integral_vector"}).exit_code, 6);
}

TEST(WholeProgramReport, ExitOfMinusOneIsNoSignal) {
    EXPECT_EQ(verdict_of(report_of(programs_folder / "exit_minus_one.cu")),
              "The program ended with exit code 255. No mistake was found: 0 kernel launches.");
}

// The page is green only if all went well, and shows no counts for a program that never ran.
TEST(WholeProgramReport, NeitherACrashNorACompileErrorLooksWell) {
    const ProgramReport crash = report_of(programs_folder / "crash.cu");
    EXPECT_FALSE(crash.went_well());
    EXPECT_THAT(html_of(crash),
                testing::HasSubstr("class=\"verdict bad\">The program was ended by signal 11 (segmentation fault)."));
    EXPECT_THAT(html_of(crash), testing::Not(testing::HasSubstr("pill good")));
    EXPECT_THAT(text_of(crash), testing::HasSubstr("reads through a null pointer; was a pointer in this line never set"));
    EXPECT_THAT(html_of(report_of(programs_folder / "does_not_compile.cu")), testing::Not(testing::HasSubstr("0 mistakes")));
    EXPECT_THAT(html_of(report_of(programs_folder / "exit_minus_one.cu")), testing::HasSubstr("class=\"verdict bad\""));
    EXPECT_THAT(html_of(report_of(programs_folder / "vector_add.cu")), testing::HasSubstr("class=\"verdict good\""));
}

TEST(WholeProgramReport, ANoteIsAMistakeForThoseWhoAreStrict) {
    ExecOptions options;
    options.text.file = programs_folder / "leak.cu";
    options.is_strict = true;
    EXPECT_EQ(report_of(options).exit_status(), 1);
    const ProgramReport report = report_of(programs_folder / "leak.cu");
    EXPECT_EQ(report.exit_status(), 0);
    EXPECT_THAT(verdict_of(report), testing::HasSubstr("No mistake was found ("));
}

TEST(WholeProgramReport, SaysWhetherAFaultEndedTheLaunch) {
    const auto went_on = to_json(report_of(programs_folder / "out_of_bounds.cu")),
               ended = to_json(report_of(programs_folder / "far_from_array_ends.cu"));
    EXPECT_EQ(went_on.at("launches")[0].at("fault").at("kind"), "out_of_bounds");
    EXPECT_EQ(went_on.at("launches")[0].at("is_ended_by_fault"), false);
    EXPECT_EQ(ended.at("launches")[0].at("is_ended_by_fault"), true);
}

TEST(WholeProgramReport, TellsLaunchesAndCopiesInTheirOrder) {
    const ProgramReport report = report_of(programs_folder / "vector_add.cu");
    ASSERT_EQ(report.launches.size(), 1u);
    EXPECT_EQ(report.launches[0].kernel, "add");
    EXPECT_EQ(report.launches[0].shape.grid.x, 4u);
    EXPECT_EQ(report.launches[0].counters.at("global_load_requests"), 64);
    const auto json = to_json(report);
    EXPECT_EQ(json.at("schema"), "warpwise.exec/1");
    ASSERT_EQ(json.at("steps").size(), 5u);
    EXPECT_EQ(json.at("steps")[0].at("copy"), "host_to_device");
    EXPECT_EQ(json.at("steps")[2].at("launch"), 0);
    EXPECT_EQ(json.at("steps")[3].at("wait"), "cudaDeviceSynchronize");
    EXPECT_EQ(json.at("steps")[4].at("copy"), "device_to_host");
}

// A launch of the same kernel repeats an earlier one only if its input is the same, too.
TEST(WholeProgramReport, TellsWhichLaunchesRepeatAnEarlierOne) {
    const ProgramReport report = report_of(programs_folder / "repeated_launches.cu");
    ASSERT_EQ(report.launches.size(), 31u);
    EXPECT_EQ(report.launches[0].repeats, std::nullopt);
    EXPECT_EQ(report.launches[4].repeats, 0);
    EXPECT_EQ(report.launches[5].repeats, std::nullopt);  // with another input
    EXPECT_EQ(report.launches[4].counters, report.launches[0].counters);
    EXPECT_EQ(to_json(report).at("launches")[4].at("repeats"), 0);
    EXPECT_NE(text_of(report).find("of the 31 launches"), std::string::npos) << text_of(report);
}

TEST(WholeProgramReport, AnEqualSortIsARepetition) {
    const ProgramReport report = report_of(programs_folder / "thrust_sorts_again.cu");
    ASSERT_EQ(report.launches.size() % 3, 1u);  // the first launch initializes the vector
    const std::size_t of_a_sort = report.launches.size() / 3;
    ASSERT_GT(of_a_sort, 0u);
    for (std::size_t i = 0; i < report.launches.size(); ++i)
        EXPECT_EQ(report.launches[i].repeats.has_value(), i > of_a_sort) << "launch " << i;
}

TEST(WholeProgramReport, CountsLaunchesBeyondTheFirst20000) {
    ProgramReport report;
    const auto launch = [](int line, bool repeats) {
        return std::string(
                   R"({"event": "launch", "kernel": "k", "grid": [1, 1, 1], "block": [1, 1, 1], "dynamic_shared_bytes": 0,)") +
               R"("static_shared_bytes": 0, "trace": "counters", "counters": {"global_load_requests": 1}, "executed": )" +
               R"({"warp_instructions": 1, "lane_instructions": 1, "wall_s": 0})" + (repeats ? R"(, "repeats": 0)" : "") +
               R"(, "line": )" + std::to_string(line) + "}";
    };
    add_event(report, launch(7, false));
    const std::string again = launch(7, true);
    for (int i = 1; i < 20'005; ++i) add_event(report, again);
    add_event(report, launch(9, false));
    add_event(report, R"({"event": "finding", "kind": "data_race", "line": 3, "launch": 20005})");
    EXPECT_EQ(report.launches.size(), 20'000u);
    EXPECT_EQ(report.launch_count(), 20'006u);
    EXPECT_EQ(report.steps.size(), 20'000u);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].launch, -1);
    const std::string text = text_of(report);
    EXPECT_NE(text.find("20,006 kernel launches"), std::string::npos) << text;
    EXPECT_NE(text.find("20,004 of the 20,006 launches"), std::string::npos) << text;
    EXPECT_NE(text.find("7   20005 "), std::string::npos) << text;
    EXPECT_NE(text.find("9       1 "), std::string::npos) << text;
    EXPECT_NE(html_of(report).find("6 further launches are not listed"), std::string::npos);
    const auto json = to_json(report);
    ASSERT_EQ(json.at("more_launches").size(), 2u);
    EXPECT_EQ(json.at("more_launches")[0].at("times"), 5);
    EXPECT_EQ(json.at("more_launches")[0].at("repeats"), 5);
    EXPECT_EQ(json.at("more_launches")[1].at("line"), 9);
}

TEST(WholeProgramReport, NamesAKernelInAnUnnamedNamespace) {
    const ProgramReport report = report_of(programs_folder / "unnamed_namespace.cu");
    ASSERT_EQ(report.launches.size(), 1u);
    EXPECT_EQ(report.launches[0].kernel, "(anonymous namespace)::hidden");
}

TEST(WholeProgramReport, ListsLibraryCalls) {
    const ProgramReport report = report_of(programs_folder / "random_numbers.cu");
    ASSERT_FALSE(report.library_calls.empty());
    EXPECT_EQ(report.library_calls[0].call, "curandGenerate");
    EXPECT_EQ(report.library_calls[0].size, "3 numbers");
    EXPECT_EQ(to_json(report).at("steps")[0].at("library"), "curandGenerate");
    EXPECT_NE(text_of(report).find("curandGenerate "), std::string::npos);
    EXPECT_NE(html_of(report).find("3 numbers"), std::string::npos);
}

TEST(WholeProgramReport, ALineThatWasCutShortIsPassedOver) {
    ProgramReport report;
    add_event(report, R"({"event": "finding", "kind": "leak", "fi)");
    add_event(report, R"({"event": "finding"})");
    EXPECT_TRUE(report.findings.empty());
}

}  // namespace
}  // namespace warpwise
