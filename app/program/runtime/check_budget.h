// Which launches are checked for races and reads of unset memory. It is decided by counted work, so that a program gets the same
// verdict on every machine, fast or slow.
#pragma once

#include <cstdint>

namespace warpwise {

class CheckBudget {
  public:
    // One unit is about the work of one warp instruction under all checks.
    using Units = std::uint64_t;

    // What checks of one kind have cost: those of the first launches, and those that the work of all launches pays for.
    struct Spent {
        Units first = 0, later = 0, last = 0;  // last: of the last check
        bool is_closed = false;                // not checked again: it would tell the same, or take as long
    };
    struct Kernel {
        Spent launches, samples;
        Units done = 0;  // what all its launches did, without their checks
    };

    // Of a launch that is checked; one that needs more begins again without checks.
    static constexpr Units kMostOfLaunch = Units{1} << 23;
    static constexpr Units kMostOfKernel = Units{1} << 23;  // of one kernel, its first launches together
    static constexpr Units kMostOfAll = 3 * kMostOfKernel;  // of all kernels; then only the first launch of each

    // Of some blocks of a launch that is too much work, or comes too late, to be checked as a whole.
    static constexpr Units kMostOfSample = Units{1} << 20;
    static constexpr Units kMostOfSamples = Units{1} << 22;  // of one kernel, its first launches together

    bool allows(const Kernel& kernel) const {
        return !kernel.launches.is_closed && (is_first(kernel) || is_paid(kernel, kernel.launches));
    }
    static bool allows_sample(const Kernel& kernel) {
        return !kernel.samples.is_closed && (kernel.samples.first < kMostOfSamples || is_paid(kernel, kernel.samples));
    }

    // What a checked launch costs beyond what it does anyway: its instructions, and memory that is copied before it and has its
    // state noted.
    static Units cost(std::uint64_t warp_instructions, std::uint64_t memory_bytes) {
        constexpr Units kOfLaunch = 256;
        constexpr std::uint64_t kBytesOfUnit = 256;
        return kOfLaunch + warp_instructions + memory_bytes / kBytesOfUnit;
    }
    void note(Kernel& kernel, Units units) {
        kernel.launches.last = units;
        if (!is_first(kernel)) {
            kernel.launches.later += units;
            return;
        }
        kernel.launches.first += units;
        all_first_ += units;
    }
    static void note_sample(Kernel& kernel, Units units) {
        (kernel.samples.first < kMostOfSamples ? kernel.samples.first : kernel.samples.later) += units;
        kernel.samples.last = units;
    }
    // Of any launch, checked or not.
    static void note_done(Kernel& kernel, std::uint64_t warp_instructions) {
        constexpr Units kOfLaunch = 2048;
        constexpr std::uint64_t kInstructionsOfUnit = 16;  // without checks, as compiled code
        kernel.done += kOfLaunch + warp_instructions / kInstructionsOfUnit;
    }

  private:
    bool is_first(const Kernel& kernel) const {
        return kernel.launches.first < kMostOfKernel && (all_first_ < kMostOfAll || kernel.launches.first == 0);
    }
    // A program that goes on gets more checks, in proportion: of each kind, they take a quarter of its time at most.
    static bool is_paid(const Kernel& kernel, const Spent& spent) {
        constexpr Units kShare = 4;
        return spent.later + spent.last <= kernel.done / kShare;
    }

    Units all_first_ = 0;
};

}  // namespace warpwise
