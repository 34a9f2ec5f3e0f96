// When the program's own code faults: on memory of the device, on memory that a kernel may still be writing, or of itself.
#pragma once

namespace warpwise {

void catch_host_faults();

}  // namespace warpwise
