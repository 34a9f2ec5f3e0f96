// What programs draw through GLUT and OpenGL (glut_pictures.cpp), and textures that they draw it with (gl_textures.cpp).
#pragma once

#include <optional>
#include <string>

#include "base/png.h"

namespace warpwise {

// Pixels as OpenGL takes them, of the host or of the buffer that is bound, as a picture whose first row is the highest. None: told.
std::optional<Image> image_of_pixels(int width, int height, unsigned format, unsigned type, const void* given,
                                     void* return_address);
bool has_bound_buffer();
// The picture of this frame.
void show_picture(Image);
// Something of OpenGL that is not shown here.
void refuse_drawing(const std::string& what, void* return_address);

}  // namespace warpwise
