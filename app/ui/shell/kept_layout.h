// Whether the learner moved a panel or a border: such a layout is theirs, and a window that is resized does not rebuild it.
#pragma once

#include <imgui.h>

#include <map>
#include <string>

namespace warpwise::ui {

struct KeptLayout {
    std::map<std::string, ImGuiID> docks;  // where each view was docked when the layout was built or loaded
    bool moved = false;
};

// Looks at this frame's docks; call after the views are drawn.
void note_moved_views(KeptLayout&, ImGuiID dockspace);

}  // namespace warpwise::ui
