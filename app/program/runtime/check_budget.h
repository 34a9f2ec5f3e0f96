// Which launches are checked for races and reads of unset memory. It is decided by counted work, so that a program gets the same
// verdict on every machine, fast or slow.
#pragma once

#include <cstdint>

namespace warpwise {

class CheckBudget {
  public:
    // One unit is about the work of one warp instruction under all checks.
    using Units = std::uint64_t;
    struct Kernel {
        Units spent = 0, sampled = 0;
    };
    // Of a launch that is checked; one that needs more begins again without checks.
    static constexpr Units kMostOfLaunch = Units{1} << 23;
    static constexpr Units kMostOfKernel = Units{1} << 23;  // of one kernel, all its launches together
    static constexpr Units kMostOfAll = 3 * kMostOfKernel;  // of all kernels; then only the first launch of each

    // Of some blocks of a launch that is too much work, or comes too late, to be checked as a whole.
    static constexpr Units kMostOfSample = Units{1} << 20;
    static constexpr Units kMostOfSamples = Units{1} << 22;  // of one kernel, all its launches together
    bool allows_sample(const Kernel& kernel) const { return kernel.sampled < kMostOfSamples; }
    // What a sample has found, the next would find again.
    static void close_samples(Kernel& kernel) { kernel.sampled = kMostOfSamples; }
    static void note_sample(Kernel& kernel, Units units) { kernel.sampled += units; }
    bool allows(const Kernel& kernel) const { return kernel.spent < kMostOfKernel && (spent_ < kMostOfAll || kernel.spent == 0); }
    // What a checked launch costs: its instructions, and memory that is copied before it and has its state noted.
    static Units cost(std::uint64_t warp_instructions, std::uint64_t memory_bytes) {
        constexpr Units kOfLaunch = 1024;
        constexpr std::uint64_t kBytesOfUnit = 256;
        return kOfLaunch + warp_instructions + memory_bytes / kBytesOfUnit;
    }
    void note(Kernel& kernel, Units units) {
        kernel.spent += units;
        spent_ += units;
    }
    // It is not checked again: the next launches would tell the same, or be as long.
    static void close(Kernel& kernel) {
        if (kernel.spent < kMostOfKernel) kernel.spent = kMostOfKernel;
    }

  private:
    Units spent_ = 0;
};

}  // namespace warpwise
