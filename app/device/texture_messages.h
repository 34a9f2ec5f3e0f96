// A texture or surface among the arguments of a launch, as JSON (device_messages.h).
#pragma once

#include <nlohmann/json.hpp>

#include "simt/texture.h"

namespace warpwise {

nlohmann::json message_of(const simt::Texture&);  // without its address
simt::Texture texture_from(const nlohmann::json&);

}  // namespace warpwise
