// A program of several sources, of which one at a time is the open file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ui/file/file_state.h"

namespace warpwise::ui {

// It can be run: it has a main(), or is one of several sources.
bool is_program(const OpenedFile&);
// The sources beside the open file, absolute; in the fields they stand relative to its folder.
std::vector<std::filesystem::path> other_sources(const OpenedFile&, const ProgramFields&);
// The last run was of the program that this file belongs to.
bool is_of_last_run(const ProgramState&, const OpenedFile&);

// Opens a program of these sources: the .cu file with main(), else the first .cu file. False: there is no .cu file among them, or
// several have a main(), and are programs of their own; `open_problem` of FilesState says so.
bool open_sources(Workbench&, const std::vector<std::filesystem::path>& sources);
// A folder's own sources, in their order; not those of folders below it.
std::vector<std::filesystem::path> sources_in(const std::filesystem::path& folder);

// Whether a line of this file can be shown: it is the open one, or another .cu source of the program that ran.
bool can_show(const ProgramState&, const OpenedFile&, const std::filesystem::path& file);
// Opens that file where it is not the open one, and shows the line.
void show_line_of(Workbench&, const OpenedFile&, const std::filesystem::path& file, int line);

}  // namespace warpwise::ui
