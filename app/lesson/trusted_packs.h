// Whose programs may run here with the learner's rights: the course's, and those of packs that the learner has said yes to.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "lesson/lesson.h"

namespace warpwise {

// The folder that the learner is asked about, once: the lesson's own, or the one that holds it and other lessons and nothing else.
std::filesystem::path pack_of(const Lesson&);

// A lesson of the installed course, or one below a folder that was trusted.
bool is_trusted(const Lesson&);
// Kept in user_data_dir()/trusted-packs.txt, a folder on each line.
Result<void> trust(const std::filesystem::path& pack);
std::filesystem::path trusted_packs_file();

// Why a program exercise of it is not run, and what to do.
Error not_trusted(const Lesson&);

}  // namespace warpwise
