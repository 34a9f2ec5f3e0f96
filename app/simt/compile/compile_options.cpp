#include "simt/compile/compile_options.h"

#include <algorithm>

namespace warpwise::simt {

bool is_answer_file(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    return name.starts_with("solution") || name.starts_with("reference") || std::ranges::find(file, "wrong") != file.end();
}

}  // namespace warpwise::simt
