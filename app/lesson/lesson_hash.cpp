#include "lesson/lesson_hash.h"

#include <fmt/format.h>

#include <map>
#include <span>

#include "base/files.h"
#include "base/sha256.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace fs = std::filesystem;

Result<std::string> hash_of_lesson(const Lesson& lesson) {
    std::map<std::string, std::string> texts;
    std::error_code error;
    for (auto at = fs::recursive_directory_iterator(lesson.folder, error); !error && at != fs::recursive_directory_iterator();
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        // what editors and Python leave there
        if (name.starts_with('.') || name.starts_with("__")) {
            at.disable_recursion_pending();
            continue;
        }
        if (!at->is_regular_file()) continue;
        auto text = read_file(at->path());
        if (!text) return std::unexpected(text.error());
        texts["file " + at->path().lexically_relative(lesson.folder).string()] = std::move(*text);
    }
    if (error) return failure(fmt::format("the folder of the lesson {} cannot be read: {}", lesson.id, error.message()));
    for (const KernelSpec& kernel : lesson.kernels)
        if (auto text = read_kernel_file(lesson, kernel)) texts["kernel " + kernel.id] = std::move(*text);
    std::string all;
    for (const auto& [name, text] : texts) all += fmt::format("{}\n{}\n", name, text.size()) + text;
    constexpr std::size_t digits = 16;
    return sha256_hex(std::as_bytes(std::span(all))).substr(0, digits);
}

}  // namespace warpwise
