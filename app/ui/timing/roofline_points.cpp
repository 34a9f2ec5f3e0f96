#include "ui/timing/roofline_points.h"

#include <fmt/format.h>

namespace warpwise::ui {

namespace {

// 0.4 % is not "0 %".
std::string percent(double share) {
    return share < 0.095 ? fmt::format("{:.1g}", share * 100) : fmt::format("{:.0f}", share * 100);
}

const char* what_else_limits(const DeviceId& device) {
    const DeviceTraits& traits = traits_of(device);
    if (traits.is_gpu) return "latency, too few threads or the launch";
    return traits.wakes_threads ? "latency or the start of threads" : "latency";
}

}  // namespace

std::vector<Roof> roofs_of(const std::vector<Ceilings>& ceilings, DType dtype) {
    std::vector<Roof> roofs;
    for (const Ceilings& c : ceilings) {
        const auto peak = c.peak_gflop_s(dtype);
        if (!peak || !c.copy_gb_s || !(*peak > 0) || !(*c.copy_gb_s > 0)) continue;
        roofs.push_back({c.device, c.recorded, 0, full_name_of({c.device.kind, c.device_name, {}, c.device.ordinal}), c.date,
                         *c.copy_gb_s, *peak});
    }
    return roofs;
}

std::optional<RoofPoint> roof_point(const RunRecord& record) {
    const AchievedRates rates = achieved_rates(record);
    if (!rates.gflop_s || !record.flops || !record.bytes || !(*record.bytes > 0) || !(*rates.gflop_s > 0)) return std::nullopt;
    const bool recorded = record.find_phase("kernel")->source == "recorded";
    return RoofPoint{record.device.id(), recorded, 0, *record.flops / *record.bytes, *rates.gflop_s};
}

std::string judgement(const RoofPoint& point, const Roof& roof) {
    const double share = point.gflop_s / roof.at(point.flop_per_byte);
    if (share > 1.05)
        return fmt::format("{:.1f} times the roof of {}: these arrays fit into a cache, which is faster than its memory", share,
                           roof.name);
    const std::string of_roof = fmt::format("{} % of what {} can do at this intensity", percent(share), roof.name);
    if (share >= kNearTheRoof)
        return of_roof + (point.flop_per_byte < roof.ridge() ? ": memory is the limit" : ": arithmetic is the limit");
    return fmt::format("{}: neither roof is near; {} is likelier to limit it", of_roof, what_else_limits(point.device));
}

}  // namespace warpwise::ui
