// What the program's own malloc and new gave out: so that a copy which runs past it is told and not made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "program/compile/jit.h"

namespace warpwise {

// The bytes from here to the end of the allocation that holds it; nothing for memory that is not known.
std::optional<std::size_t> host_bytes_at(const void*);
// Called with what the program's free() or delete is given and must not be: a pointer of the device.
using DevicePointerFreed = void (*)(void* pointer, void* return_address);
void set_device_pointer_freed(DevicePointerFreed);
// While free() or delete is at work in this thread: the return address of an earlier call that freed the same pointer; 0: not
// known. For a handler of signals.
std::uint64_t earlier_free();
// While malloc(), free() or their kin are at work in this thread for the program: the return address of the call, else 0. The words
// of the stack may tell older calls.
std::uint64_t heap_call();
// malloc, operator new and their kin as the program is linked to them.
std::vector<HostFunction> host_allocation_functions();

}  // namespace warpwise
