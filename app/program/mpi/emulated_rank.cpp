#include "program/mpi/emulated_rank.h"

#include <cstddef>
#include <mutex>

#include "program/runtime/runtime.h"

namespace warpwise {
namespace {

class EmulatedRank : public RankHost {
  public:
    void event(const nlohmann::json& event) override { Runtime::instance().report().event(event); }
    void finding(const std::string& kind, const CallPlace& place, const std::string& message, const std::string& hint) override {
        Runtime::instance().tell(kind, {place.file, place.line, {}}, message, hint);
    }
    void end_told(std::optional<int> exit_code) override { Runtime::instance().end_told(exit_code); }
    CallPlace place_of(void* return_address) override {
        const CodePlace place = place_of_call(return_address);
        return {place.file, place.line};
    }
    void mark(int) override {}
    // The bytes behind an address of the device.
    std::uint64_t readable(std::uint64_t address, bool is_received) override {
        if (DeviceHeap::is_shared_address(address)) {  // a page that is in flight is told here, not inside of the library
            static_cast<void>(*reinterpret_cast<const volatile std::byte*>(address));
            return address;
        }
        if (!DeviceHeap::is_device_address(address)) return address;
        Runtime& runtime = Runtime::instance();
        const std::lock_guard lock(runtime.mutex);
        HeapBlock* block = runtime.heap.holding(address);
        if (block == nullptr) return address;
        if (is_received) runtime.heap.note_filled(*block);  // how much of it is not known before
        return reinterpret_cast<std::uint64_t>(block->host) + (address - block->address);
    }
};

}  // namespace

Result<std::vector<HostFunction>> emulated_mpi_functions(const MpiOptions& options) {
    static auto* host = new EmulatedRank;  // a thread looks at the ranks until the process ends
    const auto functions = mpi_functions(options, *host);
    if (!functions) return std::unexpected(functions.error());
    std::vector<HostFunction> out;
    for (const MpiFunction& function : *functions) out.push_back({function.name, function.address});
    return out;
}

}  // namespace warpwise
