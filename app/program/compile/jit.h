// The host side of a program in this process: compiled to machine code, linked to the functions it is given, and run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "program/compile/compile_program.h"

namespace warpwise {

struct CodePlace {
    std::string file;
    int line = 0;  // from 1; 0: not known
    std::string function;
};

// Addresses of code, from the first function to the end of the last.
struct CodeRange {
    std::uint64_t first = 0, end = 0;
};

struct HostFunction {
    std::string_view name;  // the linker's
    void* address;
};

class HostProgram {
  public:
    // What the program calls is looked up among `functions`, then in this process and its shared libraries.
    static Result<std::unique_ptr<HostProgram>> make(HostModule, const std::vector<HostFunction>& functions);
    ~HostProgram();

    // All of its code is in memory afterwards; nothing of it has run.
    Result<void> link();
    // Where link() fails: the linker's names of what is called and defined nowhere.
    const std::vector<std::string>& missing() const;
    CodeRange code() const;  // once it is linked
    // Runs constructors and then main; returns what main returns.
    Result<int> run(const std::vector<std::string>& arguments);
    // The innermost place of the user's text that an address of its code belongs to; calls that were inlined into it are seen. Each
    // address is looked up in the debug information once. For several threads.
    std::optional<CodePlace> place_of(std::uint64_t address) const;
    // The class whose table of virtual functions lies at this address of the host: "Circle".
    std::optional<std::string> class_with_table_at(std::uint64_t address) const;
    // The address of a variable of the program; null when it has none of this name.
    void* variable(std::string_view name) const;

  private:
    HostProgram();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace warpwise
