#include "ui/lesson/poll_answers.h"

#include <system_error>

#include "base/files.h"
#include "lesson/answers.h"

namespace warpwise::ui {
namespace {

Answers committed(const Workbench& bench) {
    const auto progress = bench.lessons.progress.find(bench.lesson->id);
    return progress == bench.lessons.progress.end() ? Answers{} : answers_of(*bench.lesson, progress->second);
}

}  // namespace

bool has_committed_answers(const Workbench& bench) { return bench.lesson != nullptr && !committed(bench).given.empty(); }

void save_answers(Workbench& bench) {
    if (!has_committed_answers(bench)) return;
    const std::filesystem::path file = answers_file(bench.lesson->id);
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (const auto written = write_file_atomically(file, to_json_text(committed(bench))); written)
        bench.say(Severity::note, "Answers saved, without your name: " + file.string());
    else
        bench.say(Severity::error, "The answers could not be saved: " + written.error().message, written.error().hint);
}

}  // namespace warpwise::ui
