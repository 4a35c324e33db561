// Conditions as words and as columns: shared parts once, the rest in columns.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/condition.hpp"
#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// Words for several conditions; devices of one name get distinct names.
class ConditionWords {
 public:
    explicit ConditionWords(std::vector<Condition> conditions);
    /// For a column: "2^20 keys", "256", "flushed", "NVIDIA H200".
    std::string text(const Condition& condition, std::string_view part) const;
    /// For a sentence: "block 256", "L2 flushed".
    std::string words(const Condition& condition, std::string_view part) const;
    bool differs(std::string_view part) const;
    const std::vector<Condition>& conditions() const { return conditions_; }

 private:
    std::vector<Condition> conditions_;
    std::map<DeviceKey, std::string> devices_;
};

/// Columns for the parts in which conditions differ.
class ConditionColumns {
 public:
    /// `always`: a column for the variant even if all are equal. `said_above`: parts that shared() leaves
    /// out.
    ConditionColumns(std::vector<Condition> conditions, bool always_variant, PartNames said_above = {});
    /// "u32, uniform, 2^20 keys, L2 warm". Launching by streams is the default and not named.
    const std::string& shared() const { return shared_; }
    void add_columns(std::vector<Column>& columns) const;
    std::vector<Cell> cells(const Condition& condition) const;
    const ConditionWords& words() const { return words_; }

 private:
    ConditionWords words_;
    bool variant_ = false;
    std::vector<std::size_t> different_;  ///< rows of the list of columns
    std::string shared_;
};

/// "block 256", "bitonic-b2, 2^20 keys": the parts in which cases differ, else their numbers.
std::vector<std::string> overlay_names(std::span<const CaseRecord* const> records);

}  // namespace sortscope::present
