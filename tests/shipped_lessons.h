// The ids of the lessons in lessons/, for tests that are made for each: by their folders, since every process of a test program
// asks for them and reading the course takes longer than most tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace warpwise {

// In the order of the course: "lessons/02_indexing_1d" has the id "indexing_1d" (ShippedLessons.AreInFoldersOfTheirNames).
inline std::vector<std::string> shipped_lesson_ids() {
    std::vector<std::string> folders;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(WARPWISE_SOURCE_DIR) + "/lessons"))
        if (entry.is_directory()) folders.push_back(entry.path().filename().string());
    std::ranges::sort(folders);
    for (std::string& name : folders) name.erase(0, name.find('_') + 1);
    return folders;
}

}  // namespace warpwise
