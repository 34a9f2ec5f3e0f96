// What a run says about itself, as words: the rows of numbers, the texts to copy. Pure.
#pragma once

#include <string>
#include <vector>

#include "experiment/record/record.h"

namespace warpwise::ui {

// Where a number comes from: the difference is always shown.
enum class Origin { counted, measured, recorded, absent };
const char* name_of(Origin);

struct ResultRow {
    std::string label, value, note;  // note: "full warp: 4"; may be empty
    Origin origin = Origin::counted;
    std::string term;  // the glossary's word for it; may be empty
    std::string help;  // how the number came about
};

// Counted rows of a record, what matters most first.
std::vector<ResultRow> counter_rows(const RunRecord& record);
// A row for each device's time; the emulator's says that it has none.
std::vector<ResultRow> time_rows(const std::vector<const RunRecord*>& records);

// A recorded run's time, named for its device and date.
ResultRow recorded_row(const RunRecord& record);

// "blocks 2, thread 7" as a person says it: (2, 0, 0) is 2 where the launch has one axis.
std::string place_text(const Dim3& index, const Dim3& extent);

// A prediction's "measured" text filled in from a run; empty when the run does not say.
std::string measured_text(const Lesson& lesson, const RunRecord& record, const std::string& measured);

std::string rows_as_csv(const std::vector<ResultRow>& rows);

}  // namespace warpwise::ui
