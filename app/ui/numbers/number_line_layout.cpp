#include "ui/numbers/number_line_layout.h"

#include <algorithm>
#include <cmath>

namespace warpwise::ui {
namespace {

struct Span {
    std::int64_t first = 0, last = 0;  // ordinals
};

// The first ordinal from `low` to `high` whose value is at least `value`; high + 1 where there is none.
std::int64_t first_from(const NumberFormat& format, long double value, std::int64_t low, std::int64_t high) {
    if (value_at(format, high) < value) return high + 1;
    while (low < high) {
        const std::int64_t middle =
            low + static_cast<std::int64_t>((static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)) / 2);
        if (value_at(format, middle) < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

Span visible(const NumberFormat& format, long double low, long double high) {
    const std::int64_t first = first_ordinal(format), last = last_ordinal(format);
    Span span{first_from(format, low, first, last), last};
    if (value_at(format, last) > high) span.last = first_from(format, high, first, last);
    if (span.last > span.first && value_at(format, span.last) > high) --span.last;
    return span;
}

// From the neighbours in small steps at first; the last step reaches the whole range of every format.
long double half_width_of(const NumberFormat& format, std::int64_t ordinal, int zoom) {
    const int gap =
        std::max(gap_exponent(format, ordinal), ordinal > first_ordinal(format) ? gap_exponent(format, ordinal - 1) : 0);
    const int near = format.is_float() ? gap : 0;
    const long double narrow = 2.5L * std::ldexp(1.0L, near);
    const long double whole = 1.05L * (std::max(value_at(format, last_ordinal(format)), value_at(format, ordinal)) -
                                       std::min(value_at(format, first_ordinal(format)), value_at(format, ordinal)));
    if (whole <= narrow) return narrow;
    const long double octaves = std::log2(whole / narrow), share = static_cast<long double>(zoom) / kMostZoom;
    // one octave per step where there are few; of many the later steps take more
    const long double steps = std::min(static_cast<long double>(zoom), octaves * share);
    return narrow * std::exp2(steps + (octaves - std::min<long double>(octaves, kMostZoom)) * share * share * share);
}

class Sections {
  public:
    Sections(const NumberFormat& format, NumberLineLayout& layout, long double centre, float narrowest)
        : format_(format), layout_(layout), centre_(centre), narrowest_(narrowest) {}

    void add_all() {
        const long double low = centre_ - layout_.half_width, high = centre_ + layout_.half_width;
        if (!format_.is_float()) {
            add(value_at(format_, first_ordinal(format_)), value_at(format_, last_ordinal(format_)), 0);
            return;
        }
        const int lowest = format_.lowest_exponent();
        for (const bool negative : {true, false})
            for (int e = format_.bias(); e > lowest; --e) {
                const long double inner = std::ldexp(1.0L, e), outer = std::ldexp(1.0L, e + 1);
                if (negative ? -outer > high || -inner < low : inner > high || outer < low) continue;
                negative ? add(-outer, -inner, e - format_.fraction_bits) : add(inner, outer, e - format_.fraction_bits);
            }
        // subnormals, and the normal numbers with their gap
        const long double tiny = std::ldexp(1.0L, lowest + 1);
        add(-tiny, tiny, lowest - format_.fraction_bits);
        std::ranges::sort(layout_.sections, {}, &NumberLineLayout::Section::from);
    }

  private:
    float place(long double value) const { return static_cast<float>(0.5L + (value - centre_) / (2 * layout_.half_width)); }
    void add(long double from, long double to, int gap) {
        const NumberLineLayout::Section section{std::clamp(place(from), 0.0f, 1.0f), std::clamp(place(to), 0.0f, 1.0f), gap};
        if (section.to - section.from >= narrowest_) layout_.sections.push_back(section);
    }

    const NumberFormat& format_;
    NumberLineLayout& layout_;
    long double centre_;
    float narrowest_;
};

void add_ticks(const NumberFormat& format, NumberLineLayout& layout, std::int64_t chosen, std::size_t most_ticks) {
    const long double centre = value_at(format, chosen);
    Span span = visible(format, centre - layout.half_width, centre + layout.half_width);
    // near 2^64 the ends themselves are rounded; differences from the middle are not
    while (span.first < chosen && centre - value_at(format, span.first) > layout.half_width) ++span.first;
    while (span.last > chosen && value_at(format, span.last) - centre > layout.half_width) --span.last;
    const std::uint64_t count = static_cast<std::uint64_t>(span.last) - static_cast<std::uint64_t>(span.first);
    while (count / layout.stride >= std::max<std::size_t>(most_ticks, 8)) layout.stride *= 2;
    const auto place = [&](std::int64_t ordinal) {
        return static_cast<float>(0.5L + (value_at(format, ordinal) - centre) / (2 * layout.half_width));
    };
    // those that the stride divides, so that they stay where they are when the line moves
    const std::uint64_t off = static_cast<std::uint64_t>(span.first) % layout.stride;
    std::uint64_t skipped = off == 0 ? 0 : layout.stride - off;
    bool has_chosen = false;
    for (; skipped <= count; skipped += layout.stride) {
        const auto ordinal = static_cast<std::int64_t>(static_cast<std::uint64_t>(span.first) + skipped);
        if (!has_chosen && ordinal > chosen) layout.ticks.push_back({0.5f, chosen});
        has_chosen = has_chosen || ordinal >= chosen;
        layout.ticks.push_back({place(ordinal), ordinal});
        if (count - skipped < layout.stride) break;
    }
    if (!has_chosen) layout.ticks.push_back({0.5f, chosen});
}

}  // namespace

NumberLineLayout number_line_layout(const NumberFormat& format, std::uint64_t bits, const std::optional<ExactNumber>& wanted,
                                    int zoom, std::size_t most_ticks, float narrowest) {
    const std::int64_t chosen = ordinal_of(format, bits);
    NumberLineLayout layout;
    layout.half_width = half_width_of(format, chosen, std::clamp(zoom, 0, kMostZoom));
    add_ticks(format, layout, chosen, most_ticks);
    Sections(format, layout, value_at(format, chosen), narrowest).add_all();
    if (wanted) {
        const ExactNumber off = *wanted - exact_value(format, bits);
        const long double place = 0.5L + off.approximate() / (2 * layout.half_width);
        if (!off.is_zero() && place >= 0 && place <= 1) layout.wanted = static_cast<float>(place);
    }
    return layout;
}

}  // namespace warpwise::ui
