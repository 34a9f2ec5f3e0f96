#include "experiment/file/program_lines.h"

#include <charconv>
#include <map>
#include <sstream>
#include <string>

#include "device/process/run_program.h"
#include "experiment/file/mpi_on_machine.h"

namespace warpwise {
namespace {

struct Place {
    std::string file;
    int line = 0;
};

// "/tmp/job/heat.cu:93", with words behind it or "?" where it is not known.
Place place_in(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    Place out;
    if (colon == std::string::npos) return out;
    std::from_chars(text.data() + colon + 1, text.data() + text.size(), out.line);
    if (out.line > 0) out.file = text.substr(0, colon);
    return out;
}

bool is_address(const std::string& file) { return file.starts_with('@'); }

}  // namespace

void find_lines(std::vector<ProgramReport>& ranks, const std::filesystem::path& program) {
    std::map<std::string, Place> places;
    for (const ProgramReport& rank : ranks) {
        for (const MpiCall& call : rank.mpi_calls)
            if (is_address(call.file)) places[call.file];
        for (const ProgramFinding& finding : rank.findings)
            if (is_address(finding.file)) places[finding.file];
    }
    if (places.empty()) return;
    const auto addr2line = find_in_path("addr2line");
    std::vector<std::string> command{addr2line.value_or("").string(), "-e", program.string()};
    for (const auto& [address, place] : places) command.push_back("0x" + address.substr(1));
    constexpr double most_seconds = 30;
    if (const auto said = run_program(command, {}, most_seconds); addr2line && said && said->status == 0) {
        std::istringstream lines(said->out);
        std::string line;
        for (auto& [address, place] : places)
            if (std::getline(lines, line)) place = place_in(line);
    }
    const auto put = [&](auto& told) {
        if (!is_address(told.file)) return;
        const Place& place = places.at(told.file);
        told.file = place.file;
        told.line = place.line;
    };
    for (ProgramReport& rank : ranks) {
        for (MpiCall& call : rank.mpi_calls) put(call);
        for (ProgramFinding& finding : rank.findings) put(finding);
    }
}

}  // namespace warpwise
