// The Debug Adapter Protocol, request by request, over a session that is made up: what is answered, and which events follow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lessons/dap_adapter_fixture.h"
#include "unit/mutations.h"

namespace warpwise::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(DapAdapterTest, ALaunchIsToldInTheProtocolsOrder) {
    const json capabilities = body("initialize", {{"adapterID", "warpwise"}});
    for (const char* name :
         {"supportsStepBack", "supportsConditionalBreakpoints", "supportsExceptionInfoRequest", "supportsRestartRequest",
          "supportsEvaluateForHovers", "supportsConfigurationDoneRequest", "supportsTerminateRequest"})
        EXPECT_EQ(capabilities[name], true) << name;
    EXPECT_THAT(event_names(), IsEmpty());
    body("launch", {{"program", file.string()}, {"stopOnEntry", true}, {"grid", "4"}});
    EXPECT_THAT(event_names(), ElementsAre("initialized"));
    EXPECT_EQ(launches[0]["grid"], "4");
    body("configurationDone");
    EXPECT_THAT(event_names(), ElementsAre("stopped"));
    EXPECT_EQ(stopped()["reason"], "entry");
    EXPECT_EQ(stopped()["allThreadsStopped"], true);
    EXPECT_EQ(stopped()["threadId"], 1);
    EXPECT_EQ(line_of_warp_0(), 2);
}

TEST_F(DapAdapterTest, StepsGoForwardsAndBack) {
    start();
    for (const int line : {4, 5}) {
        body("next", {{"threadId", 1}});
        EXPECT_EQ(stopped()["reason"], "step");
        EXPECT_EQ(line_of_warp_0(), line);
    }
    body("stepBack", {{"threadId", 1}});
    EXPECT_EQ(line_of_warp_0(), 4);
    body("stepIn", {{"threadId", 1}, {"granularity", "instruction"}});
    EXPECT_EQ(session->commands[session->commands.size() - 1].go, DebugGo::instruction);
    body("reverseContinue", {{"threadId", 1}});
    EXPECT_EQ(stopped()["reason"], "entry");
    EXPECT_EQ(line_of_warp_0(), 2);
    body("continue", {{"threadId", 1}});
    EXPECT_THAT(event_names(), ElementsAre("output", "exited", "terminated"));
    EXPECT_EQ(events()[0]["body"]["output"], "the tail\n");
    EXPECT_EQ(events()[1]["body"]["exitCode"], 0);
    EXPECT_EQ(refusal("next", {{"threadId", 1}}), "no kernel has been launched");
}

TEST_F(DapAdapterTest, ABreakpointMovesToAStatementAndStops) {
    start();
    const json set = set_breakpoint(3);
    EXPECT_EQ(set["verified"], true);
    EXPECT_EQ(set["line"], 4);
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(stopped()["reason"], "breakpoint");
    EXPECT_THAT(stopped()["hitBreakpointIds"], ElementsAre(set["id"]));
    EXPECT_EQ(line_of_warp_0(), 4);
    body("next", {{"threadId", 1}});
    body("reverseContinue", {{"threadId", 1}});
    EXPECT_EQ(stopped()["reason"], "breakpoint");
    EXPECT_EQ(line_of_warp_0(), 4);
    const json below = set_breakpoint(7);
    EXPECT_EQ(below["verified"], false);
    EXPECT_THAT(below["message"], HasSubstr("no statement"));
}

TEST_F(DapAdapterTest, ConditionsAreOfTheLanes) {
    start();
    EXPECT_EQ(set_breakpoint(5, "i == 99 && lane == 3")["verified"], true);
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(line_of_warp_0(), 5);
    body("restart");
    EXPECT_EQ(set_breakpoint(5, "i == 100")["verified"], true);  // of a lane that is not active there
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(events().back()["event"], "terminated");
}

TEST_F(DapAdapterTest, AConditionThatCannotBeReadIsTold) {
    start();
    const json wrong = set_breakpoint(5, "i = 99");
    EXPECT_EQ(wrong["verified"], false);
    EXPECT_EQ(wrong["message"], "the condition 'i = 99' cannot be read: an expression here cannot assign: '==' compares");
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(events().back()["event"], "terminated");
}

TEST_F(DapAdapterTest, ABreakpointOnTheFirstStatementStopsThere) {
    body("initialize");
    body("launch", {{"program", file.string()}});
    set_breakpoint(2, "threadIdx.x == 31");
    body("configurationDone");
    EXPECT_EQ(stopped()["reason"], "breakpoint");
    EXPECT_EQ(line_of_warp_0(), 2);
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(events().back()["event"], "terminated");
}

TEST_F(DapAdapterTest, BreakpointsMayComeBeforeTheLaunch) {
    body("initialize");
    const json early = set_breakpoint(3);
    EXPECT_EQ(early["verified"], false);
    body("configurationDone");
    body("launch", {{"program", file.string()}});
    ASSERT_THAT(event_names(), ElementsAre("breakpoint", "initialized", "stopped"));
    EXPECT_EQ(events()[0]["body"]["breakpoint"]["verified"], true);
    EXPECT_EQ(events()[0]["body"]["breakpoint"]["line"], 4);
    EXPECT_EQ(events()[0]["body"]["breakpoint"]["id"], early["id"]);
    EXPECT_EQ(stopped()["reason"], "breakpoint");
}

TEST_F(DapAdapterTest, AnotherFilesBreakpointsAreNotVerified) {
    start();
    const json other =
        body("setBreakpoints", {{"source", {{"path", "/elsewhere/other.cu"}}}, {"breakpoints", {{{"line", 4}}}}})["breakpoints"][0];
    EXPECT_EQ(other["verified"], false);
    EXPECT_EQ(other["message"], "this is not the file that was launched");
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(events().back()["event"], "terminated");
}

TEST_F(DapAdapterTest, AClientMayCountLinesFrom0) {
    body("initialize", {{"linesStartAt1", false}, {"columnsStartAt1", false}});
    body("launch", {{"program", file.string()}});
    EXPECT_EQ(set_breakpoint(2)["line"], 3);  // line 3 as people count: the comment, so line 4
    body("configurationDone");
    const json frame = body("stackTrace", {{"threadId", 1}})["stackFrames"][0];
    EXPECT_EQ(frame["line"], 3);
    EXPECT_EQ(frame["column"], 4);
}

TEST_F(DapAdapterTest, WarpsAreThreads) {
    states[1].warps.resize(3);
    states[1].warps[1] = {.activity = WarpActivity::at_barrier, .function = {}, .line = 9};
    states[1].warps[2] = {.activity = WarpActivity::done, .function = {}};
    start();
    body("next", {{"threadId", 1}});
    const json threads = body("threads")["threads"];
    ASSERT_EQ(threads.size(), 3u);
    EXPECT_EQ(threads[0]["id"], 1);
    EXPECT_EQ(threads[0]["name"], "warp 0: line 4, 32 lanes active");
    EXPECT_EQ(threads[1]["name"], "warp 1: waiting at the barrier on line 9");
    EXPECT_EQ(threads[2]["name"], "warp 2: finished");
    EXPECT_THAT(refusal("stackTrace", {{"threadId", 4}}), HasSubstr("no thread 4"));
    body("next", {{"threadId", 2}});
    EXPECT_EQ(session->commands.back().warp, 1u);
}

TEST_F(DapAdapterTest, AFaultIsAnExceptionAndCanBeLeftBackwards) {
    states[3].fault =
        Fault{.kind = FaultKind::out_of_bounds, .line = 5, .message = "y[100] is past the end", .hint = "Check the guard."};
    start();
    EXPECT_EQ(refusal("exceptionInfo", {{"threadId", 1}}), "there is no fault at this stop");
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(stopped()["reason"], "exception");
    EXPECT_EQ(stopped()["text"], "y[100] is past the end\nCheck the guard.");
    EXPECT_EQ(stopped()["description"], "Fault: y[100] is past the end\nCheck the guard.") << "clients show the one or the other";
    const json info = body("exceptionInfo", {{"threadId", 1}});
    EXPECT_EQ(info["exceptionId"], "out_of_bounds");
    EXPECT_EQ(info["description"], "y[100] is past the end\nCheck the guard.");
    body("stepBack", {{"threadId", 1}});
    EXPECT_EQ(line_of_warp_0(), 5);
    body("continue", {{"threadId", 1}});
    body("continue", {{"threadId", 1}});  // nothing is left to run
    EXPECT_THAT(event_names(), ElementsAre("exited", "terminated"));
    EXPECT_EQ(events()[0]["body"]["exitCode"], 1);
}

TEST_F(DapAdapterTest, AFaultIsShownAtTheWarpThatHasIt) {
    for (DebugState& state : states) state.warps.resize(2);
    states[3].fault = Fault{.kind = FaultKind::out_of_bounds, .block = Dim3{3, 0, 0}, .thread = Dim3{40, 0, 0}};
    start();
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(stopped()["reason"], "exception");
    EXPECT_EQ(stopped()["threadId"], 2);
}

TEST_F(DapAdapterTest, StopAtEndKeepsTheEndForStepsBack) {
    start({{"stopAtEnd", true}, {"stopOnEntry", true}});
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(stopped()["description"], "The block has finished");
    EXPECT_EQ(body("stackTrace", {{"threadId", 1}})["totalFrames"], 0);
    body("stepBack", {{"threadId", 1}});
    EXPECT_EQ(line_of_warp_0(), 6);
    body("continue", {{"threadId", 1}});
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(events().back()["event"], "terminated");
}

TEST_F(DapAdapterTest, TheEndOfOneWarpShowsAnother) {
    for (DebugState& state : states) state.warps.resize(2);
    start();
    for (int i = 0; i < 4; ++i) body("next", {{"threadId", 1}});
    EXPECT_EQ(stopped()["description"], "Warp 0 has finished");
    EXPECT_EQ(stopped()["threadId"], 2);
}

TEST_F(DapAdapterTest, WhatIsPrintedIsToldOnce) {
    start({{"stopAtEnd", true}, {"stopOnEntry", true}});
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(event_names().front(), "output");
    body("reverseContinue", {{"threadId", 1}});
    body("continue", {{"threadId", 1}});
    EXPECT_THAT(event_names(), ElementsAre("stopped"));
}

TEST_F(DapAdapterTest, ARunWithoutDebuggingPassesByBreakpoints) {
    body("initialize");
    body("launch", {{"program", file.string()}, {"noDebug", true}});
    set_breakpoint(4);
    body("configurationDone");
    EXPECT_THAT(event_names(), ElementsAre("output", "exited", "terminated"));
}

TEST_F(DapAdapterTest, ARestartReadsTheFileAnew) {
    start();
    set_breakpoint(5);
    body("next", {{"threadId", 1}});
    body("restart", {{"arguments", {{"program", file.string()}, {"block", "64"}, {"stopOnEntry", true}}}});
    EXPECT_EQ(launches.size(), 2u);
    EXPECT_EQ(launches[1]["block"], "64");
    EXPECT_EQ(stopped()["reason"], "entry");
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(line_of_warp_0(), 5);
}

TEST_F(DapAdapterTest, ALostSessionEndsTheSession) {
    start();
    session->is_lost = true;
    body("next", {{"threadId", 1}});
    EXPECT_THAT(event_names(), ElementsAre("output", "exited", "terminated"));
    EXPECT_EQ(events()[0]["body"]["output"], "the emulator's process has ended\n");
}

TEST_F(DapAdapterTest, AStoppedRunIsAPause) {
    start();
    session->is_endless = true;
    stop.request_stop();
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(stopped()["reason"], "pause");
}

TEST_F(DapAdapterTest, RequestsInAnyOrderAreAnswered) {
    EXPECT_EQ(refusal("next", {{"threadId", 1}}), "no kernel has been launched");
    EXPECT_EQ(refusal("stackTrace", {{"threadId", 1}}), "no kernel has been launched");
    EXPECT_EQ(refusal("restart"), "no kernel has been launched");
    EXPECT_THAT(body("threads")["threads"], IsEmpty());
    EXPECT_EQ(refusal("launch", {{"entry", "k"}}), "launch: 'program' is missing");
    EXPECT_EQ(refusal("gotoTargets"), "the request 'gotoTargets' is not supported");
    EXPECT_EQ(refusal(""), "the request '' is not supported");
    EXPECT_THAT(refusal("launch", {{"program", "x"}, {"stopOnEntry", "maybe"}}), HasSubstr("the arguments of 'launch'"));
    body("launch", {{"program", file.string()}, {"stopOnEntry", true}});
    EXPECT_THAT(refusal("stackTrace", {{"threadId", 1}}), HasSubstr("the kernel has not started"));
    EXPECT_EQ(body("threads")["threads"][0]["name"], "warp 0") << "there are threads before the kernel has stopped";
    body("configurationDone");
    EXPECT_EQ(stopped()["reason"], "entry");
    EXPECT_THAT(refusal("launch", {{"program", "x"}}), HasSubstr("already been launched"));
    EXPECT_THAT(refusal("next"), HasSubstr("threadId"));
    EXPECT_THAT(refusal("next", {{"threadId", "one"}}), HasSubstr("the arguments of 'next'"));
    EXPECT_THAT(refusal("scopes", {{"frameId", 12}}), HasSubstr("earlier stop"));
    EXPECT_EQ(body("source", {{"sourceReference", 0}})["content"], "__global__ void saxpy");
    EXPECT_TRUE(adapter.handle(json::array(), {}));
    EXPECT_TRUE(adapter.handle({{"type", "event"}}, {}));
    body("terminate");
    EXPECT_EQ(events().back()["event"], "terminated");
    EXPECT_TRUE(goes_on);
    body("disconnect");
    EXPECT_FALSE(goes_on);
}

// Without the event, nvim-dap keeps the other threads as stopped and lets them run by themselves.
TEST_F(DapAdapterTest, AllThreadsGoOnBeforeTheResponse) {
    start();
    for (const char* command : {"next", "stepIn", "stepOut", "stepBack", "continue", "restart", "reverseContinue"}) {
        const std::size_t before = sent.size();
        body(command, {{"threadId", 1}});
        ASSERT_EQ(sent[before].value("event", ""), "continued") << command;
        EXPECT_EQ(sent[before]["body"]["allThreadsContinued"], true);
        if (std::string(command) == "continue") start_again();
    }
}

TEST_F(DapAdapterTest, ALogPointTellsAndDoesNotStop) {
    start();
    body("setBreakpoints", {{"source", {{"path", file.string()}}},
                            {"breakpoints", {{{"line", 4}, {"logMessage", "i is {i} of {n + 0}, {nothing}"}}, {{"line", 5}}}}});
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(line_of_warp_0(), 5);
    json logged;
    for (const json& message : sent)
        if (message.value("event", "") == "output") logged = message["body"];
    EXPECT_EQ(logged["output"], "i is 96..127 of 100 (all lanes), {nothing: there is no variable 'nothing' here}\n");
    EXPECT_EQ(logged["line"], 4);
    EXPECT_EQ(logged["source"]["path"], file.string());
    const std::size_t before = sent.size();
    body("reverseContinue", {{"threadId", 1}});
    for (std::size_t i = before; i < sent.size(); ++i) EXPECT_NE(sent[i].value("event", ""), "output") << "backwards it is silent";
}

TEST_F(DapAdapterTest, HitCountsCountMoments) {
    const auto holds = [](const char* text) {
        std::vector<int> hits;
        const auto condition = parse_hit_condition(text);
        for (std::uint64_t hit = 1; condition && hit <= 7; ++hit)
            if (condition->holds(hit)) hits.push_back(static_cast<int>(hit));
        return hits;
    };
    EXPECT_THAT(holds("3"), ElementsAre(3));
    EXPECT_THAT(holds(" >= 6"), ElementsAre(6, 7));
    EXPECT_THAT(holds(">6"), ElementsAre(7));
    EXPECT_THAT(holds("% 3"), ElementsAre(3, 6));
    EXPECT_THAT(holds("<2"), ElementsAre(1));
    EXPECT_THAT(holds("often"), IsEmpty());
    start();
    const auto set = [&](const char* hits) {
        return body("setBreakpoints", {{"source", {{"path", file.string()}}},
                                       {"breakpoints", {{{"line", 4}, {"hitCondition", hits}}}}})["breakpoints"][0];
    };
    EXPECT_THAT(set("often")["message"].get<std::string>(), HasSubstr("'often'"));
    EXPECT_EQ(set("2")["verified"], true);
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(events().back()["event"], "terminated") << "the line is reached once";
}

TEST_F(DapAdapterTest, AnUnknownNameIsToldWhenTheBreakpointIsSet) {
    start();
    const json set = set_breakpoint(5, "nosuch == 200");
    EXPECT_EQ(set["verified"], false);
    EXPECT_EQ(set["message"], "the condition 'nosuch == 200' names 'nosuch', which the kernel does not have");
    EXPECT_EQ(set_breakpoint(5, "min(i, n) == lane && threadIdx.x > 3")["verified"], true);
}

TEST_F(DapAdapterTest, AFindingIsAnErrorWithItsPlace) {
    states[1].findings.push_back(
        {.file = "saxpy.cu", .line = 5, .column = 9, .message = "a race on y[96]", .hint = "Add a barrier."});
    start();
    body("next", {{"threadId", 1}});
    const json told = events()[0]["body"];
    EXPECT_EQ(told["category"], "stderr");
    EXPECT_EQ(told["line"], 5);
    EXPECT_EQ(told["source"]["path"], file.string());
    EXPECT_THAT(told["output"].get<std::string>(), HasSubstr("a race on y[96]"));
}

// Helix shows the format as it is.
TEST_F(DapAdapterTest, TheFormatOfAnErrorIsItsText) {
    const json response = ask("launch", {{"entry", "k"}});
    EXPECT_EQ(response["message"], "launch: 'program' is missing");
    EXPECT_EQ(response["body"]["error"]["format"], "launch: 'program' is missing");
}

TEST_F(DapAdapterTest, AnUnknownSettingIsToldBeforeTheLaunchFails) {
    static_cast<void>(ask("launch", {{"args", {"i32:1"}}, {"nonsense", 1}, {"__session", 2}}));
    ASSERT_EQ(sent.size(), 3u);
    EXPECT_EQ(sent[0]["body"]["output"], "launch: 'args' is not a setting that warpwise knows. Did you mean 'arg'?\n");
    EXPECT_EQ(sent[1]["body"]["output"], "launch: 'nonsense' is not a setting that warpwise knows: it has no effect.\n");
    EXPECT_EQ(sent[2]["success"], false);
}

TEST_F(DapAdapterTest, DamagedRequestsAreAnswered) {
    start();
    int answered = 0;
    fuzz(
        {R"({"seq":1,"type":"request","command":"setBreakpoints","arguments":{"source":{"path":"a.cu"},"breakpoints":[{"line":3,"condition":"i == 5"}]}})",
         R"({"seq":2,"type":"request","command":"evaluate","arguments":{"expression":"i@5 + n","frameId":1}})",
         R"({"seq":3,"type":"request","command":"stackTrace","arguments":{"threadId":1,"startFrame":0,"levels":20}})",
         R"({"seq":4,"type":"request","command":"variables","arguments":{"variablesReference":1}})",
         R"({"seq":5,"type":"request","command":"stepBack","arguments":{"threadId":1,"granularity":"line"}})",
         R"({"seq":7,"type":"request","command":"dataBreakpointInfo","arguments":{"variablesReference":1,"name":"[3]","frameId":1}})",
         R"({"seq":8,"type":"request","command":"setDataBreakpoints","arguments":{"breakpoints":[{"dataId":"0x1000/4/x","hitCondition":"2"}]}})",
         R"({"seq":9,"type":"request","command":"completions","arguments":{"text":"x->y","column":3,"frameId":1}})",
         R"({"seq":10,"type":"request","command":"readMemory","arguments":{"memoryReference":"0x1000@3","offset":-4,"count":8}})",
         R"({"seq":10,"type":"request","command":"disassemble","arguments":{"memoryReference":"0x10002","offset":-4,"instructionOffset":-9,"instructionCount":30}})",
         R"({"seq":11,"type":"request","command":"breakpointLocations","arguments":{"line":2,"endLine":5,"source":{}}})",
         R"({"seq":12,"type":"request","command":"setExceptionBreakpoints","arguments":{"filters":["race"]}})",
         R"({"seq":6,"type":"request","command":"launch","arguments":{"program":"a.cu","stopOnEntry":true}})"},
        {"null", "[]", "{}", "true", "\"x\"", "-5", "4294967296", "threadId", "next", "scopes", "frameId", "terminate"},
        [&](const std::string& text) {
            const json request = json::parse(text, nullptr, false);
            if (request.is_discarded()) return;
            const std::size_t before = sent.size();
            static_cast<void>(adapter.handle(request, {}));
            std::vector<json> responses;
            for (std::size_t i = before; i < sent.size(); ++i)
                if (sent[i]["type"] == "response") responses.push_back(sent[i]);
            const bool is_request = request.is_object() && request.value("type", json()) == "request";
            ASSERT_EQ(responses.size(), is_request ? 1u : 0u) << text;
            if (!is_request) return;
            ++answered;
            const json seq = request.value("seq", json());
            if (seq.is_number_integer() && seq >= 0 && seq < 1'000'000) EXPECT_EQ(responses[0]["request_seq"], seq) << text;
            ASSERT_TRUE(responses[0]["success"].is_boolean()) << text;
            if (responses[0]["success"] == false) EXPECT_NE(responses[0]["message"], "") << text;
        });
    EXPECT_GE(answered, 30) << "most damaged texts are not JSON, but some are";
}

}  // namespace
}  // namespace warpwise::test
