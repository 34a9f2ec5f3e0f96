#include "device/emulator/emulated_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "device/emulator/emulated_arguments.h"
#include "simt/debug/inspect.h"
#include "simt/debug/session.h"

namespace warpwise {
namespace {

constexpr std::uint64_t kMostReadBytes = std::uint64_t{1} << 20;
constexpr std::size_t kMostValues = 16384;  // of a state: 4 MB of lanes, which every step carries to another process

// Keeps the parts of variables as far as there is room, the outer ones before the inner ones; `count` says what there would be.
void limit_parts(std::vector<DebugValue>& variables) {
    std::deque<DebugValue*> waiting;
    std::size_t room = kMostValues;
    const auto keep = [&](std::vector<DebugValue>& parts) {
        if (parts.size() > room) parts.resize(room);
        room -= parts.size();
        for (DebugValue& part : parts) waiting.push_back(&part);
    };
    for (keep(variables); !waiting.empty(); waiting.pop_front()) keep(waiting.front()->children);
}

class EmulatedSession : public DebugSession {
  public:
    EmulatedSession(std::shared_ptr<const simt::CompiledKernel> kernel, std::unique_ptr<simt::Session> session)
        : kernel_(std::move(kernel)), session_(std::move(session)) {}

    Result<DebugState> run(const DebugCommand& command, const std::stop_token& stop) override {
        DebugState state = session_->run(command, stop);
        limit_parts(state.variables);
        return state;
    }
    Result<DebugOverview> overview(std::uint64_t most_steps, const std::stop_token& stop) override {
        return session_->overview(most_steps, stop);
    }
    Result<DebugBlockAccesses> accesses(const DebugAccessesWanted& wanted, const std::stop_token& stop) override {
        return session_->accesses(wanted, stop);
    }
    Result<std::vector<DebugArray>> arrays() override {
        std::vector<DebugArray> arrays;
        add_arguments(arrays);
        for (const simt::Session::SharedArray& array : session_->shared_arrays())
            arrays.push_back({.name = array.name,
                              .space = MemorySpace::shared,
                              .address = array.address,
                              .bytes = array.bytes,
                              .element_bytes = array.element_bytes});
        add_variables(arrays);
        return arrays;
    }
    Result<std::vector<std::string>> variable_names() override { return simt::variable_names_of(kernel_->program); }
    Result<std::vector<std::byte>> read(std::uint64_t address, std::uint64_t bytes) override {
        auto found = session_->read(address, std::min(bytes, kMostReadBytes));
        if (found.empty() && bytes > 0)
            return failure(fmt::format("no array lies at the address {:#x}", address), "Ask for an address in one of the arrays");
        return found;
    }
    Result<std::vector<std::byte>> read_in_thread(std::uint32_t thread, std::uint64_t address, std::uint64_t bytes) override {
        return session_->read_in_thread(thread, address, std::min(bytes, kMostReadBytes));
    }

  private:
    void add_arguments(std::vector<DebugArray>& arrays) const {
        for (const simt::Allocation& allocation : session_->memory().allocations())
            if (allocation.argument != simt::kNoArgument)
                arrays.push_back({.name = allocation.name,
                                  .argument = allocation.argument,
                                  .address = allocation.base,
                                  .bytes = allocation.size,
                                  .element_bytes = static_cast<std::uint32_t>(allocation.element_bytes)});
    }
    // __device__ and __constant__ ones.
    void add_variables(std::vector<DebugArray>& arrays) const {
        const simt::Bytecode& program = kernel_->program;
        for (const simt::Symbol& symbol : program.symbols) {
            const bool is_global = symbol.space == simt::Symbol::Space::global;
            if (!is_global && symbol.space != simt::Symbol::Space::constant) continue;
            arrays.push_back({.name = symbol.name,
                              .space = is_global ? MemorySpace::global : MemorySpace::constant,
                              .address = is_global ? simt::address_of(symbol) : simt::kConstantBase + symbol.offset,
                              .bytes = symbol.bytes,
                              .element_bytes = static_cast<std::uint32_t>(
                                  std::max<std::size_t>(simt::element_bytes_of(program, symbol.type), 1))});
        }
    }

    std::shared_ptr<const simt::CompiledKernel> kernel_;
    std::unique_ptr<simt::Session> session_;
};

}  // namespace

std::expected<std::unique_ptr<DebugSession>, Fault> open_emulated_session(std::shared_ptr<const simt::CompiledKernel> kernel,
                                                                          const LaunchShape& shape,
                                                                          std::vector<KernelArgument> arguments,
                                                                          const DebugOptions& options,
                                                                          const std::stop_token& stop) {
    auto memory = std::make_unique<simt::Memory>(options.memory_budget);
    EmulatedArguments prepared(*kernel, arguments, *memory, EmulatedArguments::Arrays::copied);
    if (auto fault = prepared.prepare()) return std::unexpected(std::move(*fault));
    simt::SessionOptions settings;
    settings.block = options.block;
    settings.before = options.before;
    settings.order = order_of(options.schedule);
    settings.seed = options.schedule_seed;
    settings.step_budget = options.step_budget;
    const std::shared_ptr<const simt::Bytecode> program(kernel, &kernel->program);
    auto session =
        simt::Session::open(program, program->functions[kernel->entry], shape, prepared.bytes(), std::move(memory), settings, stop);
    if (!session) return std::unexpected(std::move(session.error()));
    return std::make_unique<EmulatedSession>(std::move(kernel), std::move(*session));
}

}  // namespace warpwise
