// Compiling: the right place and a helpful word for what beginners get wrong, and names of kernels.
#include "simt/compile/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

namespace warpwise::simt {
namespace {

using testing::HasSubstr;

struct Mistake {
    std::string name, text;
    int line, column;
    std::string message, hint;
    int length = 0;  // of what is underlined; 0: not checked
};

class CompileMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(CompileMistakes, AreFoundWhereTheyAre) {
    const Mistake& mistake = GetParam();
    const auto result = compile(mistake.text, "k", "mine.cu");
    ASSERT_FALSE(result);
    ASSERT_FALSE(result.error().empty());
    const auto error = std::ranges::find(result.error(), Severity::error, &Diagnostic::severity);
    ASSERT_NE(error, result.error().end());
    const Diagnostic& first = *error;
    EXPECT_EQ(first.file, "mine.cu");
    EXPECT_EQ(first.line, mistake.line) << text_of(result.error());
    EXPECT_EQ(first.column, mistake.column) << text_of(result.error());
    if (mistake.length > 0) EXPECT_EQ(first.length, mistake.length);
    EXPECT_THAT(first.message, HasSubstr(mistake.message));
    EXPECT_THAT(first.hint, HasSubstr(mistake.hint));
    EXPECT_THAT(text_of(result.error()), testing::Not(HasSubstr("__simt")));
    EXPECT_THAT(text_of(result.error()), testing::Not(HasSubstr("prelude")));
}

INSTANTIATE_TEST_SUITE_P(
    All, CompileMistakes,
    testing::Values(
        Mistake{"misspelt_index", "__global__ void k(int* o) {\n    o[treadIdx.x] = 1;\n}\n", 2, 7, "treadIdx", "threadIdx"},
        Mistake{"condition_without_parentheses", "__global__ void k(int* o, int n) {\n    if n > 3 return;\n    o[0] = n;\n}\n", 2,
                8, "expected '('", "parentheses"},
        Mistake{"value_returned", "__global__ void k(int* o) {\n    return o[0];\n}\n", 2, 5, "should not return", "return; alone"},
        Mistake{"element_in_parentheses", "__global__ void k(int* o) {\n    o(0) = 1;\n}\n", 2, 6, "not a function", "a[i]"},
        Mistake{"shared_without_underscores", "__global__ void k(int* o) {\n    shared int s[32];\n    o[0] = s[0];\n}\n", 2, 5,
                "'shared'", "__shared__"},
        Mistake{"missing_semicolon", "__global__ void k(int* o) {\n    o[0] = 1\n}\n", 2, 13, "expected ';'", "semicolon"},
        Mistake{"fourth_component", "__global__ void k(int* o) {\n    o[threadIdx.w] = 1;\n}\n", 2, 17, "'uint3'", "x, y and z"},
        Mistake{"host_function", "float twice(float x) { return 2 * x; }\n__global__ void k(float* o) {\n    o[0] = twice(1);\n}\n",
                3, 12, "twice", "__device__"},
        Mistake{"name_of_a_header_that_is_not_here",
                "#include \"common.h\"\n__global__ void k(floatX* a) {\n    a[0] = 1;\n}\nint main() { return 0; }\n", 2, 19,
                "floatX", "'common.h' (line 1)"},
        Mistake{"function_without_a_body",
                "namespace m {\n__device__ double f(double x);\n}\n__global__ void k(double* o) {\n    o[0] = m::f(o[1]);\n}\n", 5,
                12, "'m::f(double)', which is declared at line 2 but has no body here", "Write the function's body"},
        Mistake{"old_shuffle", "__global__ void k(float* o) {\n    o[0] = __shfl_down(o[0], 1);\n}\n", 2, 12, "__shfl_down",
                "__shfl_down_sync(0xffffffffu"},
        Mistake{"misspelt_barrier", "__global__ void k() {\n    __synchthreads();\n}\n", 2, 5, "__synchthreads", "__syncthreads"},
        Mistake{"misspelt_atomic", "__global__ void k(int* o) {\n    atomicadd(o, 1);\n}\n", 2, 5, "atomicadd", "atomicAdd"},
        Mistake{"host_api", "__global__ void k() {\n    int* p; cudaMalloc(&p, 4);\n}\n", 2, 13, "cudaMalloc",
                "Only device code belongs here"},
        Mistake{"returns_a_value", "__global__ int k() { return 1; }\n", 1, 12, "void return type", "void"},
        Mistake{"array_without_size", "__global__ void k(int n) {\n    int a[n];\n}\n", 2, 10, "variable-length", "constant"},
        Mistake{"wide_integer", "__global__ void k(long long* o) {\n    o[0] = (long long)((__int128)o[0] * o[1] >> 64);\n}\n", 2,
                24, "unsupported: 128-bit", "GPU"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    More, CompileMistakes,
    testing::Values(
        Mistake{"unknown_name", "__global__ void k(float* a, int n) {\n    if (idx < n) a[idx] = 1.0f;\n}\n", 2, 9, "'idx'",
                "declared above", 3},
        Mistake{"missing_brace", "__global__ void k(int* a) {\n    if (a[0] > 0) {\n        a[0] = 1;\n}\n", 4, 2, "expected '}'",
                "count"},
        Mistake{"missing_bracket", "__global__ void k(int* a) {\n    a[threadIdx.x = 1;\n}\n", 2, 17, "'x'", "']'"},
        Mistake{"number_for_pointer", "__global__ void k(float* a, float* b) {\n    a = b[0];\n}\n", 2, 9, "'float *'", "a[i]", 4},
        Mistake{"float_remainder", "__global__ void k(float* a) {\n    a[0] = a[0] % 2.0f;\n}\n", 2, 17, "invalid operands",
                "fmodf"},
        Mistake{"float_index", "__global__ void k(float* a, float x) {\n    a[x] = 1.0f;\n}\n", 2, 6, "not an integer", "(int)x"},
        Mistake{"write_to_const", "__global__ void k(const float* a) {\n    a[0] = 1.0f;\n}\n", 2, 10, "read-only", "Remove const"},
        Mistake{"shared_with_value", "__global__ void k(float* a) {\n    __shared__ float s[32] = {0};\n    a[0] = s[0];\n}\n", 2,
                22, "__shared__", "no initial value"},
        Mistake{"dynamic_shared_without_brackets",
                "__global__ void k(float* a) {\n    extern __shared__ float s;\n    a[0] = s;\n}\n", 2, 12, "__shared__",
                "empty brackets", 10},
        Mistake{"kernel_called", "__global__ void f(int* a) {}\n__global__ void k(int* a) {\n    f(a);\n}\n", 3, 5, "'f'",
                "never called", 1},
        Mistake{"argument_missing",
                "__device__ int add(int a, int b) { return a + b; }\n__global__ void k(int* o) {\n    o[0] = add(1);\n}\n", 3, 12,
                "'add'", "number and types", 3},
        Mistake{"shuffle_without_mask", "__global__ void k(int* o) {\n    o[0] = __shfl_down_sync(o[0], 1);\n}\n", 2, 12,
                "__shfl_down_sync", "0xffffffffu", 16},
        Mistake{"atomic_on_a_value", "__global__ void k(int* o) {\n    atomicAdd(o[0], 1);\n}\n", 2, 5, "atomicAdd", "address", 9},
        Mistake{"host_output", "__global__ void k(int* o) {\n    std::cout << o[0];\n}\n", 2, 10, "'cout'", "printf", 4},
        Mistake{"commas_in_for", "__global__ void k(int* o, int n) {\n    for (int i = 0; i < n, i++) o[i] = i;\n}\n", 2, 31,
                "'for'", "two semicolons"},
        Mistake{"misspelt_type", "__global__ void k(flaot* o) {\n    o[0] = 1;\n}\n", 1, 19, "'flaot'", "float?", 5},
        Mistake{"index_without_component", "__global__ void k(float* o) {\n    o[threadIdx] = 1;\n}\n", 2, 6, "operator[]",
                "threadIdx.x"},
        Mistake{"size_without_component",
                "__global__ void k(float* o) {\n    int i = blockIdx.x * blockDim + threadIdx.x;\n    o[i] = 1;\n}\n", 2, 24,
                "invalid operands", "blockDim.x"},
        Mistake{"comma_missing", "__global__ void k(float* o int n) {\n    o[0] = n;\n}\n", 1, 28, "expected ')'", "','", 3},
        Mistake{"declared_twice", "__global__ void k(float* o) {\n    int i = 0;\n    int i = 1;\n    o[i] = 1;\n}\n", 3, 9,
                "redefinition of 'i'", "taken", 1},
        Mistake{"break_without_a_loop", "__global__ void k(float* o) {\n    if (o[0] > 1) break;\n}\n", 2, 19, "'break'", "return;",
                5},
        Mistake{"else_without_if", "__global__ void k(int* o) {\n    if (o[0]) o[1] = 1; o[2] = 2;\n    else o[3] = 3;\n}\n", 3, 5,
                "expected expression", "braces", 4},
        Mistake{"throws", "__global__ void k(int* o) {\n    throw 1;\n}\n", 2, 5, "throw", "no exceptions", 5},
        Mistake{"barrier_without_parentheses", "__global__ void k(float* o) {\n    __syncthreads;\n    o[0] = 1;\n}\n", 2, 5,
                "directly called", "parentheses", 13},
        Mistake{"misspelt_printf", "__global__ void k(float* o) {\n    print(\"%f\", o[0]);\n}\n", 2, 5, "'print'", "printf?", 5},
        Mistake{"crash_pragma", "__global__ void k(float* o) {\n#pragma clang __debug crash\n}\n", 2, 15, "__debug", "Delete", 7},
        Mistake{"half_header_forgotten", "__global__ void k(float* o) {\n    o[0] = __half2float(__float2half(o[0]));\n}\n", 2, 25,
                "__float2half", "<cuda_fp16.h>"},
        Mistake{"algorithm_header_forgotten",
                "#include <cmath>\n__global__ void k(float* o) {\n    o[0] = std::max(o[0], 1.f);\n}\n", 3, 12, "'max'",
                "<algorithm>"},
        // what CUDA has and the emulator has not
        Mistake{"cluster",
                "#include <cooperative_groups.h>\n__global__ void k(int* o) {\n    o[0] = "
                "cooperative_groups::this_cluster().block_rank();\n}\n",
                3, 32, "unsupported: clusters", "GPU"},
        Mistake{"texture_reference",
                "texture<float, 2, cudaReadModeElementType> t;\n__global__ void k(float* o) {\n    o[0] = tex2D(t, 0, 0);\n}\n", 3,
                18, "unsupported: texture references", "cudaTextureObject_t"},
        Mistake{"texture_without_a_type",
                "__global__ void k(cudaTextureObject_t t, float* o) {\n    o[0] = tex2D(t, 0.5f, 0.5f);\n}\n", 2, 12, "'tex2D'",
                "tex2D<float>(object"},
        Mistake{"texture_of_doubles",
                "__global__ void k(cudaTextureObject_t t, double* o) {\n    o[0] = tex1D<double>(t, 0.5f);\n}\n", 2, 12,
                "read a double as int2", ""},
        Mistake{"arguments_of_a_launch",
                "__global__ void f(int* a, int n) {}\n__global__ void k(int* a) {\n    f<<<1, 1>>>(a);\n}\n", 3, 5,
                "the arguments of this launch do not match the parameters of 'f'", "number and types"},
        Mistake{"behind_a_launch", "__global__ void f(int* a) {}\n__global__ void k(int* a) {\n    f<<<1, 1>>>(a); a[0] = b;\n}\n",
                3, 28, "undeclared identifier 'b'", ""},
        Mistake{"below_launches",
                "__global__ void f(int* a) {}\n__global__ void k(int* a) {\n    f<<<1,\n        1>>>(a);\n    f<<<1, 2>>>(a);\n    "
                "a[0] = "
                "b;\n}\n",
                6, 12, "undeclared identifier 'b'", ""},
        Mistake{"launch_that_is_waited_for", "__global__ void k(int* a) {\n    k<<<1, 1>>>(a);\n    cudaDeviceSynchronize();\n}\n",
                3, 5, "unsupported: cudaDeviceSynchronize() in device code", "GPU", 21},
        Mistake{"random_numbers_without_their_header", "__global__ void k(curandState* s) {}\n", 1, 19,
                "unknown type name 'curandState'", "#include <curand_kernel.h>", 11},
        Mistake{"matrices_without_their_header", "__global__ void k(float* o) {\n    nvcuda::wmma::fill_fragment(o, 0.0f);\n}\n", 2,
                5, "undeclared identifier 'nvcuda'", "#include <mma.h>"},
        Mistake{"byte_atomic", "__global__ void k(char* o) {\n    __atomic_fetch_add(o, 1, 0);\n}\n", 2, 5,
                "unsupported: an atomic operation on one byte", "GPU", 18},
        Mistake{"matrix_assembly",
                "__global__ void k(int* o) {\n    int r;\n    asm volatile(\"wmma.load.a %0, %1;\" : \"=r\"(r) : \"r\"(1));\n    "
                "o[0] = r;\n}\n",
                3, 5, "unsupported: the inline assembly \"wmma.load.a %0, %1\"", "GPU", 3},
        Mistake{"assembly_that_cannot_be_read", "__global__ void k(int* o) {\n    asm(\"mov.u32 %0, [1;\" : \"=r\"(o[0]));\n}\n", 2,
                5, "unsupported: the inline assembly \"mov.u32 %0, [1\": expected ']'", "GPU", 3},
        Mistake{"assembly_with_an_unknown_register",
                "__global__ void k(int* o) {\n    asm(\"add.u32 %0, x, 1;\" : \"=r\"(o[0]));\n}\n", 2, 5,
                "unsupported: the inline assembly \"add.u32 %0, x, 1\": there is no register 'x'", "GPU", 3},
        Mistake{"assembly_with_an_unknown_label", "__global__ void k(int* o) {\n    asm(\"bra there;\");\n}\n", 2, 5,
                "there is no label 'there'", "GPU", 3},
        Mistake{"assembly_that_writes_an_input", "__global__ void k(int* o) {\n    asm(\"mov.u32 %0, 1;\" ::\"r\"(o[0]));\n}\n", 2,
                5, "it writes to an input", "GPU", 3},
        Mistake{"assembly_with_a_barrier_of_some_threads", "__global__ void k(int* o) {\n    asm(\"bar.sync 1, 64;\");\n}\n", 2, 5,
                "some of the block's threads", "GPU", 3},
        Mistake{
            "matrix_product_of_no_such_shape",
            "__global__ void k(int* o) {\n    asm(\"mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0}, {%0}, {%0}, {%0};\" : "
            "\"+r\"(o[0]));\n}\n",
            2, 5, "no product of this shape and these types", "GPU", 3}),
    [](const auto& info) { return info.param.name; });

TEST(Compile, WarningsDoNotStop) {
    const auto result = compile("__global__ void k(float* o) {\n    o[0] == 2;\n    printf(\"%d\", o[0]);\n}\n", "k", "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    ASSERT_GE(result->warnings.size(), 2u);
    EXPECT_EQ(result->warnings.front().line, 2);
    EXPECT_EQ(result->warnings.back().line, 3);
    EXPECT_THAT(result->warnings.back().hint, HasSubstr("%f"));
}

TEST(Compile, PassesOverTheHostSideOfAProgram) {
    const auto result =
        compile("#include <nowhere.h>\n__global__ void k(int* a) { a[0] = 1; }\nint main() { anything(goes); return 0; }\n", "k",
                "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    ASSERT_EQ(result->warnings.size(), 1u);
    EXPECT_EQ(result->warnings.front().line, 1);
    EXPECT_THAT(result->warnings.front().message, HasSubstr("nowhere.h"));
    EXPECT_FALSE(compile("#include <nowhere.h>\n__global__ void k(int* a) { a[0] = wrong; }\nint main() {}\n", "k", "mine.cu"));
}

TEST(Compile, NamesThatMacrosPutTogetherAreKnown) {
    const auto result = compile("#define F(a, b) a##b\n__global__ void k(float* a) { a[0] = F(eR, f)(a[0]); }\n", "k", "mine.cu");
    EXPECT_FALSE(result);
    EXPECT_TRUE(compile("#define F(a, b) a##b\n__global__ void k(float* a) { a[0] = F(er, ff)(a[0]) + F(__po, pc)(3); }\n", "k",
                        "mine.cu"));
}

TEST(Compile, WarnsOfAssignmentInACondition) {
    const auto result = compile("__global__ void k(int* p) {\n    if (p = nullptr) return;\n}\n", "k", "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    ASSERT_FALSE(result->warnings.empty());
    EXPECT_EQ(result->warnings.front().line, 2);
    EXPECT_THAT(result->warnings.front().hint, HasSubstr("=="));
}

TEST(Compile, ATemplatesWarningIsSaidOnceAndInOneWay) {
    const auto result =
        compile("template <typename T>\n__global__ void k(T* p, int n) {\n    if (n = 3) p[0] = T(1);\n}\n", "k<float>", "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    ASSERT_EQ(result->warnings.size(), 1u) << text_of(result->warnings);
    EXPECT_THAT(result->warnings.front().hint, HasSubstr("=="));
}

TEST(Compile, FindsKernelsByName) {
    const std::string text =
        "extern \"C\" __global__ void plain(int* a) {}\n"
        "template <typename T> __global__ void made(T* a, T s) {}\n"
        "namespace ns { template <typename T, int N> __global__ void deep(const T* a) {} }\n"
        "__device__ void helper() {}\n";
    for (const char* entry : {"plain", "made<float>", "ns::deep<unsigned char, 4>"}) {
        const auto result = compile(text, entry, "mine.cu");
        ASSERT_TRUE(result) << entry << "\n" << text_of(result.error());
        EXPECT_EQ(result->program.functions[result->entry].name, entry);
    }
    const auto missing = compile(text, "other", "mine.cu");
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().front().hint,
                testing::AllOf(HasSubstr("plain"), HasSubstr("made<...>"), HasSubstr("ns::deep<...>")));
    EXPECT_THAT(compile(text, "made", "mine.cu").error().front().message, HasSubstr("template"));
    EXPECT_THAT(compile(text, "helper", "mine.cu").error().front().hint, HasSubstr("__global__"));
    EXPECT_FALSE(compile(text, "plain; int x", "mine.cu"));
    EXPECT_TRUE(compile("__global__ void only(int* a) {}", "", "mine.cu"));
}

TEST(Compile, DescribesParameters) {
    const auto result =
        compile("template <typename T> __global__ void k(const T* in, T* out, int n, double s) {}", "k<float>", "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    ASSERT_EQ(result->parameters.size(), 4u);
    const KernelParameter& in = result->parameters[0];
    EXPECT_EQ(in.name, "in");
    EXPECT_TRUE(in.is_pointer && in.pointee_is_const);
    EXPECT_EQ(in.pointee_bytes, 4u);
    EXPECT_EQ(in.dtype, DType::f32);
    EXPECT_FALSE(result->parameters[1].pointee_is_const);
    EXPECT_EQ(result->parameters[2].dtype, DType::i32);
    EXPECT_EQ(result->parameters[3].bytes, 8u);
}

TEST(Compile, SurvivesWhatBreaksCompilers) {
    EXPECT_FALSE(compile("#pragma clang __debug crash\n__global__ void k() {}", "k", "mine.cu"));
    EXPECT_FALSE(
        compile("template <int N> struct A { static const int v = A<N + 1>::v; };\n__global__ void k(int* o) { o[0] = A<0>::v; }",
                "k", "mine.cu"));
    EXPECT_FALSE(compile(std::string(kMaxSourceBytes + 1, ' '), "k", "mine.cu"));
    EXPECT_FALSE(compile("__global__ void k() { /* never closed", "k", "mine.cu"));
    EXPECT_FALSE(compile(std::string(50000, '(') + "__global__ void k() {}", "k", "mine.cu"));
    EXPECT_FALSE(compile("", "k", "mine.cu"));
    EXPECT_TRUE(compile("__global__ void k() {}", "k", "mine.cu")) << "the compiler works after a crash";
}

TEST(Compile, RunsInSeveralThreads) {
    std::array<bool, 3> good{};
    std::vector<std::jthread> threads;
    for (bool& each : good)
        threads.emplace_back(
            [&each] { each = compile("__global__ void k(int* a) { a[threadIdx.x] = 1; }", "k", "mine.cu").has_value(); });
    threads.clear();
    EXPECT_THAT(good, testing::Each(true));
}

}  // namespace
}  // namespace warpwise::simt
