// `warpwise dap` as an editor starts it: breakpoints, lanes, steps back and faults of real kernels.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>

#include <chrono>
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
    EXPECT_THAT(refused({{"program", file}, {"entry", "k"}, {"arg", {1, 2}}}), HasSubstr("the arguments of 'launch'"));
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
