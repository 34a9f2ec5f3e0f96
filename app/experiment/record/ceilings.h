// The most that a device can do: bytes it copies and multiply-adds it does a second, measured by kernels that do nothing else
// (kernels/ceilings). A kernel's own rates are judged against them. The emulator counts and has none.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "device/interface/device.h"

namespace warpwise {

struct Ceilings {
    DeviceId device{};
    std::string device_name, date;                           // "NVIDIA H200", ISO 8601, UTC
    std::optional<double> copy_gb_s;                         // bytes read and written
    std::optional<double> fma_f32_gflop_s, fma_f64_gflop_s;  // a multiply-add is two operations
    bool recorded = false;                                   // on another machine; never in a file, set by who loads a recording
    bool operator==(const Ceilings&) const = default;

    // Of the arithmetic in this dtype; nothing for dtypes that were not measured (integers, f16).
    std::optional<double> peak_gflop_s(DType) const;
};

nlohmann::json to_json(const Ceilings&);
Result<Ceilings> ceilings_from_json(const nlohmann::json&);

// user_data_dir()/ceilings.json: {"schema": "warpwise.ceilings/1", "ceilings": [...]}, what was measured on this machine.
std::filesystem::path ceilings_file();
// Empty when there is no file. An Error when it is none of ours or of a newer version.
Result<std::vector<Ceilings>> load_ceilings(const std::filesystem::path& file);
Result<void> save_ceilings(const std::filesystem::path& file, const std::vector<Ceilings>&);

}  // namespace warpwise
