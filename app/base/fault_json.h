// Faults and diagnostics as JSON, in records and in the messages between processes alike. Reading throws nlohmann's exceptions
// when a value is not of its type.
#pragma once

#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "base/fault.h"

namespace warpwise {

nlohmann::json to_json(const Fault&);
nlohmann::json to_json(const Diagnostics&);
Fault fault_from_json(const nlohmann::json&);
Diagnostics diagnostics_from_json(const nlohmann::json&);

}  // namespace warpwise
