// In words: which elements of an array no thread has written.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpwise {

// "elements 960 to 1023 of 'c' were never written"; empty when all were. An element's writer is 0 where no thread wrote it.
std::string unwritten_elements(std::string_view array, std::span<const std::uint32_t> writers);

}  // namespace warpwise
