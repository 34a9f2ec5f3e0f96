// A CUDA file as a lesson: a playground whose kernels are the file's own, so that everything that works on a lesson works on them.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "experiment/file/file_arguments.h"

namespace warpwise {

struct CudaFile {
    std::filesystem::path path;  // absolute
    std::string text;
    FileKernels kernels;
};
// Reads it and proposes arguments. An Error for what cannot be read, and for a text with neither a kernel nor a main().
Result<CudaFile> read_cuda_file(const std::filesystem::path& path);

// "file_vector_add": the same for a file whenever it is opened, and another one for a file of the same name elsewhere.
std::string lesson_id_of(const std::filesystem::path& cuda_file);

// The lesson.toml of it, which the manifest's reader takes without a word.
std::string manifest_of(const CudaFile&, const std::string& id, const std::string& title);

// Makes `folder` the lesson of the file: lesson.toml, lesson.md, a copy of the source and of the headers beside it that it
// includes. What stands there is written over. `data`: .npy files that arguments name are already in the folder.
Result<void> write_file_lesson(const CudaFile&, const std::filesystem::path& folder, const std::string& id);

// The same at a place of the user's own, as the beginning of a lesson: `folder` is made and names the id, as `warpwise course new`
// takes it. `from`: where .npy files of the arguments lie. Returns the absolute folder.
Result<std::filesystem::path> save_as_lesson(const CudaFile&, const std::filesystem::path& folder,
                                             const std::filesystem::path& from);

// The array of a .npy file becomes this argument's: its dtype, size and content. The file is copied into `folder`.
Result<void> take_data_file(FileArgument&, const std::filesystem::path& npy, const std::filesystem::path& folder);

}  // namespace warpwise
