// Runs, sweeps and kernels on the command line: records, settings, arguments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/npy.h"
#include "lessons/command_line_fixture.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Called;
using test::scale_source;
using ::testing::HasSubstr;

class CommandLineRuns : public test::CommandLineTest {};

TEST_F(CommandLineRuns, RunPrintsOneRecordOrAList) {
    const Called one = call("run indexing_1d --device emulated --json");
    ASSERT_EQ(one.status, 0) << one.err << one.out;
    EXPECT_EQ(one.as_json()["schema"], "warpwise.run/1");
    EXPECT_EQ(one.as_json()["status"], "ok");
    EXPECT_EQ(one.as_json()["check"]["passed"], true);
    const Called several = call("run indexing_1d --device cpu-serial,emulated --json");
    ASSERT_EQ(several.status, 0) << several.err;
    const json list = several.as_json();
    ASSERT_TRUE(list.is_array());
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0]["device"]["kind"], "cpu-serial");
    EXPECT_EQ(list[1]["device"]["kind"], "emulated");
    EXPECT_EQ(list[0]["arrays"], list[1]["arrays"]);  // the same bytes
    const json all = call("run indexing_1d --device all --json").as_json();
    ASSERT_TRUE(all.is_array());
    EXPECT_GE(all.size(), 4u);
    for (const json& record : all)
        EXPECT_EQ(record["arrays"][0]["sha256"], list[0]["arrays"][0]["sha256"]) << record["device"]["kind"];
}

TEST_F(CommandLineRuns, WrongAndFaultingKernelsAreOneWithARecord) {
    const Called wrong = call("run indexing_1d --kernel sum_of_three --json");
    EXPECT_EQ(wrong.status, 1);
    EXPECT_EQ(wrong.as_json()["status"], "wrong");
    EXPECT_EQ(wrong.as_json()["check"]["first_difference"]["index"], 0);
    const Called fault = call("run indexing_1d --kernel no_guard --json");
    EXPECT_EQ(fault.status, 1);
    EXPECT_EQ(fault.as_json()["status"], "fault");
    EXPECT_EQ(fault.as_json()["fault"]["kind"], "out_of_bounds");
    EXPECT_EQ(fault.as_json()["fault"]["array"], "a");
    EXPECT_EQ(fault.as_json()["fault"]["index"], 100);
    const Called block = call("run indexing_1d --set block=2048 --json");
    EXPECT_EQ(block.status, 1);
    EXPECT_EQ(block.as_json()["fault"]["kind"], "launch_invalid");
    EXPECT_THAT(block.out, HasSubstr("CUDA_ERROR_INVALID_VALUE"));
}

TEST_F(CommandLineRuns, AFullTraceCountsByLine) {
    const Called called = call("run indexing_1d --trace full --json");
    ASSERT_EQ(called.status, 0) << called.err;
    const json record = called.as_json();
    std::uint64_t executions = 0, sectors = 0;
    for (const json& line : record["lines"]) {
        executions += line["executions"].get<std::uint64_t>();
        sectors += line["sectors"].get<std::uint64_t>();
        EXPECT_GT(line["active_lanes"], 0) << line.dump();
    }
    EXPECT_EQ(executions, record["executed"]["warp_instructions"].get<std::uint64_t>());
    EXPECT_GT(sectors, 0u);
    EXPECT_FALSE(call("run indexing_1d --trace counters --json").as_json().contains("lines"));
    const std::string kernel = "kernel " + write("scale.cu", scale_source) +
                               " --entry 'scale<float>' --grid 1 --block 32 --arg f32[32] f32[32] i32:32 f32:2 --json --trace ";
    const json full = call(kernel + "full").as_json();
    const auto line = std::ranges::find_if(full["lines"], [](const json& one) { return one["line"] == 4; });
    ASSERT_NE(line, full["lines"].end()) << full.dump();
    EXPECT_EQ((*line)["sectors"], 8);
    EXPECT_EQ((*line)["useful_bytes"], 256);
}

TEST_F(CommandLineRuns, SettingsReachTheLaunch) {
    const json record =
        call("run indexing_1d --set n=1000 --set block=64 --set dtype=f64 --device emulated --seed 9 --json").as_json();
    EXPECT_EQ(record["launch"]["grid"], json({16, 1, 1}));
    EXPECT_EQ(record["launch"]["block"], json({64, 1, 1}));
    EXPECT_EQ(record["dtype"], "f64");
    EXPECT_EQ(record["kernel"], "vector_add<double>");
    EXPECT_EQ(record["seed"], 9);
}

TEST_F(CommandLineRuns, ASweepOfCountsNeedsNoGpu) {
    const fs::path mine = write_own_lesson();
    std::string manifest = read_file(mine / "lesson.toml").value_or("");
    const std::string sweep =
        "[[view]]\nkind = \"sweep\"\nover = \"n\"\nfrom = 32\nto = 128\nshow = [\"threads / block\", \"writers\"]\n";
    manifest.insert(manifest.find("[verify]"), sweep);
    ASSERT_TRUE(write_file_atomically(mine / "lesson.toml", manifest));
    const Called called = call("sweep " + mine.string() + " --device emulated");
    EXPECT_EQ(called.status, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("threads / block  writers\n"));
    EXPECT_THAT(called.out, testing::ContainsRegex("emulated +32 .* 1 +32\nemulated +64 .* 2 +64\nemulated +128 .* 4 +128\n"));
}

TEST_F(CommandLineRuns, SweepGivesAListOrCsv) {
    const Called called = call("sweep crossover --over n=2^4..2^6 --device cpu-serial,cpu-threads --repeats 2 --json");
    ASSERT_EQ(called.status, 0) << called.err;
    const json list = called.as_json();
    ASSERT_EQ(list.size(), 6u);
    EXPECT_EQ(list[2]["parameters"]["n"], 64);
    EXPECT_EQ(list[0]["phases"][0]["samples_ms"].size(), 2u);
    const fs::path csv = dir / "times.csv";
    EXPECT_EQ(call("sweep crossover --over n=16,32 --device cpu-serial --csv " + csv.string()).status, 0);
    EXPECT_THAT(read_file(csv).value_or(""), HasSubstr("lesson,kernel,device,device_name,block,dtype,n,phase"));
    EXPECT_EQ(call("sweep crossover --over n=16 --csv - --json").status, 2);
}

TEST_F(CommandLineRuns, AnErrorHasNoTableAboveIt) {
    const Called called = call("sweep crossover --over n=16 --device cuda:99");
    EXPECT_NE(called.status, 0);
    EXPECT_EQ(called.out, "");
    EXPECT_NE(called.err, "");
}

TEST_F(CommandLineRuns, ASweepOfNothingElseIsTheLessonsOwn) {
    const Called called = call("sweep streams --set n=4096 --device cpu-serial --repeats 1 --json");
    ASSERT_EQ(called.status, 0) << called.err;
    const json list = called.as_json();
    ASSERT_GE(list.size(), 3u);
    EXPECT_EQ(list[1]["parameters"]["chunks"], 2);
}

TEST_F(CommandLineRuns, KernelRunsAFileWithArgumentsAndSavesThem) {
    const std::string file = write("scale.cu", scale_source);
    const std::string saved = (dir / "b.npy").string();
    const std::string arguments =
        " --entry 'scale<float>' --grid 4 --block 32 --arg 'f32[100]:iota' --arg 'f32[100]:constant=-1' --arg i32:99 --arg "
        "f32:2.5 ";
    const Called called = call("kernel " + file + arguments + "--save 1=" + saved + " --json");
    ASSERT_EQ(called.status, 0) << called.err << called.out;
    EXPECT_EQ(called.as_json()["status"], "ok");
    EXPECT_TRUE(called.as_json()["lesson"].is_null());
    EXPECT_EQ(called.as_json()["arrays"].size(), 2u);
    const auto b = read_npy(saved);
    ASSERT_TRUE(b) << b.error().text();
    EXPECT_EQ(b->value(98), 245);
    EXPECT_EQ(b->value(99), -1);
    // What was saved goes in again.
    const Called again = call("kernel " + file + " --entry 'scale<float>' --grid 4 --block 32 --arg " + saved +
                              " 'f32[100]' i32:100 f32:2 --save 1=" + saved);
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(read_npy(saved)->value(98), 490);
    EXPECT_THAT(again.out, HasSubstr("b = 0, 5, 10"));
}

TEST_F(CommandLineRuns, KernelArgumentsThatDoNotFitAreUsageErrors) {
    const std::string kernel = "kernel " + write("scale.cu", scale_source) + " --entry 'scale<float>' --json ";
    for (const auto& [arguments, says] : {
             std::pair{"--arg f32[4]:iota f32[4] i32:4", "takes 4 arguments, 3 given"},
             {"--arg f32[4] i32:4 i32:4 f32:1", "is a pointer"},
             {"--arg f32[4] f32[4] f32[4] f32:1", "single value"},
             {"--arg f32[4] f32[4] i64:4 f32:1", "8 bytes"},
             {"--arg f31[4] f32[4] i32:4 f32:1", "no type 'f31'"},
             {"--arg f32[4]:itoa f32[4] i32:4 f32:1", "no fill"},
             {"--arg f32[x] f32[4] i32:4 f32:1", "is not a size"},
             {"--arg f32[4 f32[4] i32:4 f32:1", "']'"},
             {"--arg f32[4] f32[4] u8:300 f32:1", "is not a value of u8"},
             {"--arg f32[4] missing.npy i32:4 f32:1", "missing.npy"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --save 9=x.npy", "no argument 9"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --save 2=x.npy", "single value"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --grid 0", "--grid"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --block 1,2,3,4", "--block"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --device cpu-serial", "emulated and cuda"},
             {"--arg f32[4] f32[4] i32:4 f32:1 --shared -4", "--shared"},
         }) {
        const Called wrong = call(kernel + arguments);
        EXPECT_EQ(wrong.status, 2) << arguments << "\n" << wrong.err << wrong.out;
        EXPECT_EQ(wrong.out, "") << arguments;
        EXPECT_THAT(wrong.err, HasSubstr(says)) << arguments;
    }
}

TEST_F(CommandLineRuns, SymbolsFillVariablesOfTheProgram) {
    const std::string file = write("symbols.cu", R"(#include <cuda_runtime.h>
__constant__ float c[4];
__device__ int n;
__global__ void k(float* a) { a[threadIdx.x] = c[threadIdx.x] + n; }
int main() { float h[4] = {1, 2, 3, 4}; cudaMemcpyToSymbol(c, h, sizeof h); }
)");
    const std::string kernel = "kernel " + file + " --entry k --block 4 --arg 'f32[4]' --json ";
    const Called zeros = call(kernel);
    ASSERT_EQ(zeros.status, 0) << zeros.err << zeros.out;
    ASSERT_EQ(zeros.as_json()["diagnostics"].size(), 1u) << zeros.out;
    EXPECT_EQ(zeros.as_json()["diagnostics"][0]["line"], 2);
    EXPECT_THAT(zeros.as_json()["diagnostics"][0]["message"].get<std::string>(), HasSubstr("it holds zeros"));
    const std::string saved = (dir / "out.npy").string();
    const Called filled = call(kernel + "--symbol 'c=f32[4]:iota' --symbol n=i32:5 --save 0=" + saved);
    ASSERT_EQ(filled.status, 0) << filled.err << filled.out;
    EXPECT_TRUE(filled.as_json()["diagnostics"].empty()) << filled.out;
    const auto array = read_npy(saved);
    ASSERT_TRUE(array) << array.error().text();
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(array->value(i), 5 + i);
    EXPECT_THAT(call(kernel + "--symbol d=i32:5").out, HasSubstr("The variables are: c, n."));
    EXPECT_THAT(call(kernel + "--symbol 'c=f32[5]'").out, HasSubstr("'c' has 16 bytes, and 20 are given"));
    EXPECT_THAT(call(kernel + "--symbol c").err, HasSubstr("is not NAME=SPEC"));
    EXPECT_THAT(call(kernel + "--symbol c=f31:2").err, HasSubstr("no type 'f31'"));
}

TEST_F(CommandLineRuns, CompileErrorsAreARecordWithDiagnostics) {
    const std::string file = write("typo.cu", "__global__ void k(float* a) {\n    a[threadIdx.x] = undefined_name;\n}\n");
    const Called called = call("kernel " + file + " --entry k --arg 'f32[4]' --json");
    EXPECT_EQ(called.status, 1);
    const json record = called.as_json();
    ASSERT_TRUE(record.is_object()) << called.out;
    EXPECT_EQ(record["status"], "error");
    EXPECT_EQ(record["fault"]["kind"], "compile_error");
    ASSERT_FALSE(record["diagnostics"].empty());
    EXPECT_EQ(record["diagnostics"][0]["line"], 2);
    EXPECT_EQ(record["diagnostics"][0]["column"], 22);
}

TEST_F(CommandLineRuns, ASourceInPlaceOfALessonSaysWhichCommandsTakeIt) {
    const std::string source = write("scale.cu", scale_source);
    for (const std::string command : {"run ", "code ", "check "}) {
        const Called called = call(command + source);
        EXPECT_EQ(called.status, 2) << command << called.out;
        EXPECT_THAT(called.err, HasSubstr("warpwise kernel " + source)) << command;
    }
}

TEST_F(CommandLineRuns, AnAddressCanBeMadeUpForAPointerOfAnyType) {
    const std::string source =
        write("fill.cu", "__global__ void floats(float* a) { a[0] = 1; }\n__global__ void ints(int* a) { a[0] = 1; }\n");
    for (const std::string entry : {"floats", "ints"}) {
        const Called called = call("kernel " + source + " --entry " + entry + " --json --arg u64:4886718336");
        EXPECT_EQ(called.status, 1) << called.err;
        const json fault = json::parse(called.out)["fault"];
        EXPECT_NE(fault["kind"], "launch_invalid") << "the kernel is launched, and its store is the fault";
        EXPECT_THAT(fault["message"].get<std::string>(), HasSubstr("0x123456780")) << "all eight bytes of the address";
    }
}

}  // namespace
}  // namespace warpwise
