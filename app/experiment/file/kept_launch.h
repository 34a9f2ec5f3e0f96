// A launch of a whole program, run by itself: what it began with (app/program/runtime/keep_launch.h wrote it) becomes the arguments
// of the file's kernel.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "experiment/file/file_lesson.h"
#include "experiment/file/program_report.h"

namespace warpwise {

struct OpenedLaunch {
    std::string kernel;      // the file's: FileKernel::name
    ParameterValues values;  // of the lesson's parameters that stand for the kernel's single values
    LaunchShape shape;
    std::string note;  // what is not as it was; empty: nothing
};

// Changes the kernel in `file`, and puts .npy files of the arrays into `lesson_folder`. `wanted` is the launch as the report has
// it, `number` counts from 1. An Error when the file's text does not have the kernel, or another kernel was launched this time.
Result<OpenedLaunch> take_kept_launch(CudaFile& file, const std::filesystem::path& kept, const std::filesystem::path& lesson_folder,
                                      const ProgramLaunch& wanted, std::size_t number);

// The kernel of the file that a launch is of: "add<float>" is of add. Null: the text has none of that name.
const FileKernel* kernel_of_launch(const FileKernels&, const std::string& launched);

}  // namespace warpwise
