// The tab Python of the source panel: what the kernel computes, with NumPy, CuPy, Numba or JAX and the values of the draft; and
// the pop-up that saves it as a file or a notebook.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "ui/kit/desktop_dialog.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct PythonTabState {
    std::string library;    // as chosen; a kernel without it shows its first one
    std::string key, code;  // what `code` was made from, and the text
    bool save_asked = false;
    std::string save_path;                  // of the pop-up
    std::filesystem::path may_be_replaced;  // the file that the learner agreed to replace
    std::unique_ptr<DesktopDialog> dialog;  // the desktop's own, for the path
    std::string told;                       // of the last attempt to save
    bool failed = false;
};

bool has_python(const Workbench&, const KernelSpec&);
const std::string& python_of_draft(const Workbench&, PythonTabState&, const KernelSpec&);
// The choice of library, and Save as... with its pop-up.
void python_row(Workbench&, PythonTabState&, const KernelSpec&);

// "/home/ada/Documents/streams_cupy.py": where a text is saved unless another path is given. The file's name has the kernel where
// the text is not that of the lesson's first kernel.
std::filesystem::path suggested_python_path(const Lesson&, const PythonText&);

}  // namespace warpwise::ui
