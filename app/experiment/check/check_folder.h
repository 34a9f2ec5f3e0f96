// Grades a folder of hand-ins for a lesson's exercise. What is wrong with one of them never ends the others.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiment/check/check_exercise.h"

namespace warpwise {

struct HandIn {
    std::string name;  // of the file below the folder, as it can be shown: "ada.cu", "ada/kernel.cu"
    std::filesystem::path file;
    std::string problem;                             // why there is nothing to grade; empty: there is a file
    std::vector<std::filesystem::path> beside = {};  // in its folder: the program's other sources, and headers
};

// Every *.cu file of the folder, and every folder in it, by name: it holds a single *.cu file, or the sources of one program, of
// which one has a main(). Files of other kinds and names that begin with a dot are passed over. A usage error when there is nothing
// to grade.
Result<std::vector<HandIn>> find_hand_ins(const std::filesystem::path& folder);

struct GradedHandIn {
    std::string name;
    std::optional<ExerciseResult> result;  // nothing: it could not be graded
    std::string problem;                   // why
    bool passed() const { return result && result->passed; }
};

struct FolderOptions {
    std::string exercise;  // its id; empty: the lesson's first
    int threads = 0;       // host threads of each emulator; 0: the machine's cores, divided among them
    int at_once = 0;       // how many hand-ins are graded at a time, each in an emulator of its own; 0: one for each core
    std::optional<std::uint64_t> seed;                   // the same random data for all; none: fresh data
    std::function<void(std::size_t, std::size_t)> done;  // how many of how many; called from one thread at a time
};

struct FolderResult {
    std::string lesson, title, exercise, date, version;
    std::vector<GradedHandIn> hand_ins;
    double wall_s = 0;
    std::size_t passed() const;
    std::size_t not_graded() const;
};

// An Error when the lesson has no such exercise or there is no emulator.
Result<FolderResult> check_folder(const Lesson&, const std::vector<HandIn>&, const FolderOptions& = {});

nlohmann::json to_json(const FolderResult&);  // "warpwise.check-folder/1"
std::string to_csv(const FolderResult&);      // one row per hand-in
std::string to_html(const FolderResult&);     // a table, then every hand-in with its code
std::string text_of(const FolderResult&);     // a table for a terminal

}  // namespace warpwise
