// Which element of a view is where, and what a manifest says about views.
#include "ui/threads/address_facts.h"

#include <gtest/gtest.h>

#include <map>

#include "lesson/address_view.h"

namespace warpwise::ui {
namespace {

constexpr StridedView kRowMajor{6, 8, 0, 8, 1}, kTransposed{8, 6, 0, 1, 8}, kBackwards{6, 8, 40, -8, 1}, kOneRow{4, 5, 0, 0, 1},
    kEveryOther{1, 24, 0, 0, 2, true};

TEST(AddressFacts, AnElementIsAtOffsetAndStrides) {
    EXPECT_EQ(place_of(kRowMajor, {2, 3}), 19);
    EXPECT_EQ(place_of(kTransposed, {1, 0}), 1);
    EXPECT_EQ(place_of(kBackwards, {5, 7}), 7);
    EXPECT_EQ(address_text({2, 3, 2, 4, 1}, {1, 0}), "[1, 0] is at offset 2 + 1*4 + 0*1 = 6");
    EXPECT_EQ(address_text(kBackwards, {1, 0}), "[1, 0] is at offset 40 + 1*(-8) + 0*1 = 32");
    EXPECT_EQ(address_text(kEveryOther, {0, 3}), "[3] is at offset 0 + 3*2 = 6");
}

// The arithmetic against a list of all elements, for strides of either sign and for those that repeat elements.
TEST(AddressFacts, PlacesAgreeWithAListOfAllElements) {
    for (const std::int64_t down : {-9, -2, 0, 1, 3, 8})
        for (const std::int64_t along : {-3, -1, 0, 1, 2, 7}) {
            const StridedView view{4, 5, 20, down, along};
            std::map<std::int64_t, ViewElement> first;
            for (std::int64_t row = 0; row < view.rows; ++row)
                for (std::int64_t col = 0; col < view.cols; ++col)
                    first.try_emplace(place_of(view, {row, col}), ViewElement{row, col});
            EXPECT_EQ(places_of(view), (PlaceRange{first.begin()->first, first.rbegin()->first}));
            const AddressReach reach = reach_of(view, 30);
            std::uint64_t places = 0;
            for (std::int64_t place = -20; place < 80; ++place) {
                const auto found = first.find(place);
                const auto element = element_at(view, place);
                ASSERT_EQ(element.has_value(), found != first.end()) << down << " " << along << " " << place;
                if (element) EXPECT_EQ(*element, found->second) << down << " " << along << " " << place;
                if (place < 0 || place >= 30) continue;
                places += element ? 1 : 0;
                EXPECT_EQ(reach.row_at[static_cast<std::size_t>(place)], element ? element->row : -1);
            }
            EXPECT_EQ(reach.places, places);
        }
}

TEST(AddressFacts, AStrideOfZeroRepeatsTheFirstRow) {
    EXPECT_EQ(original_of(kOneRow, {3, 2}), (ViewElement{0, 2}));
    EXPECT_EQ(original_of(kOneRow, {0, 2}), std::nullopt);
    const AddressReach reach = reach_of(kOneRow, 5);
    EXPECT_EQ(reach.places, 5u);
    EXPECT_EQ(reach.outside, 0u);
}

TEST(AddressFacts, ElementsOutsideAreCounted) {
    const AddressReach reach = reach_of({6, 8, 4, 8, 1}, 48);
    EXPECT_EQ(reach.outside, 4u);
    EXPECT_EQ(reach.places, 44u);
    EXPECT_EQ(reach_of({1, 4, 0, 0, -1, true}, 48).outside, 3u);
}

TEST(AddressFacts, AStepStaysInTheView) {
    EXPECT_EQ(moved(kRowMajor, {5, 7}, 1, 1), (ViewElement{5, 7}));
    EXPECT_EQ(moved(kRowMajor, {5, 7}, -1, 0), (ViewElement{4, 7}));
    EXPECT_EQ(moved(kRowMajor, {0, 0}, -1, -1), (ViewElement{0, 0}));
}

TEST(AddressFacts, WordsNameShapeStridesAndOffset) {
    EXPECT_EQ(view_text(kTransposed), "8 x 6, strides 1 and 8, offset 0");
    EXPECT_EQ(view_text(kEveryOther), "24 elements, stride 2, offset 0");
}

TEST(AddressView, AListIsAMapPerEntryAndASingleOneHoldsForAll) {
    ViewSpec view{"address_map",
                  {{"array", "a"}, {"name", "a; b = a[::{step}]"}, {"cols", "n; ceil(n / step)"}, {"stride_cols", "1; step"}}};
    const auto maps = address_maps(view);
    ASSERT_EQ(maps.size(), 2u);
    EXPECT_EQ(maps[1].array, "a");
    EXPECT_EQ(maps[1].cols, "ceil(n / step)");
    EXPECT_EQ(maps[1].stride_cols, "step");
    EXPECT_EQ(maps[1].offset, "0");
    EXPECT_FALSE(maps[1].has_rows());
    EXPECT_EQ(address_map_title(maps[1], {{"step", std::int64_t{3}}}), "b = a[::3]");
    EXPECT_EQ(address_map_title(maps[0], {}), "a");
    view.options = {{"array", "a"}, {"rows", "r"}, {"cols", "c"}};
    EXPECT_EQ(address_maps(view)[0].stride_rows, "c") << "row after row";
}

TEST(AddressView, TheFirstViewOfTheKernelIsShown) {
    Lesson lesson;
    lesson.views = {{"thread_grid", {}}, {"address_map", {{"kernel", "one; two"}}}, {"address_map", {}}};
    EXPECT_EQ(find_address_view(lesson, "two"), &lesson.views[1]);
    EXPECT_EQ(find_address_view(lesson, "three"), &lesson.views[2]);
}

}  // namespace
}  // namespace warpwise::ui
