// The colour of each kind of word in code, wherever code is drawn in prose and cards.
#pragma once

#include "ui/kit/code_highlight.h"
#include "ui/kit/theme.h"

namespace warpwise::ui {

inline ImU32 code_colour(const Theme& theme, CodeKind kind) {
    switch (kind) {
        case CodeKind::keyword: return mix(theme.text, theme.series[0], 0.75f);
        case CodeKind::type: return mix(theme.text, theme.series[3], 0.6f);
        case CodeKind::number: return mix(theme.text, theme.series[4], 0.85f);
        case CodeKind::string: return mix(theme.text, theme.series[1], 0.7f);
        case CodeKind::comment: return theme.muted;
        case CodeKind::preprocessor: return mix(theme.text, theme.series[0], 0.75f);
        case CodeKind::builtin: return mix(theme.text, theme.series[4], 0.6f);
        case CodeKind::block_term: return theme.block_term;
        case CodeKind::dim_term: return theme.dim_term;
        case CodeKind::thread_term: return theme.thread_term;
        case CodeKind::text: break;
    }
    return theme.text;
}

}  // namespace warpwise::ui
