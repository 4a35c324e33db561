// Conditions as words and as columns.
#pragma once

#include "core/condition.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
/// Writes parts of conditions. Devices with equal names get distinct names.
class ConditionWords {
 public:
    explicit ConditionWords(std::vector<Condition> conditions);
    /// Text for a column: "2^20 keys", "256", "flushed".
    std::string text(const Condition& condition, std::string_view part) const;
    /// Text for a sentence: "block 256", "L2 flushed".
    std::string words(const Condition& condition, std::string_view part) const;
    /// Words of the parts in which the conditions differ, else of the parts that all share.
    std::string all_words(const Condition& condition, bool differing) const;
    bool differs(std::string_view part) const;
    const std::vector<Condition>& conditions() const { return conditions_; }

 private:
    std::vector<Condition> conditions_;
    std::map<DeviceKey, std::string> devices_;
};

/// Column for a part of conditions. Its texts are not wrapped.
Column part_column(std::string_view part, int importance);

/// Columns for parts in which conditions differ; shared() has the other parts.
class ConditionColumns {
 public:
    /// `always_variant` adds a column for the variant even if all variants are equal. shared() omits
    /// `said_above`.
    ConditionColumns(std::vector<Condition> conditions, bool always_variant, PartNames said_above = {});
    /// "u32, uniform, 2^20 keys, L2 warm". Omits a time mode other than graph.
    const std::string& shared() const { return shared_; }
    /// "Times over the runs: u32, uniform".
    std::string titled(const std::string& what) const { return join({what, shared_}, ": "); }
    /// `get` returns a row's condition. The fields must not outlive this object.
    template <class T, class Get>
    Fields<T> fields(const Get& get) const {
        Fields<T> all;
        for (const auto part : different_)
            all.emplace_back(column(part),
                             [this, get, part](const T& row) { return cell(part, std::invoke(get, row)); });
        return all;
    }

 private:
    static Column column(std::string_view part);
    Cell cell(std::string_view part, const Condition& condition) const;

    ConditionWords words_;
    std::vector<std::string_view> different_;
    std::string shared_;
};

/// Always the same columns, without time mode, for spreadsheets.
Fields<Condition> plain_condition_fields(const std::string& prefix = {});

/// "bitonic-b2, 2^20 keys": parts in which cases differ, else case numbers.
std::vector<std::string> overlay_names(std::span<const CaseRecord* const> records);

/// Splits names at `separator`, and leaves out the parts that all names with the same first part share.
std::vector<std::string> without_shared_parts(const std::vector<std::string>& names, const char* separator);
}
