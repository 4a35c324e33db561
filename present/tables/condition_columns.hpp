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
    /// Words of the parts that differ if `differing`, else of those that all conditions share.
    std::string all_words(const Condition& condition, bool differing) const;
    bool differs(std::string_view part) const;
    const std::vector<Condition>& conditions() const { return conditions_; }

 private:
    std::vector<Condition> conditions_;
    std::map<DeviceKey, std::string> devices_;
};

/// Column for a part of conditions. Its texts are not wrapped.
Column part_column(std::string_view part, int importance);

/// Columns for parts that differ; shared() has parts that are equal.
class ConditionColumns {
 public:
    /// `always_variant` adds a column of variants even if all are equal. shared() omits `said_above`.
    ConditionColumns(std::vector<Condition> conditions, bool always_variant, PartNames said_above = {});
    /// "u32, uniform, 2^20 keys, L2 warm". Omits time modes but graph.
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

/// Fixed columns, without time mode, for spreadsheets.
Fields<Condition> plain_condition_fields(const std::string& prefix = {});

/// "bitonic-b2, 2^20 keys": parts that differ. Adds case numbers to equal names.
std::vector<std::string> overlay_names(std::span<const CaseRecord* const> records);

/// Splits names at `separator`. Names with equal first parts lose the parts that they share.
std::vector<std::string> without_shared_parts(const std::vector<std::string>& names, const char* separator);
}
