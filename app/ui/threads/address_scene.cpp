#include "ui/threads/address_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/escape.h"
#include "lesson/formula.h"
#include "ui/kit/widgets.h"
#include "ui/threads/launch_facts.h"

namespace warpwise::ui {
namespace {

std::string formula_of(const AddressMapSpec& spec, AddressField field) {
    switch (field) {
        case AddressField::rows: return spec.has_rows() ? spec.rows : "1";
        case AddressField::cols: return spec.cols;
        case AddressField::offset: return spec.offset;
        case AddressField::stride_rows: return spec.stride_rows;
        case AddressField::stride_cols: break;
    }
    return spec.stride_cols;
}

// A parameter whose value is a number of elements; grids and blocks are set elsewhere.
const Parameter* whole_parameter(const Lesson& lesson, const std::string& id) {
    const Parameter* const parameter = lesson.find_parameter(id);
    if (parameter == nullptr) return nullptr;
    return parameter->kind == ParameterKind::size || parameter->kind == ParameterKind::integer ? parameter : nullptr;
}

Result<std::int64_t> whole_value(const std::string& formula, const ParameterValues& values) {
    const auto value = evaluate(formula, values);
    if (!value) return std::unexpected(value.error());
    if (*value != std::floor(*value) || std::abs(*value) > kLargestAddressNumber)
        return failure(fmt::format("\"{}\" is {} with these parameters, which is not a whole number of elements", formula, *value));
    return static_cast<std::int64_t>(*value);
}

Result<AddressNumber> number_of(const Workbench& bench, const std::string& formula, AddressMapState::Own& own) {
    const auto value = whole_value(formula, bench.draft.request.parameters);
    if (!value) return std::unexpected(value.error());
    if (own.formula_value != *value) own = {*value, std::nullopt};
    AddressNumber number{own.value.value_or(*value), formula, whole_parameter(*bench.lesson, formula), own.value.has_value()};
    if (number.parameter != nullptr) number.value = *value, number.is_own = false;
    return number;
}

// The result of the draft's own run, where it has the array with as many elements.
const Array* values_of(const RunRecord* record, const std::string& name, std::uint64_t count) {
    if (record == nullptr) return nullptr;
    for (const auto& arrays : {record->outputs, record->inputs})
        if (arrays)
            for (const Array& array : *arrays)
                if (array.name == name) return array.size() == count ? &array : nullptr;
    return nullptr;
}

Result<std::size_t> owner_of(const Workbench& bench, AddressScene& scene, const std::string& array, const RunRecord* record) {
    const auto known = std::ranges::find(scene.owners, array, &AddressOwner::array);
    if (known != scene.owners.end()) return static_cast<std::size_t>(known - scene.owners.begin());
    const auto spec = std::ranges::find(bench.lesson->arrays, array, &ArraySpec::id);
    if (spec == bench.lesson->arrays.end()) return failure(fmt::format("the lesson has no array \"{}\"", array));
    double count = 1;
    for (const std::string& formula : spec->shape) {
        const auto extent = evaluate(formula, bench.draft.request.parameters);
        if (!extent) return std::unexpected(extent.error());
        count *= *extent;
    }
    if (!(count >= 1) || count > static_cast<double>(kMostMapped))
        return failure(fmt::format("{} has {} elements", array, number_text(count)),
                       fmt::format("The map shows arrays of 1 to {} elements.", with_separators(kMostMapped)));
    const auto elements = static_cast<std::uint64_t>(count);
    scene.owners.push_back({array, elements, values_of(record, array, elements)});
    return scene.owners.size() - 1;
}

std::shared_ptr<const AddressReach> reach_of_map(AddressMapState::Reached& kept, const StridedView& view, std::uint64_t count) {
    if (kept.reach == nullptr || kept.view != view || kept.count != count)
        kept = {view, count, std::make_shared<const AddressReach>(reach_of(view, count))};
    return kept.reach;
}

// The state is of these maps from now on; what the learner changed in others is gone.
void follow_lesson(const Workbench& bench, AddressMapState& state) {
    const ViewSpec* const view = find_address_view(*bench.lesson, bench.draft.request.kernel);
    std::vector<AddressMapSpec> specs = view != nullptr ? address_maps(*view) : std::vector<AddressMapSpec>();
    if (state.lesson == bench.lesson->id && state.specs == specs) return;
    state = {};
    state.lesson = bench.lesson->id;
    state.own.resize(specs.size());
    state.corners.resize(specs.size());
    state.reached.resize(specs.size());
    state.specs = std::move(specs);
    // a first sentence that says something: not [0, 0], and of a view rather than of the array itself
    for (std::size_t i = state.specs.size(); i-- > 0;)
        if (state.specs[i].name != state.specs[i].array) state.chosen_map = i;
    const bool has_rows = !state.specs.empty() && state.specs[state.chosen_map].has_rows();
    state.chosen = {has_rows ? 1 : 0, has_rows ? 0 : 1};
}

Result<AddressMap> map_of(const Workbench& bench, AddressMapState& state, std::size_t i, AddressScene& scene,
                          const RunRecord* record) {
    const AddressMapSpec& spec = state.specs[i];
    AddressMap map;
    map.title = address_map_title(spec, bench.draft.request.parameters);
    map.name = map.title.substr(0, map.title.find(" = "));
    map.is_owner = map.name == spec.array;
    for (std::size_t field = 0; field < kAddressFields; ++field) {
        auto number = number_of(bench, formula_of(spec, static_cast<AddressField>(field)), state.own[i][field]);
        if (!number) return std::unexpected(number.error());
        map.numbers[field] = std::move(*number);
    }
    map.view = {map.number(AddressField::rows).value,        map.number(AddressField::cols).value,
                map.number(AddressField::offset).value,      map.number(AddressField::stride_rows).value,
                map.number(AddressField::stride_cols).value, !spec.has_rows()};
    if (map.view.rows < 1 || map.view.cols < 1) return failure(fmt::format("{} has no elements with these parameters", map.name));
    if (map.view.size() > kMostMapped)
        return failure(fmt::format("{} has {} elements", map.name, with_separators(map.view.size())),
                       fmt::format("The map shows views of up to {} elements.", with_separators(kMostMapped)));
    const auto owner = owner_of(bench, scene, spec.array, record);
    if (!owner) return std::unexpected(owner.error());
    map.owner = *owner;
    map.reach = reach_of_map(state.reached[i], map.view, scene.owners[*owner].count);
    return map;
}

// "b and c"
std::string joined_names(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

}  // namespace

Result<AddressScene> shown_address_map(Workbench& bench) {
    AddressMapState& state = bench.state<AddressMapState>();
    follow_lesson(bench, state);
    if (state.specs.empty()) return failure("no map belongs to this kernel", "Choose another kernel of the lesson.");
    const RunRecord* const record = bench.draft.resolved ? launch_facts(bench).record : nullptr;
    AddressScene scene;
    for (std::size_t i = 0; i < state.specs.size(); ++i) {
        auto map = map_of(bench, state, i, scene, record);
        if (!map) return std::unexpected(map.error());
        scene.maps.push_back(std::move(*map));
    }
    const StridedView& view = scene.maps[state.chosen_map].view;
    scene.chosen_map = state.chosen_map;
    scene.chosen = moved(view, state.chosen, 0, 0);  // the shape may have changed
    return scene;
}

bool is_outside(const AddressScene& scene, std::size_t map, ViewElement element) {
    const std::int64_t place = place_of(scene.maps[map].view, element);
    return place < 0 || static_cast<std::uint64_t>(place) >= scene.owners[scene.maps[map].owner].count;
}

std::string title_of_owner(const AddressScene& scene, std::size_t owner) {
    const AddressOwner& of = scene.owners[owner];
    std::vector<std::string> views;
    for (const AddressMap& map : scene.maps)
        if (map.owner == owner && !map.is_owner) views.push_back(map.name);
    std::string text =
        fmt::format("Memory: {} element{}. Owner: {}.", with_separators(of.count), of.count == 1 ? "" : "s", of.array);
    if (!views.empty()) text += fmt::format(" {}: {}.", views.size() == 1 ? "View" : "Views", joined_names(views));
    return text;
}

std::string element_sentence(const AddressScene& scene, std::size_t map, ViewElement element) {
    const AddressMap& of = scene.maps[map];
    const AddressOwner& owner = scene.owners[of.owner];
    std::string text = (scene.maps.size() > 1 || of.name != owner.array ? of.name : "") + address_text(of.view, element);
    if (is_outside(scene, map, element))
        return text + fmt::format(", which is outside of {}: its elements are 0 to {}.", owner.array, owner.count - 1);
    const std::int64_t place = place_of(of.view, element);
    if (owner.values != nullptr)
        text += fmt::format(": {}[{}] = {}", owner.array, place, owner.values->text(static_cast<std::size_t>(place)));
    text += ".";
    if (const auto original = original_of(of.view, element))
        text += fmt::format(" It is the same element as {}.", index_text(of.view, *original));
    return text;
}

std::string outside_text(const AddressScene& scene, std::size_t map) {
    const AddressMap& of = scene.maps[map];
    const AddressOwner& owner = scene.owners[of.owner];
    if (of.reach->outside == 0) return {};
    const PlaceRange range = places_of(of.view);
    return fmt::format("{} of {} elements of {} {} outside of {}: the view goes from {} to {}, and {} has the elements 0 to {}.",
                       with_separators(of.reach->outside), with_separators(of.view.size()), of.name,
                       of.reach->outside == 1 ? "is" : "are", owner.array, range.first, range.last, owner.array, owner.count - 1);
}

std::string cell_text(const AddressOwner& owner, std::int64_t place) {
    if (owner.values == nullptr) return std::to_string(place);
    const double value = owner.values->value(static_cast<std::size_t>(place));
    return value == std::floor(value) && std::abs(value) < 1e6 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string address_table(const AddressScene& scene, char separator) {
    std::string text = fmt::format("view{0}row{0}column{0}array{0}place{0}value\n", separator);
    const auto cell = [&](const std::string& of) { return separator == ',' ? csv_field(of) : of; };
    std::uint64_t lines = 0;
    for (std::size_t i = 0; i < scene.maps.size(); ++i) {
        const AddressMap& map = scene.maps[i];
        const AddressOwner& owner = scene.owners[map.owner];
        for (std::int64_t row = 0; row < map.view.rows; ++row)
            for (std::int64_t col = 0; col < map.view.cols; ++col) {
                if (++lines > kMostCopiedPlaces) return text;
                const std::int64_t place = place_of(map.view, {row, col});
                const std::string value = is_outside(scene, i, {row, col}) ? "outside"
                                          : owner.values != nullptr        ? owner.values->text(static_cast<std::size_t>(place))
                                                                           : "";
                text += fmt::format("{1}{0}{2}{0}{3}{0}{4}{0}{5}{0}{6}\n", separator, cell(map.name), row, col, cell(owner.array),
                                    place, cell(value));
            }
    }
    return text;
}

}  // namespace warpwise::ui
