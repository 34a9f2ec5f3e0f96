// Searches of the result: where they are offered, and what they found.
#pragma once

namespace warpwise::ui {

struct Outcome;
struct Workbench;

// Beside a wrong result or a fault: "Smallest failing case", "Find another outcome".
void search_offers(Workbench&, const Outcome&);
// What the search of the draft found, or that it goes on; nothing when there was none.
void search_card(Workbench&);

}  // namespace warpwise::ui
