// The host program of a lesson's run: its calls, and that a CUDA compiler takes it.
#include "experiment/file/host_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "experiment/file/host_formula.h"
#include "lesson_folder.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const Course& shipped_course() {
    static const Course course = load_course(fs::path(WARPWISE_SOURCE_DIR) / "lessons");
    return course;
}

std::string host_code_of(const std::string& lesson, const std::string& kernel, const ParameterValues& values = {}) {
    const Lesson* found = shipped_course().find(lesson);
    if (found == nullptr) return "no lesson " + lesson;
    ExperimentRequest request;
    request.lesson = lesson;
    request.kernel = kernel;
    request.parameters = values;
    const auto program = host_code(*found, request);
    return program ? *program : program.error().text();
}

TEST(HostFormula, IsWhatAPersonWrites) {
    const std::set<std::string> names{"n", "block", "block_x", "words", "chunks"};
    const auto cpp = [&](const std::string& formula) {
        const auto found = cpp_formula(formula, names);
        return found ? found->text : "none";
    };
    EXPECT_EQ(cpp("n"), "n");
    EXPECT_EQ(cpp("ceil(n / block)"), "(n + block - 1) / block");
    EXPECT_EQ(cpp("ceil(n / (2 * block))"), "(n + 2 * block - 1) / (2 * block)");
    EXPECT_EQ(cpp("ceil(32 * words / block_x)"), "(32 * words + block_x - 1) / block_x");
    EXPECT_EQ(cpp("(n + 1) * words - (n - 1)"), "(n + 1) * words - (n - 1)");
    EXPECT_EQ(cpp("floor(n / block)"), "n / block");
    EXPECT_EQ(cpp("words * floor(n / (2 * block))"), "words * (n / (2 * block))");
    EXPECT_EQ(cpp("floor((n + 1) * words / block)"), "(n + 1) * words / block");
    EXPECT_EQ(cpp("floor((n + 1) / block)"), "(n + 1) / block");
    EXPECT_EQ(cpp("floor(n)"), "none");
    EXPECT_EQ(cpp("n / block"), "none");  // C++ would cut it off
    EXPECT_EQ(cpp("2^20"), "none");
    EXPECT_EQ(cpp("ceil(n + 1 / block)"), "none");
    EXPECT_EQ(cpp("unknown + 1"), "none");
    EXPECT_EQ(cpp(""), "none");
    EXPECT_EQ(cpp_formula("ceil(n / block)", names)->names, (std::set<std::string>{"block", "n"}));
}

TEST(HostCode, AllocatesCopiesLaunchesWaitsAndFrees) {
    const std::string text = host_code_of("first_kernel", "add_one", {{"n", std::int64_t{1000}}, {"block", std::int64_t{96}}});
    EXPECT_THAT(text, AllOf(HasSubstr("const int n = 1000;"), HasSubstr("const int block = 96;"),
                            HasSubstr("const dim3 blocks((n + block - 1) / block);"), HasSubstr("cudaMalloc(&d_a, a_bytes)"),
                            HasSubstr("cudaMemcpy(d_a, a, a_bytes, cudaMemcpyHostToDevice)"),
                            HasSubstr("add_one<double><<<blocks, threads>>>(d_a, n);"), HasSubstr("cudaGetLastError()"),
                            HasSubstr("cudaDeviceSynchronize()"), HasSubstr("cudaMemcpy(a, d_a, a_bytes, cudaMemcpyDeviceToHost)"),
                            HasSubstr("cudaFree(d_a)")));
    EXPECT_THAT(text, Not(HasSubstr("//[")));
    // in this order
    std::size_t at = 0;
    for (const char* call :
         {"cudaMalloc(", "HostToDevice", "<<<", "cudaGetLastError", "cudaDeviceSynchronize", "DeviceToHost", "cudaFree("}) {
        const std::size_t found = text.find(call, at);
        ASSERT_NE(found, std::string::npos) << call;
        at = found;
    }
}

TEST(HostCode, AnOutputOfZerosIsClearedAndNotCopied) {
    const std::string text = host_code_of("crossover", "vector_add");
    EXPECT_THAT(text, AllOf(HasSubstr("cudaMemset(d_c, 0, c_bytes)"),
                            Not(HasSubstr("cudaMemcpy(d_c, c, c_bytes, cudaMemcpyHostToDevice)"))));
}

TEST(HostCode, PinnedMemoryIsAllocatedAndFreedAsSuch) {
    const std::string text = host_code_of("transfers", "products", {{"copies", std::string("pinned")}});
    EXPECT_THAT(text, AllOf(HasSubstr("cudaMallocHost(&a, a_bytes)"), HasSubstr("cudaFreeHost(a)"), Not(HasSubstr("a_host"))));
}

TEST(HostCode, ChunksGoRoundTheStreams) {
    const std::string text = host_code_of("streams", "cool", {{"chunks", std::int64_t{8}}, {"streams", std::int64_t{4}}});
    EXPECT_THAT(text,
                AllOf(HasSubstr("const int chunks = 8, streams = 4;"), HasSubstr("cudaStreamNonBlocking"),
                      HasSubstr("cudaMemcpyAsync(d_a + begin, a + begin, sizeof(float) * count, cudaMemcpyHostToDevice, stream)"),
                      HasSubstr("const dim3 blocks((count + block - 1) / block);"),
                      HasSubstr("cool<float><<<blocks, threads, 0, stream>>>(d_a + begin, d_c + begin, count, rounds);")));
    EXPECT_THAT(host_code_of("streams", "cool", {{"chunks", std::int64_t{1}}}), Not(HasSubstr("cudaMemcpyAsync")));
}

// The program's own names give way to those of the lesson.
TEST(HostCode, ParametersNamedBlocksAndThreads) {
    std::string manifest = test::good_manifest;
    const auto replace = [&](const std::string& from, const std::string& to) {
        const std::size_t at = manifest.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        manifest.replace(at, from.size(), to);
    };
    replace("block = { kind = \"block\", default = 32 }",
            "threads = { kind = \"block\", default = 32 }\nblocks = { kind = \"size\", default = 4, min = 1, max = 64 }");
    replace("grid = \"ceil(n / block)\"", "grid = \"blocks\"\nblock = \"threads\"");
    const test::TemporaryFolder folder;
    test::write_lesson(folder, "tiny", manifest);
    const auto lesson = load_lesson(folder.path() / "tiny");
    ASSERT_TRUE(lesson) << text_of(lesson.error());
    const auto program = host_code(*lesson, {});
    ASSERT_TRUE(program) << program.error().text();
    EXPECT_THAT(*program, AllOf(HasSubstr("const dim3 block_size(threads);"), HasSubstr("const dim3 grid_size(blocks);"),
                                HasSubstr("<<<grid_size, block_size>>>"), Not(HasSubstr("dim3 blocks("))));
}

TEST(HostCode, ARoundedDownGridKeepsItsFormula) {
    const Lesson& lesson = *shipped_course().find("guards_and_limits");
    const auto floored = std::ranges::find(lesson.kernels, "floor(n / block)", &KernelSpec::grid_x);
    ASSERT_NE(floored, lesson.kernels.end());
    EXPECT_THAT(host_code_of(lesson.id, floored->id), HasSubstr("const dim3 blocks(n / block);"));
}

TEST(HostCode, ATextWithoutTheKernelIsAnErrorThatSaysSo) {
    ExperimentRequest request;
    request.kernel = "add_one";
    request.edited_source = "__global__ void other(int* a) {}";
    const auto program = host_code(*shipped_course().find("first_kernel"), request);
    ASSERT_FALSE(program);
    EXPECT_THAT(program.error().text(), HasSubstr("no kernel add_one with 2 parameters"));
}

// Every kernel of every lesson in one translation unit, a namespace each: a compiler's start-up is most of its time.
std::string all_programs() {
    std::string includes, bodies;
    int count = 0;
    for (const Lesson& lesson : shipped_course().lessons)
        for (const KernelSpec& kernel : lesson.kernels) {
            if (!kernel.library.empty()) continue;  // no launch of a lesson's own
            std::istringstream text(host_code_of(lesson.id, kernel.id));
            bodies += "namespace program_" + std::to_string(count++) + " {\n";
            for (std::string line; std::getline(text, line);) (line.starts_with("#include") ? includes : bodies) += line + "\n";
            bodies += "}\n";
        }
    return includes + bodies;
}

bool exists(const std::string& command) { return std::system(("command -v " + command + " >/dev/null 2>&1").c_str()) == 0; }

// What the compiler says; "" when it takes the text.
std::string refused_by(const std::string& command, const std::string& text) {
    const test::TemporaryFolder folder;
    folder.write("program.cu", text);
    const std::string log = (folder.path() / "log").string();
    const int status = std::system((command + " " + (folder.path() / "program.cu").string() + " >" + log + " 2>&1").c_str());
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    std::ifstream in(log);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST(HostCode, NvccCompilesEveryLessonsProgram) {
    const std::string nvcc = exists("nvcc") ? "nvcc" : "/usr/local/cuda/bin/nvcc";
    if (!exists(nvcc)) GTEST_SKIP() << "there is no nvcc here";
    EXPECT_EQ(refused_by(nvcc + " -arch=sm_90 -c -o /dev/null", all_programs()), "");
    EXPECT_NE(refused_by(nvcc + " -arch=sm_90 -c -o /dev/null", "int main() { undeclared(); }"), "");
}

TEST(HostCode, ClangAcceptsEveryLessonsProgram) {
    const std::string clang = exists("clang++-19") ? "clang++-19" : "clang++";
    if (!exists(clang)) GTEST_SKIP() << "there is no clang++ here";
    const std::string command =
        clang + " -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 -fsyntax-only -Wno-unknown-cuda-version -I" +
        WARPWISE_TEST_DATA + "/data/cuda_stub";
    EXPECT_EQ(refused_by(command, all_programs()), "");
    EXPECT_NE(refused_by(command, "int main() { undeclared(); }"), "");
}

}  // namespace
}  // namespace warpwise
