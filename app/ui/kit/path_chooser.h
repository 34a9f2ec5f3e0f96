// A file dialog where the system has none: a field for the path, which Tab completes, and the entries of the folder that it has
// come to.
#pragma once

#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "ui/kit/path_entries.h"
#include "ui/kit/theme.h"

struct ImGuiInputTextCallbackData;

namespace warpwise::ui {

class PathChooser {
  public:
    struct Words {
        const char *field, *hint, *button;  // "##file_path", "A .cu file", "Open###open_cuda_file"
    };
    // Files with these endings; none: folders.
    explicit PathChooser(std::vector<std::string> endings) : endings_(std::move(endings)) {}

    // Begins in this folder, with the focus in the field; an empty one: in the home of the user. A path that was typed before
    // stays.
    void open(const std::filesystem::path& folder);
    // The path that was chosen in this frame.
    std::optional<std::string> draw(const Look&, const Words&);

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    static int edit(ImGuiInputTextCallbackData*);
    void set_text(std::string);
    void look_at(const std::filesystem::path& folder);
    void go_into(const std::string& name);
    std::string full_path() const;
    std::optional<std::string> entries(const Look&);

    const std::vector<std::string> endings_;
    std::string text_;
    bool takes_focus_ = false;
    bool sets_text_ = false;  // the field takes `text_` in place of what it has
    std::filesystem::path home_, current_;
    TypedPath typed_;
    FolderListing listing_;
    std::vector<PathEntry> shown_;
    std::size_t marked_ = kNone;  // among `shown_`, by the arrow keys
    bool follows_mark_ = false;
    std::filesystem::path asked_;
    std::future<FolderListing> looking_;
};

}  // namespace warpwise::ui
