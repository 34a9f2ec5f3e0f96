// The CUDA host program of a run: what allocates, copies, launches, waits and frees around a lesson's kernel, as a
// programmer with the CUDA Toolkit and without Warpwise writes it. It compiles with nvcc as it stands.
#pragma once

#include <string>

#include "experiment/record/record.h"

namespace warpwise {

// For the request's kernel, parameters, launch and way of copying; of a kernel that is cut into chunks with streams. An Error for
// a library's routine, and for an edited text whose kernel cannot be found.
Result<std::string> host_code(const Lesson&, const ExperimentRequest&);

}  // namespace warpwise
