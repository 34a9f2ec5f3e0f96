// A host file of Open MPI: the machines on which mpirun starts ranks, one a line. "node1 slots=4  # a comment"
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpwise {

struct HostFile {
    std::filesystem::path path;  // absolute
    struct Host {
        std::string name;
        int line = 0;
        int slots = 0;  // 0: not said
    };
    std::vector<Host> hosts;
    bool has_other_machines() const;
};

bool is_this_machine(const std::string& host);
std::string name_of_this_machine();

// An Error where the file is missing or names no host, and for the first line that is not one of a host file.
Result<HostFile> read_host_file(const std::filesystem::path&);

// What mpirun said before the advice that it gives in a frame of dashes.
std::string words_before_advice(const std::string& mpirun_words);
// Which of the hosts mpirun could not reach, by its own words: "the host node7 (line 2 of hosts.txt) cannot be reached". Empty:
// none of them is named.
std::string unreachable_in(const HostFile&, const std::string& mpirun_words);

}  // namespace warpwise
