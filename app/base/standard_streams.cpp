#include "base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "base/escape.h"

namespace warpwise {

void occupy_closed_streams() {
    for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) != -1) continue;
        // The wrong way round on purpose: a read or write fails as it would have on what was closed. The lowest free number is
        // taken, which is this one.
        static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

void write_text(std::FILE* stream, std::string_view text) {
    const std::string safe = terminal_text(text);
    static_cast<void>(std::fwrite(safe.data(), 1, safe.size(), stream));
}

void ignore_file_size_limit() { std::signal(SIGXFSZ, SIG_IGN); }

}  // namespace warpwise
