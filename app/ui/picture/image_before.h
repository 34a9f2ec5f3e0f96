// What a picture shows before anything has run: the array that the kernel will read, where that is a picture of the same form.
#pragma once

#include <string>

#include "experiment/record/record.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct ImageBefore {
    std::string key, array;  // what it was made from; of the input
    RunRecord record;        // its only output is that array
};

// Null where the kernel reads no such array; the lesson's first picture is then computed ahead. `output` is what the view shows
// after a run.
const ImageBefore* image_before(Workbench&, const std::string& output);

}  // namespace warpwise::ui
