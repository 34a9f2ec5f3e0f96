#include "cuda/driver/nvml.h"

#include <array>
#include <utility>

namespace warpwise {

std::string held_back_text(unsigned long long reasons) {
    using namespace clocks_held_by;
    constexpr std::array<std::pair<unsigned long long, const char*>, 4> words{{
        {kPowerLimit, "power limit"},
        {kSoftwareThermal | kHardwareThermal, "temperature"},
        {kPowerBrake, "power brake"},
        {kHardwareSlowdown, "hardware slowdown"},
    }};
    std::string text;
    for (const auto& [bits, word] : words)
        if ((reasons & bits) != 0) text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

// What every driver has must be there; what only some have is asked for and left out.
bool Nvml::fill() {
    // the newer name first: drivers of CUDA 12.2 and later have both
    if (!library_.find("nvmlDeviceGetCurrentClocksEventReasons", clocks_held_))
        library_.find("nvmlDeviceGetCurrentClocksThrottleReasons", clocks_held_);
    library_.find("nvmlDeviceGetClockInfo", clock_info_);
    library_.find("nvmlDeviceGetPowerUsage", power_usage_);
    library_.find("nvmlDeviceGetTemperature", temperature_);
    library_.find("nvmlDeviceGetUtilizationRates", utilisation_);
    return library_.find("nvmlInit_v2", init_) && library_.find("nvmlShutdown", shutdown_) &&
           library_.find("nvmlDeviceGetHandleByPciBusId_v2", handle_by_bus_id_);
}

std::unique_ptr<Nvml> Nvml::open(const std::string& bus_id) {
    auto library = SharedLibrary::open("libnvidia-ml.so.1");
    if (!library) return nullptr;
    std::unique_ptr<Nvml> nvml(new Nvml);
    nvml->library_ = std::move(*library);
    if (!nvml->fill() || nvml->init_() != 0) return nullptr;
    nvml->started_ = true;
    if (nvml->handle_by_bus_id_(bus_id.c_str(), &nvml->device_) != 0) return nullptr;
    return nvml;
}

Nvml::~Nvml() {
    if (started_) shutdown_();
}

std::map<std::string, double> Nvml::readings() const {
    constexpr int sm_clock = 1, memory_clock = 2, gpu_sensor = 0;  // NVML_CLOCK_SM, NVML_CLOCK_MEM, NVML_TEMPERATURE_GPU
    std::map<std::string, double> found;
    unsigned value = 0;
    if (clock_info_ != nullptr && clock_info_(device_, sm_clock, &value) == 0) found["sm_clock_mhz"] = value;
    if (clock_info_ != nullptr && clock_info_(device_, memory_clock, &value) == 0) found["memory_clock_mhz"] = value;
    if (power_usage_ != nullptr && power_usage_(device_, &value) == 0) found["power_w"] = value / 1000.0;
    if (temperature_ != nullptr && temperature_(device_, gpu_sensor, &value) == 0) found["temperature_c"] = value;
    Utilisation utilisation;
    if (utilisation_ != nullptr && utilisation_(device_, &utilisation) == 0) found["utilisation_percent"] = utilisation.gpu;
    return found;
}

std::string Nvml::held_back() const {
    unsigned long long reasons = 0;
    if (clocks_held_ == nullptr || clocks_held_(device_, &reasons) != 0) return {};
    return held_back_text(reasons);
}

}  // namespace warpwise
