// --debug-at and its companions: the place at which `warpwise shot` stops a kernel.
#pragma once

#include <string>

#include "base/error.h"
#include "cli/window_options.h"

namespace CLI {
class App;
}

namespace warpwise {

// As they are typed.
struct DebugWords {
    std::string at, block;  // "13,1,2", "2,1"; may be empty
};
void add_debug_options(CLI::App& shot, DebugWords&, ShotOptions&);
// Into ShotOptions::debug_at; nothing where nothing was typed.
Result<void> take_debug_words(const DebugWords&, ShotOptions&);

}  // namespace warpwise
