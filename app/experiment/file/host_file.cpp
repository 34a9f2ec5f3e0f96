#include "experiment/file/host_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include "base/files.h"
#include "base/paths.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr const char* kForm = "A line is a host and, if you like, its slots: node1 slots=4. A comment begins with #.";

// "node1", "user@node1.example.org", "10.0.0.7", "fe80::1"
bool is_host(std::string_view text) {
    if (const auto at = text.find('@'); at != std::string_view::npos) text.remove_prefix(at + 1);
    const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_' || c == ':'; };
    return !text.empty() && text.front() != '-' && text.front() != '.' && std::ranges::all_of(text, is_of_name);
}

bool is_setting(std::string_view word) {
    constexpr auto names = std::to_array<std::string_view>({"slots=", "max_slots=", "max-slots="});
    return std::ranges::any_of(names, [&](std::string_view name) {
        const std::string_view number = word.starts_with(name) ? word.substr(name.size()) : std::string_view();
        constexpr std::size_t most_digits = 6;
        return !number.empty() && number.size() <= most_digits && number != "0" &&
               std::ranges::all_of(number, [](unsigned char c) { return std::isdigit(c) != 0; });
    });
}

std::string without_user(const std::string& host) {
    const auto at = host.find('@');
    return at == std::string::npos ? host : host.substr(at + 1);
}

}  // namespace

std::string name_of_this_machine() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "this machine";
}

bool is_this_machine(const std::string& host) {
    const std::string name = without_user(host);
    return name == "localhost" || name == "127.0.0.1" || name == "::1" || name == name_of_this_machine();
}

bool HostFile::has_other_machines() const {
    return std::ranges::any_of(hosts, [](const Host& host) { return !is_this_machine(host.name); });
}

Result<HostFile> read_host_file(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return usage_error(fmt::format("there is no host file {}", shown_path(path)), kForm);
    const auto text = read_file(path);
    if (!text) return std::unexpected(text.error());
    HostFile out{.path = fs::absolute(path, error), .hosts = {}};
    std::istringstream lines(*text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::istringstream words(line.substr(0, line.find('#')));
        std::string host;
        if (!(words >> host)) continue;
        const auto refuse = [&](const std::string& what) {
            return usage_error(fmt::format("line {} of {}: {}", number, shown_path(path), what), kForm);
        };
        if (!is_host(host)) return refuse(fmt::format("\"{}\" is not the name of a host", host));
        HostFile::Host& one = out.hosts.emplace_back(HostFile::Host{host, number});
        for (std::string word; words >> word;) {
            if (!is_setting(word)) return refuse(fmt::format("\"{}\" does not say how many slots the host has", word));
            one.slots = std::stoi(word.substr(word.find('=') + 1));
        }
    }
    if (out.hosts.empty()) return usage_error(fmt::format("the host file {} names no host", shown_path(path)), kForm);
    return out;
}

std::string words_before_advice(const std::string& mpirun_words) {
    std::string out = mpirun_words.substr(0, mpirun_words.find("-----"));
    std::erase(out, '\r');  // ssh's
    while (out.ends_with('\n')) out.pop_back();
    return out;
}

std::string unreachable_in(const HostFile& file, const std::string& mpirun_words) {
    for (const HostFile::Host& host : file.hosts) {
        const std::string name = without_user(host.name);
        const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; };
        for (auto at = mpirun_words.find(name); at != std::string::npos; at = mpirun_words.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            const bool is_whole =
                (at == 0 || !is_of_name(mpirun_words[at - 1])) && (end == mpirun_words.size() || !is_of_name(mpirun_words[end]));
            if (is_whole && !is_this_machine(name))
                return fmt::format("mpirun could not start the ranks on {} (line {} of {})", name, host.line,
                                   shown_path(file.path));
        }
    }
    return {};
}

}  // namespace warpwise
