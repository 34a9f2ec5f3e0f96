// Pictures of the window or of one panel, with the parameters that made them in the PNG's text chunks.
#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "base/png.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

// ~/Pictures/Warpwise where there are Pictures, else user_data_dir()/pictures.
std::filesystem::path pictures_dir();
// "warpwise-indexing_1d-thread_grid-20261121-031500.png"
std::string picture_name(const Workbench&, const std::string& panel);
// Software, lesson, kernel, parameters, launch, device and view. Nothing that differs between two equal pictures.
TextChunks picture_texts(const Workbench&, const std::string& view);
// Crops to the panel ("": the whole window) and writes; says where the picture is, or why there is none.
void save_picture(Workbench&, const Image& window, const std::string& panel);

}  // namespace warpwise::ui
