// A launch's arguments on their way into the emulator: arrays to device addresses and back, scalars to the bytes of their
// parameters. For emulated*.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/interface/device.h"
#include "simt/compile/compile.h"
#include "simt/execute/execute.h"

namespace warpwise {

Fault launch_fault(FaultKind, std::string message, std::string hint);
// What a launch of this kernel cannot have: too many threads or blocks, too much shared memory.
std::optional<Fault> check_emulated_launch(const simt::CompiledKernel&, const LaunchShape&, const Device::Limits&);
simt::BlockOrder order_of(Schedule);

class EmulatedArguments {
  public:
    enum class Arrays {
        lent,    // the kernel works on the caller's own bytes where that is safe: they must outlive `memory`
        copied,  // into memory of `memory`'s own; the caller's arrays stay as they are
    };
    EmulatedArguments(const simt::CompiledKernel& kernel, std::vector<KernelArgument>& arguments, simt::Memory& memory,
                      Arrays arrays)
        : kernel_(kernel), arguments_(arguments), memory_(memory), arrays_(arrays) {}

    // Puts the program's variables into the empty memory, and the arrays behind them.
    std::optional<Fault> prepare();
    const std::vector<simt::ArgumentBytes>& bytes() const { return bytes_; }
    // Back into the arrays that could not be lent to the kernel as they are.
    void copy_back();
    std::size_t element_bytes(std::size_t i) const;

  private:
    struct Copy {
        std::size_t argument;
        std::uint64_t address;
    };

    std::optional<Fault> prepare_one(std::size_t i);
    std::optional<Fault> prepare_texture(std::size_t i);
    Result<std::uint64_t> address_of(std::size_t i);
    bool may_be_lent(std::size_t i) const;
    const Copy* copy_to_share(std::size_t i) const;

    const simt::CompiledKernel& kernel_;
    std::vector<KernelArgument>& arguments_;
    simt::Memory& memory_;
    Arrays arrays_;
    std::vector<simt::ArgumentBytes> bytes_;
    std::vector<Copy> copies_;
};

}  // namespace warpwise
