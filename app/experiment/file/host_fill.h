// The C++ that fills a host array as a lesson's fill says.
#pragma once

#include <string>

namespace warpwise {

// Lines of a function's body. Random numbers are the standard library's, so they are others than a run's; what has no short form
// (galaxies, patterns of Life) is random too, and the text says so.
std::string host_fill(const std::string& array, const std::string& type, const std::string& fill);

}  // namespace warpwise
