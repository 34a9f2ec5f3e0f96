#include "program/runtime/launch_thumbnails.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

namespace warpwise {
namespace {

template <typename T>
double number_at(const std::byte* at) {
    T value{};
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
}

// NaN for any other type.
double read_number(std::string_view type, const std::byte* at) {
    using Reader = double (*)(const std::byte*);
    static const std::pair<std::string_view, Reader> readers[] = {
        {"float", number_at<float>},
        {"double", number_at<double>},
        {"int", number_at<int>},
        {"unsigned int", number_at<unsigned>},
        {"unsigned", number_at<unsigned>},
        {"long", number_at<long>},
        {"unsigned long", number_at<unsigned long>},
        {"long long", number_at<long long>},
        {"unsigned long long", number_at<unsigned long long>},
        {"short", number_at<short>},
        {"unsigned short", number_at<unsigned short>},
        {"char", number_at<signed char>},
        {"signed char", number_at<signed char>},
        {"unsigned char", number_at<unsigned char>},
        {"bool", number_at<unsigned char>},
    };
    const auto* found = std::ranges::find(readers, type, &std::pair<std::string_view, Reader>::first);
    return found == std::end(readers) ? std::numeric_limits<double>::quiet_NaN() : found->second(at);
}

nlohmann::json json_of_values(const std::vector<double>& values) {
    nlohmann::json out = nlohmann::json::array();
    for (const double each : values) out.push_back(std::isfinite(each) ? nlohmann::json(each) : nlohmann::json(nullptr));
    return out;
}

}  // namespace

LaunchThumbnails::LaunchThumbnails(DeviceHeap& heap, const simt::CompiledKernel& kernel,
                                   const std::vector<simt::ArgumentBytes>& arguments) {
    for (std::size_t i = 0; i < kernel.parameters.size() && arrays_.size() < kMostArrays; ++i) {
        const simt::KernelParameter& parameter = kernel.parameters[i];
        std::uint64_t address = 0;
        if (!parameter.is_pointer || arguments[i].size() != sizeof address || parameter.pointee_bytes == 0) continue;
        std::memcpy(&address, arguments[i].data(), sizeof address);
        const HeapBlock* block = heap.holding(address);
        if (block == nullptr) continue;
        std::string type = parameter.type.substr(0, parameter.type.find_last_not_of(" *") + 1);
        if (type.starts_with("const ")) type.erase(0, 6);
        Array array{parameter.name,
                    type,
                    block,
                    address - block->address,
                    parameter.pointee_bytes,
                    !parameter.pointee_is_const,
                    block->is_written || block->kind != MemoryKind::device,
                    {}};
        array.before = values_of(array);
        arrays_.push_back(std::move(array));
    }
}

std::vector<double> LaunchThumbnails::values_of(const Array& array) {
    const std::size_t elements = (array.block->bytes - array.offset) / array.element_bytes, count = std::min(elements, kValues);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(read_number(array.type, array.block->host + array.offset + i * elements / count * array.element_bytes));
    return values;
}

nlohmann::json LaunchThumbnails::after() const {
    nlohmann::json out = nlohmann::json::array();
    for (const Array& array : arrays_)
        out.push_back({{"name", array.name},
                       {"elements", (array.block->bytes - array.offset) / array.element_bytes},
                       {"is_output", array.is_output},
                       {"before", array.was_written ? json_of_values(array.before) : nlohmann::json(nullptr)},
                       {"after", json_of_values(values_of(array))}});
    return out;
}

}  // namespace warpwise
