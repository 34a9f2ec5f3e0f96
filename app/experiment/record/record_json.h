// The pieces of a record as JSON, for other outputs that show one of them (recordings, bench, doctor).
#pragma once

#include <nlohmann/json.hpp>

#include "base/fault_json.h"
#include "experiment/record/record.h"

namespace warpwise {

nlohmann::json to_json(const Machine&);
nlohmann::json to_json(const ParameterValues&);
nlohmann::json to_json(const DeviceInfo&);
// These throw nlohmann::json::exception on a value of the wrong type; record_from_json catches it.
Machine machine_from_json(const nlohmann::json&);
ParameterValues parameters_from_json(const nlohmann::json&);

}  // namespace warpwise
