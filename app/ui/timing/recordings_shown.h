// Which recorded runs the views show, and what opening, keeping and closing a recording does. No window library in here.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ui/shell/workbench.h"

namespace warpwise::ui {

// Sets `bench.recorded`: the runs with exactly the draft's values. An edited kernel and a launch of the learner's own have none.
void refresh_recorded(Workbench&);
// The recorded points of a sweep of this request over a parameter, a series a recording and device, sorted by x.
std::vector<Sweep::RecordedSeries> recorded_series(const Workbench&, const ExperimentRequest&, const std::string& over);

// What went wrong is a message. True when the recording is shown now.
bool open_recording(Workbench&, const std::filesystem::path&);
// Copies it to kept_recordings_dir(), where every later start finds it.
void keep_recording(Workbench&, const std::filesystem::path&);
// Shown no more until it is opened again; its file stays.
void close_recording(Workbench&, const std::filesystem::path&);
bool is_kept(const std::filesystem::path&);     // in kept_recordings_dir()
bool is_shipped(const std::filesystem::path&);  // in shipped_recordings_dir()

// "NVIDIA H200, recorded 2026-11-21", "My laptop's CPU, 8 cores, recorded 2026-11-22"
std::string recorded_label(const RunRecord&);

}  // namespace warpwise::ui
