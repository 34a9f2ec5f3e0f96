// Recordings: runs of the lessons on a device that is not here, with its name and date. They are shown as what they are and
// nothing is ever made up between their points.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiment/record/ceilings.h"
#include "experiment/record/record.h"

namespace warpwise {

struct Recording {
    std::filesystem::path file;
    std::string device_name, date;  // "NVIDIA H200", ISO 8601
    Machine machine;
    std::vector<Ceilings> ceilings;  // of its devices; may be missing
    std::vector<RunRecord> records;  // every time's source is "recorded"; the arrays are not kept

    // The records of a lesson's kernel whose parameters, apart from `except`, equal those given, in file order. `except` is the
    // parameter a sweep runs over; empty: all must be equal.
    std::vector<const RunRecord*> find(const std::string& lesson, const std::string& kernel, const DeviceId& device,
                                       const ParameterValues& parameters, const std::string& except = {}) const;
    // Any run of the kernel on the device.
    bool has(const std::string& lesson, const std::string& kernel, const DeviceId& device) const;
    // The devices worth showing elsewhere: its GPUs; where it has none, its CPU forms.
    std::vector<DeviceId> shown_devices() const;
    std::string title() const;  // "NVIDIA H200, 2026-11-21"
};

struct Recordings {
    std::vector<Recording> files;
    // Files that are truncated, from a newer version or no recordings: named, and passed over. Damaged runs of a file too.
    Diagnostics problems;

    // Of every file, one after the other.
    std::vector<const RunRecord*> find(const std::string& lesson, const std::string& kernel, const DeviceId& device,
                                       const ParameterValues& parameters, const std::string& except = {}) const;
};

// data_dir()/assets/recordings
std::filesystem::path shipped_recordings_dir();
// user_data_dir()/recordings: those that the learner keeps
std::filesystem::path kept_recordings_dir();
// both
std::vector<std::filesystem::path> recording_dirs();
// Reads *.json of the folders that exist, sorted by name.
Recordings load_recordings(const std::vector<std::filesystem::path>& dirs);

// What a recorded point of this lesson and these values would be found under, when there is none: the values nearest to them
// that were recorded, in words; "" when nothing of the lesson is.
std::string nearest_recorded(const Recordings&, const Lesson&, const std::string& kernel, const DeviceId& device,
                             const ParameterValues& parameters);
// Runs that no view can show: of lessons, kernels or parameters that this course does not have. One note a recording.
Diagnostics strangers_in(const Recording&, const Course&);

// --- files (recording_file.cpp): "warpwise.recording/2" is written, and /1 is read too; docs/recordings.md ---

struct LoadedRecording {
    Recording recording;
    Diagnostics problems;  // runs that were damaged and are left out
};
// An Error says what the file is instead, and what to do.
Result<LoadedRecording> load_recording(const std::filesystem::path&);
// Atomically: the file is the old one or the new one. Samples are rounded to six digits; arrays, counters of nothing and what
// can be worked out again are left out.
Result<void> save_recording(const std::filesystem::path&, const Recording&);

}  // namespace warpwise
