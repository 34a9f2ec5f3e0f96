#include "text/listing_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace warpwise {
namespace {

// The number right after `word`; 0 when there is none.
std::size_t number_after(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    std::size_t number = 0;
    if (at != std::string_view::npos) std::from_chars(text.data() + at + word.size(), text.data() + text.size(), number);
    return number;
}
// The number right before `word`: "256" of "1 barriers, 256 bytes smem".
std::size_t number_before(std::string_view text, std::string_view word) {
    const std::size_t end = text.find(word);
    if (end == std::string_view::npos) return 0;
    std::size_t begin = end;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    std::size_t number = 0;
    std::from_chars(text.data() + begin, text.data() + end, number);
    return number;
}

// NVRTC puts the folder it runs in before a name without one.
bool is_file(std::string_view path, std::string_view file) {
    return path == file || (path.size() > file.size() && path.ends_with(file) && path[path.size() - file.size() - 1] == '/');
}

// .file 1 "/home/ada/kernel.cu": the number of the kernel's own text.
int file_number(std::string_view ptx, std::string_view file) {
    for (const std::string_view line : lines_of(ptx)) {
        const std::string_view text = trimmed(line);
        const std::size_t open = text.find('"'), close = text.rfind('"');
        if (!text.starts_with(".file") || open == close) continue;
        const std::string_view rest = trimmed(text.substr(std::string_view(".file").size()));
        int number = 1;
        std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (is_file(text.substr(open + 1, close - open - 1), file)) return number;
    }
    return 1;
}

std::string spaces_for_tabs(std::string_view line) {
    std::string text;
    for (const char c : line) {
        if (c != '\t')
            text += c;
        else
            text.append(4 - text.size() % 4, ' ');
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

}  // namespace

// .loc 1 4 5 says from where the instructions after it come: file, line, column.
std::vector<ListingLine> parse_ptx(std::string_view ptx, std::string_view file) {
    const int own = file_number(ptx, file);
    std::vector<ListingLine> lines;
    int source_line = 0;
    for (const std::string_view line : lines_of(ptx)) {
        const std::string_view text = trimmed(line);
        if (text.starts_with(".loc")) {
            int number = 0, at = 0;
            const char* const end = text.data() + text.size();
            const char* here = std::find_if(text.data() + 4, end, [](char c) { return c >= '0' && c <= '9'; });
            here = std::from_chars(here, end, number).ptr;
            while (here < end && (*here == ' ' || *here == '\t')) ++here;
            std::from_chars(here, end, at);
            source_line = number == own ? at : 0;
            continue;
        }
        if (text.starts_with(".file") || text.starts_with(".section")) break;  // tables for debuggers, after all code
        const bool is_banner = text.starts_with("//") && (lines.empty() || text.starts_with("// ."));
        if (is_banner) continue;
        if (text.empty() && (lines.empty() || lines.back().text.empty())) continue;
        if (text.starts_with("}")) source_line = 0;
        const bool is_code = text.ends_with(";") && !text.starts_with(".");
        lines.push_back({spaces_for_tabs(line), is_code ? source_line : 0});
    }
    while (!lines.empty() && lines.back().text.empty()) lines.pop_back();
    return lines;
}

// nvdisasm -c -g, or cuobjdump -sass, which knows no lines of the source. Kept are labels and instructions.
std::vector<ListingLine> parse_sass(std::string_view output, std::string_view file) {
    std::vector<ListingLine> lines;
    int source_line = 0;
    for (const std::string_view line : lines_of(output)) {
        const std::string_view text = trimmed(line);
        if (text.starts_with("//## File")) {
            const std::size_t open = text.find('"'), close = text.find('"', open + 1);
            const bool is_own = close != std::string_view::npos && is_file(text.substr(open + 1, close - open - 1), file);
            // code of a header that was put into the kernel stands at the place where it was put
            if (is_own)
                source_line = static_cast<int>(number_after(text.substr(close), ", line "));
            else if (const std::size_t at = text.find("inlined at "); at != std::string_view::npos)
                source_line = static_cast<int>(number_after(text.substr(at), ", line "));
            continue;
        }
        const bool is_instruction = text.starts_with("/*") && text.find(';') != std::string_view::npos;
        const bool is_label = text.ends_with(":") && !text.starts_with(".text") && !text.starts_with("//");
        if (!is_instruction && !is_label) continue;
        if (is_instruction && text.find("*/") > 10) continue;  // an encoding alone
        const std::string_view shown = is_instruction ? text.substr(0, text.find(';') + 1) : text;
        lines.push_back({(is_instruction ? "    " : "") + spaces_for_tabs(shown), is_instruction ? source_line : 0});
    }
    return lines;
}

std::optional<ListingResources> parse_ptxas_log(std::string_view log, std::string_view entry) {
    std::optional<ListingResources> r;
    ListingResources found;
    bool is_entry = false;
    for (const std::string_view line : lines_of(log)) {
        if (line.find("Compiling entry function") != std::string_view::npos)
            is_entry = line.find(fmt::format("'{}'", entry)) != std::string_view::npos;
        if (!is_entry) continue;
        if (line.find("bytes stack frame") != std::string_view::npos) {
            found.stack_bytes = number_before(line, " bytes stack frame");
            found.spill_store_bytes = number_before(line, " bytes spill stores");
            found.spill_load_bytes = number_before(line, " bytes spill loads");
        }
        if (line.find("Used ") == std::string_view::npos || line.find(" registers") == std::string_view::npos) continue;
        found.registers_per_thread = static_cast<int>(number_after(line, "Used "));
        found.shared_bytes = number_before(line, " bytes smem");
        r = found;
    }
    return r;
}

}  // namespace warpwise
