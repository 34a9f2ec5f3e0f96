// The room of a picture, its drawer and its bar: what must hold in every window.
#include "ui/picture/picture_stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gl/picture_part.h"
#include "ui/picture/picture_bar.h"

namespace warpwise::ui {
namespace {

struct Case {
    StageRoom room;
    std::optional<bool> wanted;
};

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const double width : {180.0, 320.0, 460.0, 530.0, 619.0, 728.0, 1014.0, 2000.0})
        for (const double height : {120.0, 190.0, 327.0, 480.0, 900.0})
            for (const double aspect : {0.0, 0.25, 0.75, 1.0, 2.0})
                for (const double scale : {1.0, 2.0})
                    for (const std::optional<bool> wanted : {std::optional<bool>(), std::optional(true), std::optional(false)})
                        cases.push_back({{width * scale, height * scale, scale, aspect}, wanted});
    return cases;
}

bool overlap(const Box& a, const Box& b) { return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h; }

TEST(PictureStage, NothingLeavesTheRoomAndTheDrawerNeverCoversThePicturesCentre) {
    for (const auto& [room, wanted] : all_cases()) {
        const StageLayout layout = stage_layout(room, wanted);
        const std::string at = std::to_string(room.width) + " x " + std::to_string(room.height) + ", aspect " +
                               std::to_string(room.aspect) + ", scale " + std::to_string(room.scale);
        for (const Box& box : {layout.picture, layout.open ? layout.drawer : layout.picture}) {
            EXPECT_GE(box.x, 0) << at;
            EXPECT_GE(box.y, 0) << at;
            EXPECT_LE(box.x + box.w, room.width + 0.01) << at;
            EXPECT_LE(box.y + box.h, room.height + 0.01) << at;
        }
        EXPECT_EQ(layout.open, wanted.value_or(layout.open));
        if (!layout.open) continue;
        EXPECT_FALSE(layout.drawer.contains(layout.picture.x + layout.picture.w / 2, layout.picture.y + layout.picture.h / 2))
            << at;
        if (layout.place != DrawerPlace::over) EXPECT_FALSE(overlap(layout.picture, layout.drawer)) << at;
    }
}

// 1280 x 800, the Study layout: the view has about 619 x 327 below its bar.
TEST(PictureStage, OpeningTheDrawerOfANarrowViewMovesNothing) {
    const StageRoom room{619, 327, 1, 0.75};
    const StageLayout folded = stage_layout(room, std::nullopt), open = stage_layout(room, true);
    EXPECT_FALSE(folded.open);
    EXPECT_EQ(folded.picture.h, 327) << "as high as the room";
    EXPECT_EQ(open.place, DrawerPlace::over);
    EXPECT_EQ(open.picture.x, folded.picture.x);
    EXPECT_EQ(open.picture.w, folded.picture.w);
}

TEST(PictureStage, WhereItCostsThePictureNothingTheDrawerIsOpen) {
    const StageLayout square = stage_layout({619, 327, 1, 1}, std::nullopt);
    EXPECT_TRUE(square.open);
    EXPECT_EQ(square.place, DrawerPlace::beside);
    EXPECT_GE(square.picture.w, 0.95 * 327);
    const StageLayout tall = stage_layout({400, 800, 1, 0.75}, std::nullopt);
    EXPECT_EQ(tall.place, DrawerPlace::below);
    EXPECT_EQ(tall.picture.w, 400);
    EXPECT_FALSE(stage_layout({619, 327, 1, 1}, false).open) << "the learner folded it";
}

TEST(PictureStage, ACalloutStandsBesideThePictureWhereThereIsRoom) {
    for (auto [room, wanted] : all_cases()) {
        room.has_callout = true;
        const StageLayout layout = stage_layout(room, wanted);
        if (layout.callout.w <= 0) continue;
        EXPECT_FALSE(overlap(layout.callout, layout.picture));
        EXPECT_LE(layout.callout.x + layout.callout.w, room.width + 0.01);
        if (layout.open) EXPECT_FALSE(overlap(layout.callout, layout.drawer));
    }
    const StageLayout folded = stage_layout({618, 315, 1, 0.75, true}, std::nullopt),
                      open = stage_layout({618, 315, 1, 0.75, true}, true);
    EXPECT_EQ(folded.picture.w, 420);
    EXPECT_GE(folded.callout.w, 176);
    EXPECT_EQ(open.picture.x, folded.picture.x);
    EXPECT_EQ(open.callout.w, 0) << "the drawer lies there";
    EXPECT_EQ(stage_layout({500, 315, 1, 0.75, true}, std::nullopt).callout.w, 0);
    EXPECT_EQ(stage_layout({618, 315, 1, 0.75, false}, std::nullopt).callout.w, 0);
}

TEST(PictureBar, WhatRanksLastLeavesTheBarFirst) {
    const std::vector<BarItem> items{{100, 0, {}}, {80, 3, {}}, {60, 1, {}}, {90, 2, {}}};
    const auto in_bar = [&](float room) { return items_that_fit(items, room, 10, 40); };
    EXPECT_EQ(in_bar(360), (std::vector<bool>{true, true, true, true}));
    EXPECT_EQ(in_bar(359), (std::vector<bool>{true, false, true, true})) << "and there is room for the button for the others";
    EXPECT_EQ(in_bar(319), (std::vector<bool>{true, false, true, false}));
    EXPECT_EQ(in_bar(219), (std::vector<bool>{true, false, false, false}));
    EXPECT_EQ(in_bar(20), (std::vector<bool>{false, false, false, false}));
}

// A frame colours at most four elements for each pixel of the view, at every zoom of an array of any size.
TEST(PicturePart, CostsWhatTheViewShows) {
    for (const int edge : {64, 1000, 4096, 16384})
        for (const double across : {7.3, 64.0, 999.0, 16384.0}) {
            constexpr int view = 600;
            const gl::PicturePart part = gl::shown_part(edge, edge, 3.5, 2.5, across, across, across / view);
            const double samples = static_cast<double>(part.columns) * part.rows * (part.box > 1 ? 4 : 1);
            EXPECT_LE(samples, 4.1 * 4 * view * view) << edge << " seen " << across;
            EXPECT_LE(part.columns, 2 * view + 2);
            EXPECT_EQ(part.left % part.box, 0);
            EXPECT_LE(part.left, 3) << "begins where the view does";
        }
}

TEST(PicturePart, TwoSamplesOfAnEdgeLieApartAndInside) {
    for (int elements = 1; elements < 40; ++elements) {
        const int samples = gl::samples_of(elements);
        EXPECT_GE(gl::sampled(0, samples, elements), 0);
        EXPECT_LT(gl::sampled(samples - 1, samples, elements), elements);
        if (samples == 2) EXPECT_LT(gl::sampled(0, 2, elements), gl::sampled(1, 2, elements));
    }
}

}  // namespace
}  // namespace warpwise::ui
