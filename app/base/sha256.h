// SHA-256, so that records can name the bytes of an array without carrying them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace warpwise {

// 64 lower-case hexadecimal digits
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace warpwise
