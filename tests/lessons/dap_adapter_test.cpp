// The Debug Adapter Protocol, request by request, over a session that is made up: what is answered, and which events follow.
#include "cli/dap_adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lessons/fake_debug_session.h"
#include "unit/lesson_folder.h"
#include "unit/mutations.h"

namespace warpwise::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DapAdapterTest : public ::testing::Test {
  protected:
    DapAdapterTest() { file = folder.path() / "saxpy.cu"; }

    json ask(const std::string& command, json arguments = json::object()) {
        const std::size_t before = sent.size();
        json request{{"seq", ++asked}, {"type", "request"}, {"command", command}};
        if (!arguments.is_null()) request["arguments"] = std::move(arguments);
        goes_on = adapter.handle(request, stop.get_token());
        for (std::size_t i = before; i < sent.size(); ++i)
            if (sent[i]["type"] == "response") {
                EXPECT_EQ(sent[i]["request_seq"], asked);
                EXPECT_EQ(sent[i]["command"], command);
                for (std::size_t earlier = before; earlier < i; ++earlier)
                    EXPECT_TRUE(sent[earlier]["event"] == "continued" || sent[earlier]["event"] == "output")
                        << "what follows from a request is told after its response: " << sent[earlier];
                return sent[i];
            }
        return {};
    }
    json body(const std::string& command, json arguments = json::object()) {
        const json response = ask(command, std::move(arguments));
        EXPECT_EQ(response.value("success", false), true) << response;
        return response.value("body", json::object());
    }
    std::string refusal(const std::string& command, json arguments = json::object()) {
        const json response = ask(command, std::move(arguments));
        EXPECT_EQ(response.value("success", true), false) << response;
        return response.value("message", "");
    }
    // The events after the last response.
    std::vector<json> events() const {
        std::vector<json> list;
        for (const json& message : sent) {
            if (message["type"] == "response") list.clear();
            if (message["type"] == "event") list.push_back(message);
        }
        return list;
    }
    std::vector<std::string> event_names() const {
        std::vector<std::string> names;
        for (const json& event : events()) names.push_back(event["event"]);
        return names;
    }
    json stopped() const {
        for (const json& event : events())
            if (event["event"] == "stopped") return event["body"];
        return {};
    }
    void start(json options = {{"stopOnEntry", true}}) {
        body("initialize", {{"adapterID", "warpwise"}});
        options["program"] = file.string();
        body("launch", std::move(options));
        body("configurationDone");
    }
    void start_again() { body("launch", {{"program", file.string()}, {"stopOnEntry", true}}); }
    json set_breakpoint(int line, const std::string& condition = {}) {
        json one{{"line", line}};
        if (!condition.empty()) one["condition"] = condition;
        return body("setBreakpoints", {{"source", {{"path", file.string()}}}, {"breakpoints", {one}}})["breakpoints"][0];
    }
    int line_of_warp_0() {
        const json frames = body("stackTrace", {{"threadId", 1}})["stackFrames"];
        return frames.empty() ? 0 : frames[0]["line"].get<int>();
    }
    // The variables below the scope of that name.
    json scope(const std::string& name) {
        const json frames = body("stackTrace", {{"threadId", 1}})["stackFrames"];
        for (const json& one : body("scopes", {{"frameId", frames[0]["id"]}})["scopes"])
            if (one["name"] == name) return variables(one);
        return {};
    }
    json variables(const json& of) { return body("variables", {{"variablesReference", of["variablesReference"]}})["variables"]; }
    static json named(const json& list, const std::string& name) {
        for (const json& one : list)
            if (one["name"] == name) return one;
        return {};
    }

    TemporaryFolder folder;
    std::filesystem::path file;
    std::vector<DebugState> states = saxpy_states();
    std::shared_ptr<FakeDebugSession> session;
    std::vector<json> sent, launches;
    std::stop_source stop;
    bool goes_on = true;
    int asked = 0;
    DapFraming framing;
    DapWriter writer{[this](const std::string& bytes) {
        framing.add(bytes);
        while (const auto text = framing.next()) sent.push_back(json::parse(*text));
    }};
    DapAdapter adapter{[this](const json& arguments, const std::stop_token&) -> Result<DapLaunched> {
                           launches.push_back(arguments);
                           if (!arguments.contains("program")) return usage_error("launch: 'program' is missing");
                           session = std::make_shared<FakeDebugSession>(states);
                           return DapLaunched{.session = session,
                                              .shape = {{4, 1, 1}, {32, 1, 1}},
                                              .file = file,
                                              .text = "__global__ void saxpy",
                                              .statement_lines = {2, 4, 5, 6},
                                              .variable_names = {"a", "i", "n", "x", "y"},
                                              .words = {}};
                       },
                       writer};
};

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

TEST_F(DapAdapterTest, AVariablesChildrenAreItsLanes) {
    states[1].variables.push_back(array_value("tile", 2, [](int lane, int place) { return lane + 100 * place; }));
    states[1].variables.back().count = 70;
    start();
    body("next", {{"threadId", 1}});
    const json locals = scope("Locals");
    EXPECT_EQ(named(locals, "n")["value"], "100 (all lanes)");
    EXPECT_EQ(named(locals, "n")["type"], "int");
    EXPECT_EQ(named(locals, "a")["value"], "0.1 (all lanes)");
    EXPECT_EQ(named(locals, "x")["value"], "x[0] (all lanes)");
    const json i = named(locals, "i");
    EXPECT_EQ(i["value"], "96..127");
    const json lanes = variables(i);
    ASSERT_EQ(lanes.size(), 32u);
    EXPECT_EQ(lanes[0]["name"], "lane 00") << "clients sort by name";
    EXPECT_EQ(lanes[31]["name"], "lane 31");
    EXPECT_EQ(lanes[31]["value"], "127");
    EXPECT_EQ(lanes[31]["variablesReference"], 0);
    const json parts = variables(named(locals, "tile"));
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[1]["name"], "[1]");
    EXPECT_EQ(parts[1]["value"], "100..131");
    EXPECT_EQ(parts[1]["evaluateName"], "tile[1]");
    EXPECT_EQ(parts[2]["value"], "68 more are not shown");
    EXPECT_EQ(variables(parts[1])[5]["value"], "105");
    EXPECT_THAT(refusal("variables", {{"variablesReference", 1000}}), HasSubstr("earlier stop"));
}

TEST_F(DapAdapterTest, LanesAndAccessesAreScopes) {
    start();
    EXPECT_EQ(named(scope("Locals"), "i")["value"], "not set");
    body("next", {{"threadId", 1}});
    body("next", {{"threadId", 1}});
    const json lanes = scope("Lanes");
    EXPECT_EQ(named(lanes, "lane 03")["value"], "threadIdx (3, 0, 0), active");
    EXPECT_EQ(named(lanes, "lane 04")["value"], "threadIdx (4, 0, 0), waiting");
    const json accesses = scope("Memory accesses of this line");
    ASSERT_EQ(accesses.size(), 3u);
    EXPECT_EQ(accesses[2]["value"], "store y[96]..y[99], 1 sector");
    EXPECT_EQ(variables(named(scope("Locals"), "i"))[4]["value"], "100 (waiting)");
}

TEST_F(DapAdapterTest, ExpressionsAreEvaluatedInAllLanesOrInOne) {
    start();
    body("next", {{"threadId", 1}});
    const auto evaluate = [&](const std::string& expression) {
        return body("evaluate", {{"expression", expression}, {"context", "hover"}});
    };
    EXPECT_EQ(evaluate("i")["result"], "96..127");
    EXPECT_EQ(variables(evaluate("i"))[7]["value"], "103");
    EXPECT_EQ(evaluate("i@5")["result"], "101");
    EXPECT_EQ(evaluate("i@5")["variablesReference"], 0);
    EXPECT_EQ(evaluate("x@5")["result"], "x[0]");
    EXPECT_EQ(evaluate("i - 96 == lane")["result"], "true (all lanes)");
    EXPECT_EQ(evaluate("2 * (n - i)")["result"], "8..-54 in steps of -2");
    EXPECT_EQ(evaluate("a * 2")["result"], "0.2 (all lanes)");
    EXPECT_EQ(evaluate("blockIdx.x * blockDim.x + threadIdx.x")["result"], "96..127");
    EXPECT_EQ(evaluate("x[4]")["result"], "0 (all lanes)");
    EXPECT_EQ(variables(evaluate("i * 2"))[1]["value"], "194");
    EXPECT_EQ(refusal("evaluate", {{"expression", "j"}}), "there is no variable 'j' here");
    EXPECT_THAT(refusal("evaluate", {{"expression", "i ="}}), HasSubstr("cannot assign"));
    EXPECT_EQ(evaluate("(float)i / 2")["result"], "48 to 63.5, 32 different values");
    EXPECT_EQ(evaluate("x[4]")["type"], "const float");
    EXPECT_EQ(evaluate("x")["memoryReference"], "0x1000");
    EXPECT_EQ(refusal("evaluate", {{"expression", "i"}, {"frameId", 99}}), "this frame belongs to an earlier stop");
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

TEST_F(DapAdapterTest, CompletionsAreNamesAndMembers) {
    DebugValue point{.name = "point", .type = "Point", .kind = ValueKind::structure, .known = 0xffffffffu, .count = 2};
    point.children = {lanes_value("left", "int", ValueKind::signed_integer, 4, [](int lane) { return lane; }),
                      lanes_value("length", "int", ValueKind::signed_integer, 4, [](int lane) { return lane; })};
    states[0].variables.push_back(point);
    start();
    const auto labels = [&](const std::string& text) {
        std::vector<std::string> list;
        for (const json& one : body("completions", {{"text", text}, {"column", text.size() + 1}})["targets"])
            list.push_back(one["label"]);
        return list;
    };
    EXPECT_THAT(labels("2 * point.le"), ElementsAre("left", "length"));
    EXPECT_THAT(labels("threadIdx."), ElementsAre("x", "y", "z"));
    EXPECT_THAT(labels("i + bl"), ElementsAre("blockDim", "blockIdx"));
    EXPECT_THAT(labels("sqr"), ElementsAre("sqrt", "sqrtf"));
    EXPECT_EQ(body("completions", {{"text", "1 + poi"}, {"column", 8}})["targets"][0]["start"], 5);
    EXPECT_THAT(labels("p->"), IsEmpty());
}

TEST_F(DapAdapterTest, PlacesOfMemoryAreRead) {
    EXPECT_EQ(dap_place_of("0x1f")->address, 0x1fu);
    EXPECT_EQ(dap_place_of("0x1f@7")->thread, 7u);
    for (const char* wrong : {"", "1f", "0x", "0x1g", "0x1@", "0x1@x"}) EXPECT_FALSE(dap_place_of(wrong)) << wrong;
    start();
    const json memory = body("readMemory", {{"memoryReference", "0x1000"}, {"offset", 4}, {"count", 5}});
    EXPECT_EQ(memory["address"], "0x1004");
    EXPECT_EQ(memory["data"], "AAAAAAA=");
    EXPECT_EQ(body("readMemory", {{"memoryReference", "0x9000"}, {"count", 5}})["unreadableBytes"], 5);
    EXPECT_THAT(refusal("readMemory", {{"memoryReference", "here"}, {"count", 5}}), HasSubstr("not a place"));
}

TEST_F(DapAdapterTest, TheInstructionsAroundAFrameHaveTheirLines) {
    EXPECT_EQ(body("initialize")["supportsDisassembleRequest"], true);
    start();
    body("next", {{"threadId", 1}});
    const json frame = body("stackTrace", {{"threadId", 1}})["stackFrames"][0];
    ASSERT_TRUE(frame.contains("instructionPointerReference")) << frame;
    const json reference = frame["instructionPointerReference"];
    const auto around = [&](int offset, int count, json more = json::object()) {
        more.update({{"memoryReference", reference}, {"instructionOffset", offset}, {"instructionCount", count}});
        return body("disassemble", more)["instructions"];
    };
    json list = around(0, 2);
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0]["address"], reference);
    EXPECT_EQ(list[0]["instruction"], "line4a");
    EXPECT_EQ(list[0]["symbol"], "saxpy") << "the first one of an answer names its function";
    EXPECT_EQ(list[0]["line"], 4);
    EXPECT_EQ(list[0]["location"]["path"], file.string());
    EXPECT_EQ(list[1]["instruction"], "line4b");
    EXPECT_FALSE(list[1].contains("symbol"));
    // Before the code and behind it are as many as were asked for.
    list = around(-6, 14);
    ASSERT_EQ(list.size(), 14u);
    EXPECT_EQ(list[0]["presentationHint"], "invalid");
    EXPECT_EQ(list[1]["presentationHint"], "invalid");
    EXPECT_EQ(list[2]["instruction"], "add_32 r1 <- r1, #1");
    EXPECT_EQ(list[2]["symbol"], "helper");
    EXPECT_FALSE(list[2].contains("line")) << "of no line of the text";
    EXPECT_EQ(list[4]["symbol"], "saxpy");
    EXPECT_EQ(list[11]["instruction"], "line6b");
    EXPECT_EQ(list[12]["presentationHint"], "invalid");
    std::set<std::uint64_t> addresses;
    for (const json& one : list) addresses.insert(std::stoull(one["address"].get<std::string>(), nullptr, 16));
    EXPECT_EQ(addresses.size(), 14u);
    // An address of an answer is a reference; one byte is one instruction.
    EXPECT_EQ(
        body("disassemble", {{"memoryReference", list[4]["address"]}, {"instructionCount", 1}})["instructions"][0]["instruction"],
        "line2a");
    EXPECT_EQ(around(0, 1, {{"offset", 1}})[0]["instruction"], "line4b");
    EXPECT_EQ(around(-1000000000, 3).size(), 3u);
    EXPECT_THAT(session->overviews, ElementsAre(0)) << "asked for once, and nothing is run for it";
    EXPECT_THAT(refusal("disassemble", {{"memoryReference", "here"}, {"instructionCount", 1}}), HasSubstr("no code"));
    EXPECT_THAT(refusal("disassemble", {{"memoryReference", "0x7f0000001000"}, {"instructionCount", 1}}), HasSubstr("no code"));
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
