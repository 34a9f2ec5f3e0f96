#include "ui/picture/callout_place.h"

#include <algorithm>
#include <array>

namespace warpwise::ui {
namespace {

constexpr double kClearlyBetter = 0.1;

bool overlap(const Box& a, const Box& b) { return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h; }

Box card_in(const CalloutQuestion& q, std::size_t corner) {
    const bool right = corner % 2 == 1, below = corner >= 2;
    return {right ? q.picture.x + q.picture.w - q.pad - q.w : q.picture.x + q.pad,
            below ? q.picture.y + q.picture.h - q.pad - q.h : q.picture.y + q.pad, q.w, q.h};
}

bool is_possible(const CalloutQuestion& q, const Box& card) {
    const Box around{q.block.x - q.pad, q.block.y - q.pad, q.block.w + 2 * q.pad, q.block.h + 2 * q.pad};
    const bool inside = card.x >= q.picture.x && card.y >= q.picture.y && card.x + card.w <= q.picture.x + q.picture.w &&
                        card.y + card.h <= q.picture.y + q.picture.h;
    return inside && !overlap(card, around) && !card.contains(q.picture.x + q.picture.w / 2, q.picture.y + q.picture.h / 2);
}

}  // namespace

std::optional<CalloutPlace> place_callout(const CalloutQuestion& q, const std::function<double(const Box&)>& shown) {
    std::optional<CalloutPlace> best;
    double least = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t corner = (q.last + i) % 4;  // the last one first
        const Box card = card_in(q, corner);
        if (!is_possible(q, card)) continue;
        const double covered = shown(card);
        const double margin = best && best->corner == q.last ? kClearlyBetter : 0;
        if (best && covered + margin >= least) continue;
        best = CalloutPlace{card, corner};
        least = covered;
    }
    return best;
}

}  // namespace warpwise::ui
