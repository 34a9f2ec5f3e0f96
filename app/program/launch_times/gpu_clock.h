// Events of a program's GPUs, and their times by the clock of the host. The functions of CUDA's runtime are found in the program,
// so that nothing of CUDA is needed here.
#pragma once

#include <dlfcn.h>

namespace warpwise {

using GpuEvent = void*;
using GpuStream = void*;

// A function of the library that the program would have called.
template <typename Function>
Function* next_function(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

double host_clock_s();  // the clock that all processes of a machine share

// Null where the runtime gives none.
GpuEvent recorded_event(GpuStream);
bool has_passed(GpuEvent);
void wait_for_event(GpuEvent);
// When an event has passed, which it has; 0 where it is not known. Each GPU's clock is compared with the host's once, before the
// first event that recorded_event() makes on it; it takes some microseconds to say so, which is as exact as this is.
double time_of_event_s(GpuEvent);
double milliseconds_between(GpuEvent, GpuEvent);  // less than 0 where it is not known
void forget_event(GpuEvent);

}  // namespace warpwise
