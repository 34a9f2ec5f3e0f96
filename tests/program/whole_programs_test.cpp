// Whole programs, run as `warpwise exec` runs them. A program says in comments what must come of it (tests/programs):
//   // expect: KIND      a mistake of this kind in this line; no others
//   // note: KIND        a note of this kind in this line; no others
//   // error: NAME       an error in this line ("compile": it does not compile)
//   // prints: TEXT      standard output
//   // exit: N           the exit code; 0 when not given
//   // gpus: N           emulated GPUs; 1 when not given
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/files.h"
#include "experiment/file/compiler_command.h"
#include "experiment/file/program_run.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;

const fs::path folder = fs::path(WARPWISE_SOURCE_DIR) / "tests/programs";

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

ProgramReport report_of(const fs::path& file, std::vector<std::string> arguments = {}, ExecTrace trace = ExecTrace::automatic,
                        int gpus = 1) {
    ExecOptions options;
    options.gpus = gpus;
    options.trace = trace;
    options.text.file = file;
    options.arguments = std::move(arguments);
    auto report = run_whole_program(options, ProgramOutputMode::kept);
    EXPECT_TRUE(report.has_value()) << (report ? "" : report.error().text());
    return report ? std::move(*report) : ProgramReport{};
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
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".cu") out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

INSTANTIATE_TEST_SUITE_P(All, WholePrograms, testing::ValuesIn(programs()),
                         [](const auto& test) { return test.param.stem().string(); });

TEST(WholeProgramReport, NamesTheCauseBehindTheSymptom) {
    const std::string text = text_of(report_of(folder / "reasons.cu"));
    for (const char* words :
         {"'a' has 1000 bytes, and 'n' is 1000: cudaMalloc takes bytes, so multiply by sizeof(float) in line 16.",
          "memory that was freed in line 23", "2048 threads per block; the limit is 1024. Are grid and block swapped?"})
        EXPECT_THAT(text, testing::HasSubstr(words)) << text;
    const std::string unset = text_of(report_of(folder / "unset_elements.cu"));
    EXPECT_THAT(unset, testing::HasSubstr(
                           "reads element 64 of 'in', which nothing has written: the copy in line 21 brought 256 of 1024 bytes"))
        << unset;
    EXPECT_THAT(unset, testing::HasSubstr("is a cudaMemcpy() to the device missing?")) << unset;
}

TEST(WholeProgramReport, SaysWhichLimitARefusedLaunchExceeds) {
    const ProgramReport report = report_of(folder / "refused_launch.cu");
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

TEST(WholeProgramReport, SumsUpWhatALineNeverFrees) {
    const std::string text = text_of(report_of(folder / "leak_of_a_loop.cu"));
    EXPECT_THAT(text, testing::HasSubstr("16384 bytes in 4 allocations by cudaMalloc are never freed"));
}

TEST(WholeProgramReport, NotesWhatTodaysCompilerRefuses) {
    const std::string text = text_of(report_of(folder / "older_forms.cu"));
    for (const char* words : {"write __shfl_down_sync(0xffffffff, value, delta)", "write __any_sync", "a texture object"})
        EXPECT_THAT(text, testing::HasSubstr(words)) << text;
}

TEST(WholeProgramReport, SaysWhatWasNotChecked) {
    const ProgramReport part = report_of(folder / "race_behind_the_budget.cu");
    ASSERT_EQ(part.launches.size(), 1u);
    EXPECT_EQ(part.launches[0].trace, "sampled");
    EXPECT_THAT(verdict_of(part),
                testing::HasSubstr("1 mistake found: 1 kernel launch, exit code 0. The launch was checked only in part"));
    const ProgramReport whole = report_of(folder / "vector_add.cu");
    EXPECT_EQ(whole.partly_checked_count(), 0u);
    EXPECT_EQ(verdict_of(whole), "No mistake was found: 1 kernel launch, exit code 0.");
    EXPECT_EQ(report_of(folder / "vector_add.cu", {}, ExecTrace::counters).partly_checked_count(), 1u);
}

// A name of a library that is not supported, although its header is here; and what g++ alone accepts.
TEST(WholeProgramReport, SaysWhyANameIsMissing) {
    const test::TemporaryFolder temporary;
    temporary.write(
        "a.cu",
        "#include <cusparse.h>\nint main() {\n    cusparseSpGEMMDescr_t product;\n    int n = 2;\n    int v[n] = {1, 2};\n"
        "    return v[0];\n}\n");
    const ProgramReport report = report_of(temporary.path() / "a.cu");
    const std::string text = text_of(report);
    EXPECT_THAT(text,
                testing::HasSubstr("a.cu:3:5: error: unknown type name 'cusparseSpGEMMDescr_t'\n  It is a name of cuSPARSE."));
    EXPECT_THAT(
        text, testing::HasSubstr("a.cu:5:11: error: variable-sized object may not be initialized\n  An array with initial values"));
}

// As nvcc does: it was tried with each of these lines.
TEST(WholeProgramReport, RefusesConstantsOfTheHostInDeviceCode) {
    const auto errors_of = [](const std::string& declarations, const std::string& statement) {
        const test::TemporaryFolder temporary;
        temporary.write("a.cu", fmt::format("{}\n__global__ void k(int* o, const void** p) {{\n    {}\n}}\nint main() {{}}\n",
                                            declarations, statement));
        return text_of(report_of(temporary.path() / "a.cu"));
    };
    const std::string array = "constexpr int t[3] = {1, 2, 3};", number = "const int n = 4;";
    const std::string least = "template <typename T> __device__ T least(const T& a, const T& b) { return a < b ? a : b; }\n";
    const std::string in_class = "template <typename T> struct S { static constexpr T t[2] = {1, 2}; };";
    for (const auto& [declarations, statement] :
         std::vector<std::pair<std::string, std::string>>{{array, "o[0] = t[threadIdx.x];"},
                                                          {array, "o[0] = t[1];"},
                                                          {"const char* const s = \"abc\";", "p[0] = s;"},
                                                          {number, "p[0] = &n;"},
                                                          {least + number, "o[0] = least(n, o[1]);"},
                                                          {in_class, "o[0] = S<int>::t[threadIdx.x];"}})
        EXPECT_THAT(errors_of(declarations, statement),
                    testing::HasSubstr("is undefined in device code\n  Device code can use the value"))
            << declarations << "\n"
            << statement;
    for (const auto& [declarations, statement] : std::vector<std::pair<std::string, std::string>>{
             {number, "o[0] = n + (o[1] ? n : 2);"},
             {"const float f = 2.5f; static const double d = 1.5;", "o[0] = f + (o[1] ? d : f);"},
             {"const float f = 2.5f;", "float x = o[1]; o[0] = (o[1] ? f : x) + (o[2] ? x : f) - f;"},
             {"constexpr int* none = nullptr;", "p[0] = none;"},
             {array + "\nconstexpr __device__ int get(int i) { return t[i]; }", "constexpr int v = get(2); o[0] = v;"},
             {number, "auto f = [](auto x) { return x + n; }; o[0] = f(1);"},
             {array, "o[0] = sizeof(t) / sizeof(t[0]);"},
             {array + "\ntemplate <int N> __device__ int f() { return N; }", "int a[t[2]]; a[0] = f<t[1]>(); o[0] = a[0];"},
             {"struct P { int x; float y; };\nconstexpr P q{1, 2.0f};", "o[0] = q.x;"},
             {"__constant__ int t[3] = {1, 2, 3};\n__device__ const int u[2] = {1, 2};", "o[0] = t[threadIdx.x] + u[threadIdx.x];"},
             {"", "constexpr int t[3] = {1, 2, 3}; static constexpr int u[2] = {1, 2}; o[0] = t[threadIdx.x] + u[threadIdx.x];"},
             {number, "auto f = [&](int x) { return x + n; }; o[0] = f(1);"}})
        EXPECT_THAT(errors_of(declarations, statement), testing::HasSubstr("No mistake was found")) << declarations << "\n"
                                                                                                    << statement;
}

TEST(WholeProgramReport, NotesCallsThatNvccTakesOnlyWithAnOption) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu",
                    "#include <algorithm>\n#include <cuda/std/tuple>\n#include <utility>\n"
                    "constexpr int twice(int x) { return 2 * x; }\n__host__ __device__ int both(int x) { return twice(x); }\n"
                    "__global__ void k(int* o) {\n"
                    "    o[0] = twice(o[1]);\n"
                    "    o[1] = std::max(o[0], 5);\n"
                    "    o[2] = both(o[1]) + cuda::std::get<0>(cuda::std::make_tuple(1, 2)) + std::move(o[0]);\n"
                    "}\nint main() { return twice(std::max(0, 0)); }\n");
    ExecOptions options;
    options.text.file = temporary.path() / "a.cu";
    const std::string text = text_of(report_of(options.text.file));
    for (const char* words : {"a.cu:7:12: note: 'twice' is a constexpr function of the host", "a.cu:8:12: note: 'max' is"})
        EXPECT_THAT(text, testing::HasSubstr(words));
    for (const char* place : {"a.cu:5", "a.cu:9"}) EXPECT_THAT(text, testing::Not(testing::HasSubstr(place))) << text;
    options.text.gpu_options = {"--expt-relaxed-constexpr"};
    const auto report = run_whole_program(options, ProgramOutputMode::kept);
    ASSERT_TRUE(report.has_value());
    EXPECT_THAT(text_of(*report), testing::Not(testing::HasSubstr("constexpr function")));
}

// A product whose rounding is lost in the sum, unless they are rounded separately.
TEST(WholeProgramReport, RoundsProductsSeparatelyIfAsked) {
    const test::TemporaryFolder temporary;
    temporary.write(
        "a.cu",
        "#include <cstdio>\n__global__ void k(float* x) { x[1] = x[0] * x[0] - 1.0f; }\n"
        "int main() {\n    float* x;\n    cudaMallocManaged(&x, 8);\n    x[0] = 1.0f + 0x1p-12f;\n"
        "    k<<<1, 1>>>(x);\n    cudaDeviceSynchronize();\n    std::printf(\"%a\", x[1]);\n    return cudaFree(x);\n}\n");
    ExecOptions options;
    options.text.file = temporary.path() / "a.cu";
    const auto printed = [&] {
        const auto report = run_whole_program(options, ProgramOutputMode::kept);
        return report ? report->output : "";
    };
    EXPECT_EQ(printed(), "0x1.0008p-11");
    options.text.gpu_options = {"-fmad=false"};
    EXPECT_EQ(printed(), "0x1p-11");
}

TEST(WholeProgramReport, SaysWhatConceptsAndClustersNeed) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu",
                    "template <typename T> concept Number = requires(T a) { a + a; };\n"
                    "template <Number T> __device__ T twice(T x) { return x + x; }\n"
                    "__global__ void kernel(int* out) { *out = twice(21); }\n"
                    "int main() {\n    int* p;\n    cudaMalloc(&p, 4);\n    kernel<<<1, 1>>>(p);\n    return cudaFree(p);\n}\n");
    temporary.write("b.cu",
                    "#include <cooperative_groups.h>\n"
                    "__global__ void kernel() {\n    cooperative_groups::this_cluster().sync();\n}\nint main() {}\n");
    ExecOptions options;
    options.text.file = temporary.path() / "a.cu";
    EXPECT_THAT(text_of(report_of(options.text.file)), testing::HasSubstr("as with nvcc: add -std=c++20."));
    options.text.standard = "c++20";
    const auto report = run_whole_program(options, ProgramOutputMode::kept);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->exit_status(), 0) << text_of(*report);
    EXPECT_THAT(text_of(report_of(temporary.path() / "b.cu")), testing::HasSubstr("Clusters of blocks are not supported"));
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

TEST(WholeProgramReport, SaysWhichPartOfCudaAHeaderIsOf) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu", "#include <cudnn.h>\nint main() {}\n");
    temporary.write("b.cu", "#include <cuda.h>\nint main() {\n    CUmodule module;\n    cuModuleLoad(&module, \"a.ptx\");\n}\n");
    EXPECT_THAT(text_of(report_of(temporary.path() / "a.cu")), testing::HasSubstr("a.cu:1:10: error: cuDNN is not supported"));
    EXPECT_THAT(text_of(report_of(temporary.path() / "b.cu")), testing::HasSubstr("It is a name of CUDA's driver API."));
}

TEST(WholeProgramReport, LoopsOfOpenMpAreSharedOut) {
    const test::TemporaryFolder temporary;
    temporary.write(
        "a.cu",
        "#include <cstdio>\nint main() {\n    int sum = 0;\n#pragma omp parallel for schedule(dynamic) reduction(+ : sum)\n"
        "    for (int i = 0; i < 100; ++i) sum += i;\n    std::printf(\"%d\", sum);\n}\n");
    ExecOptions options;
    options.text.file = temporary.path() / "a.cu";
    options.text.has_openmp = true;
    const auto report = run_whole_program(options, ProgramOutputMode::kept);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->output, "4950") << text_of(*report);
}

TEST(WholeProgramReport, NamesAKernelOfAnotherSource) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu", "__global__ void fill(int* a);\nint main() { fill<<<1, 32>>>(nullptr); }\n");
    temporary.write("kernels.cu", "__global__ void fill(int* a) { a[threadIdx.x] = 1; }\n");
    const std::string text = text_of(report_of(temporary.path() / "a.cu"));
    EXPECT_THAT(text, testing::HasSubstr("'fill(int*)' is called and not defined")) << text;
    EXPECT_THAT(text, testing::HasSubstr("kernels.cu: name this source, too")) << text;
}

// Launches that are not checked do not say what a kernel writes, but whether it writes to an array at all.
TEST(WholeProgramReport, AFlagThatAKernelOnlyReadsMayBeSet) {
    const ProgramReport report = report_of(folder / "flag_for_a_kernel.cu", {}, ExecTrace::counters);
    EXPECT_TRUE(report.findings.empty()) << text_of(report);
    EXPECT_EQ(report.output, "1\n");
}

// libwb's functions, as graders call a program that uses them, and by the names of a teaching kit.
TEST(WholeProgramReport, CourseLibraryReadsAndCompares) {
    const test::TemporaryFolder files;
    const fs::path program = folder / "anywhere/wb_sums.cu", at = files.path();
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
    EXPECT_TRUE(report.diagnostics.empty()) << text_of(report);  // its own wbCheck() brings no warning
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
    EXPECT_EQ(verdict_of(report_of(folder / "exit_minus_one.cu")),
              "The program ended with exit code 255. No mistake was found: 0 kernel launches.");
}

// The page is green for what went well, and counts nothing of a program that never ran.
TEST(WholeProgramReport, NeitherACrashNorACompileErrorLooksWell) {
    const ProgramReport crash = report_of(folder / "crash.cu");
    EXPECT_FALSE(crash.went_well());
    EXPECT_THAT(html_of(crash),
                testing::HasSubstr("class=\"verdict bad\">The program was ended by signal 11 (segmentation fault)."));
    EXPECT_THAT(html_of(crash), testing::Not(testing::HasSubstr("pill good")));
    EXPECT_THAT(text_of(crash), testing::HasSubstr("reads through a null pointer; was a pointer in this line never set"));
    EXPECT_THAT(html_of(report_of(folder / "does_not_compile.cu")), testing::Not(testing::HasSubstr("0 mistakes")));
    EXPECT_THAT(html_of(report_of(folder / "exit_minus_one.cu")), testing::HasSubstr("class=\"verdict bad\""));
    EXPECT_THAT(html_of(report_of(folder / "vector_add.cu")), testing::HasSubstr("class=\"verdict good\""));
}

TEST(WholeProgramReport, ANoteIsAMistakeForThoseWhoAreStrict) {
    ExecOptions options;
    options.text.file = folder / "leak.cu";
    options.is_strict = true;
    const auto strict = run_whole_program(options, ProgramOutputMode::kept);
    ASSERT_TRUE(strict.has_value());
    EXPECT_EQ(strict->exit_status(), 1);
    const ProgramReport report = report_of(folder / "leak.cu");
    EXPECT_EQ(report.exit_status(), 0);
    EXPECT_THAT(verdict_of(report), testing::HasSubstr("No mistake was found ("));
}

// A program of several sources: all that are in its folder.
ProgramReport report_of_folder(const fs::path& name, const std::set<std::string>& without = {}) {
    ExecOptions options;
    for (const auto& entry : fs::directory_iterator(folder / "several" / name)) {
        const fs::path& file = entry.path();
        if (!is_program_source(file) || without.contains(file.filename())) continue;
        (file.stem() == "main" ? options.text.file : options.text.more_files.emplace_back()) = file;
    }
    std::ranges::sort(options.text.more_files);
    auto report = run_whole_program(options, ProgramOutputMode::kept);
    EXPECT_TRUE(report.has_value()) << (report ? "" : report.error().text());
    return report ? std::move(*report) : ProgramReport{};
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

TEST(WholeProgramThatGoesOn, IsTheSameUnderEveryTrace) {
    for (const char* name : {"past_the_end_goes_on.cu", "shared_past_the_end_goes_on.cu", "wrong_mask_goes_on.cu",
                             "barriers_at_different_lines_go_on.cu"}) {
        const Expected expected = expected_of(folder / name);
        for (const ExecTrace trace : {ExecTrace::counters, ExecTrace::full}) {
            const ProgramReport report = report_of(folder / name, {}, trace);
            std::set<std::string> findings;
            for (const ProgramFinding& each : report.findings) findings.insert(fmt::format("{} in line {}", each.kind, each.line));
            EXPECT_EQ(findings, expected.findings) << text_of(report);
            EXPECT_EQ(report.output, expected.prints);
        }
    }
}

// Which call finds the damage depends on what else lies on the heap.
// Who meets the damage first depends on where the C library has put the blocks: itself, and it ends the program; or the runtime, by
// a wrong pointer of its own.
TEST(WholeProgramThatBreaksItsHeap, IsToldWhereverItIsFound) {
    const ProgramReport report = report_of(folder / "anywhere" / "host_heap_overflow.cu");
    const std::string text = text_of(report);
    ASSERT_EQ(report.findings.size() + report.errors.size(), 1u) << text;
    EXPECT_THAT(text, testing::HasSubstr("past the end of a host array")) << text;
    EXPECT_TRUE(report.exit_code == 128 + SIGABRT || report.exit_code == 128 + SIGSEGV) << report.exit_code;
}

TEST(WholeProgramReport, SaysWhetherAFaultEndedTheLaunch) {
    const auto went_on = to_json(report_of(folder / "out_of_bounds.cu")),
               ended = to_json(report_of(folder / "far_from_array_ends.cu"));
    EXPECT_EQ(went_on.at("launches")[0].at("fault").at("kind"), "out_of_bounds");
    EXPECT_EQ(went_on.at("launches")[0].at("is_ended_by_fault"), false);
    EXPECT_EQ(ended.at("launches")[0].at("is_ended_by_fault"), true);
}

TEST(WholeProgramReport, TellsLaunchesAndCopiesInTheirOrder) {
    const ProgramReport report = report_of(folder / "vector_add.cu");
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

// Accepted, and nothing is written; launches of other kernels, and errors of its own launches, are as ever.
TEST(WholeProgramReport, TellsWhichLaunchesRepeatAnEarlierOne) {
    const ProgramReport report = report_of(folder / "repeated_launches.cu");
    ASSERT_EQ(report.launches.size(), 31u);
    EXPECT_EQ(report.launches[0].repeats, std::nullopt);
    EXPECT_EQ(report.launches[4].repeats, 0);
    EXPECT_EQ(report.launches[5].repeats, std::nullopt);  // with another input
    EXPECT_EQ(report.launches[4].counters, report.launches[0].counters);
    EXPECT_EQ(to_json(report).at("launches")[4].at("repeats"), 0);
    EXPECT_NE(text_of(report).find("of the 31 launches"), std::string::npos) << text_of(report);
}

TEST(WholeProgramReport, AnEqualSortIsARepetition) {
    const ProgramReport report = report_of(folder / "thrust_sorts_again.cu");
    ASSERT_EQ(report.launches.size() % 3, 1u);  // the first one sets the vector
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
    const ProgramReport report = report_of(folder / "unnamed_namespace.cu");
    ASSERT_EQ(report.launches.size(), 1u);
    EXPECT_EQ(report.launches[0].kernel, "(anonymous namespace)::hidden");
}

TEST(WholeProgramReport, ListsLibraryCalls) {
    const ProgramReport report = report_of(folder / "random_numbers.cu");
    ASSERT_FALSE(report.library_calls.empty());
    EXPECT_EQ(report.library_calls[0].call, "curandGenerate");
    EXPECT_EQ(report.library_calls[0].size, "3 numbers");
    EXPECT_EQ(to_json(report).at("steps")[0].at("library"), "curandGenerate");
    EXPECT_NE(text_of(report).find("curandGenerate "), std::string::npos);
    EXPECT_NE(html_of(report).find("3 numbers"), std::string::npos);
}

// Whether or not the machine has them: what stands in for them is here.
TEST(WholeProgramReport, LibrariesOfCudaAreHereByTheirNames) {
    ExecOptions options;
    options.text.file = folder / "libraries_by_every_name.cu";
    options.text.libraries = {"nvrtc_static", "nccl_static", "cufft_static", "curand_static", "nvidia-ml", "GLU", "glut"};
    const auto report = run_whole_program(options, ProgramOutputMode::kept);
    ASSERT_TRUE(report) << report.error().text();
    EXPECT_EQ(report->exit_status(), 0) << text_of(*report);
}

TEST(WholeProgramOnAGpu, IsLinkedToTheLibrariesWhoseHeadersItIncludes) {
    const test::TemporaryFolder temporary;
    const fs::path& dir = temporary.path();
    temporary.write("a.cu", "#include <curand_kernel.h>\n #  include \"own.h\"\n// cufft\nint main() {}\n");
    temporary.write("more/own.h", "#include \"own.h\"\n#include <cublas_v2.h>\n");
    ProgramText text;
    text.file = dir / "a.cu";
    EXPECT_EQ(library_flags(text), std::vector<std::string>{});
    text.include_dirs = {dir / "more"};
    EXPECT_EQ(library_flags(text), std::vector<std::string>{"-lcublas"});
    text.file = folder / "fourier_transforms.cu";
    EXPECT_EQ(library_flags(text), std::vector<std::string>{"-lcufft"});
    text.file = folder / "random_numbers.cu";
    EXPECT_EQ(library_flags(text), std::vector<std::string>{"-lcurand"});
    text.file = folder / "gpus_by_nvml.cu";
    EXPECT_EQ(library_flags(text), std::vector<std::string>{"-lnvidia-ml"});
}

TEST(WholeProgramReport, ALineThatWasCutShortIsPassedOver) {
    ProgramReport report;
    add_event(report, R"({"event": "finding", "kind": "leak", "fi)");
    add_event(report, R"({"event": "finding"})");
    EXPECT_TRUE(report.findings.empty());
}

}  // namespace
}  // namespace warpwise
