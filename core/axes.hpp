// Axes of a case: keys, key type, input, block and a variant's parameters.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace sortscope {
struct AxisValue {
    std::variant<int64_t, double, std::string> value;

    AxisValue() = default;
    AxisValue(std::integral auto number) : value(int64_t(number)) {}
    AxisValue(double number) : value(number) {}
    AxisValue(std::string text) : value(std::move(text)) {}
    AxisValue(std::string_view text) : value(std::string(text)) {}
    AxisValue(const char* text) : value(std::string(text)) {}
    /// "256" becomes an integer, "0.5" a real number, "uniform" a text.
    static AxisValue parse(std::string_view text);

    std::optional<int64_t> integer() const;
    std::optional<double> number() const;  ///< converts an integer too
    std::string text() const;
    friend bool operator==(const AxisValue&, const AxisValue&) = default;
};

enum class AxisScale { log2, linear, category };

struct AxisInfo {
    std::string name;  ///< as typed in options
    std::string title;
    std::string unit{};
    AxisScale scale = AxisScale::linear;
    bool counts = false;                           ///< printed by format_count()
    int (*rank)(std::string_view text) = nullptr;  ///< rank of a text; null: alphabetical order
};

/// A well-known axis (key, n, input, block) has its own row; others get a default row.
AxisInfo axis_info(std::string_view name);
/// True for all but the well-known axes.
bool is_parameter(std::string_view axis);
/// Text for an option: "2^20" on axis n, "256" on others.
std::string axis_text(std::string_view axis, const AxisValue& value);
/// Orders values of one axis: numbers before texts. Key types and inputs follow their enums. Digits in other
/// texts compare by value: "few (4 bits)" comes before "few (10 bits)".
std::weak_ordering compare_on(std::string_view axis, const AxisValue& a, const AxisValue& b);

/// Orders axes: first parameters by name, then key, n, input, block.
struct AxisOrder {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const;
};

class Axes {
 public:
    using Map = std::map<std::string, AxisValue, AxisOrder>;

    Axes() = default;
    Axes(std::initializer_list<Map::value_type> values) : values_(values) {}

    /// Null if absent.
    const AxisValue* find(std::string_view name) const;
    bool contains(std::string_view name) const { return find(name) != nullptr; }
    void set(std::string_view name, AxisValue value) {
        values_.insert_or_assign(std::string(name), std::move(value));
    }
    void erase(std::string_view name);
    std::optional<int64_t> integer(std::string_view name) const;
    std::optional<double> number(std::string_view name) const;
    /// axis_text(); empty if absent.
    std::string text(std::string_view name) const;
    Axes parameters() const;
    void erase_parameters();

    auto begin() const { return values_.begin(); }
    auto end() const { return values_.end(); }
    size_t size() const { return values_.size(); }
    bool empty() const { return values_.empty(); }
    friend bool operator==(const Axes&, const Axes&) = default;
    friend std::weak_ordering operator<=>(const Axes& a, const Axes& b);

 private:
    Map values_;
};

/// "max_keys=16, ways=4".
std::string parameters_text(const Axes& axes);
}
