// Decoding: every construct of ordinary CUDA C++ becomes bytecode, with variables in registers and accesses of full width.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "simt/code/disassemble.h"
#include "simt/compile/compile.h"

namespace warpwise::simt {
namespace {

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

CompiledKernel compiled(const std::string& text, const std::string& entry = "k") {
    auto result = compile(text, entry, "kernel.cu");
    if (result) return std::move(*result);
    ADD_FAILURE() << text_of(result.error());
    return {};
}

int count_of(const CompiledKernel& kernel, Op op) {
    int count = 0;
    for (const Function& function : kernel.program.functions)
        count += static_cast<int>(std::ranges::count(function.code, op, &Instruction::op));
    return count;
}

// Every target, operand and index of a program lies where it must.
void expect_sound(const Bytecode& program) {
    for (const Function& function : program.functions) {
        ASSERT_EQ(function.code.size(), function.locations.size());
        ASSERT_EQ(function.code.size(), function.statement_starts.size());
        // Only what comes from a header has none.
        ASSERT_EQ(std::ranges::count(function.statement_starts, 1) > 0, function.line > 0) << function.name;
        ASSERT_FALSE(function.code.empty());
        const auto size = function.code.size();
        for (const Instruction& in : function.code) {
            ASSERT_NE(in.op, Op::invalid);
            ASSERT_LT(static_cast<int>(in.op), static_cast<int>(Op::count));
            if (in.op == Op::branch || in.op == Op::branch_if || in.op == Op::switch_on) ASSERT_LT(in.a, size);
            if (in.op == Op::branch_if) ASSERT_LT(in.b, size);
            if (in.op == Op::branch_if || in.op == Op::switch_on) ASSERT_TRUE(in.c < size || in.c == kNoPc);
            if (in.op == Op::call) ASSERT_LT(function.calls[in.a].callee, program.functions.size());
        }
        for (const SwitchTable& table : function.switches)
            for (const auto& [value, pc] : table.cases) ASSERT_LT(pc, size);
        ASSERT_EQ(function.frame_bytes % 256, 0u);
    }
}

TEST(Decode, TakesEveryConstruct) {
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(std::string(WARPWISE_TEST_DATA) + "/kernels/constructs")) {
        SCOPED_TRACE(file.path().filename().string());
        const CompiledKernel kernel = compiled(text_of_file(file.path()));
        expect_sound(kernel.program);
        EXPECT_EQ(kernel.parameters.size(),
                  kernel.program.functions.empty() ? 0 : kernel.program.functions[kernel.entry].parameters.size());
        ++files;
    }
    EXPECT_GE(files, 40);
}

TEST(Decode, KeepsVariablesInRegisters) {
    const CompiledKernel kernel = compiled(
        "__global__ void k(const float4* in, float4* out) {\n    float4 v = in[threadIdx.x];\n    v.x += v.w;\n    "
        "out[threadIdx.x] = v;\n}\n");
    EXPECT_EQ(kernel.program.functions[0].local_bytes, 0u) << disassemble(kernel.program, kernel.program.functions[0]);
    EXPECT_EQ(count_of(kernel, Op::load_vector), 1) << "a float4 is read in one access";
    EXPECT_EQ(count_of(kernel, Op::store_vector), 1);
    EXPECT_EQ(count_of(kernel, Op::copy_memory), 0);
}

TEST(Decode, MarksAtomicsWithoutResult) {
    const CompiledKernel kernel = compiled("__global__ void k(int* a) { atomicAdd(a, 1); a[1] = atomicAdd(a, 2); }");
    std::vector<bool> unused;
    for (const Instruction& in : kernel.program.functions[0].code)
        if (in.op == Op::atomic) unused.push_back((in.flags & kResultUnused) != 0);
    EXPECT_THAT(unused, testing::ElementsAre(true, false));
}

TEST(Decode, NamesSharedVariables) {
    const CompiledKernel kernel = compiled(
        "__global__ void k(int* a) {\n    __shared__ int tile[4][8];\n    extern __shared__ float rest[];\n    tile[0][0] = a[0]; "
        "rest[0] = 1;\n}\n");
    const auto& symbols = kernel.program.symbols;
    const auto tile = std::ranges::find(symbols, "tile", &Symbol::name);
    ASSERT_NE(tile, symbols.end());
    EXPECT_EQ(tile->bytes, 128u);
    EXPECT_EQ(tile->line, 2u);
    EXPECT_EQ(kernel.program.types[tile->type].name, "int[4][8]");
    const auto rest = std::ranges::find(symbols, "rest", &Symbol::name);
    ASSERT_NE(rest, symbols.end());
    EXPECT_EQ(rest->space, Symbol::Space::dynamic_shared);
    EXPECT_EQ(rest->offset, 128u);
}

TEST(Decode, DescribesVariables) {
    const CompiledKernel kernel = compiled(
        "__global__ void k(float* a, int n) {\n    float sum = 0;\n    for (int i = 0; i < n; ++i) sum += a[i];\n    float copy[3] "
        "= {sum, 1, 2};\n    a[n] = copy[n];\n}\n");
    const Function& function = kernel.program.functions[0];
    const auto named = [&](std::string_view name) { return *std::ranges::find(function.variables, name, &Variable::name); };
    EXPECT_EQ(named("sum").where, Variable::Where::slot);
    EXPECT_EQ(named("sum").line, 2u);
    EXPECT_TRUE(named("n").is_argument);
    EXPECT_EQ(named("copy").where, Variable::Where::local);
    EXPECT_EQ(named("copy").bytes, 12u);
    ASSERT_EQ(function.locals.size(), 1u);
    EXPECT_EQ(function.locals[0].name, "copy");
}

// The lines at which statements may begin, in the order of the code; an inlined function's as "3<7", called from line 7.
std::vector<std::string> statement_lines(const Function& function) {
    std::vector<std::string> out;
    for (std::size_t pc = 0; pc < function.code.size(); ++pc) {
        if (!function.statement_starts[pc]) continue;
        std::string text = std::to_string(function.locations[pc].line);
        for (std::uint32_t at = function.locations[pc].inlined_at; at != kNoIndex; at = function.inlined_calls[at].inlined_at)
            text += "<" + std::to_string(function.inlined_calls[at].line);
        out.push_back(std::move(text));
    }
    return out;
}

TEST(Decode, StatementsBeginAtTheFirstSourceLine) {
    const CompiledKernel kernel = compiled(R"(__global__
void k(int* a,
       int n) {
    int i = threadIdx.x;
    int j = i + n; j += a[j];
    a[i] =
        j + 1;
})");
    // The parameters' moves to their variables belong to no statement; two statements on one line are one.
    EXPECT_THAT(statement_lines(kernel.program.functions[0]), testing::ElementsAre("4", "5", "7", "6", "8"));
    EXPECT_EQ(kernel.program.functions[0].statement_starts[0], 0) << disassemble(kernel.program, kernel.program.functions[0]);
}

TEST(Decode, StatementsBeginWhereAJumpMayCome) {
    const CompiledKernel kernel = compiled("__global__ void k(int* a, int n) {\n    for (int i = 0; i < n; ++i) a[i] = i;\n}\n");
    const Function& function = kernel.program.functions[0];
    const auto is_start = [&](std::uint32_t pc) { return function.statement_starts[pc] != 0; };
    int jumps_back = 0;
    for (std::uint32_t pc = 0; pc < function.code.size(); ++pc) {
        const Instruction& in = function.code[pc];
        if (in.op != Op::branch && in.op != Op::branch_if) continue;
        EXPECT_TRUE(is_start(in.a)) << disassemble(kernel.program, function);
        if (in.op == Op::branch_if) EXPECT_TRUE(is_start(in.b));
        jumps_back += in.a <= pc;
    }
    EXPECT_EQ(jumps_back, 1);  // each iteration of the loop on one line can be a step
    EXPECT_THAT(statement_lines(function), testing::Contains("2").Times(4));
}

TEST(Decode, StatementsOfInlinedCallsAreTheirOwn) {
    const CompiledKernel kernel = compiled(R"(__device__ __forceinline__ int twice(int v) {
    return v * 2;
}
__global__ void k(int* a) {
    a[0] = twice(a[1]) + twice(a[2]);
})");
    EXPECT_THAT(statement_lines(kernel.program.functions[0]), testing::ElementsAre("5", "2<5", "5", "2<5", "5", "6"))
        << disassemble(kernel.program, kernel.program.functions[0]);
}

TEST(Decode, StatementsMayBeginWhereACallReturns) {
    const CompiledKernel kernel = compiled(
        "__device__ __noinline__ int f(int v) { return v + 1; }\n__global__ void k(int* a) {\n    a[0] = f(a[1]) * 2;\n}\n");
    const Function& function = kernel.program.functions[kernel.entry];
    EXPECT_THAT(statement_lines(function), testing::ElementsAre("3", "3", "4")) << disassemble(kernel.program, function);
    const auto call = std::ranges::find(function.code, Op::call, &Instruction::op) - function.code.begin();
    EXPECT_EQ(function.statement_starts[static_cast<std::size_t>(call) + 1], 1);
}

TEST(Decode, MovesBetweenBlocksBeginNoStatement) {
    const CompiledKernel kernel =
        compiled("__global__ void k(int* a, int n) {\n    bool both = n > 1 && a[0] > 2;\n    a[1] = both;\n}\n");
    const Function& function = kernel.program.functions[0];
    // What && gives comes by moves that lie behind the rest of the code and jump back to it.
    const auto ends = std::ranges::find(function.code, Op::ret, &Instruction::op) - function.code.begin();
    ASSERT_GT(function.code.size(), static_cast<std::size_t>(ends) + 1) << disassemble(kernel.program, function);
    for (std::size_t pc = static_cast<std::size_t>(ends) + 1; pc < function.code.size(); ++pc)
        EXPECT_EQ(function.statement_starts[pc], 0) << pc;
}

}  // namespace
}  // namespace warpwise::simt
