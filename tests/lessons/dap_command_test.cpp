// `warpwise dap` as an editor starts it: breakpoints, lanes, steps back and faults of real kernels.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>

#include <chrono>
#include <set>
#include <thread>

#include "lessons/command_line_fixture.h"
#include "lessons/dap_client.h"

extern char** environ;

namespace warpwise::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class DapCommand : public CommandLineTest {
  protected:
    DapCommand() {
        int to[2], from[2];
        EXPECT_EQ(::pipe2(to, O_CLOEXEC), 0);
        EXPECT_EQ(::pipe2(from, O_CLOEXEC), 0);
        posix_spawn_file_actions_t streams;
        ::posix_spawn_file_actions_init(&streams);
        ::posix_spawn_file_actions_adddup2(&streams, to[0], STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&streams, from[1], STDOUT_FILENO);
        std::string program = WARPWISE_BINARY, command = "dap";
        char* arguments[] = {program.data(), command.data(), nullptr};
        EXPECT_EQ(::posix_spawn(&process, program.c_str(), &streams, nullptr, arguments, environ), 0);
        ::posix_spawn_file_actions_destroy(&streams);
        ::close(to[0]), ::close(from[1]);
        input = to[1], output = from[0];
        client = {input, output};
    }
    ~DapCommand() override {
        hang_up();
        EXPECT_EQ(exit_status(), 0);
        ::close(output);
    }
    void hang_up() {
        if (input >= 0) ::close(input);
        input = -1;
    }
    // Of the adapter, which has ten seconds to end; -1 when it had to be killed.
    int exit_status() {
        if (process <= 0) return status;
        for (int i = 0; i < 1000; ++i) {
            if (::waitpid(process, &status, WNOHANG) == process) {
                process = 0;
                return status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ::kill(process, SIGKILL);
        ::waitpid(process, &status, 0);
        process = 0;
        return status = -1;
    }
    void launch(const std::string& text, json options, const json& breakpoints = json::array()) {
        const std::string file = write("k.cu", text);
        client.body("initialize", {{"adapterID", "warpwise"}});
        options["program"] = file;
        options["entry"] = "k";
        client.body("launch", options);
        EXPECT_FALSE(client.hear("event", "initialized").is_null());
        if (!breakpoints.empty())
            set = client.body("setBreakpoints", {{"source", {{"path", file}}}, {"breakpoints", breakpoints}})["breakpoints"];
        client.body("configurationDone");
    }
    json stopped() { return client.hear("event", "stopped")["body"]; }
    json frame(int thread = 1) { return client.body("stackTrace", {{"threadId", thread}})["stackFrames"][0]; }
    json locals(const json& of) {
        const json scopes = client.body("scopes", {{"frameId", of["id"]}})["scopes"];
        return client.body("variables", {{"variablesReference", scopes[0]["variablesReference"]}})["variables"];
    }
    static json named(const json& list, const std::string& name) {
        for (const json& one : list)
            if (one["name"] == name) return one;
        return {};
    }
    std::string evaluate(const std::string& expression) {
        return client.body("evaluate", {{"expression", expression}, {"frameId", frame()["id"]}})["result"];
    }

    pid_t process = 0;
    int input = -1, output = -1, status = -1;
    DapClient client;
    json set;
};

constexpr const char* squares =
    "__global__ void k(const int* in, int* out, int n) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    // the guard\n"
    "    if (i < n) {\n"
    "        int v = in[i] * in[i];\n"
    "        out[i] = v;\n"
    "    }\n"
    "}\n";
const json squares_options{
    {"grid", "2"}, {"block", "64"}, {"arg", {"i32[100]:iota", "i32[100]:zeros", "i32:100"}}, {"atBlock", "1"}};

TEST_F(DapCommand, SetsABreakpointReadsLanesAndStepsBack) {
    launch(squares, squares_options, {{{"line", 3}}, {{"line", 6}, {"condition", "v == 99 * 99 && lane == 3"}}});
    EXPECT_EQ(set[0]["verified"], true);
    EXPECT_EQ(set[0]["line"], 4);
    EXPECT_EQ(stopped()["reason"], "breakpoint");
    EXPECT_EQ(frame()["line"], 4);
    EXPECT_EQ(frame()["name"], "k");
    const json i = named(locals(frame()), "i");
    EXPECT_EQ(i["value"], "64..95");
    const json lanes = client.body("variables", {{"variablesReference", i["variablesReference"]}})["variables"];
    ASSERT_EQ(lanes.size(), 32u);
    EXPECT_EQ(lanes[31]["value"], "95");
    EXPECT_EQ(client.body("threads")["threads"].size(), 2u);

    // The condition holds in warp 1 alone, where element 99 is lane 3.
    client.body("setBreakpoints", {{"source", {{"path", (dir / "k.cu").string()}}},
                                   {"breakpoints", {{{"line", 6}, {"condition", "v == 99 * 99 && lane == 3"}}}}});
    client.body("continue", {{"threadId", 1}});
    const json hit = stopped();
    EXPECT_EQ(hit["reason"], "breakpoint");
    EXPECT_EQ(hit["threadId"], 2);
    EXPECT_EQ(frame(2)["line"], 6);
    const json v = client.body("evaluate", {{"expression", "v@3"}, {"frameId", frame(2)["id"]}});
    EXPECT_EQ(v["result"], "9801");

    client.body("stepBack", {{"threadId", 2}});
    stopped();
    EXPECT_EQ(frame(2)["line"], 5);
    client.body("stepBack", {{"threadId", 2}});
    stopped();
    EXPECT_EQ(frame(2)["line"], 4);
    client.body("next", {{"threadId", 2}});
    stopped();
    EXPECT_EQ(frame(2)["line"], 5);
    client.body("reverseContinue", {{"threadId", 2}});
    EXPECT_EQ(stopped()["reason"], "entry");
    client.body("setBreakpoints", {{"source", {{"path", (dir / "k.cu").string()}}}, {"breakpoints", json::array()}});
    client.body("continue", {{"threadId", 1}});
    EXPECT_EQ(client.hear("event", "exited")["body"]["exitCode"], 0);
    EXPECT_FALSE(client.hear("event", "terminated").is_null());
    client.body("disconnect");
    EXPECT_EQ(exit_status(), 0) << "while its input is open";
}

TEST_F(DapCommand, ExpressionsReadMemory) {
    json options = squares_options;
    options["stopOnEntry"] = true;
    launch(squares, options);
    EXPECT_EQ(stopped()["reason"], "entry");
    EXPECT_EQ(evaluate("in[7]@0"), "7");
    EXPECT_EQ(evaluate("in[99] + n"), "199 (all lanes)");
    EXPECT_EQ(evaluate("blockIdx.x * blockDim.x + threadIdx.x"), "64..95");
    client.ask("evaluate", {{"expression", "in[100]"}});
    EXPECT_THAT(client.hear("response", "evaluate")["message"].get<std::string>(), HasSubstr("no array holds"));
}

constexpr const char* sums =
    "struct Node { int value; Node* next; };\n"
    "__device__ Node nodes[3];\n"
    "__global__ void k(const int* in, int* out, int n) {\n"
    "    __shared__ int s[256];\n"
    "    __shared__ float tile[32][40];\n"
    "    int mine[100];\n"
    "    s[threadIdx.x] = in[threadIdx.x];\n"
    "    if (threadIdx.x < 32) tile[threadIdx.x][39] = threadIdx.x;\n"
    "    for (int i = 0; i < 100; ++i) mine[i] = 1000 * threadIdx.x + i * n;\n"
    "    if (threadIdx.x < 3) nodes[threadIdx.x] = {10 * (int)threadIdx.x, &nodes[(threadIdx.x + 1) % 3]};\n"
    "    __syncthreads();\n"
    "    Node* p = nodes;\n"
    "    int sum = s[255 - threadIdx.x] + mine[threadIdx.x % 100];\n"
    "    out[threadIdx.x] = sum + p->value;\n"
    "}\n";
const json sums_options{{"grid", "1"}, {"block", "256"}, {"arg", {"i32[256]:iota", "i32[256]:zeros", "i32:2"}}};

TEST_F(DapCommand, AConditionReadsMemoryWhereverItLies) {
    launch(sums, sums_options, {{{"line", 13}, {"condition", "s[threadIdx.x] == 255"}}});
    EXPECT_EQ(set[0]["verified"], true);
    const json hit = stopped();
    EXPECT_EQ(hit["reason"], "breakpoint");
    EXPECT_EQ(hit["threadId"], 8) << "thread 255 is of warp 7";
    const auto here = [&](const std::string& expression) -> std::string {
        const json value = client.body("evaluate", {{"expression", expression}, {"frameId", frame(8)["id"]}});
        return value["result"];
    };
    EXPECT_EQ(here("s[255 - lane]"), "255..224");
    EXPECT_EQ(here("mine[99]@3"), "227198");
    EXPECT_EQ(here("tile[7][39]"), "7 (all lanes)");
    EXPECT_EQ(here("p->next->value + nodes[2].value"), "30 (all lanes)");
    EXPECT_EQ(here("p->next->next == &nodes[2]"), "true (all lanes)");
    EXPECT_EQ(here("nodes[2]@0").substr(0, 5), "{20, ");
    EXPECT_EQ(here("out == &out[0] && &s[3] - s == 3"), "true (all lanes)");
    EXPECT_EQ(here("(unsigned char)(in[255] + 2)"), "1 (all lanes)");
    EXPECT_EQ(here("*(float*)&tile[30][39]"), "30 (all lanes)");
}

TEST_F(DapCommand, AConditionWithoutAValueStopsOnceAndSaysSo) {
    launch(sums, sums_options,
           {{{"line", 13}, {"condition", "in[threadIdx.x + 5000] == 1"}}, {{"line", 14}, {"condition", "nosuch == 200"}}});
    EXPECT_EQ(set[1]["verified"], false);
    EXPECT_THAT(set[1]["message"].get<std::string>(), HasSubstr("'nosuch', which the kernel does not have"));
    const json stop = stopped();
    EXPECT_EQ(stop["reason"], "breakpoint");
    EXPECT_THAT(stop["text"].get<std::string>(),
                HasSubstr("The condition 'in[threadIdx.x + 5000] == 1' has no value: no array holds"));
    client.body("continue", {{"threadId", 1}});
    EXPECT_EQ(client.hear("event", "exited")["body"]["exitCode"], 0) << "it stops for that once";
}

TEST_F(DapCommand, ARaceStopsWhereItIsUnlessItIsPassedOver) {
    constexpr const char* race =
        "__global__ void k(int* a, int* out) {\n"
        "    a[threadIdx.x] = threadIdx.x;\n"
        "    out[threadIdx.x] = a[63 - threadIdx.x];\n"
        "}\n";
    const json options{{"block", "64"}, {"arg", {"i32[64]:zeros", "i32[64]:zeros"}}};
    launch(race, options);
    const json stop = stopped();
    EXPECT_EQ(stop["reason"], "exception");
    EXPECT_THAT(stop["description"].get<std::string>(), HasSubstr("Data race: "));
    EXPECT_THAT(stop["text"].get<std::string>(), HasSubstr("barrier"));
    const json line = frame(stop["threadId"])["line"];
    EXPECT_TRUE(line == 2 || line == 3) << line;
    EXPECT_EQ(client.body("exceptionInfo", {{"threadId", 1}})["exceptionId"], "data_race");
    client.body("continue", {{"threadId", 1}});
    EXPECT_EQ(client.hear("event", "exited")["body"]["exitCode"], 0) << "the next command goes on over it";
    client.body("setExceptionBreakpoints", {{"filters", json::array()}});
    client.body("launch", [&] {
        json again = options;
        again["program"] = (dir / "k.cu").string(), again["entry"] = "k";
        return again;
    }());
    client.body("configurationDone");
    const json told = client.hear("event", "output")["body"];
    EXPECT_EQ(told["category"], "stderr");
    EXPECT_EQ(told["line"], line);
    EXPECT_THAT(told["source"]["path"].get<std::string>(), HasSubstr("k.cu"));
    EXPECT_FALSE(client.hear("event", "exited").is_null());
}

TEST_F(DapCommand, AWatchedElementStopsWhereItIsWritten) {
    json options = squares_options;
    options["stopOnEntry"] = true;
    launch(squares, options);
    stopped();
    const json info = client.body("dataBreakpointInfo", {{"name", "out[99]"}, {"frameId", frame()["id"]}});
    EXPECT_EQ(info["description"], "out[99]");
    const json set = client.body("setDataBreakpoints", {{"breakpoints", {{{"dataId", info["dataId"]}, {"accessType", "write"}}}}});
    EXPECT_EQ(set["breakpoints"][0]["verified"], true);
    client.body("continue", {{"threadId", 1}});
    const json stop = stopped();
    EXPECT_EQ(stop["reason"], "data breakpoint");
    EXPECT_EQ(stop["threadId"], 2);
    EXPECT_THAT(stop["hitBreakpointIds"], ::testing::ElementsAre(set["breakpoints"][0]["id"]));
    EXPECT_EQ(evaluate("out[99]@0"), "9801");
    EXPECT_TRUE(client.body("dataBreakpointInfo", {{"name", "i"}, {"frameId", frame(2)["id"]}})["dataId"].is_null());
    EXPECT_TRUE(client.body("dataBreakpointInfo", {{"name", "out[i]"}, {"frameId", frame(2)["id"]}})["dataId"].is_null());
    EXPECT_FALSE(client.body("dataBreakpointInfo", {{"name", "out[i]@3"}, {"frameId", frame(2)["id"]}})["dataId"].is_null());
}

TEST_F(DapCommand, ArraysExpandAPageAtATime) {
    launch(sums, sums_options, {{{"line", 13}}});
    stopped();
    const json scopes = client.body("scopes", {{"frameId", frame()["id"]}})["scopes"];
    ASSERT_EQ(scopes.back()["name"], "Arrays in memory");
    const auto below = [&](const json& of, json page = json::object()) {
        page["variablesReference"] = of["variablesReference"];
        return client.body("variables", page)["variables"];
    };
    const json arrays = below(scopes.back());
    const json in = named(arrays, "in");
    EXPECT_EQ(in["indexedVariables"], 256);
    EXPECT_EQ(in["value"], "const int[256] in global memory");
    const json page = below(in, {{"start", 250}, {"count", 4}, {"filter", "indexed"}});
    ASSERT_EQ(page.size(), 4u);
    EXPECT_EQ(page[3]["name"], "[253]");
    EXPECT_EQ(page[3]["value"], "253");
    EXPECT_EQ(page[3]["evaluateName"], "in[253]");
    const json nodes = below(named(arrays, "nodes"));
    ASSERT_EQ(nodes.size(), 3u);
    EXPECT_EQ(named(below(nodes[2]), "value")["value"], "20");
    const json s = named(locals(frame()), "s");
    EXPECT_EQ(s["indexedVariables"], 256);
    EXPECT_EQ(below(s, {{"start", 255}, {"count", 10}})[0]["value"], "255 (all lanes)");
    const json mine = named(locals(frame()), "mine");
    EXPECT_EQ(below(mine, {{"start", 98}, {"count", 1}})[0]["value"], "196..31196 in steps of 1000");
    EXPECT_EQ(below(s).back()["value"], "156 more are not shown");
    const json memory = client.body("readMemory", {{"memoryReference", in["memoryReference"]}, {"offset", 4 * 255}, {"count", 8}});
    EXPECT_EQ(memory["data"], "/wAAAA==");
    EXPECT_EQ(memory["unreadableBytes"], 4);
    const json datum = client.body("dataBreakpointInfo", {{"variablesReference", in["variablesReference"]}, {"name", "[7]"}});
    EXPECT_EQ(datum["description"], "in[7]");
}

// Each frame points at an instruction of its own line: the one that is next, and the call of a caller.
TEST_F(DapCommand, FramesPointIntoTheDisassembly) {
    launch(R"(
__device__ __noinline__ float half_of(float v) {
    return v / 2;
}
__global__ void k(float* out) {
    float mine = out[threadIdx.x];
    out[threadIdx.x] = half_of(mine);
}
)",
           {{"block", "64"}, {"arg", {"f32[64]:iota"}}}, {{{"line", 3}}});
    EXPECT_EQ(stopped()["reason"], "breakpoint");
    const json frames = client.body("stackTrace", {{"threadId", 1}})["stackFrames"];
    ASSERT_EQ(frames.size(), 2u);
    std::set<std::string> symbols;
    for (const json& frame : frames) {
        ASSERT_TRUE(frame.contains("instructionPointerReference")) << frame;
        const json one = client.body(
            "disassemble", {{"memoryReference", frame["instructionPointerReference"]}, {"instructionCount", 1}})["instructions"][0];
        EXPECT_EQ(one["line"], frame["line"]) << one;
        symbols.insert(one["symbol"].get<std::string>());
    }
    EXPECT_EQ(symbols, (std::set<std::string>{"half_of", "k"}));
    // A step of one instruction goes to the next address, as there is no jump.
    client.body("stepIn", {{"threadId", 1}, {"granularity", "instruction"}});
    EXPECT_EQ(stopped()["reason"], "step");
    const auto address = [](const json& of) {
        return std::stoull(of["instructionPointerReference"].get<std::string>(), nullptr, 16);
    };
    EXPECT_EQ(address(frame()), address(frames[0]) + 1);
    client.body("disconnect");
}

TEST_F(DapCommand, ALessonIsLaunchedByItsId) {
    client.body("initialize", {{"adapterID", "warpwise"}});
    client.body("launch", {{"lesson", "indexing_1d"}, {"set", {"n=100", "block=64"}}, {"atBlock", 1}, {"stopOnEntry", true}});
    client.body("configurationDone");
    EXPECT_EQ(stopped()["reason"], "entry");
    EXPECT_THAT(frame()["source"]["path"].get<std::string>(), HasSubstr(".cu"));
    EXPECT_EQ(client.body("threads")["threads"].size(), 2u);
}

TEST_F(DapCommand, ALaunchOfAWholeProgramIsEntered) {
    const std::string file = write("program.cu",
                                   "#include <cstdio>\n"
                                   "#include <vector>\n"
                                   "__global__ void fill(int* a, int n, int value) {\n"
                                   "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                   "    if (i < n) a[i] = value + i;\n"
                                   "}\n"
                                   "__global__ void twice(int* a, int n) {\n"
                                   "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                   "    if (i < n) a[i] *= 2;\n"
                                   "}\n"
                                   "int main(int count, char** words) {\n"
                                   "    const int n = count > 1 ? 40 : 100;\n"
                                   "    int* a;\n"
                                   "    cudaMalloc(&a, n * sizeof(int));\n"
                                   "    fill<<<4, 32>>>(a, n, 7);\n"
                                   "    twice<<<4, 32>>>(a, n);\n"
                                   "    cudaDeviceSynchronize();\n"
                                   "    return 0;\n"
                                   "}\n");
    const auto enter = [&](const json& launch, const json& more = json::object()) {
        json options{{"program", file}, {"launch", launch}, {"stopOnEntry", true}};
        options.update(more);
        client.body("launch", options);
        client.body("configurationDone");
        EXPECT_EQ(stopped()["reason"], "entry");
        const json there = frame();
        const std::string first =
            evaluate("a[3]@0") + ", n " + evaluate("n@0") + ", line " + std::to_string(there["line"].get<int>());
        client.body("terminate");
        EXPECT_FALSE(client.hear("event", "terminated").is_null());
        return there["name"].get<std::string>() + ": " + first;
    };
    client.body("initialize", {{"adapterID", "warpwise"}});
    EXPECT_EQ(enter(2), "twice: 10, n 100, line 8") << "memory is as the first launch left it";
    EXPECT_EQ(enter("line 16"), "twice: 10, n 100, line 8");
    EXPECT_EQ(enter("2", {{"programArguments", {"short"}}}), "twice: 10, n 40, line 8");
    const auto refused = [&](const json& launch) {
        client.ask("launch", {{"program", file}, {"launch", launch}});
        return client.hear("response", "launch")["message"].get<std::string>();
    };
    EXPECT_THAT(refused(3), HasSubstr("makes 2 launches"));
    EXPECT_THAT(refused("line 3"), HasSubstr("on these lines: 15, 16"));
    EXPECT_THAT(refused("third"), HasSubstr("'launch' is not a number from 1 or a line"));
}

TEST_F(DapCommand, AFaultIsAnExceptionAtItsLine) {
    std::string text = squares;
    text.replace(text.find("i < n"), 5, "i <= n");
    launch(text, squares_options);
    const json stop = stopped();
    EXPECT_EQ(stop["reason"], "exception");
    EXPECT_EQ(stop["threadId"], 2);
    const json info = client.body("exceptionInfo", {{"threadId", 2}});
    EXPECT_EQ(info["exceptionId"], "out_of_bounds");
    EXPECT_EQ(frame(2)["line"], 5);
    client.body("stepBack", {{"threadId", 2}});
    EXPECT_EQ(stopped()["reason"], "step");
}

TEST_F(DapCommand, AnEndlessKernelIsPaused) {
    launch(
        "__global__ void k(volatile int* flag, int* out) {\n    for (unsigned turns = 1; turns != 0; turns += 2)\n"
        "        out[0] = *flag + turns;\n}\n",
        {{"block", "32"}, {"arg", {"i32[1]:zeros", "i32[1]:zeros"}}});
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    client.body("pause", {{"threadId", 1}});
    EXPECT_EQ(stopped()["reason"], "pause");
    EXPECT_FALSE(frame()["line"].is_null());
    client.body("disconnect");
    EXPECT_EQ(exit_status(), 0);
}

TEST_F(DapCommand, WhatCannotBeLaunchedSaysWhy) {
    client.body("initialize");
    const auto refused = [&](const json& arguments) {
        client.ask("launch", arguments);
        const json response = client.hear("response", "launch");
        EXPECT_EQ(response["success"], false);
        return response["message"].get<std::string>();
    };
    const std::string file = write("k.cu", "__global__ void k(int* out) { out[0] = missing; }\n");
    EXPECT_THAT(refused({{"entry", "k"}}), HasSubstr("'program' is missing"));
    EXPECT_THAT(refused({{"program", file}}), HasSubstr("'entry' is missing"));
    EXPECT_THAT(refused({{"program", "nowhere.cu"}, {"entry", "k"}}), HasSubstr("nowhere.cu"));
    EXPECT_THAT(refused({{"program", file}, {"entry", "k"}, {"arg", {"i32[1]"}}}), HasSubstr("missing"));
    EXPECT_THAT(refused({{"program", file}, {"entry", "k"}, {"atBlock", 3}}), HasSubstr("no block 3"));
    EXPECT_THAT(refused({{"program", file}, {"entry", "k"}, {"grid", true}}), HasSubstr("'grid'"));
    EXPECT_THAT(refused({{"program", file}, {"entry", "k"}, {"arg", {1, 2}}}), HasSubstr("'arg' is not a list of texts"));
    EXPECT_THAT(refused({{"program", file}}), HasSubstr("'entry' is missing"));
    EXPECT_THAT(refused({{"lesson", "no_such_lesson"}}), HasSubstr("no_such_lesson"));
    EXPECT_THAT(refused({{"lesson", "indexing_1d"}, {"arg", "i32:1"}}), HasSubstr("'arg' has no effect on a lesson"));
    const std::string compile_error = refused({{"program", file}, {"entry", "k"}, {"arg", {"i32[1]:zeros"}}});
    EXPECT_THAT(compile_error, HasSubstr("missing"));
    EXPECT_FALSE(compile_error.ends_with('\n'));
    launch(squares, squares_options);
    EXPECT_EQ(client.hear("event", "exited")["body"]["exitCode"], 0);
}

TEST_F(DapCommand, EndsWithItsInput) {
    launch(squares, {{"block", "32"}, {"arg", {"i32[32]:iota", "i32[32]:zeros", "i32:32"}}, {"stopOnEntry", true}});
    stopped();
    hang_up();
    EXPECT_EQ(exit_status(), 0);
}

}  // namespace
}  // namespace warpwise::test
