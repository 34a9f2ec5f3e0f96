// Recordings: the records of a sweep on a device that is not here, with its name and date. They are shown as what they are and
// nothing is ever made up between their points.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "experiment/ceilings.h"
#include "experiment/record.h"

namespace warpwise {

struct Recording {
    std::filesystem::path file;
    std::string device_name, date;  // "NVIDIA H200", ISO 8601
    Machine machine;
    std::vector<Ceilings> ceilings;  // of its devices; may be missing
    std::vector<RunRecord> records;  // every phase's source is "recorded"; the arrays are not kept
};

struct Recordings {
    std::vector<Recording> files;
    // Files that are truncated, from a newer version or no recordings: named, and passed over.
    Diagnostics problems;

    // The records of a lesson's kernel and dtype whose parameters, apart from `except`, equal those given, in file order.
    // `except` is the parameter a sweep runs over; empty: all must be equal.
    std::vector<const RunRecord*> find(const std::string& lesson, const std::string& kernel, DeviceKind device,
                                       const ParameterValues& parameters, const std::string& except = {}) const;
};

// data_dir()/assets/recordings and user_data_dir()/recordings
std::vector<std::filesystem::path> recording_dirs();
// Reads *.json of the folders that exist, sorted by name.
Recordings load_recordings(const std::vector<std::filesystem::path>& dirs);
// {"schema": "warpwise.recording/1", "device", "date", "machine", "ceilings": [...], "records": [...]}, one record a line.
Result<void> save_recording(const std::filesystem::path& file, const Recording&);

}  // namespace warpwise
