// NumPy's .npy files: what `numpy.load` and `numpy.save` read and write.
#pragma once

#include <filesystem>

#include "base/array.h"
#include "base/error.h"

namespace warpwise {

// Little-endian, C-ordered arrays of our dtypes (bool reads as u8); anything else is an Error that says how to convert it.
Result<Array> read_npy(const std::filesystem::path& file);
// Format version 1.0, written atomically.
Result<void> write_npy(const std::filesystem::path& file, const Array& array);

}  // namespace warpwise
