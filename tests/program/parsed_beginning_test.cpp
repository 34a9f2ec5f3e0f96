// What sources begin with, parsed once: the same results with and without it, and never an old or a damaged one.
#include "program/compile/parsed_beginning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "experiment/file/program_run.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;

bool is_cuda_h(std::string_view name) { return name == "cuda_runtime.h"; }

std::string lines(std::string_view source) { return leading_includes(source, is_cuda_h).lines; }

TEST(LeadingIncludes, EndAtTheFirstLineOfAnythingElse) {
    EXPECT_EQ(lines(""), "");
    EXPECT_EQ(lines("// a program\n/* of\n two */ #include <cstdio>\n#  include  <vector> // lists\n\nint x;\n#include <map>\n"),
              "#include <cstdio>\n#include <vector>\n");
    EXPECT_EQ(lines("#include <cstdio>\r\n#include \"cuda_runtime.h\"\r\n#include \"mine.h\"\r\n#include <map>\r\n"),
              "#include <cstdio>\n#include \"cuda_runtime.h\"\n");
    EXPECT_EQ(lines("#include <a>\n#define N 3\n#include <b>\n"), "#include <a>\n");
    EXPECT_EQ(lines("#include <a> int x;\n"), "");
    EXPECT_EQ(lines("#include NAME\n#include <a>\n"), "");
    EXPECT_EQ(leading_includes("// a\n#include <a>  // b\nint x;\n", is_cuda_h).bytes,
              std::string_view("// a\n#include <a>  // b").size());
    EXPECT_EQ(lines("/* no end #include <a>\n"), "");
    EXPECT_EQ(lines("#include <a> // on \\\n goes the comment\n#include <b>\n"), "");
}

class Beginnings : public testing::Test {
  protected:
    KeptBeginning ask(const std::string& leading = {}) {
        return kept_beginning({{"-flag"}, "#include <f>\n", leading}, folder_.path() / "kept", [&](const std::string& includes) {
            ++parsed_;
            return std::optional(ParsedBeginning{"tree of " + includes, {header_}});
        });
    }
    fs::path only_file() const { return fs::directory_iterator(folder_.path() / "kept")->path(); }

    test::TemporaryFolder folder_;
    fs::path header_ = folder_.path() / "a header.h";
    int parsed_ = 0;
};

TEST_F(Beginnings, AreParsedOnce) {
    folder_.write("a header.h", "1");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask().tree, "tree of #include <f>\n");
    EXPECT_EQ(parsed_, 1);
}

TEST_F(Beginnings, OfOneProgramAreParsedWhenItComesAgain) {
    folder_.write("a header.h", "1");
    EXPECT_EQ(ask("#include <g>\n").includes, "#include <f>\n");
    EXPECT_EQ(ask("#include <g>\n").includes, "#include <f>\n#include <g>\n");
    EXPECT_EQ(ask("#include <g>\n").tree, "tree of #include <f>\n#include <g>\n");
    EXPECT_EQ(parsed_, 2);
}

TEST_F(Beginnings, AreParsedAnewAfterAChange) {
    folder_.write("a header.h", "1");
    ask();
    folder_.write("a header.h", "12");
    ask();
    EXPECT_EQ(parsed_, 2);
    fs::remove(header_);
    ask();
    EXPECT_EQ(parsed_, 3);
    ask();
    EXPECT_EQ(parsed_, 3);
}

TEST_F(Beginnings, ThatAreDamagedAreNotRead) {
    folder_.write("a header.h", "1");
    ask();
    std::string bytes = *read_file(only_file());
    bytes[3] ^= 1;
    ASSERT_TRUE(write_file_atomically(only_file(), bytes).has_value());
    EXPECT_EQ(ask().tree, "tree of #include <f>\n");
    EXPECT_EQ(parsed_, 2);
    ASSERT_TRUE(write_file_atomically(only_file(), "short").has_value());
    ask();
    EXPECT_EQ(parsed_, 3);
}

TEST_F(Beginnings, InAFolderThatOthersMayWriteAreNotRead) {
    folder_.write("a header.h", "1");
    ask();
    fs::permissions(folder_.path() / "kept", fs::perms::others_write, fs::perm_options::add);
    EXPECT_EQ(ask().tree, "");
    EXPECT_EQ(parsed_, 1);
}

TEST_F(Beginnings, WhoseHeaderChangesMeanwhileAreNotKept) {
    for (int i = 0; i < 2; ++i) {
        const KeptBeginning made =
            kept_beginning({{"-flag"}, "#include <f>\n", {}}, folder_.path() / "kept", [&](const std::string&) {
                ++parsed_;
                folder_.write("a header.h", "1");
                fs::last_write_time(header_, fs::file_time_type::clock::now() + std::chrono::seconds(1));
                return std::optional(ParsedBeginning{"tree", {header_}});
            });
        EXPECT_EQ(made.tree, "tree");
    }
    EXPECT_EQ(parsed_, 2);
}

// Through the whole compiler.
class CompiledAgain : public testing::Test {
  protected:
    CompiledAgain() { ::setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1); }
    ~CompiledAgain() override { ::unsetenv("XDG_CACHE_HOME"); }

    std::string output_of(std::vector<std::string> definitions = {}) {
        ExecOptions options;
        options.text.file = folder_.path() / "p.cu";
        options.text.include_dirs = {folder_.path() / "include"};
        options.text.definitions = std::move(definitions);
        const auto report = run_whole_program(options, ProgramOutputMode::kept);
        EXPECT_TRUE(report.has_value()) << (report ? "" : report.error().text());
        if (!report) return {};
        std::string out = report->output;
        for (const Diagnostic& each : report->diagnostics) out += each.message;
        return out;
    }

    test::TemporaryFolder folder_;
};

TEST_F(CompiledAgain, AProgramSaysTheSame) {
    folder_.write("include/number.h", "inline int number() { return 3; }\n__device__ inline int twice(int x) { return 2 * x; }\n");
    folder_.write("p.cu", R"(#include <number.h>
#include <iostream>
#include <vector>
__global__ void k(int* a, int x) { a[threadIdx.x] = twice(x); }
int main() {
    int* a;
    cudaMallocManaged(&a, 32 * sizeof(int));
    k<<<1, 32>>>(a, number());
    cudaDeviceSynchronize();
    std::vector<int> all(a, a + 32);
#ifdef MORE
    std::cout << "more ";
#endif
    std::cout << all[31] << std::endl;
    cudaFree(a);
}
)");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(output_of(), "6\n");
    EXPECT_EQ(output_of({"MORE"}), "more 6\n");
    folder_.write("include/number.h", "inline int number() { return 40; }\n__device__ inline int twice(int x) { return 2 * x; }\n");
    EXPECT_EQ(output_of(), "80\n");
    folder_.write("include/number.h", "inline int number() { return 40 }\n");
    EXPECT_THAT(output_of(), testing::HasSubstr("expected ';'"));
    folder_.write("p.cu", "#include <iostream>\nint main() { std::regex a; std::cout << a.flags(); }\n");
    for (int i = 0; i < 3; ++i) EXPECT_THAT(output_of(), testing::HasSubstr("'regex'"));
}

// The code of a long kernel is kept, too (simt/native/native_cache.h).
TEST_F(CompiledAgain, ALongKernelBeginsWithTheCodeOfTheRunBefore) {
    folder_.write("p.cu", R"(#include <cstdio>
__global__ void k(unsigned* a) {
    unsigned s = threadIdx.x;
    for (int j = 0; j < 3000; ++j) s = s * 5 + 1;
    a[blockIdx.x * 256 + threadIdx.x] = s;
}
int main() {
    unsigned *a, last = 0;
    cudaMalloc(&a, 512 * 256 * 4);
    for (int i = 0; i < 4; ++i) k<<<512, 256>>>(a);
    cudaMemcpy(&last, a + 512 * 256 - 1, 4, cudaMemcpyDeviceToHost);
    std::printf("%u\n", last);
    cudaFree(a);
}
)");
    const std::string first = output_of();
    const auto kept = [&] { return std::distance(fs::directory_iterator(folder_.path() / "warpwise/native"), {}); };
    const auto files = kept();
    EXPECT_GT(files, 0);
    EXPECT_EQ(output_of(), first);
    EXPECT_EQ(kept(), files);
}

TEST_F(CompiledAgain, WithoutAFolderToKeepThings) {
    folder_.write(
        "p.cu", "#include <cstdio>\n#include <map>\nint main() { std::printf(\"%zu\\n\", std::map<int, int>{{1, 2}}.size()); }\n");
    ::setenv("XDG_CACHE_HOME", "/proc/none", 1);
    EXPECT_EQ(output_of(), "1\n");
}

TEST_F(CompiledAgain, AHeaderThatComesBeforeAnotherIsSeen) {
    folder_.write("include/cstdio", "#define TEXT \"mine\"\n#include_next <cstdio>\n");
    fs::rename(folder_.path() / "include/cstdio", folder_.path() / "cstdio");
    folder_.write("p.cu",
                  "#include <cstdio>\n#ifndef TEXT\n#define TEXT \"the system's\"\n#endif\nint main() { std::puts(TEXT); }\n");
    for (int i = 0; i < 2; ++i) EXPECT_EQ(output_of(), "the system's\n");
    fs::rename(folder_.path() / "cstdio", folder_.path() / "include/cstdio");
    EXPECT_EQ(output_of(), "mine\n");
}

}  // namespace
}  // namespace warpwise
