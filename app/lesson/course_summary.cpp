#include "lesson/course_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace warpwise {
namespace {

constexpr std::string_view kPartTitles[] = {
    "Lessons",          "Part I  Threads",   "Part II  Why is the GPU slower?", "Part III  Numbers", "Part IV  Memory",
    "Part V  Patterns", "Part VI  Pictures", "Part VII  Beyond one kernel"};

Share& operator+=(Share& sum, const Share& more) {
    sum.done += more.done;
    sum.all += more.all;
    return sum;
}

template <typename Range, typename Done>
Share share_of(const Range& range, const Done& is_done) {
    return {static_cast<int>(std::ranges::count_if(range, is_done)), static_cast<int>(std::ranges::size(range))};
}

// Rungs of ladders, stops at which lanes are chosen, kernels to break.
Share puzzles_of(const Lesson& lesson, const LessonProgress& progress) {
    Share sum = share_of(lesson.breaks, [&](const BreakIt& each) { return progress.broken.contains(each.id); });
    sum += share_of(lesson.warp_stops, [&](const BeTheWarp& each) {
        const auto found = progress.stops.find(each.id);
        return found != progress.stops.end() && found->second.size() == each.stops.size() &&
               std::ranges::all_of(found->second, &StopAnswer::right);
    });
    for (const Ladder& ladder : lesson.ladders)
        sum += share_of(ladder.rungs, [&](const Rung& rung) { return progress.rung_counts.contains(rung_key(ladder, rung)); });
    return sum;
}

LessonSummary summary_of(const Lesson& lesson, const LessonProgress& progress) {
    return {&lesson, progress.finished,
            share_of(lesson.predictions, [&](const Prediction& each) { return progress.has_committed(each); }),
            share_of(lesson.exercises, [&](const Exercise& each) { return progress.has_passed(each); }),
            puzzles_of(lesson, progress)};
}

constexpr Onward kOnward[] = {
    {"PyTorch", "Tensors and automatic gradients in Python; a CUDA kernel of your own can be one of its operations."},
    {"Triton", "Kernels in Python, written for blocks of data; its compiler chooses which thread loads what."},
    {"RAPIDS", "Data frames and machine learning on GPUs, with the interfaces of pandas and scikit-learn."},
    {"Julia", "CUDA.jl compiles Julia functions to kernels, with the threads, blocks and barriers that you know."},
    {"MATLAB", "gpuArray keeps arrays on the GPU; arrayfun compiles a function of single elements to one kernel."},
    {"R", "The package torch has the tensors and gradients of PyTorch."},
    {"HIP and SYCL",
     "C++ for GPUs of several vendors: HIP has CUDA's calls under its own names; SYCL has queues and ranges of work-items."},
};

}  // namespace

std::string_view part_title(int part) {
    return part > 0 && part < static_cast<int>(std::size(kPartTitles)) ? kPartTitles[part] : kPartTitles[0];
}

CourseSummary course_summary(const std::list<Lesson>& lessons, const Progress& progress) {
    static const LessonProgress none;
    CourseSummary out;
    for (const Lesson& lesson : lessons) {
        if (lesson.number <= 0) continue;
        const auto found = progress.find(lesson.id);
        const LessonSummary each = summary_of(lesson, found == progress.end() ? none : found->second);
        auto part = std::ranges::find(out.parts, lesson.part, &PartSummary::part);
        if (part == out.parts.end()) part = out.parts.insert(part, {.part = lesson.part, .lessons = {}, .each = {}});
        const Share whole{each.finished ? 1 : 0, 1};
        part->lessons += whole;
        part->each.push_back(each);
        out.lessons += whole;
        out.predictions += each.predictions;
        out.exercises += each.exercises;
        out.puzzles += each.puzzles;
        if (each.finished) out.minutes += lesson.minutes;
    }
    std::ranges::sort(out.parts, {}, &PartSummary::part);
    return out;
}

std::string summary_sentence(const CourseSummary& summary) {
    return fmt::format(
        "{} of {} lessons finished: {} of {} exercises passed, {} of {} predictions answered, {} of {} puzzles solved.",
        summary.lessons.done, summary.lessons.all, summary.exercises.done, summary.exercises.all, summary.predictions.done,
        summary.predictions.all, summary.puzzles.done, summary.puzzles.all);
}

std::span<const Onward> onward() { return kOnward; }

}  // namespace warpwise
