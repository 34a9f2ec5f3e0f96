// What the references of lessons computed, for runs of several kernels on the same data: a reference in CUDA C++ is one thread in
// the emulator, and often takes longer than the kernel that is held against it.
#pragma once

#include <deque>
#include <vector>

#include "device/interface/device.h"
#include "experiment/run/arguments.h"

namespace warpwise {

class KeptTruths {
  public:
    // The arrays as that reference left them for equal arguments; null when it is not known. Valid until the next keep().
    const std::vector<Array>* find(const KernelSource& reference, const ArgumentSet&) const;
    // Of large arrays the oldest are dropped.
    void keep(const KernelSource& reference, const ArgumentSet&, const std::vector<Array>& expected);

  private:
    static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

    struct Kept {
        KernelSource reference;
        ArgumentSet arguments;
        std::vector<Array> expected;
        std::size_t bytes = 0;
    };
    std::deque<Kept> all_;
    std::size_t bytes_ = 0;
};

}  // namespace warpwise
