#include "cli/kernel_file.h"

#include <fmt/format.h>

#include "base/files.h"

namespace warpwise {
namespace fs = std::filesystem;

Result<KernelSource> read_kernel(const fs::path& file, const std::string& entry, const IncludeOptions& includes) {
    auto text = read_file(file);
    if (!text) return std::unexpected(text.error());
    KernelSource source{std::move(*text), entry, file.string()};
    source.options.folder = fs::absolute(file).lexically_normal().parent_path().string();
    source.options.reads_machine_files = true;
    for (const std::string& folder : includes.folders) {
        std::error_code error;
        if (!fs::is_directory(folder, error))
            return usage_error(fmt::format("-I {} is not a folder", folder), "Name the folder that the headers lie in.");
        fs::path path = fs::absolute(folder).lexically_normal();
        source.options.include_folders.push_back((path.has_filename() ? path : path.parent_path()).string());
    }
    source.options.definitions = includes.definitions;
    return source;
}

}  // namespace warpwise
