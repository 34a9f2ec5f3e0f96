// What the lesson panel keeps: the prose cut into parts, and answers not yet committed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ui/lesson/prose_parts.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

struct LessonPanelState {
    std::string key;  // lesson, parameters and runs that `parts` were made from
    std::vector<ProsePart> parts;
    std::map<std::string, int> chosen;           // "lesson/prediction" -> answer picked, before the commit
    std::map<std::string, std::string> entered;  // the same for a number, as text
    std::optional<std::uint64_t> learner;        // seeds the order of answers; read when the first ones are shown
    std::set<std::string> unfolded;              // "lesson/prediction" whose text was asked for before an answer
    std::map<std::string, std::optional<std::uint64_t>> seen_thread;  // the thread that was chosen when it was last looked at
    std::string scroll_to;                                            // a prediction to bring into sight; empty: none
    std::string opened;                                               // the lesson whose place is kept
    int frames_to_place = 0;                                          // until the lesson is back where it was left
};

// Parts of the lesson panel; each is drawn at the current place.
void prediction_card(Workbench&, LessonPanelState&, const Prediction&);

// Below the question, where the learner enters a number, clicks it in another view (number_prediction.cpp), draws a curve in the
// sweep (sketch_prediction.cpp), or drags a bar to a recorded time (bar_prediction.cpp).
void number_prediction(Workbench&, LessonPanelState&, const Prediction&);
void sketch_prediction(Workbench&, LessonPanelState&, const Prediction&);
void bar_prediction(Workbench&, LessonPanelState&, const Prediction&);
void clear_sketch(Workbench&);  // and the sweep that was drawn over it

// The prose of the open lesson, cut into parts and filled in with the draft's values and what ran; kept while nothing changes.
const LessonPanelState& lesson_parts(Workbench&);

// A prediction's state, for whatever shows it (prediction.cpp). The first one when the id is empty; null when there is no such.
const Prediction* find_prediction(const Lesson&, const std::string& id);
// As it is asked now: who missed it may be asked for other numbers.
const Prediction* asked_prediction(const Workbench&, const std::string& id);
std::vector<std::size_t> shown_order(const Workbench&, LessonPanelState&, const Prediction&);  // of the answers
int& chosen_answer(const Workbench&, LessonPanelState&, const Prediction&);                    // before the commit; -1: none
std::optional<int> committed_answer(Workbench&, const Prediction&);
void commit_answer(Workbench&, const Prediction&, int answer);  // and runs what the prediction is about
void note_commit(Workbench&, const Prediction&);                // of any kind of answer, once it is in the progress
void set_up_prediction(Workbench&, const Prediction&);          // the draft is what the prediction is about
void run_prediction(Workbench&, const Prediction&);
void ask_again(Workbench&, LessonPanelState&, const Prediction&);  // with other numbers where the lesson has some
void again_button(Workbench&, LessonPanelState&, const Prediction&, bool right);
std::string shown_by_run(const Workbench&, const Prediction&);  // "128"; empty while nothing of it ran

}  // namespace warpwise::ui
