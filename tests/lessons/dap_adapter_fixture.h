// An adapter of the Debug Adapter Protocol over a session that is made up: requests go in, what it sends is kept.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "cli/dap_adapter.h"
#include "lessons/fake_debug_session.h"
#include "unit/lesson_folder.h"

namespace warpwise::test {

using nlohmann::json;

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

}  // namespace warpwise::test
