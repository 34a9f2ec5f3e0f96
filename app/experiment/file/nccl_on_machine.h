// NCCL as this machine has it, for programs that nvcc builds: Warpwise itself is not linked with it.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "device/process/exec_options.h"

namespace warpwise {

struct NcclHere {
    std::filesystem::path library, include_dir;  // libnccl.so.2, the folder of nccl.h
    std::string version;                         // "2.28.3"
};
// Opens the library to find it. An Error without it or its header.
Result<NcclHere> find_nccl();
// For a program that uses it: its folders and its library.
Result<void> use_nccl(ExecOptions&);

}  // namespace warpwise
