// Where an address map draws its elements and places.
#include "ui/threads/address_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace warpwise::ui {
namespace {

constexpr double kPageWidth = 700;

AddressMap map_of_view(const char* name, const StridedView& view, std::uint64_t count, std::size_t owner = 0) {
    AddressMap map;
    map.title = map.name = name;
    map.is_owner = map.name == "a";
    map.view = view;
    map.owner = owner;
    map.reach = std::make_shared<const AddressReach>(reach_of(view, count));
    return map;
}

AddressScene scene_of(const StridedView& view, std::uint64_t count) {
    return {{map_of_view("view", view, count)}, {{"a", count, nullptr}}, 0, {0, 0}};
}

TEST(AddressLayout, EachDrawnCellIsFoundAtItsMiddle) {
    const AddressScene scene = scene_of({6, 8, 0, 8, 1}, 48);
    const AddressLayout layout = address_layout(scene, {}, kPageWidth, 1);
    const MatrixLayout& matrix = layout.matrices[0];
    EXPECT_FALSE(matrix.is_cut);
    for (std::int64_t row = 0; row < 6; ++row)
        for (std::int64_t col = 0; col < 8; ++col) {
            const Box cell = matrix.cell({row, col});
            EXPECT_EQ(matrix.element_at(cell.x + cell.w / 2, cell.y + cell.h / 2), (ViewElement{row, col}));
        }
    EXPECT_EQ(matrix.element_at(matrix.left - 1, matrix.top + 1), std::nullopt);
    const MemoryLayout& strip = layout.strips[0];
    EXPECT_GT(strip.bar.y, matrix.top + matrix.box().h);
    for (std::int64_t place = 0; place < 48; ++place) EXPECT_EQ(strip.place_at(strip.target_of(place), strip.bar.y + 1), place);
    EXPECT_LE(strip.title, layout.height);
}

TEST(AddressLayout, ALargeViewIsDrawnFromItsCorner) {
    const AddressScene scene = scene_of({64, 64, 0, 1, 64}, 4096);
    const MatrixLayout first = address_layout(scene, {}, kPageWidth, 1).matrices[0];
    EXPECT_TRUE(first.is_cut);
    EXPECT_EQ(first.rows, kMostDrawnRows);
    EXPECT_EQ(first.cols, kMostDrawnCols);
    const MatrixLayout last = address_layout(scene, {{60, 7}}, kPageWidth, 1).matrices[0];
    EXPECT_EQ(last.first_row, 64 - kMostDrawnRows) << "no empty rows at the end";
    EXPECT_EQ(last.first_col, 7);
    EXPECT_TRUE(last.shows({63, 18}));
    EXPECT_FALSE(last.shows({63, 19}));
}

TEST(AddressLayout, NarrowPanelsDrawFewerColumns) {
    const AddressScene scene = scene_of({1, 64, 0, 0, 1, true}, 64);
    const MatrixLayout wide = address_layout(scene, {}, 2000, 1).matrices[0],
                       narrow = address_layout(scene, {}, 300, 1).matrices[0];
    EXPECT_EQ(wide.cols, 64);
    EXPECT_LT(narrow.cols, 16);
    EXPECT_GE(narrow.left, 0);
    EXPECT_LE(narrow.left + narrow.box().w, 300);
}

TEST(AddressLayout, PlacesOutsideAreDrawnBesideTheArray) {
    EXPECT_EQ(address_layout(scene_of({6, 8, 0, 8, 1}, 48), {}, kPageWidth, 1).strips[0].last, 47);
    const MemoryLayout after = address_layout(scene_of({6, 8, 4, 8, 1}, 48), {}, kPageWidth, 1).strips[0];
    EXPECT_EQ(after.first, 0);
    EXPECT_EQ(after.last, 51);
    const MemoryLayout far = address_layout(scene_of({6, 8, 0, -100, 1}, 48), {}, kPageWidth, 1).strips[0];
    EXPECT_GT(far.first, -48) << "not all of them";
    EXPECT_LT(far.first, 0);
    EXPECT_EQ(far.target_of(-500), far.bar.x);
}

TEST(AddressLayout, TwoOwnersStandBesideEachOtherWhereThereIsRoom) {
    AddressScene scene = scene_of({4, 32, 0, 1, 0}, 4);
    scene.owners.push_back({"row", 32, nullptr});
    scene.maps.push_back(map_of_view("b", {4, 32, 0, 0, 1}, 32, 1));
    const AddressLayout wide = address_layout(scene, {}, kPageWidth, 1), narrow = address_layout(scene, {}, 400, 1);
    EXPECT_EQ(wide.strips[0].bar.y, wide.strips[1].bar.y);
    EXPECT_GT(wide.strips[1].bar.x, wide.strips[0].bar.x + wide.strips[0].bar.w);
    EXPECT_GT(wide.matrices[1].left, wide.strips[1].bar.x);
    EXPECT_LE(wide.strips[1].bar.x + wide.strips[1].bar.w, kPageWidth);
    EXPECT_GT(narrow.matrices[1].title, narrow.strips[0].title);
    EXPECT_LT(wide.height, narrow.height);
}

TEST(AddressLayout, ThereAreFewerColumnsRatherThanCellsWithoutNumbers) {
    const MatrixLayout matrix = address_layout(scene_of({4, 64, 100'000, 64, 1}, 200'000), {}, 400, 1).matrices[0];
    EXPECT_GE(matrix.cell_w, 6 * 8);  // of six digits
    EXPECT_LT(matrix.cols, 8);
}

TEST(AddressLayout, KindsOfCellsAndTheirLines) {
    const AddressScene repeated = scene_of({4, 5, 0, 0, 1}, 5);
    EXPECT_EQ(cell_kind(repeated, 0, {0, 1}), AddressCell::element);
    EXPECT_EQ(cell_kind(repeated, 0, {2, 1}), AddressCell::copy);
    EXPECT_TRUE(meanings_of(repeated).copies);
    EXPECT_FALSE(meanings_of(repeated).unreached);
    const AddressScene beyond = scene_of({2, 2, 3, 1, 1}, 4);
    EXPECT_EQ(cell_kind(beyond, 0, {1, 1}), AddressCell::outside);
    EXPECT_TRUE(meanings_of(beyond).outside);
    EXPECT_TRUE(meanings_of(beyond).unreached);
    const auto lines = [](const AddressScene& scene) {
        return lined_elements(scene, address_layout(scene, {}, kPageWidth, 1).matrices[0], {1, 0});
    };
    EXPECT_EQ(lines(beyond).size(), 4u) << "all, where they are few";
    const std::vector<ViewElement> of_row = lines(scene_of({6, 8, 0, 8, 1}, 48));
    EXPECT_EQ(of_row.size(), 8u);
    EXPECT_TRUE(std::ranges::all_of(of_row, [](ViewElement element) { return element.row == 1; }));
}

TEST(AddressLayout, AnArrayBesideItsViewColoursNothing) {
    AddressScene scene = scene_of({1, 24, 0, 0, 2, true}, 48);
    scene.maps.insert(scene.maps.begin(), map_of_view("a", {1, 48, 0, 0, 1, true}, 48));
    EXPECT_EQ(colouring_maps(scene, 0), std::vector<std::size_t>{1});
    EXPECT_EQ(cell_kind(scene, 0, {0, 3}), AddressCell::whole);
    EXPECT_TRUE(meanings_of(scene).unreached) << "of the view";
    scene.maps.pop_back();
    EXPECT_EQ(colouring_maps(scene, 0), std::vector<std::size_t>{0}) << "alone, it does";
}

}  // namespace
}  // namespace warpwise::ui
