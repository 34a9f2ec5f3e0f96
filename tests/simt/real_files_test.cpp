// Files as people write them: headers beside them, host code that does not compile here, overloads.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "simt/compile/compile.h"
#include "simt/compile/compile_host_code.h"
#include "temporary_folder.h"

namespace warpwise::simt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RealFiles : public testing::Test {
  protected:
    RealFiles() {
        fs::create_directories(folder_ / "own");
        options_.folder = (folder_ / "own").string();
    }
    void write(const std::string& name, const std::string& text) { temporary_.write(name, text); }
    auto compiled(const std::string& text, const std::string& entry = "k") { return compile(text, entry, "dir/mine.cu", options_); }

    const test::TemporaryFolder temporary_;
    const fs::path& folder_ = temporary_.path();
    CompileOptions options_;
};

TEST_F(RealFiles, HeadersBesideTheTextAndInFoldersAreRead) {
    write("own/scale.h", "__device__ float scale(float x) { return FACTOR * x; }\n");
    write("more/deep/offset.cuh", "#include \"../other.h\"\n");
    write("more/other.h", "__device__ float offset(float x) { return x + 1; }\n");
    options_.include_folders = {(folder_ / "more").string()};
    options_.definitions = {"FACTOR=3", "ON"};
    const std::string kernel = "__global__ void k(float* a) { a[0] = scale(a[0]) + offset(a[0]); }\n";
    const auto result = compiled("#include \"scale.h\"\n#include <deep/offset.cuh>\n#ifndef ON\n#error off\n#endif\n" + kernel);
    ASSERT_TRUE(result) << text_of(result.error());
    EXPECT_TRUE(result->warnings.empty()) << text_of(result->warnings);
    EXPECT_FALSE(compiled("#include <scale.h>\n" + kernel)) << "angle brackets look in -I folders alone";
}

TEST_F(RealFiles, ATextWithoutFoldersReadsNoFile) {
    write("own/scale.h", "__device__ int two() { return 2; }\n");
    const std::string path = (folder_ / "own/scale.h").string();
    const auto result = compile("#include \"" + path + "\"\n__global__ void k(int* a) { a[0] = two(); }\n", "k", "mine.cu");
    ASSERT_FALSE(result);
    EXPECT_THAT(text_of(result.error()), HasSubstr("'two'"));
}

TEST_F(RealFiles, NothingOutsideOfItsFoldersIsRead) {
    write("secret.h", "__device__ int two() { return 2; }\n");
    write("own/here.h", "__device__ int two() { return 2; }\n");
    fs::create_symlink(folder_ / "secret.h", folder_ / "own/link.h");
    const std::string use = "\n__global__ void k(int* a) { a[0] = two(); }\n";
    for (const std::string& name : {std::string("../secret.h"), std::string("link.h"), (folder_ / "secret.h").string()}) {
        const auto result = compiled("#include \"" + name + "\"" + use);
        ASSERT_FALSE(result) << name;
        EXPECT_EQ(result.error().front().line, 1);
        EXPECT_THAT(result.error().front().message, HasSubstr("outside the folders")) << text_of(result.error());
    }
    EXPECT_TRUE(compiled("#include \"../own/here.h\"" + use)) << "a way round that ends inside";
    options_.reads_machine_files = true;
    for (const std::string& name : {std::string("../secret.h"), std::string("link.h"), (folder_ / "secret.h").string()})
        EXPECT_TRUE(compiled("#include \"" + name + "\"" + use)) << name;
}

// As long as it lives.
class TemporaryFolderOfTheProcess {
  public:
    explicit TemporaryFolderOfTheProcess(const fs::path& folder) {
        if (const char* before = std::getenv("TMPDIR")) before_ = before;
        setenv("TMPDIR", folder.c_str(), 1);
    }
    ~TemporaryFolderOfTheProcess() {
        if (before_)
            setenv("TMPDIR", before_->c_str(), 1);
        else
            unsetenv("TMPDIR");
    }
    TemporaryFolderOfTheProcess(const TemporaryFolderOfTheProcess&) = delete;
    TemporaryFolderOfTheProcess& operator=(const TemporaryFolderOfTheProcess&) = delete;

  private:
    std::optional<std::string> before_;
};

// A module is built from files and into the temporary folder: of the text's words, and of what lies below a folder that it names.
TEST_F(RealFiles, ATextMakesNoModules) {
    fs::create_directories(folder_ / "temporary");
    const TemporaryFolderOfTheProcess temporary(folder_ / "temporary");
    const std::string kernel = "\n__global__ void k(int* a) { a[0] = 1; }\n";
    for (const std::string& text : {
             std::string(
                 "#pragma clang module build mine\nmodule mine { umbrella \"/\" module * { export * } }\n#pragma clang module "
                 "contents\n#pragma clang module begin mine\nint of_the_text;\n#pragma clang module end\n#pragma clang module "
                 "endbuild\n#pragma clang module import mine\n"),
             std::string("#pragma clang module build mine\nmodule mine {}\n#pragma clang module endbuild\n"),
             std::string("#pragma clang module import mine\n"),
             std::string("_Pragma(\"clang module import mine\")\n"),
         }) {
        const auto result = compiled(text + kernel);
        ASSERT_FALSE(result) << text;
        EXPECT_THAT(text_of(result.error()), HasSubstr("cannot use modules")) << text;
        EXPECT_TRUE(fs::is_empty(folder_ / "temporary")) << text;
    }
    const auto imported = compiled("import mine;" + kernel);
    ASSERT_TRUE(imported) << text_of(imported.error());
    EXPECT_THAT(text_of(imported->warnings), HasSubstr("mine.cu:1:")) << "left out, as what host code needs";
    EXPECT_TRUE(fs::is_empty(folder_ / "temporary"));
}

TEST_F(RealFiles, WhatIsNoFileIsLeftOut) {
    options_.reads_machine_files = true;
    const auto result = compiled("#include \"/dev/zero\"\n#include \"own\"\n__global__ void k(int* a) {}\n");
    ASSERT_TRUE(result) << text_of(result.error());
    EXPECT_EQ(result->warnings.size(), 2u) << text_of(result->warnings);
}

TEST_F(RealFiles, AHeadersMistakeIsAtItsLine) {
    write("own/sub/wrong.h", "\n__device__ float twice(float x) { return 2 * y; }\n");
    const auto result = compiled("#include \"sub/wrong.h\"\n__global__ void k(float* a) { a[0] = twice(1); }\n");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().front().file, "dir/sub/wrong.h") << text_of(result.error());
    EXPECT_EQ(result.error().front().line, 2);
    EXPECT_EQ(result.error().front().column, 46);
}

TEST_F(RealFiles, LinesOfHeadersAreToldApart) {
    write("own/kernels.h",
          "\n__device__ __noinline__ int deep(int* a, int i) {\n    return a[i];\n}\n__global__ void k(int* a) { a[0] = deep(a, "
          "1); }\n");
    const auto result =
        compiled("#include \"kernels.h\"\n// the text\n__global__ void other(int* a) { a[0] = deep(a, 2); }\n", "other");
    ASSERT_TRUE(result) << text_of(result.error());
    ASSERT_EQ(result->program.headers.size(), 1u);
    bool found = false;
    for (const Function& function : result->program.functions)
        for (const Location& place : function.locations) {
            const TextPlace shown = place_of(result->program, place.line);
            EXPECT_TRUE(shown.line <= 5) << place.line;
            found |= shown.file == "dir/kernels.h" && shown.line == 3;
        }
    EXPECT_TRUE(found);
    EXPECT_TRUE(compiled("#include \"kernels.h\"\n", "k")) << "a kernel of a header";
}

TEST_F(RealFiles, HostCodeNeverStopsAKernel) {
    const auto result = compile(
        "#include <vector>\n"
        "#include <cutlass/gemm.h>\n"
        "#include <numeric>\n"
        "using std::accumulate;\n"
        "static cublasHandle_t handle;\n"
        "std::multimap<int, Thing> things;\n"
        "struct Job { unknown::type member; void run(cufftHandle plan); };\n"
        "cutlass::Matrix<float> work(cublasStatus_t s, Job* job) { return {}; }\n"
        "#define CHECK(x) do { cudaError_t e = x; (void)e; } while (0)\n"
        "__global__ void k(float* a) { a[threadIdx.x] = 1; }\n"
        "namespace host {\n"
        "auto launch(float* a, Nowhere n) { k<<<1, 32>>>(a); CHECK(cudaDeviceSynchronize()); return n; }\n"
        "void CUDART_CB done(cudaStream_t s, cudaError_t e, void* p) {}\n"
        "}\n",
        "k", "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    EXPECT_THAT(text_of(result->warnings), HasSubstr("mine.cu:5:"));
    EXPECT_THAT(text_of(result->warnings), HasSubstr("cutlass/gemm.h"));
}

TEST_F(RealFiles, TheRuntimeIsThereWithoutAnInclude) {
    const auto result = compile(
        "__global__ void k(float* a) { a[threadIdx.x] = 1; }\n"
        "void check(cudaError_t e) { if (e != cudaSuccess) printf(\"%s\", cudaGetErrorString(e)); }\n"
        "int main() { float* d; check(cudaMalloc(&d, 128)); k<<<1, 32>>>(d); return 0; }\n",
        "k", "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    EXPECT_TRUE(result->warnings.empty()) << text_of(result->warnings);
}

TEST_F(RealFiles, WhatAKernelNeedsIsNamedWhereItIsMissing) {
    const auto result = compile(
        "struct Mesh { std::valarray<int> cells; int count; };\n"
        "__global__ void k(int* a) {\n"
        "    a[0] = sizeof(Mesh);\n"
        "}\n",
        "k", "mine.cu");
    ASSERT_FALSE(result);
    const Diagnostic& first = result.error().front();
    EXPECT_EQ(first.line, 3) << text_of(result.error());
    EXPECT_THAT(first.message, HasSubstr("needs host code that does not compile here: line 1: "));
}

TEST_F(RealFiles, AMistakeInAKernelIsSaidAsItIs) {
    const std::string kernel = "__global__ void k(float* a) {\n    a[0] = treadIdx.x;\n}\n";
    const auto alone = compile(kernel, "k", "mine.cu");
    const auto beside = compile(kernel + "Unknown f(cublasHandle_t h);\n", "k", "mine.cu");
    ASSERT_FALSE(alone);
    ASSERT_FALSE(beside);
    EXPECT_EQ(alone.error(), beside.error()) << text_of(beside.error());
    const auto misspelt = compile("__globl__ void k(float* a) { a[0] = 1; }\n", "k", "mine.cu");
    ASSERT_FALSE(misspelt);
    EXPECT_THAT(misspelt.error().front().message, HasSubstr("__globl__")) << "nothing is left out of what is wanted";
}

TEST_F(RealFiles, AnotherKernelMayNeedWhatIsNotHere) {
    const std::string text =
        "#include <cub/nowhere.cuh>\n"
        "__global__ void other(float* a) { nowhere::Reduce<float> r; r.sum(a); }\n"
        "__global__ void k(float* a) { a[0] = 1; }\n";
    EXPECT_TRUE(compile(text, "k", "mine.cu"));
    const auto needed = compile(text, "other", "mine.cu");
    ASSERT_FALSE(needed);
    EXPECT_THAT(text_of(needed.error()), HasSubstr("nowhere"));
}

TEST_F(RealFiles, OfOverloadsTheOneThatFitsIsTaken) {
    const std::string text =
        "template <typename T> __global__ void k(T* a) { a[0] = 1; }\n"
        "template <typename T> __global__ void k(T* a, int n) { a[0] = n; }\n"
        "template <typename T> __global__ void k(T* a, double x) { a[0] = x; }\n"
        "void h(float) {}\n"
        "__global__ void h(float* a) { a[0] = 2; }\n";
    const auto unknown = compile(text, "k<float>", "mine.cu");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().front().message, HasSubstr("3 kernels"));
    EXPECT_THAT(unknown.error().front().message, HasSubstr("k<float>(float *, int)"));
    options_ = {};
    for (const auto& [arguments, type] : {std::pair{std::vector<std::size_t>{0}, ""}, {{0, 4}, "int"}, {{0, 8}, "double"}}) {
        options_.argument_bytes = arguments;
        const auto result = compiled(text, "k<float>");
        ASSERT_TRUE(result) << text_of(result.error());
        EXPECT_EQ(result->parameters.size(), arguments.size());
        EXPECT_EQ(result->parameters.back().type, arguments.size() == 1 ? "float *" : type);
    }
    const auto named = compile(text, "k<float>(float*, int)", "mine.cu");
    ASSERT_TRUE(named) << text_of(named.error());
    EXPECT_EQ(named->parameters.back().type, "int");
    EXPECT_TRUE(compile(text, "h", "mine.cu")) << "a host function has the kernel's name";
}

// "|" marks the byte, "[" and "]" what is found around it.
void expect_found(std::string marked) {
    const bool none = marked.find('[') == std::string::npos;
    TextRange wanted;
    std::string text;
    std::size_t at = 0;
    for (const char c : marked) {
        if (c == '[')
            wanted.begin = text.size();
        else if (c == ']')
            wanted.end = text.size();
        else if (c == '|')
            at = text.size();
        else
            text += c;
    }
    const auto found = host_declaration(text, at, {"__device__", "__global__"});
    EXPECT_EQ(found.has_value(), !none) << marked;
    if (found && !none) EXPECT_EQ(*found, wanted) << marked << "\n" << text.substr(found->begin, found->end - found->begin);
}

TEST(HostCode, IsFoundByItsBrackets) {
    expect_found("int a; [using std::|x;] int b;");
    expect_found("[void f(in|t x) { if (x) { g(\"}\"); } }] __global__ void k() {}");
    expect_found("void f() {} [static |T t = {1, 2};] void g() {}");
    expect_found("namespace a { namespace { [|T t;] } }");
    expect_found("extern \"C\" { [void f(|T);] }");
    expect_found("[extern \"C\" void f(|T) {}] int b;");
    expect_found("[struct S { std::|string s; int n; } s;] int b;");
    expect_found("struct S { int n; [void f(|T) { }] int m; };");
    expect_found("struct S { __device__ int n() {} std::|string s; };");
    expect_found("struct S { public: [S(|T t) : n{1}, m(2) {}] int n, m; __device__ void f(); };");
    expect_found("__global__ void k() { |x; }");
    expect_found("[template <typename T, class U = V<1>> |W f(T t) { return {}; }] int b;");
    expect_found("// {\n#define X {\n[|T t;] ");
    expect_found("[typedef struct __align__(8) { |T t; } Name;] __device__ int i;");
}

TEST(HostCode, BlankingKeepsLinesAndThePreprocessor) {
    std::string text = "void f() {\n#if A\n  g();\n#endif\n}\nint b;";
    blank(text, {0, text.find("int b")});
    EXPECT_EQ(text, "          \n#if A\n      \n#endif\n \nint b;");
    std::string quoted = "f(\"#if\" /* #\n # */);";
    blank(quoted, {0, quoted.size()});
    EXPECT_EQ(quoted, "            \n       ");
}

TEST_F(RealFiles, AKernelMayHaveTheNameOfAHostFunction) {
    const std::string text = "__global__ void run(float* a, int n) { a[threadIdx.x] = n; }\nvoid run() {}\nint main() { run(); }\n";
    CompileOptions options;
    options.argument_bytes = {8};  // too few: for the launch to say
    const auto kernel = compile(text, "run", "run.cu", options);
    ASSERT_TRUE(kernel) << text_of(kernel.error());
    EXPECT_EQ(kernel->parameters.size(), 2u);
}

// Each declaration fails only once the one before it is left out, so that each takes a round. How many there may be is counted, and
// not what a clock says: on a slow machine they are as many as on a fast one.
std::string chain_of(int declarations) {
    std::string text = "missing_type v0;\n";
    for (int i = 1; i < declarations; ++i) text += fmt::format("auto v{} = v{} + 1;\n", i, i - 1);
    return text + "__global__ void k(int* a) { a[0] = 1; }\n";
}

TEST_F(RealFiles, ManyRoundsMayBeNeeded) {
    const auto result = compiled(chain_of(9));
    ASSERT_TRUE(result) << text_of(result.error());
    EXPECT_EQ(result->warnings.size(), 8u) << "so many are told";
}

TEST_F(RealFiles, RoundsAreCounted) { EXPECT_FALSE(compiled(chain_of(25))); }

}  // namespace
}  // namespace warpwise::simt
