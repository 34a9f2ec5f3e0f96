// What the view `address_map` shows now, as data: for the window and for figures.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lesson/address_view.h"
#include "ui/threads/address_facts.h"
#include "ui/workbench/workbench.h"

namespace warpwise::ui {

enum class AddressField : std::uint8_t { rows, cols, offset, stride_rows, stride_cols };
inline constexpr std::size_t kAddressFields = 5;

// One number of a view.
struct AddressNumber {
    std::int64_t value = 0;
    std::string formula;                   // as the lesson gives it
    const Parameter* parameter = nullptr;  // that the formula is: editing the number edits the draft
    bool is_own = false;                   // the learner's, in place of the formula's
};

struct AddressMap {
    std::string title, name;  // "b = a[::2]", and "b" for sentences
    std::array<AddressNumber, kAddressFields> numbers;
    StridedView view;
    std::size_t owner = 0;  // among the scene's
    bool is_owner = false;  // it is the array itself
    std::shared_ptr<const AddressReach> reach;

    AddressNumber& number(AddressField field) { return numbers[static_cast<std::size_t>(field)]; }
    const AddressNumber& number(AddressField field) const { return numbers[static_cast<std::size_t>(field)]; }
};

struct AddressOwner {
    std::string array;
    std::uint64_t count = 0;
    const Array* values = nullptr;  // of the draft's run; null: none, or it has not this array. Valid for a frame.
};

struct AddressScene {
    std::vector<AddressMap> maps;
    std::vector<AddressOwner> owners;
    std::size_t chosen_map = 0;
    ViewElement chosen;
};

// What the view keeps between frames.
struct AddressMapState {
    std::string lesson;
    std::vector<AddressMapSpec> specs;  // that the rest is about
    struct Own {
        std::int64_t formula_value = 0;  // that it replaces; another one replaces it in turn
        std::optional<std::int64_t> value;
    };
    std::vector<std::array<Own, kAddressFields>> own;
    std::size_t chosen_map = 0;
    ViewElement chosen;
    bool keys_lead = false;  // a key was pressed since the mouse moved, which therefore points at nothing
    struct Corner {
        std::int64_t row = 0, col = 0;
    };
    std::vector<Corner> corners;  // the first row and column that are drawn

    struct Reached {
        StridedView view;
        std::uint64_t count = 0;
        std::shared_ptr<const AddressReach> reach;
    };
    std::vector<Reached> reached;              // by map
    float parts_height = 0, words_height = 0;  // of the last frame
};

// An Error where a formula has no value, or there is too much to list.
Result<AddressScene> shown_address_map(Workbench&);

std::string title_of_owner(const AddressScene&, std::size_t owner);  // "Memory: 48 elements. Owner: a. View: b."
// "b[3] is at offset 0 + 3*2 = 6: a[6] = 6.0", and what is special about it.
std::string element_sentence(const AddressScene&, std::size_t map, ViewElement);
bool is_outside(const AddressScene&, std::size_t map, ViewElement);
// What is to be said of all elements together: "2 elements of b are outside of a. ..."
std::string outside_text(const AddressScene&, std::size_t map);  // empty: none is
inline constexpr std::uint64_t kMostCopiedPlaces = 100'000;
std::string address_table(const AddressScene&, char separator);  // a line for each element of each view, up to that many
std::string cell_text(const AddressOwner&, std::int64_t place);  // the value where there is one, else the index

}  // namespace warpwise::ui
