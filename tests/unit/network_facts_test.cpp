// The graph of a network: which element of the array is which weight, and which way a pass goes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "lesson/manifest.h"
#include "ui/debugger/network_facts.h"
#include "unit/lesson_folder.h"

namespace warpwise::ui {
namespace {

using enum NetworkNow::Pass;

// As in lesson 38: 2 -> 8 -> 8 -> 1.
const NetworkLayers kLayers{{2, 8, 8, 1}};

std::vector<WeightRead> reads_of(const std::vector<std::int64_t>& elements) {
    std::vector<WeightRead> out;
    for (const std::int64_t element : elements) out.push_back({10 * (out.size() + 1), element, 7});
    return out;
}

TEST(NetworkLayers, KnowsWhichElementIsWhichWeight) {
    EXPECT_EQ(kLayers.weights(), 105);
    EXPECT_EQ(kLayers.part(0), (NetworkPart{1, 0, 0}));
    EXPECT_EQ(kLayers.part(3), (NetworkPart{1, 1, 1}));
    EXPECT_EQ(kLayers.part(16), (NetworkPart{1, 0, -1})) << "the first bias";
    EXPECT_EQ(kLayers.part(24 + 8 * 3 + 5), (NetworkPart{2, 3, 5}));
    EXPECT_EQ(kLayers.part(88 + 7), (NetworkPart{2, 7, -1}));
    EXPECT_EQ(kLayers.part(96 + 4), (NetworkPart{3, 0, 4}));
    EXPECT_EQ(kLayers.part(104), (NetworkPart{3, 0, -1}));
    EXPECT_EQ(kLayers.part(105), std::nullopt);
    EXPECT_EQ(kLayers.part(-1), std::nullopt);
}

TEST(NetworkLayers, AreTwoOrMoreNumbersOfUnits) {
    ViewSpec view{.kind = "accesses"};
    EXPECT_TRUE(network_layers(view, {})->units.empty()) << "most arrays are no network";
    view.options["layers"] = "2; 8; 1";
    EXPECT_EQ(network_layers(view, {})->units, (std::vector{2, 8, 1}));
    for (const char* wrong : {"2", "2; 0", "2; 1.5", "2; 65", "2; n"}) {
        view.options["layers"] = wrong;
        EXPECT_FALSE(network_layers(view, {}).has_value()) << wrong;
    }
}

TEST(NetworkLayers, HaveAsManyWeightsAsTheirArray) {
    const auto said_of = [](const std::string& layers) {
        const std::string view = "kind = \"accesses\"\narray = \"a\"\nlayers = " + layers;
        return text_of(read_manifest(test::with(test::good_manifest, "kind = \"thread_grid\"", view), "x/lesson.toml").diagnostics);
    };
    EXPECT_EQ(said_of(R"(["4", "n / 5"])"), "");
    EXPECT_THAT(said_of(R"(["4", "21"])"), testing::HasSubstr("these layers have 105 weights and biases, but a has 100 elements"));
}

TEST(NetworkPasses, TurnBackWhereAWeightIsReadAgain) {
    const auto reads = reads_of({0, 1, 24, 25, 96, 104, 96, 24, 25});
    EXPECT_EQ(network_after(reads, 0, kLayers).pass, none);
    EXPECT_EQ(network_after(reads, 1, kLayers).pass, forward);
    const NetworkNow there = network_after(reads, 6, kLayers);
    EXPECT_EQ(there.pass, forward);
    EXPECT_EQ(std::ranges::count(there.seen, true), 6);
    const NetworkNow turned = network_after(reads, 7, kLayers);
    EXPECT_EQ(turned.pass, backward);
    EXPECT_EQ(std::ranges::count(turned.seen, true), 1) << "the way back begins anew";
    const NetworkNow back = network_after(reads, 9, kLayers);
    EXPECT_EQ(back.pass, backward);
    EXPECT_EQ(back.layer, 2);
    EXPECT_EQ(back.last, 25);
}

TEST(NetworkPasses, BeginAnewAfterTheWayBack) {
    const auto reads = reads_of({0, 24, 96, 96, 24, 0});
    const NetworkNow now = network_after(reads, 6, kLayers);
    EXPECT_EQ(now.pass, forward) << "nothing goes back through the first layer";
    EXPECT_EQ(std::ranges::count(now.seen, true), 1);
    EXPECT_EQ(network_after(reads_of({24, 24, 88}), 3, kLayers).pass, forward) << "a bias is of no use on the way back";
    EXPECT_EQ(network_after(reads_of({24, 96, 96, 24, 97, 32}), 6, kLayers).pass, backward) << "unit by unit";
}

TEST(NetworkPasses, AreAtAMomentOfASession) {
    const auto reads = reads_of({0, 1, 24});
    EXPECT_EQ(reads_before(reads, 10), 0u) << "it is about to be read";
    EXPECT_EQ(reads_before(reads, 11), 1u);
    EXPECT_EQ(reads_before(reads, 1000), 3u);
}

TEST(NetworkPasses, AreTold) {
    const auto reads = reads_of({31, 88, 0, 31});
    EXPECT_EQ(network_sentence(network_after(reads, 0, kLayers), kLayers, "w"), "No weight has been read yet.");
    EXPECT_EQ(network_sentence(network_after(reads, 1, kLayers), kLayers, "w"),
              "Forward, layer 2 of 3: w[31], from unit 7 to unit 0 (line 7).");
    EXPECT_EQ(network_sentence(network_after(reads, 2, kLayers), kLayers, "w"),
              "Forward, layer 2 of 3: w[88], the bias of unit 0 (line 7).");
    EXPECT_EQ(network_sentence(network_after(reads, 3, kLayers), kLayers, "w"),
              "Forward, layer 1 of 3: w[0], from input 0 to unit 0 (line 7).");
    EXPECT_EQ(network_sentence(network_after(reads, 4, kLayers), kLayers, "w"),
              "Back, layer 2 of 3: w[31], from unit 7 to unit 0 (line 7).");
}

TEST(NetworkReads, AreLoadsOfTheArrayAlone) {
    DebugAccess load{.position = 5, .line = 3, .array = "w", .mask = 0b100};
    load.elements[2] = 24;
    DebugAccess other = load, store = load, outside = load;
    other.array = "points", store.is_store = true, outside.elements[2] = 200;
    const auto reads = weight_reads(std::vector{load, other, store, outside}, "w", kLayers);
    ASSERT_EQ(reads.size(), 1u);
    EXPECT_EQ(reads[0].element, 24) << "of the first lane that takes part";
    EXPECT_EQ(reads[0].line, 3);
}

}  // namespace
}  // namespace warpwise::ui
