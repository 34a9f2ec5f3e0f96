// What `course verify` asks of a prediction: that running it, or the recording, shows what the manifest says.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "experiment/record/recording.h"
#include "lesson/lesson.h"

namespace warpwise {

struct CheckedPart {
    bool passed = false;
    std::string detail;      // what was seen, or what to correct
    bool uncertain = false;  // passed, because nothing here can contradict it
    static CheckedPart good(std::string detail) { return {true, std::move(detail)}; }
    static CheckedPart bad(std::string detail) { return {false, std::move(detail)}; }
};

// A run in the emulator.
using RunKernel = std::function<Result<RunRecord>(const std::string& kernel, const ParameterValues&, Trace)>;

// A run of one of the lesson's jobs in ranks of MPI: what it counted. An Error of the kind device_missing where there is no MPI.
using CountJob = std::function<Result<std::map<std::string, double>>(const std::string& job, const ParameterValues&)>;

// The question and all of its `again`.
CheckedPart check_prediction(const Lesson&, const Prediction&, const Recordings&, const RunKernel&, const CountJob& = {});

// Whether the learner has to say what something costs: draws, enters or clicks a count of work or of memory, or drags a bar.
bool asks_about_cost(const Prediction&);

}  // namespace warpwise
