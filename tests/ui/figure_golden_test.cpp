// Golden pictures of exported figures, from fixed records. One step of a colour in 32 is seen.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "figures_of_fixed.h"
#include "golden.h"
#include "ui/export/figure_writers.h"

namespace warpwise::ui::figure {
namespace {

using namespace fixed_figures;

Image picture_of(const Figure& figure) {
    const auto pixels = pixels_of(figure, 1, *fonts());
    if (!pixels) throw std::runtime_error(pixels.error().text());
    return pixels->over(palette_of(Ground::white).ground);
}

const std::map<std::string, std::function<Figure(const Setting&)>>& figures() {
    static const std::map<std::string, std::function<Figure(const Setting&)>> all{
        {"figure_grid", [](const Setting& s) { return grid(s); }},
        {"figure_grid_thread_only", [](const Setting& s) { return grid(s, true); }},
        {"figure_grid_million", [](const Setting& s) { return grid_of(s, {{4096, 1, 1}, {256, 1, 1}, 0}, 1'000'000); }},
        {"figure_strip", [](const Setting& s) { return strip(s); }},
        {"figure_phases", [](const Setting& s) { return timing_phases_figure(s, {timing_rows(), true, false}); }},
        {"figure_samples", [](const Setting& s) { return timing_samples_figure(s, {timing_rows(), true, false}); }},
        {"figure_sweep", [](const Setting& s) { return sweep_figure(s, sweep_scene()); }},
        {"figure_counts", [](const Setting& s) { return counts_figure(s, count_scene()); }},
        {"figure_roofline", [](const Setting& s) { return roofline_figure(s, roofline_scene()); }},
        {"figure_timeline", [](const Setting& s) { return timeline_figure(s, timeline_scene()); }},
        {"figure_occupancy", [](const Setting& s) { return occupancy_figure(s, occupancy_scene()); }},
        {"figure_estimate", [](const Setting& s) { return estimate_figure(s, estimate_scene(600, true)); }},
        {"figure_flow", [](const Setting& s) { return flow_figure(s, flow_scene(true)); }},
        {"figure_accesses", [](const Setting& s) { return accesses_figure(s, accesses_scene()); }},
        {"figure_picture", [](const Setting& s) { return picture_figure(s, picture_scene()); }},
        {"figure_bins", [](const Setting& s) { return bins_figure(s, bins_scene()); }},
        {"figure_tile", [](const Setting& s) { return tile_figure(s, tile_scene(true)); }},
        {"figure_request", [](const Setting& s) { return request_figure(s, request_facts({.stride = 2, .offset = 1})); }},
    };
    return all;
}

class FigureGolden : public testing::TestWithParam<std::string> {};

TEST_P(FigureGolden, LooksAsItDid) {
    EXPECT_EQ(check_golden(GetParam(), picture_of(figures().at(GetParam())(setting())), of_fixed_records), "");
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& [name, maker] : figures()) all.push_back(name);
    return all;
}
INSTANTIATE_TEST_SUITE_P(Figures, FigureGolden, testing::ValuesIn(names()), [](const auto& info) { return info.param; });

// Of every colour that covers more than a few pixels.
TEST(FigureGoldenFails, OneStepOfAColourIn32IsSeen) {
    const Image golden = picture_of(sweep_figure(setting(), sweep_scene()));
    const Palette& c = palette_of(Ground::white);
    for (const Colour colour : {c.series[0], c.series[1], c.series[2], c.series[3], c.ink, c.muted, c.line, c.ground}) {
        const std::uint8_t from[] = {static_cast<std::uint8_t>(colour >> 16), static_cast<std::uint8_t>(colour >> 8),
                                     static_cast<std::uint8_t>(colour)};
        for (std::size_t channel = 0; channel < 3; ++channel) {
            Image other = golden;
            for (std::size_t at = 0; at < other.rgb.size(); at += 3)
                if (std::equal(from, from + 3, other.rgb.begin() + static_cast<std::ptrdiff_t>(at)))
                    other.rgb[at + channel] =
                        static_cast<std::uint8_t>(from[channel] < 128 ? from[channel] + 8 : from[channel] - 8);
            EXPECT_FALSE(is_same(compare(golden, other, of_fixed_records), of_fixed_records))
                << std::hex << colour << " channel " << channel;
        }
    }
}

TEST(FigureGoldenFails, AnotherTimeIsSeen) {
    SweepScene scene = sweep_scene();
    const Image golden = picture_of(sweep_figure(setting(), scene));
    scene.curves[1].points[8].y *= 1.3;
    EXPECT_FALSE(is_same(compare(golden, picture_of(sweep_figure(setting(), scene)), of_fixed_records), of_fixed_records));
}

}  // namespace
}  // namespace warpwise::ui::figure
