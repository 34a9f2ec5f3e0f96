// warpwise bench --ceilings: what each device here can do at most, measured and kept
#include "experiment/record/ceilings.h"
#include "base/standard_streams.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/json.h"
#include "cli/commands.h"
#include "experiment/run/device_set.h"
#include "experiment/run/measure_ceilings.h"

namespace warpwise {
namespace {

std::string column(const std::optional<double>& giga, const char* unit) {
    return giga ? fmt::format("{:>12.1f} {:<8}", *giga, unit) : fmt::format("{:>12} {:<8}", "-", "");
}

}  // namespace

int ceilings_command(bool as_json) {
    DeviceSet devices;
    const std::vector<Ceilings> measured =
        measure_all_ceilings(devices, {}, [](const std::string& what) { print_to(stderr, "{}\n", what); });
    if (measured.empty())
        return report({ErrorKind::device_missing, "nothing here could be measured", "`warpwise doctor` says what is missing."});
    if (auto saved = save_ceilings(ceilings_file(), measured); !saved) return report(saved.error());
    if (as_json) {
        nlohmann::json list = nlohmann::json::array();
        for (const Ceilings& c : measured) list.push_back(to_json(c));
        print_to(stdout, "{}\n", json_text({{"schema", "warpwise.ceilings/1"}, {"ceilings", list}}));
        return 0;
    }
    print_to(stdout, "{:<44}{:>14}{:>21}{:>21}\n", "device", "copy", "FMA f32", "FMA f64");
    for (const Ceilings& c : measured)
        print_to(stdout, "{:<44}{}{}{}\n", c.device_name, column(c.copy_gb_s, "GB/s"), column(c.fma_f32_gflop_s, "GFLOP/s"),
                 column(c.fma_f64_gflop_s, "GFLOP/s"));
    print_to(stdout, "kept in {}\n", ceilings_file().string());
    return 0;
}

}  // namespace warpwise
