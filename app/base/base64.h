// Bytes as text: RFC 4648.
#pragma once

#include <string>
#include <string_view>

namespace warpwise {

std::string base64(std::string_view bytes);

}  // namespace warpwise
