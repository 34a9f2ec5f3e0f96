// The lesson's view "estimate": which arrays hold the samples, and what they are an estimate of.
#pragma once

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

// The estimate is `scale` times the share of the samples that are hits.
struct EstimateView {
    std::string hits;    // an array with one element per sample, which is a hit where it is not 0
    std::string points;  // where the samples are in the unit square, f32 [n, 2]; empty: nowhere
    double scale = 1, exact = 0.5;
    double probability() const { return exact / scale; }  // of a hit, between 0 and 1
};

std::vector<std::string> estimate_view_options();
// The first one that is about the kernel; null: the lesson has none.
const ViewSpec* find_estimate_view(const Lesson&, const std::string& kernel);
Result<EstimateView> estimate_view(const ViewSpec&, const ParameterValues&);

}  // namespace warpwise
