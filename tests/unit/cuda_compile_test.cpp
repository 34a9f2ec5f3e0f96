// The plugin's compiler without a GPU: NVRTC makes machine code for a named architecture. Skipped where NVRTC is missing.
#ifdef WARPWISE_HAS_CUDA
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "base/files.h"
#include "cuda/compile/kernel_compiler.h"
#include "cuda/compile/nvrtc_log.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;

class CudaCompile : public testing::Test {
  protected:
    void SetUp() override {
        auto opened = Nvrtc::open();
        if (!opened) GTEST_SKIP() << opened.error().text();
        nvrtc_ = std::move(*opened);
    }
    std::expected<CompiledKernel, Diagnostics> compile(const std::string& text, const std::string& entry, int architecture = 90) {
        return compile_kernel(nvrtc_, KernelSource{text, entry, "kernel.cu"}, architecture);
    }
    // The diagnostics of a text that must not compile.
    Diagnostics refused(const std::string& text, const std::string& entry) {
        auto compiled = compile(text, entry);
        EXPECT_FALSE(compiled.has_value());
        return compiled ? Diagnostics{} : compiled.error();
    }
    void expect_compiles(const std::string& text, const std::string& entry, int architecture = 90) {
        const auto compiled = compile(text, entry, architecture);
        ASSERT_TRUE(compiled.has_value()) << text_of(compiled.error());
        EXPECT_FALSE(compiled->image.empty());
        EXPECT_THAT(compiled->lowered_name, HasSubstr(entry.substr(0, entry.find('<'))));
        EXPECT_GT(compiled->compile_ms, 0);
    }
    Nvrtc nvrtc_;
};

constexpr const char* add_one = R"(template <typename T>
__global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] + T(1);
}
)";

TEST_F(CudaCompile, InstantiatesATemplateForEveryDtype) {
    for (const DType dtype : all_dtypes()) {
        if (dtype == DType::f16 && nvrtc_.include_dirs.empty()) continue;  // cuda_fp16.h comes with a toolkit
        SCOPED_TRACE(name_of(dtype));
        expect_compiles(add_one, "add_one<" + std::string(c_name_of(dtype)) + ">");
    }
}

TEST_F(CudaCompile, MakesCubinsForTheArchitecturesItKnowsAndPtxForNewerOnes) {
    for (const int architecture : {80, 90}) {
        SCOPED_TRACE(architecture);
        const auto compiled = compile(add_one, "add_one<float>", architecture);
        ASSERT_TRUE(compiled.has_value()) << text_of(compiled.error());
        EXPECT_FALSE(compiled->is_ptx);
        EXPECT_EQ(std::string(compiled->image.data() + 1, 3), "ELF");
    }
    const auto newer = compile(add_one, "add_one<float>", 999);
    ASSERT_TRUE(newer.has_value()) << text_of(newer.error());
    EXPECT_TRUE(newer->is_ptx);
    EXPECT_THAT(std::string(newer->image.data()), HasSubstr(".target sm_" + std::to_string(nvrtc_.architectures.back())));
}

TEST_F(CudaCompile, KnowsWhatTheEmulatorsPreludeGives) {
    expect_compiles(
        "extern \"C\" __global__ void types(int64_t* a, uint8_t b, size_t c) { a[0] = b + c; assert(a); printf(\"x\"); }", "types");
    expect_compiles(
        "#include <cstdint>\n#include <stdio.h>\n#include <climits>\n"
        "__global__ void included(std::size_t n, uint32_t* a) { a[0] = UINT_MAX; printf(\"%d\\n\", (int)n); }",
        "included");
    expect_compiles("__global__ void lambdas(int* a) { auto f = [=] __device__(int x) { return x + 1; }; a[0] = f(a[1]); }",
                    "lambdas");
    expect_compiles(
        "[[nodiscard]] __device__ int f() { return 1; }\n"
        "__global__ void lambda(int* a) { auto g = [&] __host__ __device__ { a[0] = f(); }; g(); }",
        "lambda");
    expect_compiles("__global__ void shuffles(float* a) { a[0] = sqrtf(__shfl_down_sync(0xffffffffu, a[threadIdx.x], 16)); }",
                    "shuffles");
}

TEST_F(CudaCompile, CooperativeGroupsAndHalfCompileWithTheToolkitsHeaders) {
    if (nvrtc_.include_dirs.empty()) GTEST_SKIP() << "no CUDA headers here";
    expect_compiles(
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
        "__global__ void groups(float* a) { auto b = cg::this_thread_block(); auto w = cg::tiled_partition<32>(b);\n"
        "a[b.thread_rank()] = w.shfl_down(a[0], 1); b.sync(); }",
        "groups");
    expect_compiles("__global__ void half_sum(__half* a) { a[0] = __hadd(a[0], a[1]); }", "half_sum");
}

TEST_F(CudaCompile, ErrorsNameLineAndColumnOfTheUsersText) {
    const Diagnostics errors = refused("__global__ void k(float* a) {\n    a[0] = missing_name + 1;\n}\n", "k");
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors[0].file, "kernel.cu");
    EXPECT_EQ(errors[0].line, 2);
    EXPECT_EQ(errors[0].column, 12);
    EXPECT_EQ(errors[0].length, 12);
    EXPECT_THAT(errors[0].message, HasSubstr("missing_name"));
    EXPECT_FALSE(errors[0].hint.empty());
}

TEST_F(CudaCompile, AMissingEntryIsSaidInTheUsersWords) {
    for (const std::string entry : {"subtract_one<float>", "subtract_one"}) {
        const Diagnostics errors = refused(add_one, entry);
        ASSERT_EQ(errors.size(), 1u) << text_of(errors);
        EXPECT_THAT(errors[0].message, HasSubstr("there is no kernel subtract_one in kernel.cu"));
        EXPECT_THAT(errors[0].hint, HasSubstr("add_one"));
    }
}

TEST_F(CudaCompile, ATemplateWithoutArgumentsIsRefusedWithoutAPlacePastTheText) {
    for (const Diagnostic& error : refused(add_one, "add_one")) EXPECT_LE(error.line, 5) << error.message;
}

TEST_F(CudaCompile, AKernelMadeByAMacroIsFound) {
    expect_compiles("#define MAKE(name) __global__ void name(int* a) { a[0] = 1; }\nMAKE(made_by_macro)\n", "made_by_macro");
}

TEST_F(CudaCompile, OddTextsAreDiagnosticsNotCrashes) {
    EXPECT_FALSE(refused("", "k").empty());
    EXPECT_FALSE(refused(std::string("__global__ void k() {}\0", 23), "k").empty());
    EXPECT_FALSE(refused("__global__ void k() {}", "").empty());
    EXPECT_FALSE(refused("__global__ void k() {}", "k; }").empty());
    EXPECT_FALSE(refused("#include <vector>\n__global__ void k() {}", "k").empty());
}

// A template's kernel with an argument of the kind that its text asks for, as the course's ladders have it: a type, or the odd
// edge of a filter.
std::string instance_of(const std::string& text, const std::string& name) {
    const std::regex head(
        "template\\s*<\\s*(\\w+)\\s+(\\w+)[^>]*>\\s*__global__\\s+void\\s+(?:__launch_bounds__\\s*\\([^)]*\\)\\s*)?" + name +
        "\\s*\\(");
    std::smatch found;
    if (!std::regex_search(text, found, head)) return name;
    const bool takes_a_type = found[1] == "typename" || found[1] == "class";
    if (takes_a_type && found[2] == "Index") return name + "<int>";
    return name + (takes_a_type ? "<float>" : "<5>");
}

TEST_F(CudaCompile, ACommentThatEndsInABracketIsNoLambda) {
    expect_compiles("//[marked]\n__device__ int one() { return 1; }\n//[/marked]\n__global__ void k(int* a) { a[0] = one(); }",
                    "k");
}

// For the oldest architecture that we support. What compiles for that one compiles for newer ones, unless the text asks which it
// is.
TEST_F(CudaCompile, EveryKernelOfTheCourseCompiles) {
    const fs::path root = fs::path(WARPWISE_SOURCE_DIR) / "kernels";
    if (!fs::is_directory(root)) GTEST_SKIP() << "no kernels folder in this checkout";
    int compiled_kernels = 0;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (entry.path().extension() != ".cu") continue;
        const auto text = read_file(entry.path());
        ASSERT_TRUE(text.has_value()) << text.error().text();
        for (const std::string& name : kernel_names(*text)) {
            const std::string expression = instance_of(*text, name);
            SCOPED_TRACE(entry.path().string() + " " + expression);
            expect_compiles(*text, expression, 80);
            if (text->contains("__CUDA_ARCH__")) expect_compiles(*text, expression, 90);
            ++compiled_kernels;
        }
    }
    EXPECT_GT(compiled_kernels, 0);
}

TEST(NvrtcLog, KeepsContinuedMessagesAndWarnings) {
    const Diagnostics found = parse_nvrtc_log(
        "kernel.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n"
        "      int x;\n"
        "          ^\n"
        "\n"
        "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
        "\n"
        "kernel.cu(4): error: no instance of overloaded function \"f\" matches the argument list\n"
        "            argument types are: (int)\n"
        "      f(1);\n"
        "      ^\n"
        "\n"
        "1 error detected in the compilation of \"kernel.cu\".\n",
        "\n\n\tint x;\n  f(1);\n");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].severity, Severity::warning);
    EXPECT_EQ(found[0].column, 6);  // a tab is one byte
    EXPECT_EQ(found[1].severity, Severity::error);
    EXPECT_EQ(found[1].line, 4);
    EXPECT_EQ(found[1].column, 3);
    EXPECT_THAT(found[1].message, HasSubstr("argument types are: (int)"));
}

TEST(NvrtcLog, AnErrorWithoutAPlaceIsKept) {
    const Diagnostics found = parse_nvrtc_log("nvrtc: error: invalid value for --gpu-architecture (-arch)\n", "");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0].message, HasSubstr("gpu-architecture"));
    EXPECT_EQ(found[0].line, 0);
}

TEST(KernelNames, AreReadThroughAttributes) {
    EXPECT_THAT(kernel_names("__global__ void a(int) {}\n__global__ void __launch_bounds__(256) b(int) {}\n"
                             "extern \"C\" __global__ void\nc() {}"),
                testing::ElementsAre("a", "b", "c"));
}

}  // namespace
}  // namespace warpwise
#endif
