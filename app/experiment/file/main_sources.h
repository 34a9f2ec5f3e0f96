// Which of some sources have a main(): one of them makes a program of them all.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpwise {

// In their order. What cannot be read, or is longer than a source may be, has none.
std::vector<std::filesystem::path> sources_with_main(const std::vector<std::filesystem::path>& sources);

// "a.cu, b.cu": without their folders, and as a terminal can show them.
std::string file_names(const std::vector<std::filesystem::path>& files);

}  // namespace warpwise
