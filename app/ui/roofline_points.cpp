#include "ui/roofline_points.h"

#include <fmt/format.h>

namespace warpwise::ui {

std::vector<Roof> roofs_of(const std::vector<Ceilings>& ceilings, DType dtype) {
    std::vector<Roof> roofs;
    for (const Ceilings& c : ceilings) {
        const auto peak = c.peak_gflop_s(dtype);
        if (!peak || !c.copy_gb_s || !(*peak > 0) || !(*c.copy_gb_s > 0)) continue;
        if (c.recorded && c.device != DeviceKind::cuda) continue;
        roofs.push_back({c.device, c.recorded, 0, c.device_name, c.date, *c.copy_gb_s, *peak});
    }
    return roofs;
}

std::optional<RoofPoint> roof_point(const RunRecord& record) {
    const AchievedRates rates = achieved_rates(record);
    if (!rates.gflop_s || !record.flops || !record.bytes || !(*record.bytes > 0) || !(*rates.gflop_s > 0)) return std::nullopt;
    const bool recorded = record.find_phase("kernel")->source == "recorded";
    return RoofPoint{record.device.kind, recorded, 0, *record.flops / *record.bytes, *rates.gflop_s};
}

std::string judgement(const RoofPoint& point, const Roof& roof) {
    const double share = point.gflop_s / roof.at(point.flop_per_byte);
    const bool memory = point.flop_per_byte < roof.ridge();
    if (share > 1.05)
        return fmt::format("{:.1f} times the roof of {}: these arrays fit into a cache, which is faster than its memory", share,
                           roof.name);
    return fmt::format("{:.0f} % of what {} can do at this intensity: {} is the limit", share * 100, roof.name,
                       memory ? "memory" : "arithmetic");
}

}  // namespace warpwise::ui
