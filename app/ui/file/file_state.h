// CUDA files that are open as lessons, and the run of a whole program.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "experiment/file_lesson.h"
#include "experiment/program_report.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct OpenedFile {
    CudaFile file;
    std::filesystem::path folder;  // of the lesson that is made of it
    std::filesystem::file_time_type changed;
    int revision = 0;  // counts what was written anew
};

struct FilesState {
    std::map<std::string, OpenedFile> opened;  // by the lesson's id
    std::optional<Error> open_problem, save_problem;
    bool file_opened = false, lesson_saved = false;  // a moment ago
    std::filesystem::path temporary;                 // of a picture or a test; removed with it; empty: none

    FilesState() = default;
    FilesState(const FilesState&) = delete;
    FilesState& operator=(const FilesState&) = delete;
    ~FilesState() {
        std::error_code error;
        if (!temporary.empty()) std::filesystem::remove_all(temporary, error);
    }
};

// main() of the open file, in a process of its own.
struct ProgramState {
    std::string lesson;     // whose program it is
    std::string arguments;  // as typed, divided by blanks
    std::stop_source stop;
    std::future<Result<ProgramReport>> running;
    std::optional<Result<ProgramReport>> report;

    ProgramState() = default;
    ProgramState(const ProgramState&) = delete;
    ProgramState& operator=(const ProgramState&) = delete;
    ~ProgramState() { stop.request_stop(); }  // the future then waits for its end
};

// The file of the open lesson; null: the lesson is of no file.
OpenedFile* opened_file(Workbench&);
const OpenedFile* opened_file(const Workbench&);

}  // namespace warpwise::ui
