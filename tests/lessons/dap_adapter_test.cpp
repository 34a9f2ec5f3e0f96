// The Debug Adapter Protocol, request by request, over a session that is made up: what is answered, and which events follow.
#include "cli/dap_adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
                EXPECT_EQ(i, before) << "what follows from a request is told after its response";
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
    EXPECT_EQ(wrong["message"], "the condition 'i = 99' cannot be read: unexpected '= 99'");
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
    EXPECT_EQ(lanes[0]["name"], "lane 0");
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
    EXPECT_EQ(named(lanes, "lane 3")["value"], "threadIdx (3, 0, 0), active");
    EXPECT_EQ(named(lanes, "lane 4")["value"], "threadIdx (4, 0, 0), waiting");
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
    EXPECT_EQ(refusal("evaluate", {{"expression", "i ="}}), "unexpected '='");
    EXPECT_EQ(refusal("evaluate", {{"expression", "i"}, {"frameId", 99}}), "this frame belongs to an earlier stop");
}

TEST_F(DapAdapterTest, AFaultIsAnExceptionAndCanBeLeftBackwards) {
    states[3].fault =
        Fault{.kind = FaultKind::out_of_bounds, .line = 5, .message = "y[100] is past the end", .hint = "Check the guard."};
    start();
    EXPECT_EQ(refusal("exceptionInfo", {{"threadId", 1}}), "there is no fault at this stop");
    body("continue", {{"threadId", 1}});
    EXPECT_EQ(stopped()["reason"], "exception");
    EXPECT_EQ(stopped()["text"], "y[100] is past the end");
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
    EXPECT_THAT(body("threads")["threads"], IsEmpty());
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

TEST_F(DapAdapterTest, DamagedRequestsAreAnswered) {
    start();
    int answered = 0;
    fuzz(
        {R"({"seq":1,"type":"request","command":"setBreakpoints","arguments":{"source":{"path":"a.cu"},"breakpoints":[{"line":3,"condition":"i == 5"}]}})",
         R"({"seq":2,"type":"request","command":"evaluate","arguments":{"expression":"i@5 + n","frameId":1}})",
         R"({"seq":3,"type":"request","command":"stackTrace","arguments":{"threadId":1,"startFrame":0,"levels":20}})",
         R"({"seq":4,"type":"request","command":"variables","arguments":{"variablesReference":1}})",
         R"({"seq":5,"type":"request","command":"stepBack","arguments":{"threadId":1,"granularity":"line"}})",
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
