// Windows over everything: the help with all keys, About with the licences.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "ui/kit/overlay.h"
#include "ui/kit/widgets.h"
#include "ui/shell/shell.h"

namespace warpwise::ui {
namespace {

struct Part {
    const char *name, *licence, *what;
};
constexpr Part kParts[] = {
    {"Dear ImGui, ImPlot", "MIT", "the user interface and the plots"},
    {"RichMd, MicroTeX, md4c", "MIT", "prose and formulas"},
    {"ImGuiColorTextEdit", "MIT", "the editor"},
    {"imgui-command-palette", "MIT", "the search of the palette"},
    {"portable-file-dialogs", "WTFPL", "file dialogs"},
    {"GLFW, libepoxy", "zlib, MIT", "window and OpenGL"},
    {"FreeType", "FTL", "glyphs"},
    {"Clang and LLVM 19", "Apache-2.0 with LLVM exceptions", "the emulator's compiler"},
    {"oneTBB", "Apache-2.0", "threads"},
    {"toml++, nlohmann-json, CLI11, fmt, muParser", "MIT, MIT, BSD-3, MIT, BSD-2", "manifests, records, commands, formulas"},
    {"libspng, libpng, zlib", "BSD-2, libpng-2.0, zlib", "pictures"},
    {"OpenSSL", "Apache-2.0", "checksums of arrays"},
    {"Inter, JetBrains Mono, Latin Modern", "OFL-1.1, OFL-1.1, GUST", "fonts"},
    {"Fork Awesome", "OFL-1.1", "icons"},
};

}  // namespace

void help_overlay(Shell& shell) {
    if (!shell.state.help_open) return;
    const Look& look = shell.bench.look;
    centre_next_window(look, 620, 640);
    if (begin_overlay(look, "Keys and help###help", &shell.state.help_open)) {
        text_in(look, look.theme.text,
                "Rest the mouse on a number to see where it comes from, and on a term to see what it means. Tab and the arrow keys "
                "reach every control; "
                "Enter uses it.");
        const char* group = "";
        for (const Command& command : all_commands()) {
            if (command.keys == 0) continue;
            if (std::string_view(group) != command.group) section_label(look, command.group);
            group = command.group;
            key_value(look, command.name, command.keys_shown);
        }
        section_label(look, "In the editor");
        key_value(look, "Compile and run the text in Source", "Ctrl+Enter");
        key_value(look, "Check the exercise in Source", "Ctrl+Shift+Enter");
        section_label(look, "In the thread grid");
        key_value(look, "Move the chosen thread", "Arrow keys");
        key_value(look, "Double or halve a number in its field", "Up and Down");
        muted_text(look, "Everything else is in the palette of all commands: Ctrl+Shift+P.");
    }
    ImGui::End();
}

void about_window(Shell& shell) {
    if (!shell.state.about_open) return;
    const Look& look = shell.bench.look;
    centre_next_window(look, 640, 600);
    if (begin_overlay(look, "About and licences###about", &shell.state.about_open)) {
        heading(look, "Warpwise " WARPWISE_VERSION);
        text_in(look, look.theme.text, "A desktop lab for learning how GPUs compute. Free software under the MIT licence.");
        key_value(look, "drawn by", shell.state.host);
        section_label(look, "Made with");
        for (const Part& part : kParts) key_value(look, part.name, part.licence, part.what);
        muted_text(look, "The licence texts are beside the program, in share/warpwise/licences.");
    }
    ImGui::End();
}

}  // namespace warpwise::ui
