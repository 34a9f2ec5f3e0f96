#include "ui/kit/drawn_frame.h"

#include <imgui.h>

#include <functional>
#include <string_view>

namespace warpwise::ui {

namespace {

// A hash by 64 bits: in a million frames of which each differs from the one before, the chance of a mistake is one in 10^13.
class FrameHash {
  public:
    template <class T>
    void add(const T* values, std::size_t count) {
        value_ =
            value_ * 0x9e3779b97f4a7c15 + std::hash<std::string_view>{}({reinterpret_cast<const char*>(values), count * sizeof(T)});
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0;
};

bool add_list(FrameHash& hash, const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
        const bool is_known = command.UserCallback == nullptr && command.TexRef._TexData != nullptr;
        if (!is_known) return false;
        hash.add(&command.ClipRect, 1);
        hash.add(&command.TexRef._TexData, 1);
        hash.add(&command.ElemCount, 1);
    }
    hash.add(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.Size));
    hash.add(list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.Size));
    return true;
}

std::optional<std::uint64_t> hash_of(const ImDrawData& frame) {
    if (frame.Textures != nullptr)
        for (const ImTextureData* texture : *frame.Textures)
            if (texture->Status != ImTextureStatus_OK) return std::nullopt;
    FrameHash hash;
    hash.add(&frame.DisplaySize, 1);
    hash.add(&frame.FramebufferScale, 1);
    for (const ImDrawList* list : frame.CmdLists)
        if (!add_list(hash, *list)) return std::nullopt;
    return hash.value();
}

}  // namespace

bool DrawnFrame::shows(const ImDrawData& frame) {
    const std::optional<std::uint64_t> now = hash_of(frame);
    const bool is_same = now.has_value() && now == last_;
    last_ = now;
    return is_same;
}

}  // namespace warpwise::ui
