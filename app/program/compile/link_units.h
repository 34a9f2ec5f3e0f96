// The modules of several sources, made one. Internal to the compiler of programs.
//
// As nvcc has it, the device code of a source sees only what is its own, unless it names what another source defines (-rdc). Both
// hold here without asking for either: of two functions or variables of one name each source keeps its own, and what a source only
// declares is found in another one.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace warpwise {

struct Unit {
    std::string file;
    std::unique_ptr<llvm::Module> module;
};

// The linker's name that a source uses, as the host side tells it, to the one that the whole program has.
using DeviceNames = std::map<std::string, std::string, std::less<>>;

// The units share a context. Changes the names of what several sources define.
Diagnostics link_device_units(std::vector<Unit>, std::unique_ptr<llvm::Module>& whole, DeviceNames&);
// Every kernel and variable is registered by a name that tells its source: see `name_in_unit`.
Diagnostics link_host_units(std::vector<Unit>, std::unique_ptr<llvm::Module>& whole);

// How the host side of source `unit` calls a kernel or variable of its device side.
std::string name_in_unit(const std::string& name, std::size_t unit);

}  // namespace warpwise
