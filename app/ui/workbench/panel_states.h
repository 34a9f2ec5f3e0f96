// What panels keep between frames and is never saved: one object of each type, made when it is first asked for. A panel declares
// its own state beside itself, and only those who use that state know it.
#pragma once

#include <map>
#include <memory>
#include <typeindex>

namespace warpwise::ui {

class PanelStates {
  public:
    template <typename State>
    State& get() {
        return made<State>();
    }
    template <typename State>
    const State& get() const {
        return made<State>();
    }

  private:
    template <typename State>
    State& made() const {
        std::shared_ptr<void>& state = states_[typeid(State)];
        if (!state) state = std::make_shared<State>();
        return *static_cast<State*>(state.get());
    }

    // They go in no particular order: a state must not need another one to end.
    mutable std::map<std::type_index, std::shared_ptr<void>> states_;
};

}  // namespace warpwise::ui
