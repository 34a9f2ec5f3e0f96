// NVML, the driver's library of readings (clocks, power, temperature), opened at run time. Its header belongs to no toolkit part
// that is asked for, so the few types are declared here as NVML's documentation has them.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "cuda/driver/shared_library.h"

namespace warpwise {

// nvmlClocksEventReason*: why the clocks are below what was asked. The others (idle, application clocks, display) are no
// holding back.
namespace clocks_held_by {
inline constexpr unsigned long long kPowerLimit = 0x4, kHardwareSlowdown = 0x8, kSoftwareThermal = 0x20, kHardwareThermal = 0x40,
                                    kPowerBrake = 0x80;
}
// "power limit, temperature"; empty when nothing holds the clocks back.
std::string held_back_text(unsigned long long reasons);

class Nvml {
  public:
    // `bus_id` as cuDeviceGetPCIBusId writes it. Null when there is no library or it does not know the device.
    static std::unique_ptr<Nvml> open(const std::string& bus_id);
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    // sm_clock_mhz memory_clock_mhz power_w temperature_c utilisation_percent; without those that this GPU does not tell
    std::map<std::string, double> readings() const;
    std::string held_back() const;  // held_back_text of now

  private:
    using Status = int;  // nvmlReturn_t; 0: NVML_SUCCESS
    struct OpaqueDevice;
    using DeviceHandle = OpaqueDevice*;  // nvmlDevice_t
    struct Utilisation {                 // nvmlUtilization_t
        unsigned gpu = 0, memory = 0;
    };
    Nvml() = default;
    bool fill();

    SharedLibrary library_;
    DeviceHandle device_ = nullptr;
    bool started_ = false;
    Status (*init_)() = nullptr;
    Status (*shutdown_)() = nullptr;
    Status (*handle_by_bus_id_)(const char*, DeviceHandle*) = nullptr;
    Status (*clock_info_)(DeviceHandle, int type, unsigned* mhz) = nullptr;
    Status (*power_usage_)(DeviceHandle, unsigned* milliwatts) = nullptr;
    Status (*temperature_)(DeviceHandle, int sensor, unsigned* celsius) = nullptr;
    Status (*utilisation_)(DeviceHandle, Utilisation*) = nullptr;
    Status (*clocks_held_)(DeviceHandle, unsigned long long* reasons) = nullptr;
};

}  // namespace warpwise
