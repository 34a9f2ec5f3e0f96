// What a client of the Debug Adapter Protocol looks at where a warp stands: variables, lanes, expressions, memory, instructions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "lessons/dap_adapter_fixture.h"

namespace warpwise::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(DapAdapterTest, AVariablesChildrenAreItsLanes) {
    states[1].variables.push_back(array_value("tile", 2, [](int lane, int place) { return lane + 100 * place; }));
    states[1].variables.back().count = 70;
    start();
    body("next", {{"threadId", 1}});
    const json locals = scope("Locals");
    EXPECT_EQ(named(locals, "n")["value"], "100 (all lanes)");
    EXPECT_EQ(named(locals, "n")["type"], "int");
    EXPECT_EQ(named(locals, "a")["value"], "0.1 (all lanes)");
    EXPECT_EQ(named(locals, "x")["value"], "&x[0] (all lanes)");
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
    EXPECT_EQ(evaluate("x@5")["result"], "&x[0]");
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

}  // namespace
}  // namespace warpwise::test
