#include "experiment/file/program_includes.h"

#include <filesystem>
#include <vector>

#include "base/files.h"
#include "text/kernels_in_text.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

void gather(const fs::path& file, const std::vector<fs::path>& dirs, std::set<fs::path>& seen, std::set<std::string>& names) {
    const auto text = seen.insert(file).second ? read_file(file) : failure("");
    if (!text) return;
    for (const auto& [name, is_quoted] : included_headers(*text)) {
        names.insert(name);
        if (!is_quoted) continue;
        gather((file.parent_path() / name).lexically_normal(), dirs, seen, names);
        for (const fs::path& dir : dirs) gather((dir / name).lexically_normal(), dirs, seen, names);
    }
}

}  // namespace

std::set<std::string> included_names(const ProgramText& text) {
    std::set<fs::path> seen;
    std::set<std::string> names;
    for (const fs::path& source : text.sources()) gather(source, text.include_dirs, seen, names);
    return names;
}

}  // namespace warpwise
