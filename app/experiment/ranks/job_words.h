// What the program of a job may hold of a manifest's words, and what MPI and NCCL call things.
#pragma once

#include <optional>
#include <string>

#include "base/dtype.h"

namespace warpwise {

std::string as_comment(std::string text);  // on one line
bool is_name(const std::string& text);     // of C++
bool is_type(const std::string& text);     // words and stars
// Data that the host makes by itself.
bool is_fill_of_jobs(const std::string& fill);
// A text that could end the part of the file which only the device sees.
bool has_directive(const std::string& text);

std::optional<std::string> mpi_type_of(DType dtype);  // nothing: MPI has none
std::string nccl_type_of(DType dtype);                // of those that MPI has, too
// Of "sum", "product", "least" and "greatest".
std::string mpi_operation(const std::string& name);
std::string nccl_operation(const std::string& name);

}  // namespace warpwise
