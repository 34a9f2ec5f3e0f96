// What this computer is, read from /proc and the C library.
#pragma once

#include <cstdint>
#include <string>

namespace warpwise {

const std::string& cpu_model();          // "AMD EPYC 9654 96-Core Processor"; read once, as views ask in every frame
int usable_cores();                      // those this process may run on
std::uint64_t memory_bytes();            // of the machine
std::uint64_t available_memory_bytes();  // what can be taken now without swapping, within the container's limit
std::string os_name();                   // "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
std::string nvidia_gpu_model();          // as the kernel driver says, without starting CUDA; empty when there is none
std::string nvidia_driver_version();

}  // namespace warpwise
