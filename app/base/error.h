// What can go wrong and is not a fault of a kernel: bad usage, a file that cannot be read, a device that is not there.
#pragma once

#include <expected>
#include <string>
#include <utility>

#include "base/text.h"

namespace warpwise {

// The exit statuses of the command line; the values are a contract (docs/command-line.md).
enum class ErrorKind { failure = 1, usage = 2, device_missing = 3 };

struct Error {
    ErrorKind kind = ErrorKind::failure;
    std::string message;  // what and where, one sentence without a full stop at the end
    std::string hint;     // what to do; may be empty

    // "message. hint", as a person reads it
    std::string text() const { return hint.empty() ? message : message + ". " + hint; }
};

template <typename T>
using Result = std::expected<T, Error>;

// Of readable_message's length (text.h): what they name may be a stranger's.
inline std::unexpected<Error> usage_error(std::string message, std::string hint = {}) {
    return std::unexpected(Error{ErrorKind::usage, readable_message(std::move(message)), std::move(hint)});
}
inline std::unexpected<Error> failure(std::string message, std::string hint = {}) {
    return std::unexpected(Error{ErrorKind::failure, readable_message(std::move(message)), std::move(hint)});
}
inline std::unexpected<Error> missing_device(std::string message, std::string hint = {}) {
    return std::unexpected(Error{ErrorKind::device_missing, std::move(message), std::move(hint)});
}

}  // namespace warpwise
