// What the program's own malloc and new gave out: so that a copy which runs past it is told and not made.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "program/jit.h"

namespace warpwise {

// The bytes from here to the end of the allocation that holds it; nothing for memory that is not known.
std::optional<std::size_t> host_bytes_at(const void*);
// Called with what the program's free() or delete is given and must not be: a pointer of the device.
using DevicePointerFreed = void (*)(void* pointer, void* return_address);
void set_device_pointer_freed(DevicePointerFreed);
// malloc, operator new and their kin as the program is linked to them.
std::vector<HostFunction> host_allocation_functions();

}  // namespace warpwise
