// What a learner has done in the course, counted from the progress that is kept: for the page at its end.
#pragma once

#include <list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"
#include "lesson/progress.h"

namespace warpwise {

std::string_view part_title(int part);  // "Part I  Threads"

struct Share {
    int done = 0, all = 0;
    bool is_whole() const { return all > 0 && done == all; }
};

struct LessonSummary {
    const Lesson* lesson = nullptr;
    bool finished = false;  // every prediction answered, a kernel run, every exercise passed
    Share predictions, exercises, puzzles;
};

struct PartSummary {
    int part = 0;
    Share lessons;
    std::vector<LessonSummary> each;
};

struct CourseSummary {
    std::vector<PartSummary> parts;  // in order
    Share lessons, predictions, exercises, puzzles;
    int minutes = 0;  // that the finished lessons are planned for
};

// Of the lessons that have a number; what is not in `progress` has not been begun. The lessons outlive the summary.
CourseSummary course_summary(const std::list<Lesson>&, const Progress&);

// "12 of 40 lessons finished. 15 of 52 exercises passed, ..."
std::string summary_sentence(const CourseSummary&);

// Where to go from here: what else computes on GPUs, in a sentence each.
struct Onward {
    std::string_view name, sentence;
};
std::span<const Onward> onward();

}  // namespace warpwise
