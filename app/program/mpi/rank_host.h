// What the calls of MPI ask of the process that makes them: the emulator's, or that of a program which runs on a GPU.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace warpwise {

struct CallPlace {
    std::string file;
    int line = 0;  // from 1; 0: not known
};

class RankHost {
  public:
    virtual ~RankHost() = default;
    virtual void event(const nlohmann::json&) = 0;
    virtual void finding(const std::string& kind, const CallPlace&, const std::string& message, const std::string& hint) = 0;
    // Nothing of what follows is the program's own doing. Without an exit code, the rank was not the one that is at fault.
    virtual void end_told(std::optional<int> exit_code) = 0;
    virtual CallPlace place_of(void* return_address) = 0;
    // The program calls MPI_Pcontrol with this level, which is for a tool that measures it.
    virtual void mark(int level) = 0;
    // An address that the library, which runs on the processor, can read and write in place of the program's. `is_received`: it
    // will write there.
    virtual std::uint64_t readable(std::uint64_t address, bool is_received) = 0;
};

}  // namespace warpwise
