#include "experiment/record/ceilings.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/json.h"
#include "base/paths.h"
#include "experiment/record/record_json.h"

namespace warpwise {
namespace {

using nlohmann::json;

constexpr const char* kCeilingsSchema = "warpwise.ceilings/1";

json optional_number(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }
std::optional<double> number_in(const json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? std::nullopt : std::optional(found->get<double>());
}

}  // namespace

std::optional<double> Ceilings::peak_gflop_s(DType dtype) const {
    if (dtype == DType::f32) return fma_f32_gflop_s;
    if (dtype == DType::f64) return fma_f64_gflop_s;
    return std::nullopt;
}

json to_json(const Ceilings& c) {
    return {{"device", {{"kind", name_of(c.device.kind)}, {"ordinal", c.device.ordinal}, {"name", c.device_name}}},
            {"date", c.date},
            {"copy_gb_s", optional_number(c.copy_gb_s)},
            {"fma_f32_gflop_s", optional_number(c.fma_f32_gflop_s)},
            {"fma_f64_gflop_s", optional_number(c.fma_f64_gflop_s)}};
}

Result<Ceilings> ceilings_from_json(const json& j) {
    try {
        Ceilings c;
        const auto kind = device_kind_from_name(j.at("device").at("kind").get<std::string>());
        if (!kind) return failure(fmt::format("there is no device '{}'", j.at("device").at("kind").get<std::string>()));
        c.device = {*kind, j.at("device").value("ordinal", 0)};
        c.device_name = j.at("device").at("name").get<std::string>();
        c.date = j.at("date").get<std::string>();
        c.copy_gb_s = number_in(j, "copy_gb_s");
        c.fma_f32_gflop_s = number_in(j, "fma_f32_gflop_s");
        c.fma_f64_gflop_s = number_in(j, "fma_f64_gflop_s");
        return c;
    } catch (const json::exception& e) {
        return failure(fmt::format("this is not a file of ceilings: {}", plain_words(e)));
    }
}

std::filesystem::path ceilings_file() { return user_data_dir() / "ceilings.json"; }

Result<std::vector<Ceilings>> load_ceilings(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return std::vector<Ceilings>{};
    const auto text = read_regular_file(file, std::size_t{1} << 20);
    if (!text) return std::unexpected(text.error());
    const auto parsed = parse_json(*text, file.filename().string());
    if (!parsed) return std::unexpected(parsed.error());
    const json& whole = *parsed;
    if (!whole.is_object() || !whole.contains("schema") || whole["schema"] != kCeilingsSchema || !whole.contains("ceilings") ||
        !whole["ceilings"].is_array())
        return failure(fmt::format("{} is not as {} says", file.filename().string(), kCeilingsSchema),
                       "Measure again: `warpwise bench --ceilings`.");
    std::vector<Ceilings> all;
    for (const json& object : whole["ceilings"]) {
        auto ceilings = ceilings_from_json(object);
        if (!ceilings) return std::unexpected(ceilings.error());
        all.push_back(std::move(*ceilings));
    }
    return all;
}

Result<void> save_ceilings(const std::filesystem::path& file, const std::vector<Ceilings>& ceilings) {
    json list = json::array();
    for (const Ceilings& c : ceilings) list.push_back(to_json(c));
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    return write_regular_file(file, json_text({{"schema", kCeilingsSchema}, {"ceilings", list}}) + "\n");
}

}  // namespace warpwise
