#include <fmt/format.h>

#include "ui/kit/draw.h"
#include "ui/kit/tooltip.h"
#include "ui/kit/widgets.h"
#include "ui/picture/points_view.h"
#include "ui/threads/thread_text.h"

namespace warpwise::ui {
namespace {

// On the dark sky of every theme.
constexpr ImU32 kRingColour = IM_COL32(255, 255, 255, 255), kLaneColour = IM_COL32(120, 200, 255, 190);

void thread_section(PointsScene& s, std::int64_t particle) {
    const Look& look = s.wb.look;
    const auto thread = s.thread_of(particle);
    if (!thread) {
        const bool was_seen = s.launch.facts != nullptr && s.launch.facts->has_writes;
        muted_text(look, was_seen ? "No thread moved it in this run."
                                  : "Which thread moves it is not known yet. Run (F5) on the emulator to find out.");
        return;
    }
    muted_text(look, place_text(s.launch.facts->shape, *thread));
    if (const std::string index = index_text(s.launch.facts, *thread); !index.empty()) {
        const FontScope font(look.fonts.mono, look.px(Fonts::kSmall));
        text_in(look, look.theme.text, index);
    }
}

void warp_section(PointsScene& s, std::uint64_t thread) {
    const Look& look = s.wb.look;
    section_label(look, "Its warp");
    const std::size_t lanes = particles_of_warp(*s.launch.facts, thread).size();
    text_in(look, look.theme.text,
            lanes == 1 ? std::string("It is the only particle of its warp.")
                       : fmt::format("The {} ringed particles are moved by the lanes of one warp. They go through the kernel "
                                     "together, wherever the particles are.",
                                     lanes));
    ImGui::Spacing();
    if (quiet_button(look, "Show this thread in the grid##points")) {
        s.wb.pointing.chosen_thread = thread;
        s.wb.post(ask::FocusView{"thread_grid"});
    }
}

}  // namespace

std::optional<ImVec2> PointsScene::on_screen(const gl::Projection& projection, std::int64_t particle) const {
    const auto row = static_cast<std::size_t>(particle) * 4;
    if (particle < 0 || row + 3 >= places.size()) return std::nullopt;
    const auto at = projection.of({places[row], places[row + 1], places[row + 2]});
    if (!at) return std::nullopt;
    return ImVec2{min.x + at->x, min.y + at->y};
}

std::optional<std::uint64_t> PointsScene::thread_of(std::int64_t particle) const {
    return launch.facts != nullptr ? thread_of_particle(*launch.facts, launch.record, particle) : std::nullopt;
}

void points_details(PointsScene& s) {
    const Look& look = s.wb.look;
    const auto values = s.state.chosen ? values_of(s.places, s.vectors, *s.state.chosen) : std::nullopt;
    if (!values) {
        section_label(look, "Particle");
        muted_text(look,
                   "Click a particle: the thread that moves it, its formula with its own numbers, and its warp are shown here.");
        return;
    }
    heading(look, "Particle " + with_separators(*s.state.chosen));
    thread_section(s, *s.state.chosen);
    ImGui::Spacing();
    if (const std::string about = about_particle(s.spec, s.record.request.parameters, *values); !about.empty())
        text_in(look, look.theme.text, about);
    if (const auto thread = s.thread_of(*s.state.chosen)) warp_section(s, *thread);
}

void draw_chosen(const PointsScene& s) {
    if (!s.state.chosen) return;
    const gl::Projection projection = s.projection();
    const Look& look = s.wb.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(s.min, s.max, true);
    if (const auto thread = s.thread_of(*s.state.chosen))
        for (const std::int64_t particle : particles_of_warp(*s.launch.facts, *thread))
            if (const auto at = s.on_screen(projection, particle); at && particle != *s.state.chosen)
                list.AddCircle(*at, look.px(4.5f), kLaneColour, 0, look.px(1.25f));
    if (const auto at = s.on_screen(projection, *s.state.chosen)) {
        list.AddCircle(*at, look.px(8), IM_COL32_BLACK, 0, look.px(3.5f));
        list.AddCircle(*at, look.px(8), kRingColour, 0, look.px(2));
    }
    list.PopClipRect();
}

void show_particle_tooltip(const PointsScene& s, std::int64_t particle) {
    const auto values = values_of(s.places, s.vectors, particle);
    if (!values || !begin_tooltip(s.wb.look)) return;
    const Look& look = s.wb.look;
    {
        const FontScope font(look.fonts.semibold, look.px(14));
        ImGui::TextUnformatted(("Particle " + with_separators(particle)).c_str());
    }
    {
        const FontScope font(look.fonts.regular, look.px(Fonts::kSmall));
        if (const std::string about = about_particle(s.spec, s.record.request.parameters, *values); !about.empty())
            ImGui::TextUnformatted(about.c_str());
        if (const auto thread = s.thread_of(particle))
            ImGui::TextColored(to_vec4(look.theme.muted), "%s", place_text(s.launch.facts->shape, *thread).c_str());
    }
    ImGui::EndTooltip();
}

}  // namespace warpwise::ui
