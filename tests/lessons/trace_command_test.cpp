// `warpwise trace` of five kernels: lanes, variables and accesses against values that are worked out here by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "lessons/command_line_fixture.h"

namespace warpwise::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using OfLane = std::function<json(int lane)>;

// An array of 32: what `of` gives in the lanes of a mask, and null elsewhere.
json lanes(std::uint32_t mask, const OfLane& of) {
    json list = json::array();
    for (int lane = 0; lane < 32; ++lane) list.push_back((mask >> lane & 1) != 0 ? of(lane) : json(nullptr));
    return list;
}
json all(const OfLane& of) { return lanes(~0u, of); }

std::uint32_t lanes_where(const std::function<bool(int lane)>& is_in) {
    std::uint32_t mask = 0;
    for (int lane = 0; lane < 32; ++lane)
        if (is_in(lane)) mask |= 1u << lane;
    return mask;
}
std::uint32_t active(const json& step) {
    return static_cast<std::uint32_t>(std::stoul(step["active"].get<std::string>(), nullptr, 16));
}

class TraceCommand : public CommandLineTest {
  protected:
    // The trace of a kernel `k`; its text is kept for `line_of`.
    json trace(const std::string& text, const std::string& arguments, int status = 0) {
        source = text;
        const Called called = call("trace " + write("k.cu", text) + " --entry k " + arguments + " --json");
        EXPECT_EQ(called.status, status) << called.err;
        json traced = called.as_json();
        EXPECT_FALSE(traced.is_discarded()) << called.out.substr(0, 500);
        return traced;
    }
    // The line that holds these words.
    int line_of(const std::string& words) const {
        const std::size_t at = source.find(words);
        EXPECT_NE(at, std::string::npos) << words;
        return 1 + static_cast<int>(std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }
    // The steps on that line.
    std::vector<json> steps_on(const json& traced, const std::string& words) const {
        const int line = line_of(words);
        std::vector<json> found;
        for (const json& step : traced["steps"])
            if (step["line"] == line) found.push_back(step);
        return found;
    }
    json only_step_on(const json& traced, const std::string& words) const {
        const auto found = steps_on(traced, words);
        EXPECT_EQ(found.size(), 1u) << words << "\n" << traced.dump(1).substr(0, 4000);
        return found.empty() ? json::object() : found.front();
    }
    // The accesses of one array, loads or stores.
    static std::vector<json> accesses(const json& step, const std::string& array, bool store) {
        std::vector<json> found;
        for (const json& access : step.value("accesses", json::array()))
            if (access["array"] == array && access["store"] == store) found.push_back(access);
        return found;
    }
    static void expect_access(const json& step, const std::string& array, bool store, const json& elements, const json& rest) {
        const auto found = accesses(step, array, store);
        ASSERT_EQ(found.size(), 1u) << (store ? "store to " : "load from ") << array << "\n" << step.dump(1);
        EXPECT_EQ(found[0]["elements"], elements) << array;
        for (const auto& [key, value] : rest.items()) EXPECT_EQ(found[0][key], value) << array << " " << key;
    }

    std::string source;
};

constexpr const char* saxpy =
    "__global__ void k(float a, const float* x, float* y, int n) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        y[i] = a * x[i] + y[i];\n"
    "}\n";
constexpr const char* saxpy_arguments = "--grid 4 --block 32 --arg f32:0.5 --arg f32[100]:iota --arg f32[100]:ones --arg i32:100";

// 100 elements in blocks of 32: the last block has 4.
TEST_F(TraceCommand, TheTailOfSaxpy) {
    const json traced = trace(saxpy, std::string(saxpy_arguments) + " --at-block 3");
    EXPECT_EQ(traced["schema"], "warpwise.trace/1");
    EXPECT_EQ(traced["kernel"], "k");
    EXPECT_EQ(traced["at_block"], json({3, 0, 0}));
    EXPECT_EQ(traced["warp"], 0);
    EXPECT_EQ(traced["truncated"], false);
    EXPECT_TRUE(traced["fault"].is_null());
    for (std::size_t i = 0; i < traced["steps"].size(); ++i) EXPECT_EQ(traced["steps"][i]["step"], i);

    const json first = only_step_on(traced, "int i =");
    EXPECT_EQ(first["step"], 0);
    EXPECT_EQ(first["function"], "k");
    EXPECT_EQ(first["active"], "0xffffffff");
    EXPECT_EQ(first["variables"]["n"], all([](int) { return 100; }));
    EXPECT_EQ(first["variables"]["a"], all([](int) { return 0.5; }));
    EXPECT_EQ(first["variables"]["x"], all([](int) { return "&x[0]"; }));
    EXPECT_EQ(first["variables"].value("i", lanes(0, {})), lanes(0, {})) << "it is not set yet";

    EXPECT_EQ(only_step_on(traced, "if (i < n)")["variables"]["i"], all([](int lane) { return 96 + lane; }));
    const json body = only_step_on(traced, "y[i] = ");
    EXPECT_EQ(body["active"], "0x0000000f");
    EXPECT_EQ(body["variables"]["i"], lanes(0xf, [](int lane) { return 96 + lane; }));
    const json elements = lanes(0xf, [](int lane) { return 96 + lane; });
    // Element 96 is 384 bytes into its array: 16 bytes in one sector.
    expect_access(body, "x", false, elements, {{"space", "global"}, {"bytes", 4}, {"sectors", 1}});
    expect_access(body, "y", false, elements, {{"space", "global"}, {"bytes", 4}, {"sectors", 1}});
    expect_access(body, "y", true, elements, {{"space", "global"}, {"bytes", 4}, {"sectors", 1}});
}

TEST_F(TraceCommand, AFullWarpOfSaxpyTakesFourSectors) {
    const json body = only_step_on(trace(saxpy, std::string(saxpy_arguments) + " --at-block 2"), "y[i] = ");
    EXPECT_EQ(body["active"], "0xffffffff");
    expect_access(body, "x", false, all([](int lane) { return 64 + lane; }), {{"sectors", 4}});
    expect_access(body, "y", true, all([](int lane) { return 64 + lane; }), {{"sectors", 4}});
}

// 12 lanes take one side, 20 the other, and all meet again.
TEST_F(TraceCommand, BothSidesOfABranch) {
    const json traced = trace(
        "__global__ void k(int* out) {\n"
        "    int t = threadIdx.x, v;\n"
        "    if (t < 12)\n"
        "        v = 2 * t;\n"
        "    else\n"
        "        v = 100 - t;\n"
        "    out[t] = v;\n"
        "}\n",
        "--block 32 --arg i32[32]:zeros");
    EXPECT_EQ(only_step_on(traced, "v = 2 * t")["active"], "0x00000fff");
    EXPECT_EQ(only_step_on(traced, "v = 100 - t")["active"], "0xfffff000");
    EXPECT_EQ(only_step_on(traced, "v = 100 - t")["variables"]["t"], lanes(0xfffff000, [](int lane) { return lane; }));
    const json out = only_step_on(traced, "out[t] = v");
    EXPECT_EQ(out["active"], "0xffffffff");
    EXPECT_EQ(out["variables"]["v"], all([](int lane) { return lane < 12 ? 2 * lane : 100 - lane; }));
    expect_access(out, "out", true, all([](int lane) { return lane; }), {{"sectors", 4}});
}

// Lane i goes round i % 4 times: in turn k the lanes with i % 4 > k, whose sum so far is 0 + ... + (k - 1).
TEST_F(TraceCommand, ALoopThatSomeLanesLeaveEarlier) {
    const json traced = trace(
        "__global__ void k(int* out) {\n"
        "    int t = threadIdx.x, sum = 0;\n"
        "    for (int j = 0; j < t % 4; ++j)\n"
        "        sum += j;\n"
        "    out[t] = sum;\n"
        "}\n",
        "--block 32 --arg i32[32]:zeros");
    const auto turns = steps_on(traced, "sum += j");
    ASSERT_EQ(turns.size(), 3u);
    for (int turn = 0; turn < 3; ++turn) {
        const json& step = turns[static_cast<std::size_t>(turn)];
        const std::uint32_t mask = lanes_where([&](int lane) { return lane % 4 > turn; });
        EXPECT_EQ(active(step), mask) << turn;
        EXPECT_EQ(step["variables"]["j"], lanes(mask, [&](int) { return turn; }));
        EXPECT_EQ(step["variables"]["sum"], lanes(mask, [&](int) { return turn * (turn - 1) / 2; }));
    }
    const json out = only_step_on(traced, "out[t] = sum");
    EXPECT_EQ(out["active"], "0xffffffff");
    EXPECT_EQ(out["variables"]["sum"], all([](int lane) { return lane % 4 * (lane % 4 - 1) / 2; }));
}

// A tile of 32 x 32 floats, written by rows and read by columns; block (1, 0) of a 64 x 32 matrix, warp 5 is row 5.
std::string transpose(int pitch) {
    return "__global__ void k(const float* in, float* out) {\n"
           "    __shared__ float tile[32][" +
           std::to_string(pitch) +
           "];\n"
           "    int x = blockIdx.x * 32 + threadIdx.x;\n"
           "    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 64 + x];\n"
           "    __syncthreads();\n"
           "    int column = blockIdx.x * 32 + threadIdx.y;\n"
           "    out[column * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n"
           "}\n";
}
constexpr const char* transpose_arguments =
    "--grid 2 --block 32,32 --arg f32[32,64]:iota --arg f32[64,32]:zeros --at-block 1 --warp 5";

TEST_F(TraceCommand, ATiledTransposeWithoutPadding) {
    const json traced = trace(transpose(32), transpose_arguments);
    const json store = only_step_on(traced, "tile[threadIdx.y][threadIdx.x] = ");
    expect_access(store, "in", false, all([](int lane) { return 5 * 64 + 32 + lane; }), {{"space", "global"}, {"sectors", 4}});
    expect_access(store, "tile", true, all([](int lane) { return 5 * 32 + lane; }),
                  {{"space", "shared"}, {"bytes", 4}, {"wavefronts", 1}});
    EXPECT_TRUE(only_step_on(traced, "__syncthreads()")["accesses"].empty());
    const json load = only_step_on(traced, "out[column");
    EXPECT_EQ(load["variables"]["column"], all([](int) { return 37; }));
    EXPECT_EQ(load["variables"]["x"], all([](int lane) { return 32 + lane; }));
    // All lanes read the same bank: words 5, 37, 69, ...
    expect_access(load, "tile", false, all([](int lane) { return lane * 32 + 5; }), {{"wavefronts", 32}});
    expect_access(load, "out", true, all([](int lane) { return 37 * 32 + lane; }), {{"sectors", 4}});
}

TEST_F(TraceCommand, ATiledTransposeWithPadding) {
    const json load = only_step_on(trace(transpose(33), transpose_arguments), "out[column");
    expect_access(load, "tile", false, all([](int lane) { return lane * 33 + 5; }), {{"wavefronts", 1}});
}

// The sum of 64 elements: 32, 16, ..., 1 lanes of warp 0 add, and none of warp 1.
constexpr const char* reduction =
    "__global__ void k(const int* in, int* out) {\n"
    "    __shared__ int part[64];\n"
    "    int t = threadIdx.x;\n"
    "    part[t] = in[t];\n"
    "    __syncthreads();\n"
    "    for (int stride = 32; stride > 0; stride /= 2) {\n"
    "        if (t < stride)\n"
    "            part[t] += part[t + stride];\n"
    "        __syncthreads();  // before the next turn\n"
    "    }\n"
    "    if (t == 0)\n"
    "        out[0] = part[0];\n"
    "}\n";

TEST_F(TraceCommand, AReductionWithItsBarriers) {
    const json traced = trace(reduction, "--block 64 --arg i32[64]:iota --arg i32[1]:zeros");
    const auto turns = steps_on(traced, "part[t] += ");
    ASSERT_EQ(turns.size(), 6u);
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
        const int stride = 32 >> turn;
        const std::uint32_t mask = lanes_where([&](int lane) { return lane < stride; });
        EXPECT_EQ(active(turns[turn]), mask) << stride;
        EXPECT_EQ(turns[turn]["variables"]["stride"], lanes(mask, [&](int) { return stride; }));
        const auto loads = accesses(turns[turn], "part", false);
        ASSERT_EQ(loads.size(), 2u);
        const json own = lanes(mask, [](int lane) { return lane; }), other = lanes(mask, [&](int lane) { return lane + stride; });
        EXPECT_THAT((std::vector<json>{loads[0]["elements"], loads[1]["elements"]}), ::testing::UnorderedElementsAre(own, other));
        expect_access(turns[turn], "part", true, own, {{"space", "shared"}, {"wavefronts", 1}});
    }
    EXPECT_EQ(steps_on(traced, "__syncthreads();  // before").size(), 6u);
    const json out = only_step_on(traced, "out[0] = ");
    EXPECT_EQ(out["active"], "0x00000001");
    expect_access(out, "part", false, lanes(1, [](int) { return 0; }), {{"wavefronts", 1}});
    expect_access(out, "out", true, lanes(1, [](int) { return 0; }), {{"sectors", 1}});
}

TEST_F(TraceCommand, TheSecondWarpOfAReductionOnlyWaits) {
    const json traced = trace(reduction, "--block 64 --arg i32[64]:iota --arg i32[1]:zeros --warp 1");
    EXPECT_EQ(traced["warp"], 1);
    EXPECT_EQ(only_step_on(traced, "part[t] = in")["variables"]["t"], all([](int lane) { return 32 + lane; }));
    EXPECT_TRUE(steps_on(traced, "part[t] += ").empty());
    EXPECT_EQ(steps_on(traced, "__syncthreads();  // before").size(), 6u);
    EXPECT_TRUE(steps_on(traced, "out[0] = ").empty());
}

TEST_F(TraceCommand, TheSameUnderAllSchedules) {
    const std::string arguments = "--block 64 --arg i32[64]:iota --arg i32[1]:zeros --schedule ";
    // What shared memory holds depends on which warps were there before.
    const auto own_steps = [&](const char* schedule) {
        json steps = trace(reduction, arguments + schedule)["steps"];
        for (json& step : steps) step["variables"].erase("part");
        return steps;
    };
    const json steps = own_steps("round-robin");
    for (const char* schedule : {"by-request", "sequential", "reversed", "random", "random:7"})
        EXPECT_EQ(own_steps(schedule), steps) << schedule;
}

TEST_F(TraceCommand, OnlySomeLinesAndVariables) {
    const json whole = trace(saxpy, std::string(saxpy_arguments) + " --at-block 3");
    const json part = trace(saxpy, std::string(saxpy_arguments) + " --at-block 3 --lines 4..4 --variables i,a");
    ASSERT_EQ(part["steps"].size(), 1u);
    json body = only_step_on(whole, "y[i] = ");
    EXPECT_EQ(part["steps"][0]["step"], body["step"]);
    EXPECT_EQ(part["steps"][0]["accesses"], body["accesses"]);
    EXPECT_EQ(part["steps"][0]["variables"].size(), 2u);
    EXPECT_EQ(part["steps"][0]["variables"]["i"], body["variables"]["i"]);
    const Called wrong = call("trace " + (dir / "k.cu").string() + " --entry k " + saxpy_arguments + " --variables i,nn --json");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(wrong.out, "");
    EXPECT_THAT(wrong.err, HasSubstr("there is no variable 'nn' in this trace. Did you mean 'n'?"));
}

TEST_F(TraceCommand, ATooLongTraceIsCutOffAndSaysSo) {
    const std::string text =
        "__global__ void k(int* out) {\n    int sum = 0;\n    for (int j = 0; j < 100000; ++j)\n        sum += j;\n    "
        "out[threadIdx.x] = sum;\n}\n";
    const json traced = trace(text, "--block 32 --arg i32[32]:zeros --most-steps 50");
    EXPECT_EQ(traced["steps"].size(), 50u);
    EXPECT_EQ(traced["truncated"], true);
    EXPECT_THAT(call("trace " + (dir / "k.cu").string() + " --entry k --block 32 --arg i32[32]:zeros --json").err,
                HasSubstr("cut off after 10,000 steps"));
    // The loop is passed over at full speed.
    const json late = trace(text, "--block 32 --arg i32[32]:zeros --lines 5");
    ASSERT_EQ(late["steps"].size(), 1u);
    EXPECT_EQ(late["steps"][0]["variables"]["sum"], all([](int) { return 704982704; }));  // 4999950000 modulo 2^32
}

TEST_F(TraceCommand, AFaultEndsTheTrace) {
    std::string text = saxpy;
    text.replace(text.find("i < n"), 5, "i <= n");
    const json traced = trace(text, std::string(saxpy_arguments) + " --at-block 3", 1);
    EXPECT_EQ(traced["fault"]["kind"], "out_of_bounds");
    EXPECT_EQ(traced["fault"]["line"], 4);
    EXPECT_EQ(traced["fault"]["index"], 100);
    EXPECT_EQ(traced["fault"]["thread"], json({4, 0, 0}));
    EXPECT_EQ(traced["steps"].back()["line"], 4);
}

TEST_F(TraceCommand, ATextThatDoesNotCompileIsAFaultToo) {
    const json traced = trace("__global__ void k(int* out) {\n    out[0] = missing;\n}\n", "--arg i32[1]:zeros", 1);
    EXPECT_EQ(traced["schema"], "warpwise.trace/1");
    EXPECT_TRUE(traced["steps"].empty());
    EXPECT_EQ(traced["fault"]["kind"], "compile_error");
    EXPECT_EQ(traced["diagnostics"][0]["line"], 2);
}

TEST_F(TraceCommand, AStructureAndAnArrayAreObjectsAndLists) {
    const json traced = trace(
        "struct Pair { int first; float second; };\n"
        "__global__ void k(float* out) {\n"
        "    int t = threadIdx.x;\n"
        "    Pair pair = {t, 0.5f};\n"
        "    int squares[3] = {t, t * t, -1};\n"
        "    bool even = t % 2 == 0;\n"
        "    out[t] = pair.first + pair.second + squares[t % 3] + even;\n"
        "}\n",
        "--block 32 --arg f32[32]:zeros");
    const json variables = only_step_on(traced, "out[t] = ")["variables"];
    EXPECT_EQ(variables["pair"][7], json({{"first", 7}, {"second", 0.5}}));
    EXPECT_EQ(variables["squares"][7], json({7, 49, -1}));
    EXPECT_EQ(variables["even"], all([](int lane) { return lane % 2 == 0; }));
}

TEST_F(TraceCommand, PeopleReadATable) {
    const Called called = call("trace " + write("k.cu", saxpy) + " --entry k " + saxpy_arguments + " --at-block 3 --variables i");
    EXPECT_EQ(called.status, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("block (3, 0, 0), warp 0"));
    EXPECT_THAT(called.out, HasSubstr("    4     4  y[i] = a * x[i] + y[i];"));
    EXPECT_THAT(called.out, HasSubstr("load x[96]..x[99], 1 sector"));
    EXPECT_THAT(called.out, HasSubstr("store y[96]..y[99], 1 sector"));
    EXPECT_THAT(called.out, HasSubstr("i = 96..99"));
}

TEST_F(TraceCommand, ALessonIsTracedToo) {
    const Called called = call("trace indexing_1d --set block=48 --warp 1 --json");
    EXPECT_EQ(called.status, 0) << called.err;
    const json traced = called.as_json();
    EXPECT_EQ(active(traced["steps"][0]), 0xffffu) << "the second warp of 48 threads is half empty";
    EXPECT_THAT(traced["source"].get<std::string>(), HasSubstr("kernels/arithmetic/"));
}

TEST_F(TraceCommand, WrongUsageIsTwoAndLeavesStandardOutputEmpty) {
    const std::string file = "trace " + write("k.cu", saxpy) + " --json --entry k " + saxpy_arguments;
    for (const auto& [arguments, says] : {std::pair{file + " --at-block 4", "there is no block 4 along x: the grid has 4"},
                                          {file + " --at-block 0,1", "there is no block 1 along y: the grid has 1"},
                                          {file + " --at-block x", "--at-block 'x' is not the index of a block"},
                                          {file + " --warp 1", "there is no warp 1: a block of 32 threads has 1 warp"},
                                          {file + " --warp -1", "--warp"},
                                          {file + " --lines 7..3", "--lines '7..3' is not a range"},
                                          {file + " --lines many", "--lines 'many' is not a range"},
                                          {file + " --schedule forwards", "there is no schedule 'forwards'"},
                                          {file + " --before some", "'some' is not a choice"},
                                          {file + " --most-steps 0", "--most-steps"},
                                          {file + " --device cuda", "--device"},
                                          {file + " --set n=3", "--set is not an option for a source file"},
                                          {"trace --json", "needs a source file or a lesson"},
                                          {"trace missing.cu --json --entry k", "missing.cu"},
                                          {"trace " + (dir / "k.cu").string() + " --json", "--entry is missing"},
                                          {"trace indexing_1d --json --grid 4", "--grid is not an option for a lesson"},
                                          {"trace indexng_1d --json", "Did you mean 'indexing_1d'?"},
                                          {"trace indexing_1d --json --at-block 4000", "there is no block 4000"}}) {
        const Called called = call(arguments);
        EXPECT_EQ(called.status, 2) << arguments << "\n" << called.err;
        EXPECT_EQ(called.out, "") << arguments;
        EXPECT_THAT(called.err, HasSubstr(says)) << arguments;
    }
}

}  // namespace
}  // namespace warpwise::test
