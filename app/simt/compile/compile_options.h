// Where the headers of a kernel's text are found, and which macros it begins with.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace warpwise::simt {

// A text without folders (one that is typed) reads no file of the machine: it has the headers that are text in the program.
struct CompileOptions {
    std::string folder;                        // absolute: where the text lies, for headers in quotes; empty: nowhere
    std::vector<std::string> include_folders;  // -I, absolute: for headers in quotes and in angle brackets
    std::vector<std::string> definitions;      // -D: "NAME" or "NAME=VALUE"
    // May read any file: "../x.h", absolute paths, links that lead elsewhere. Else what leads out of the folders above is an
    // error: a lesson's kernel is a stranger's text.
    bool reads_machine_files = false;
    // A text that is handed in: what an author keeps beside an exercise is as if it were not there (is_answer_file).
    bool hides_answers = false;
    // Host code that does not compile is left out with a warning, as a file from elsewhere needs it. Else it is an error: in a
    // lesson's kernel, which has none, it is a slip.
    bool leaves_out_host_code = true;
    // Of the arguments that the launch will have, bytes each, 0 for an array: picks one of several kernels with one name. None:
    // not known.
    std::vector<std::size_t> argument_bytes{};
    bool operator==(const CompileOptions&) const = default;
};

// Files of a lesson that show the way: named solution* or reference*, or in a folder wrong/.
bool is_answer_file(const std::filesystem::path&);

}  // namespace warpwise::simt
