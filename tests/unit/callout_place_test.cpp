// Where the card with the enlarged block stands over a picture.
#include "ui/picture/callout_place.h"

#include <gtest/gtest.h>

namespace warpwise::ui {
namespace {

constexpr CalloutQuestion question{{0, 0, 420, 315}, {131, 115, 26, 3}, 240, 90, 10, 0};

double nothing(const Box&) { return 0; }

// What the boxes of the lower half show.
double lower_half(const Box& box) { return box.y > 157 ? 1 : 0; }

TEST(CalloutPlace, TheCardCoversLeastOfWhatIsShown) {
    for (std::size_t last = 0; last < 4; ++last) {
        CalloutQuestion asked = question;
        asked.last = last;
        const auto place = place_callout(asked, lower_half);
        ASSERT_TRUE(place.has_value());
        EXPECT_LT(place->corner, 2u) << "from corner " << last;
        EXPECT_LT(place->card.y + place->card.h, 115);
    }
}

TEST(CalloutPlace, ItStaysWhereItStoodUnlessAnotherCornerIsClearlyBetter) {
    const auto slightly = [](const Box& box) { return box.y > 157 ? 0.05 : 0; };
    CalloutQuestion asked = question;
    for (asked.last = 0; asked.last < 4; ++asked.last) {
        EXPECT_EQ(place_callout(asked, nothing)->corner, asked.last);
        EXPECT_EQ(place_callout(asked, slightly)->corner, asked.last);
    }
}

TEST(CalloutPlace, NeitherTheBlockNorTheMiddleIsCovered) {
    CalloutQuestion asked = question;
    for (double x = 0; x < 400; x += 20)
        for (double y = 0; y < 300; y += 15) {
            asked.block = {x, y, 26, 12};
            const auto place = place_callout(asked, nothing);
            ASSERT_TRUE(place.has_value()) << x << ", " << y;
            const Box& card = place->card;
            EXPECT_FALSE(card.contains(210, 157));
            EXPECT_TRUE(card.x >= x + 26 || card.x + card.w <= x || card.y >= y + 12 || card.y + card.h <= y);
        }
    asked.w = 400;
    asked.h = 200;
    EXPECT_FALSE(place_callout(asked, nothing).has_value()) << "too large for any corner";
}

}  // namespace
}  // namespace warpwise::ui
