#include <cmath>

#include "device/interface/host.h"
#include "experiment/record/record.h"

namespace warpwise {

Machine describe_machine() {
    Machine machine;
    machine.os = os_name();
    machine.cpu = cpu_model();
    machine.gpu = nvidia_gpu_model();
    machine.driver = nvidia_driver_version();
    machine.cores = usable_cores();
    machine.memory_gb = std::round(static_cast<double>(memory_bytes()) / 1e8) / 10;
    return machine;
}

}  // namespace warpwise
