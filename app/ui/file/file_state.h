// CUDA files that are open as lessons, and the run of a whole program.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "device/process/exec_options.h"
#include "experiment/file/file_lesson.h"
#include "experiment/file/launch_rows.h"
#include "experiment/file/program_report.h"
#include "experiment/file/smallest_program.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct OpenedFile {
    CudaFile file;
    std::filesystem::path folder;  // of the lesson that is made of it
    std::filesystem::file_time_type changed;
    int revision = 0;         // counts what was written anew
    bool has_others = false;  // it is one of several sources of a program
};

// How a program is compiled and started, as typed: words divided by blanks, in quotes where they hold some. Kept for each file.
struct ProgramFields {
    std::string arguments = {}, include_dirs = {}, definitions = {};
    std::string sources = {};  // beside the file itself
    bool checks_all = false;
    bool operator==(const ProgramFields&) const = default;
};

struct FilesState {
    std::map<std::string, OpenedFile> opened;  // by the lesson's id
    std::optional<Error> open_problem, save_problem;
    bool file_opened = false, lesson_saved = false;                 // a moment ago
    std::map<std::filesystem::path, ProgramFields> fields_of_next;  // of a file that is about to be opened
    std::filesystem::path temporary;                                // of a picture or a test; removed with it; empty: none

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
    std::string lesson;  // whose program it is
    ProgramFields fields;
    std::string fields_of;    // the lesson whose fields these are
    bool shows_more = false;  // the fields that are rarely needed
    std::stop_source stop;
    std::future<Result<ProgramReport>> running;
    std::optional<Result<ProgramReport>> report;  // take_report() sets it
    // What the panel lists of the report, made when it is first drawn.
    struct Rows {
        std::vector<LaunchRow> launches;
        std::vector<std::string> lines;                              // the text of each row's launch
        std::vector<std::string> finding_lines;                      // of each finding
        std::vector<std::optional<std::vector<ArrayStrip>>> strips;  // of each row, once it has been in sight
        float widest_grid = 0;                                       // unscaled
    };
    std::optional<Rows> rows;
    bool lists_only_mistakes = false;
    ExecOptions options;    // that the report was made with
    int step_when_run = 0;  // this launch of the next run is opened in the debugger, counted from 1; 0: none
    std::size_t chosen = kNoLaunch;
    static constexpr std::size_t kNoLaunch = static_cast<std::size_t>(-1);
    std::size_t scrolled_to = kNoLaunch;  // the chosen launch that the list has been scrolled to

    // A launch on its way into the lesson: the program runs again, up to there.
    struct Opening {
        std::size_t launch = kNoLaunch;
        bool debug = false;
        std::filesystem::path folder;
        std::future<Result<ProgramReport>> running;
    };
    Opening opening;
    std::string open_problem;               // of the last one, or what is worth knowing about it
    bool refuses_launch = false;            // trying again would not help: the launch cannot be opened by itself
    std::size_t opened_launch = kNoLaunch;  // that the draft was taken from

    // The search for the smallest case that shows the report's first mistake.
    std::future<Result<SmallestProgram>> shrinking;
    std::optional<Result<SmallestProgram>> smallest;

    ProgramState() = default;
    ProgramState(const ProgramState&) = delete;
    ProgramState& operator=(const ProgramState&) = delete;
    ~ProgramState() { stop.request_stop(); }  // the future then waits for its end
    bool is_busy() const { return running.valid() || opening.running.valid() || shrinking.valid(); }
    void take_report(std::optional<Result<ProgramReport>> made) {
        report = std::move(made);
        rows.reset();
        smallest.reset();
        lists_only_mistakes = false;
    }
};

// As kept in the folder of a file's lesson; empty ones where there are none.
ProgramFields kept_program_fields(const std::filesystem::path& folder);
// Of the open file, read when another one was opened.
ProgramFields& program_fields(Workbench&, const OpenedFile&);
void keep_program_fields(const Workbench&, const OpenedFile&);
std::vector<std::string> words_of(const std::string& typed);  // "a 'b c'": a, b c
std::string typed_of(const std::vector<std::string>& words);

// The file of the open lesson; null: the lesson is of no file.
OpenedFile* opened_file(Workbench&);
const OpenedFile* opened_file(const Workbench&);

}  // namespace warpwise::ui
