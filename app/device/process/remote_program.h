// A kernel as a RemoteDevice keeps it, for remote_*.cpp alone: its text, and which process has it compiled.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "device/interface/device.h"

namespace warpwise {

// Programs that are not held any more; the process learns of them with the next request.
struct ForgottenPrograms {
    std::mutex mutex;
    std::vector<std::uint64_t> ids;
    std::vector<std::uint64_t> take() {
        const std::lock_guard lock(mutex);
        return std::exchange(ids, {});
    }
};

class RemoteProgram : public Program {
  public:
    explicit RemoteProgram(std::shared_ptr<ForgottenPrograms> list) : forgotten(std::move(list)) {}
    ~RemoteProgram() override {
        const std::lock_guard lock(forgotten->mutex);
        forgotten->ids.push_back(id);
    }
    KernelSource source;
    std::uint64_t id = 0;
    std::uint64_t generation = 0;  // of the process that has it compiled; 0: none
    std::shared_ptr<ForgottenPrograms> forgotten;
};

}  // namespace warpwise
