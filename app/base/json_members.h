// Structures as JSON objects and back, from one list of members for both directions. The list of a structure:
//
//   template <> inline constexpr auto json_members<Dim3> = std::tuple{Member{"x", &Dim3::x}, ...};
//   static_assert(has_all_members<Dim3>);
//
// The assertion fails when a member is missing, which would be lost on its way. Reading throws nlohmann's exceptions or those of
// <stdexcept> if a value is missing, has the wrong type or does not fit into it, or if there is one too many. Included by the .cpp
// files that read and write messages.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fault_json.h"
#include "base/launch_shape.h"

namespace warpwise {

// A member by its name in the JSON.
template <typename Part, typename T>
struct Member {
    const char* name;
    T Part::* place;
};
// A member that stays on its side; listed, so that leaving it out is a decision.
template <typename Part, typename T>
struct NotSent {
    T Part::* place;
};

template <typename Part>
inline constexpr int json_members = 0;

template <>
inline constexpr auto json_members<Dim3> = std::tuple{Member{"x", &Dim3::x}, Member{"y", &Dim3::y}, Member{"z", &Dim3::z}};

// The last of an enumeration's values, which begin at 0: what lies beyond is refused.
template <typename Enum>
inline constexpr void* last_enumerator = nullptr;

// A type with a form of its own has `written` and `read` here.
template <typename T>
struct OwnJson {};
// Sent by the hundred thousand: a list of its members instead of an object.
template <typename T>
inline constexpr bool is_written_as_list = false;

namespace json_members_detail {

using nlohmann::json;

struct Anything {
    template <typename T>
    operator T() const {
        std::unreachable();  // only its type is asked for
    }
};
template <typename Part, typename... Values>
consteval std::size_t member_count() {
    if constexpr (requires { Part{Values{}..., Anything{}}; })
        return member_count<Part, Values..., Anything>();
    else
        return sizeof...(Values);
}

template <typename T>
constexpr bool is_optional = false;
template <typename T>
constexpr bool is_optional<std::optional<T>> = true;
template <typename T>
constexpr bool is_array = false;
template <typename T, std::size_t count>
constexpr bool is_array<std::array<T, count>> = true;
template <typename T>
constexpr bool is_vector = false;
template <typename T>
constexpr bool is_vector<std::vector<T>> = true;
template <typename T>
constexpr bool is_map = false;
template <typename Key, typename T>
constexpr bool is_map<std::map<Key, T>> = true;
template <typename T>
constexpr bool is_bytes = false;
template <>
inline constexpr bool is_bytes<std::vector<std::byte>> = true;
template <std::size_t count>
constexpr bool is_bytes<std::array<std::byte, count>> = true;
template <typename T>
constexpr bool is_sent = true;
template <typename Part, typename T>
constexpr bool is_sent<NotSent<Part, T>> = false;

template <typename T>
json written(const T& value);
template <typename T>
T read(const json& j);

template <typename T, typename Each>
void for_each_sent(const Each& each) {
    std::apply(
        [&](const auto&... member) {
            const auto one = [&]<typename M>(const M& m) {
                if constexpr (is_sent<M>) each(m);
            };
            (one(member), ...);
        },
        json_members<T>);
}

template <typename T>
json written(const T& value) {
    if constexpr (requires { OwnJson<T>::written(value); }) {
        return OwnJson<T>::written(value);
    } else if constexpr (std::same_as<T, Fault> || std::same_as<T, Diagnostics>) {
        return to_json(value);
    } else if constexpr (std::is_enum_v<T>) {
        return std::to_underlying(value);
    } else if constexpr (is_optional<T>) {
        return value ? written(*value) : json(nullptr);
    } else if constexpr (is_bytes<T>) {
        const auto* data = reinterpret_cast<const std::uint8_t*>(value.data());
        return json::binary(std::vector<std::uint8_t>(data, data + value.size()));
    } else if constexpr (is_array<T> || is_vector<T>) {
        json list = json::array();
        list.get_ref<json::array_t&>().reserve(value.size());
        for (const auto& one : value) list.push_back(written<typename T::value_type>(one));
        return list;
    } else if constexpr (is_map<T>) {
        json pairs = json::array();
        for (const auto& [key, one] : value) pairs.push_back({written(key), written(one)});
        return pairs;
    } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string>) {
        return value;
    } else if constexpr (is_written_as_list<T>) {
        json list = json::array();
        for_each_sent<T>([&](const auto& member) { list.push_back(written(value.*member.place)); });
        return list;
    } else {
        json object = json::object();
        for_each_sent<T>([&](const auto& member) { object[member.name] = written(value.*member.place); });
        return object;
    }
}

template <std::integral T>
T read_integer(const json& j) {
    if (!j.is_number_integer()) throw std::invalid_argument("a number of a message is not an integer");
    const bool fits = j.is_number_unsigned() ? std::in_range<T>(j.get<std::uint64_t>()) : std::in_range<T>(j.get<std::int64_t>());
    if (!fits) throw std::out_of_range("a number of a message is too large");
    return j.get<T>();
}

template <typename T>
T read_bytes(const json& j) {
    const json::binary_t& binary = j.get_binary();
    T bytes{};
    if constexpr (is_vector<T>) bytes.resize(binary.size());
    if (bytes.size() != binary.size()) throw std::out_of_range("bytes of a message have another length");
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte{binary[i]};
    return bytes;
}

template <typename T>
T read(const json& j) {
    if constexpr (requires { OwnJson<T>::read(j); }) {
        return OwnJson<T>::read(j);
    } else if constexpr (std::same_as<T, Fault>) {
        return fault_from_json(j);
    } else if constexpr (std::same_as<T, Diagnostics>) {
        return diagnostics_from_json(j);
    } else if constexpr (std::is_enum_v<T>) {
        const auto number = read_integer<std::underlying_type_t<T>>(j);
        if (number < 0 || number > std::to_underlying(last_enumerator<T>))
            throw std::invalid_argument("a message has an unknown value of an enumeration");
        return static_cast<T>(number);
    } else if constexpr (is_optional<T>) {
        return j.is_null() ? T{} : T{read<typename T::value_type>(j)};
    } else if constexpr (is_bytes<T>) {
        return read_bytes<T>(j);
    } else if constexpr (is_array<T>) {
        const auto& list = j.get_ref<const json::array_t&>();
        T values{};
        if (list.size() != values.size()) throw std::out_of_range("a list of a message has another length");
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = read<typename T::value_type>(list[i]);
        return values;
    } else if constexpr (is_vector<T>) {
        T values;
        for (const json& one : j.get_ref<const json::array_t&>()) values.push_back(read<typename T::value_type>(one));
        return values;
    } else if constexpr (is_map<T>) {
        T values;
        for (const json& pair : j.get_ref<const json::array_t&>())
            values.emplace(read<typename T::key_type>(pair.at(0)), read<typename T::mapped_type>(pair.at(1)));
        return values;
    } else if constexpr (std::same_as<T, bool>) {
        return j.get_ref<const bool&>();
    } else if constexpr (std::same_as<T, std::string>) {
        return j.get_ref<const std::string&>();
    } else if constexpr (std::integral<T>) {
        return read_integer<T>(j);
    } else if constexpr (std::floating_point<T>) {
        if (!j.is_number()) throw std::invalid_argument("a number of a message is not one");
        return j.get<T>();
    } else {
        T object{};
        std::size_t count = 0;
        for_each_sent<T>([&]<typename V>(const Member<T, V>& member) {
            if constexpr (is_written_as_list<T>)
                object.*member.place = read<V>(j.at(count));
            else
                object.*member.place = read<V>(j.at(member.name));
            ++count;
        });
        if (j.size() != count) throw std::invalid_argument("a message has an unknown member");
        return object;
    }
}

}  // namespace json_members_detail

template <typename... Parts>
inline constexpr bool has_all_members =
    ((json_members_detail::member_count<Parts>() == std::tuple_size_v<std::remove_const_t<decltype(json_members<Parts>)>>) && ...);

template <typename T>
nlohmann::json written_as_json(const T& value) {
    return json_members_detail::written(value);
}
template <typename T>
T read_from_json(const nlohmann::json& j) {
    return json_members_detail::read<T>(j);
}

}  // namespace warpwise
