// Messages of the Debug Adapter Protocol on a stream, and a client that talks to the server while a kernel runs.
#include "cli/dap_server.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <optional>
#include <thread>

#include "lessons/dap_client.h"
#include "lessons/fake_debug_session.h"
#include "unit/mutations.h"

namespace warpwise::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(DapFramings, MessagesComeInAnyPieces) {
    const std::string stream = framed("{\"a\":1}") + framed("") + framed("{}") + framed("[\"\xc3\xa9\"]");
    for (std::size_t piece = 1; piece < 40; ++piece) {
        DapFraming framing;
        std::vector<std::string> messages;
        for (std::size_t at = 0; at < stream.size(); at += piece) {
            framing.add(std::string_view(stream).substr(at, piece));
            while (auto message = framing.next()) messages.push_back(*message);
        }
        EXPECT_THAT(messages, ::testing::ElementsAre("{\"a\":1}", "", "{}", "[\"\xc3\xa9\"]")) << piece;
    }
}

TEST(DapFramings, HeadersMayVaryAndGarbageIsPassedOver) {
    DapFraming framing;
    framing.add("hello\n\n\r\nContent-Type: x\r\n\r\nContent-Length: many\r\n\r\n");
    EXPECT_EQ(framing.next(), std::nullopt);
    framing.add("content-length:2\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n{}");
    EXPECT_EQ(framing.next(), "{}");
    framing.add(std::string(200'000, 'x'));
    EXPECT_EQ(framing.next(), std::nullopt);
    framing.add("\n" + framed("[]"));
    EXPECT_EQ(framing.next(), "[]");
    EXPECT_FALSE(framing.is_broken());
    framing.add("Content-Length: 99999999999\r\n\r\n");
    EXPECT_EQ(framing.next(), std::nullopt);
    EXPECT_TRUE(framing.is_broken());
}

TEST(DamagedInput, DapFramings) {
    fuzz({framed("{\"seq\":1,\"type\":\"request\",\"command\":\"next\"}") + framed("{}")},
         {"Content-Length: ", "\r\n", "\r\n\r\n", "7", ":"}, [](const std::string& text) {
             DapFraming framing;
             framing.add(text);
             for (int i = 0; i < 100 && framing.next(); ++i) continue;
         });
}

// A server on two pipes, in a thread of its own, over a session that is made up.
class DapServerTest : public ::testing::Test {
  protected:
    DapServerTest() {
        EXPECT_EQ(::pipe2(to_server, O_CLOEXEC), 0);
        EXPECT_EQ(::pipe2(from_server, O_CLOEXEC), 0);
        client = {to_server[1], from_server[0]};
        server = std::async(std::launch::async, [this] {
            return serve_dap(to_server[0], from_server[1], [this](const json&, const std::stop_token& stop) -> Result<DapLaunched> {
                if (launch_is_endless) {
                    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    return failure("the launch was cancelled");
                }
                std::vector<DebugState> states = saxpy_states();
                for (DebugState& state : states) state.warps.resize(warps.load(), state.warps.front());
                session = std::make_shared<FakeDebugSession>(std::move(states));
                session->is_endless = is_endless.load();
                return DapLaunched{.session = session,
                                   .shape = {{4, 1, 1}, {32, 1, 1}},
                                   .file = "/tmp/saxpy.cu",
                                   .text = {},
                                   .statement_lines = {},
                                   .words = {}};
            });
        });
    }
    ~DapServerTest() override {
        hang_up();
        EXPECT_EQ(server.wait_for(std::chrono::seconds(20)), std::future_status::ready) << "the server does not end";
        for (const int end : {to_server[0], from_server[0], from_server[1]}) ::close(end);
    }
    void hang_up() {
        if (to_server[1] >= 0) ::close(to_server[1]);
        to_server[1] = -1;
    }
    bool ends_within(std::chrono::seconds time) { return server.wait_for(time) == std::future_status::ready; }

    int to_server[2] = {-1, -1}, from_server[2] = {-1, -1};
    std::atomic<bool> is_endless = false, launch_is_endless = false;
    std::atomic<std::size_t> warps = 1;
    std::shared_ptr<FakeDebugSession> session;  // of the last launch
    DapClient client;
    std::future<int> server;  // last: it is at work from then on
};

TEST_F(DapServerTest, AKernelThatRunsIsPaused) {
    is_endless = true;
    client.ask("initialize");
    client.ask("launch", {{"program", "saxpy.cu"}, {"stopOnEntry", true}});
    client.ask("configurationDone");
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "entry");
    client.ask("continue", {{"threadId", 1}});
    EXPECT_EQ(client.hear("response", "continue")["success"], true);
    client.ask("pause", {{"threadId", 1}});
    EXPECT_EQ(client.hear("response", "pause")["success"], true);
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "pause");
    client.ask("pause", {{"threadId", 1}});  // nothing runs
    EXPECT_EQ(client.hear("response", "pause")["success"], true);
    client.ask("threads");
    EXPECT_EQ(client.hear("response", "threads")["success"], true);
}

TEST_F(DapServerTest, APauseReachesWhatIsStillWaiting) {
    is_endless = true;
    client.ask("initialize");
    client.ask("launch", {{"program", "saxpy.cu"}, {"stopOnEntry", true}});
    client.ask("configurationDone");
    client.ask("continue", {{"threadId", 1}});
    client.ask("pause", {{"threadId", 1}});
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "entry");
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "pause");
}

TEST_F(DapServerTest, RequestsAreAnsweredWhileAKernelRuns) {
    is_endless = true;
    client.ask("initialize");
    client.ask("launch", {{"program", "saxpy.cu"}});
    client.ask("configurationDone");
    EXPECT_EQ(client.hear("response", "configurationDone")["success"], true);
    client.ask("threads");
    EXPECT_EQ(client.hear("response", "threads")["body"]["threads"].size(), 1u);
    client.ask("setBreakpoints", {{"source", {{"path", "/tmp/saxpy.cu"}}}, {"breakpoints", {{{"line", 4}}}}});
    EXPECT_EQ(client.hear("response", "setBreakpoints")["body"]["breakpoints"][0]["verified"], true);
    client.ask("evaluate", {{"expression", "n"}});
    EXPECT_EQ(client.hear("response", "evaluate")["body"]["result"], "100 (all lanes)");
    client.ask("stackTrace", {{"threadId", 1}});
    EXPECT_EQ(client.hear("response", "stackTrace")["success"], true);
    is_endless = false;
    session->is_endless = false;
    // None of them is a stop. The kernel has gone on, with the breakpoint that came meanwhile.
    const json stop = client.hear("event", "stopped")["body"];
    EXPECT_EQ(stop["reason"], "breakpoint");
}

// nvim-dap picks another thread for a step that comes before the stop of the step in front of it.
TEST_F(DapServerTest, OfTwoQuickStepsBothMoveTheSameWarp) {
    warps = 2;
    client.ask("initialize");
    client.ask("launch", {{"program", "saxpy.cu"}, {"stopOnEntry", true}});
    client.ask("configurationDone");
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "entry");
    session->is_endless = true;
    client.ask("next", {{"threadId", 1}});
    client.ask("next", {{"threadId", 2}});
    for (const int request : {4, 5}) {  // each ends when it is cancelled
        client.ask("cancel", {{"requestId", request}});
        EXPECT_EQ(client.hear("event", "stopped")["body"]["threadId"], 1) << request;
    }
    session->is_endless = false;
    client.ask("next", {{"threadId", 2}});  // it has seen the stop
    EXPECT_EQ(client.hear("event", "stopped")["body"]["threadId"], 2);
    client.body("disconnect");
}

TEST_F(DapServerTest, ARestartEndsTheRun) {
    is_endless = true;
    client.ask("initialize");
    client.ask("launch", {{"program", "saxpy.cu"}});
    client.ask("configurationDone");
    client.ask("restart", {{"arguments", {{"program", "saxpy.cu"}, {"stopOnEntry", true}}}});
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "entry") << "the end of the first run is not told";
}

TEST_F(DapServerTest, ALongRunIsToldAndCancelled) {
    is_endless = true;
    client.ask("initialize", {{"supportsProgressReporting", true}});
    client.ask("launch", {{"program", "saxpy.cu"}});
    client.ask("configurationDone");
    const json progress = client.hear("event", "progressStart")["body"];
    EXPECT_EQ(progress["cancellable"], true);
    client.ask("cancel", {{"progressId", progress["progressId"]}});
    EXPECT_EQ(client.hear("event", "progressEnd")["body"]["progressId"], progress["progressId"]);
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "pause");
    client.ask("continue", {{"threadId", 1}});
    EXPECT_EQ(client.hear("response", "continue")["success"], true);
    client.ask("cancel", {{"requestId", 5}});
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "pause");
}

TEST_F(DapServerTest, ADisconnectEndsWhatRuns) {
    is_endless = true;
    client.ask("launch", {{"program", "saxpy.cu"}});
    client.ask("configurationDone");
    EXPECT_EQ(client.hear("response", "configurationDone")["success"], true);
    client.ask("disconnect");
    EXPECT_EQ(client.hear("response", "disconnect")["success"], true);
    EXPECT_TRUE(ends_within(std::chrono::seconds(4))) << "while the input stays open";
}

TEST_F(DapServerTest, ADisconnectEndsALaunch) {
    launch_is_endless = true;
    client.ask("launch", {{"program", "saxpy.cu"}});
    client.ask("disconnect");
    EXPECT_EQ(client.hear("response", "launch")["message"], "the launch was cancelled");
    EXPECT_TRUE(ends_within(std::chrono::seconds(4)));
}

TEST_F(DapServerTest, TheEndOfTheInputEndsTheServerAfterItsAnswers) {
    client.ask("initialize");
    client.ask("launch", {{"program", "saxpy.cu"}, {"stopOnEntry", true}});
    client.ask("configurationDone");
    client.ask("next", {{"threadId", 1}});
    hang_up();
    EXPECT_TRUE(ends_within(std::chrono::seconds(4)));
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "entry");
    EXPECT_EQ(client.hear("event", "stopped")["body"]["reason"], "step");
}

TEST_F(DapServerTest, TheEndOfTheInputEndsAnEndlessKernel) {
    is_endless = true;
    client.ask("launch", {{"program", "saxpy.cu"}});
    client.ask("configurationDone");
    hang_up();
    EXPECT_TRUE(ends_within(std::chrono::seconds(15)));
}

TEST_F(DapServerTest, GarbageIsToldAndTheNextRequestAnswered) {
    client.say("no header at all\r\n\r\n");
    client.say(framed("{ not JSON"));
    client.say(framed("[1, 2]"));
    EXPECT_THAT(client.hear("event", "output")["body"]["output"].get<std::string>(), HasSubstr("not JSON"));
    EXPECT_THAT(client.hear("event", "output")["body"]["output"].get<std::string>(), HasSubstr("not a request"));
    client.ask("initialize");
    EXPECT_EQ(client.hear("response", "initialize")["success"], true);
    client.say("Content-Length: 99999999999\r\n\r\n");
    EXPECT_THAT(client.hear("event", "output")["body"]["output"].get<std::string>(), HasSubstr("the session ends"));
    EXPECT_TRUE(ends_within(std::chrono::seconds(15)));
}

}  // namespace
}  // namespace warpwise::test
