#include "ui/file/file_state.h"

namespace warpwise::ui {

OpenedFile* opened_file(Workbench& bench) {
    if (bench.lesson == nullptr) return nullptr;
    auto& opened = bench.state<FilesState>().opened;
    const auto found = opened.find(bench.lesson->id);
    return found == opened.end() ? nullptr : &found->second;
}

const OpenedFile* opened_file(const Workbench& bench) {
    if (bench.lesson == nullptr) return nullptr;
    const auto& opened = bench.state<FilesState>().opened;
    const auto found = opened.find(bench.lesson->id);
    return found == opened.end() ? nullptr : &found->second;
}

}  // namespace warpwise::ui
