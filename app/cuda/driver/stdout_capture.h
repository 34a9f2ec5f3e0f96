// What kernels print. The driver writes device printf to the process's standard output, where --json promises one record
// and nothing else, and failed asserts to standard error; while a capture lives, the file descriptor points to a file in memory
// instead.
#pragma once

#include <unistd.h>

#include <string>

namespace warpwise {

class StdoutCapture {
  public:
    explicit StdoutCapture(bool active, int descriptor = STDOUT_FILENO);  // not active: does nothing
    ~StdoutCapture();
    StdoutCapture(const StdoutCapture&) = delete;
    StdoutCapture& operator=(const StdoutCapture&) = delete;
    // Gives the descriptor back and returns what was written, cut at 1 MB. A second call returns nothing.
    std::string finish();

  private:
    int descriptor_, saved_ = -1, sink_ = -1;
};

}  // namespace warpwise
