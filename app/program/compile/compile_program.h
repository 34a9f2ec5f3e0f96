// A whole CUDA program, compiled as nvcc does it: its host side to LLVM IR for this machine, its device side to bytecode for the
// emulator, a kernel at its first launch. This reads the machine's C++ headers and whatever the text includes: it is for the
// user's own programs, never for a lesson's kernel.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "device/process/program_text.h"
#include "program/compile/ignored_result.h"
#include "simt/compile/compile.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace warpwise {

struct HostModule {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    std::vector<IgnoredResult> ignored;
    Diagnostics warnings;
    HostModule();
    HostModule(HostModule&&) noexcept;
    ~HostModule();
};

struct ProgramKernel {
    simt::CompiledKernel kernel;    // its `parameters` hold names and sizes, types as far as debug information has them
    std::string name;               // as people write it: "add<float>"
    bool ends_only_at_end = false;  // no statement of it returns
};

class DeviceModule {
  public:
    DeviceModule();
    DeviceModule(DeviceModule&&) noexcept;
    ~DeviceModule();
    // By the linker's name, decoded at its first use; null with no such kernel. Not for several threads at once.
    std::expected<ProgramKernel*, Diagnostics> kernel(std::string_view symbol);
    // The linker's name of a kernel or variable that the host side of a source registers (link_units.h).
    std::string linked_name(const std::string& registered) const;
    // The linker's name of the function whose address a variable holds; empty: there is none.
    std::string function_at(const std::string& variable) const;
    const Diagnostics& warnings() const;
    // The linker's names of its __managed__ variables.
    const std::vector<std::string>& managed_variables() const;
    struct State;

  private:
    friend std::expected<DeviceModule, Diagnostics> compile_device_side(const ProgramText&);
    std::unique_ptr<State> state_;
};

// Both may run at the same time, on threads of their own.
std::expected<HostModule, Diagnostics> compile_host_side(const ProgramText&);
std::expected<DeviceModule, Diagnostics> compile_device_side(const ProgramText&);

}  // namespace warpwise
