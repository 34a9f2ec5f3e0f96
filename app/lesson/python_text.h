// The computation of a lesson's kernels in Python, as texts of the lesson's folder python/. They are shown and saved, never run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

struct PythonLibrary {
    std::string_view id, title, about;  // "cupy", "CuPy"; a sentence
};
std::span<const PythonLibrary> python_libraries();
const PythonLibrary* find_python_library(std::string_view id);

// The texts that the lesson's folder may have, without their contents: python/with_LIBRARY.py for the first kernel, and
// python/with_LIBRARY_KERNEL.py for each kernel, or with_LIBRARY_EXERCISE.py for an exercise that is a whole program. (A file
// numpy.py would hide the library from every text beside it.)
std::vector<PythonText> possible_python_texts(const Lesson&);

// What is wrong with a text that was read: it must assign the lesson's parameters, with their defaults, between the line
// "# --- parameters" and the next line that begins with "# ---".
Diagnostics check_python_text(const Lesson&, const PythonText&, const std::string& shown_file);

// The text for a kernel, or for a program exercise: its own, else that of a kernel with the same arguments and the same reference,
// which does the same job. Null when the lesson has none.
const PythonText* find_python_text(const Lesson&, std::string_view kernel, std::string_view library);
// The ids of the libraries with a text for the kernel, in the order of python_libraries().
std::vector<std::string> python_libraries_of(const Lesson&, std::string_view kernel);

// As Python writes it: 2**20, "float32" for the dtype f32, True for a flag that is set.
std::string python_literal(const Parameter&, const ParameterValue&);
// The text with these values in place of the defaults.
std::string python_code(const Lesson&, const PythonText&, const ParameterValues&);
// The same as a Jupyter notebook (nbformat 4): the lesson's title and the text's first comment, then a cell for each part that
// begins with a line "# --- ...".
std::string python_notebook(const Lesson&, const PythonText&, const ParameterValues&);

}  // namespace warpwise
