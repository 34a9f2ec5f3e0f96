// What a checked launch changes in the device's memory can be taken back, so that it can be run again without the checks. Memory is
// copied before it; where that is too much, each piece is kept when it is first written, and the launch runs on one thread.
#pragma once

#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "program/runtime/check_budget.h"
#include "program/runtime/device_heap.h"
#include "simt/execute/execute_options.h"
#include "simt/memory/undo_log.h"

namespace warpwise {

class TakenBack {
  public:
    // `storage` is the same for all launches: memory that the system has not given yet costs more than the copy.
    TakenBack(DeviceHeap& heap, std::vector<std::byte>& storage, bool is_wanted) {
        std::size_t total = 0;
        for (const auto& [address, block] : heap.blocks()) total += block.bytes;
        is_logged_ = is_wanted && total > kMostBytes;
        if (is_logged_) log_.mark();
        if (!is_wanted || is_logged_) return;
        bytes_ = total;
        if (storage.size() < total) storage.resize(total);
        std::byte* to = storage.data();
        for (const auto& [address, block] : heap.blocks()) {
            std::memcpy(to, block.host, block.bytes);
            copies_.emplace_back(block.host, std::span(to, block.bytes));
            to += block.bytes;
        }
    }
    std::size_t bytes() const { return bytes_; }  // that were copied
    // Of a launch under all checks. What it writes may be kept in small pieces.
    CheckBudget::Units most_of_launch() const { return is_logged_ ? CheckBudget::kMostOfSample : CheckBudget::kMostOfLaunch; }
    void prepare(simt::ExecuteOptions& checked) { checked.undo = is_logged_ ? &log_ : nullptr; }
    void take_back() {
        if (is_logged_) log_.rewind(0);
        for (const auto& [to, bytes] : copies_) std::memcpy(to, bytes.data(), bytes.size());
    }

  private:
    static constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // copied in a tenth of a second
    bool is_logged_ = false;
    simt::UndoLog log_;
    std::size_t bytes_ = 0;
    std::vector<std::pair<std::byte*, std::span<const std::byte>>> copies_;
};

}  // namespace warpwise
