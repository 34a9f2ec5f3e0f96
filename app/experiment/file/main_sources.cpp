#include "experiment/file/main_sources.h"

#include <algorithm>
#include <iterator>

#include "base/escape.h"
#include "base/files.h"
#include "text/kernels_in_text.h"

namespace warpwise {
namespace {

constexpr std::size_t kLongestSource = std::size_t{1} << 20;  // bytes

bool has_main(const std::filesystem::path& file) {
    const auto text = read_regular_file(file, kLongestSource);
    return text && read_cuda_text(*text).has_main;
}

}  // namespace

std::vector<std::filesystem::path> sources_with_main(const std::vector<std::filesystem::path>& sources) {
    std::vector<std::filesystem::path> mains;
    std::ranges::copy_if(sources, std::back_inserter(mains), has_main);
    return mains;
}

std::string file_names(const std::vector<std::filesystem::path>& files) {
    std::string names;
    for (const std::filesystem::path& each : files) names += (names.empty() ? "" : ", ") + shown_name(each.filename().string());
    return names;
}

}  // namespace warpwise
