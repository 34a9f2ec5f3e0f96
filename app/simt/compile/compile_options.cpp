#include "simt/compile/compile_options.h"

#include <algorithm>

namespace warpwise::simt {

bool is_answer_file(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    const auto is_below = [&](const char* folder) { return std::ranges::find(file, folder) != file.end(); };
    return name.starts_with("solution") || name.starts_with("reference") || is_below("wrong") || is_below("right");
}

}  // namespace warpwise::simt
