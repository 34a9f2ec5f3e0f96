#include "program/report.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

namespace warpwise {

void Report::write_line(std::string line) {
    line += '\n';
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t written = write(descriptor_, rest.data(), rest.size());
        if (written <= 0) return;  // the reader has ended
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
}

void Report::event(const nlohmann::json& event) {
    const std::lock_guard lock(mutex_);
    write_line(event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void Report::finding(const Finding& finding) {
    {
        const std::lock_guard lock(mutex_);
        if (!told_.insert({finding.kind, finding.place.file, finding.place.line}).second) return;
    }
    event({{"event", "finding"},
           {"kind", finding.kind},
           {"file", finding.place.file},
           {"line", finding.place.line},
           {"message", finding.message},
           {"hint", finding.hint},
           {"launch", finding.launch}});
}

void Report::end(int exit_code) { event({{"event", "end"}, {"exit_code", exit_code}}); }

}  // namespace warpwise
