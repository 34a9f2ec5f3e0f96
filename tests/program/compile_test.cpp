// How whole programs are compiled: what is refused as nvcc refuses it, what is noted, what hints say, and what options and
// libraries do.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "experiment/file/compiler_command.h"
#include "temporary_folder.h"
#include "whole_program.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;
using test::programs_folder, test::report_of;

TEST(WholeProgramCompiler, NotesWhatTodaysCompilerRefuses) {
    const std::string text = text_of(report_of(programs_folder / "older_forms.cu"));
    for (const char* words : {"write __shfl_down_sync(0xffffffff, value, delta)", "write __any_sync", "a texture object"})
        EXPECT_THAT(text, testing::HasSubstr(words)) << text;
}

// A name that is not supported, although its library's header is available; and an extension that only g++ accepts.
TEST(WholeProgramCompiler, SaysWhyANameIsMissing) {
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

// As nvcc does, which was tried with each of these lines.
TEST(WholeProgramCompiler, RefusesConstantsOfTheHostInDeviceCode) {
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

TEST(WholeProgramCompiler, NotesCallsThatNvccTakesOnlyWithAnOption) {
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
    const ProgramReport report = report_of(options);
    EXPECT_THAT(text_of(report), testing::Not(testing::HasSubstr("constexpr function")));
}

// The exact product has one bit more than a float. A fused multiply-add keeps it; rounded separately, the product loses it.
TEST(WholeProgramCompiler, RoundsProductsSeparatelyIfAsked) {
    const test::TemporaryFolder temporary;
    temporary.write(
        "a.cu",
        "#include <cstdio>\n__global__ void k(float* x) { x[1] = x[0] * x[0] - 1.0f; }\n"
        "int main() {\n    float* x;\n    cudaMallocManaged(&x, 8);\n    x[0] = 1.0f + 0x1p-12f;\n"
        "    k<<<1, 1>>>(x);\n    cudaDeviceSynchronize();\n    std::printf(\"%a\", x[1]);\n    return cudaFree(x);\n}\n");
    ExecOptions options;
    options.text.file = temporary.path() / "a.cu";
    const auto printed = [&] { return report_of(options).output; };
    EXPECT_EQ(printed(), "0x1.0008p-11");
    options.text.gpu_options = {"-fmad=false"};
    EXPECT_EQ(printed(), "0x1p-11");
}

TEST(WholeProgramCompiler, SaysWhatConceptsAndClustersNeed) {
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
    const ProgramReport report = report_of(options);
    EXPECT_EQ(report.exit_status(), 0) << text_of(report);
    EXPECT_THAT(text_of(report_of(temporary.path() / "b.cu")), testing::HasSubstr("Clusters of blocks are not supported"));
}

TEST(WholeProgramCompiler, SaysThatACppFileIsHostCode) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cpp",
                    "#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 5; }\n"
                    "int main() {\n    int* p;\n    cudaMallocManaged(&p, 4);\n    k<<<1, 1>>>(p);\n    cudaDeviceSynchronize();\n"
                    "    const int found = *p;\n    return cudaFree(p) + found;\n}\n");
    ExecOptions options;
    options.text.file = temporary.path() / "a.cpp";
    EXPECT_THAT(text_of(report_of(options)), testing::HasSubstr("As with nvcc, a.cpp is compiled as host code."));
    options.text.is_all_cuda = true;
    EXPECT_EQ(report_of(options).exit_code, 5);
}

// The libraries' headers, whose functions C++ sources have as overloads and templates, too.
TEST(WholeProgramCompiler, LibrariesHaveHeadersForC) {
    const test::TemporaryFolder temporary;
    std::string text = "#include <stdio.h>\n";
    for (const char* header : {"cublas_v2.h", "cublasLt.h", "cusolverDn.h", "cusparse.h", "cufftXt.h", "curand.h", "nccl.h",
                               "cuComplex.h", "cuda_gl_interop.h"})
        text += fmt::format("#include <{}>\n", header);
    temporary.write("a.c",
                    text +
                        "int main(void) {\n    cublasHandle_t handle;\n    float x[2] = {3, 4}, *p, length;\n"
                        "    cudaMalloc((void**)&p, sizeof x);\n    cudaMemcpy(p, x, sizeof x, cudaMemcpyHostToDevice);\n"
                        "    if (cublasCreate(&handle) || cublasSnrm2(handle, 2, p, 1, &length)) return 1;\n"
                        "    cuComplex z = cuCmulf(make_cuComplex(0, 1), make_cuComplex(0, 1));\n"
                        "    printf(\"%g %g\", length, cuCrealf(z));\n    cudaFree(p);\n    return cublasDestroy(handle);\n}\n");
    const ProgramReport report = report_of(temporary.path() / "a.c");
    EXPECT_EQ(report.output, "5 -1") << text_of(report);
}

TEST(WholeProgramCompiler, SaysWhichPartOfCudaAHeaderIsOf) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu", "#include <cudnn.h>\nint main() {}\n");
    temporary.write("b.cu", "#include <cuda.h>\nint main() {\n    CUmodule module;\n    cuModuleLoad(&module, \"a.ptx\");\n}\n");
    EXPECT_THAT(text_of(report_of(temporary.path() / "a.cu")), testing::HasSubstr("a.cu:1:10: error: cuDNN is not supported"));
    EXPECT_THAT(text_of(report_of(temporary.path() / "b.cu")), testing::HasSubstr("It is a name of CUDA's driver API."));
}

// Programs test for them with #ifdef.
TEST(WholeProgramCompiler, OptionsOfNvccDefineItsMacros) {
    const test::TemporaryFolder temporary;
    temporary.write("a.cu",
                    "int main() {\n    int seen = 0;\n#ifdef __CUDACC_EXTENDED_LAMBDA__\n    seen += 1;\n#endif\n"
                    "#ifdef __CUDACC_RELAXED_CONSTEXPR__\n    seen += 2;\n#endif\n    return seen;\n}\n");
    ExecOptions options;
    options.text.file = temporary.path() / "a.cu";
    EXPECT_EQ(report_of(options).exit_code, 0);
    options.text.gpu_options = {"--extended-lambda"};
    EXPECT_EQ(report_of(options).exit_code, 1);
    options.text.gpu_options = {"--extended-lambda", "--expt-relaxed-constexpr"};
    EXPECT_EQ(report_of(options).exit_code, 3);
}

// NVIDIA's <cub/cub.cuh> includes them, too.
TEST(WholeProgramCompiler, CubBringsTheHalfTypes) {
    const test::TemporaryFolder temporary;
    temporary.write(
        "a.cu",
        "#include <cub/block/block_reduce.cuh>\n__global__ void k(__half* a, nv_bfloat16* b) { a[0] = 1.0f, b[0] = 1.0f; }\n"
        "int main() { return sizeof(__half2) + sizeof(nv_bfloat162); }\n");
    EXPECT_EQ(report_of(temporary.path() / "a.cu").exit_code, 8);
}

TEST(WholeProgramCompiler, LoopsOfOpenMpAreSharedOut) {
    const test::TemporaryFolder temporary;
    temporary.write(
        "a.cu",
        "#include <cstdio>\nint main() {\n    int sum = 0;\n#pragma omp parallel for schedule(dynamic) reduction(+ : sum)\n"
        "    for (int i = 0; i < 100; ++i) sum += i;\n    std::printf(\"%d\", sum);\n}\n");
    ExecOptions options;
    options.text.file = temporary.path() / "a.cu";
    options.text.has_openmp = true;
    const ProgramReport report = report_of(options);
    EXPECT_EQ(report.output, "4950") << text_of(report);
}

// Whether or not the machine has these libraries: Warpwise has replacements for them.
TEST(WholeProgramCompiler, LibrariesOfCudaAreHereByTheirNames) {
    ExecOptions options;
    options.text.file = programs_folder / "libraries_by_every_name.cu";
    options.text.libraries = {"nvrtc_static", "nccl_static", "cufft_static", "curand_static", "nvidia-ml", "GLU", "glut"};
    const ProgramReport report = report_of(options);
    EXPECT_EQ(report.exit_status(), 0) << text_of(report);
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
    text.file = programs_folder / "fourier_transforms.cu";
    EXPECT_EQ(library_flags(text), std::vector<std::string>{"-lcufft"});
    text.file = programs_folder / "random_numbers.cu";
    EXPECT_EQ(library_flags(text), std::vector<std::string>{"-lcurand"});
    text.file = programs_folder / "gpus_by_nvml.cu";
    EXPECT_EQ(library_flags(text), std::vector<std::string>{"-lnvidia-ml"});
}

}  // namespace
}  // namespace warpwise
