// Conditions as words and as columns of a table: what all of several share is said once, the rest gets
// columns.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/condition.hpp"
#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// The words of several conditions, devices of one name told apart.
class ConditionWords {
 public:
    explicit ConditionWords(std::vector<Condition> conditions);
    /// A part as a column has it: "2^20 keys", "256", "flushed", "NVIDIA H200".
    std::string text(const Condition& condition, std::string_view part) const;
    /// The same as words within a line: "block 256", "L2 flushed".
    std::string words(const Condition& condition, std::string_view part) const;
    /// Whether not all conditions have the same text.
    bool differs(std::string_view part) const;
    const std::vector<Condition>& conditions() const { return conditions_; }

 private:
    std::vector<Condition> conditions_;
    std::map<DeviceKey, std::string> devices_;
};

/// Columns for the parts in which conditions differ.
class ConditionColumns {
 public:
    /// `always`: the variant has a column also where there is one alone. `said_above`: parts that have no
    /// words of their own in shared().
    ConditionColumns(std::vector<Condition> conditions, bool always_variant, PartNames said_above = {});
    /// What all share: "u32, uniform, 2^20 keys, L2 warm". Streams are how kernels are launched unless said
    /// otherwise.
    const std::string& shared() const { return shared_; }
    /// The variant's first; then those of the parts that differ.
    void add_columns(std::vector<Column>& columns) const;
    std::vector<Cell> cells(const Condition& condition) const;
    const ConditionWords& words() const { return words_; }

 private:
    ConditionWords words_;
    bool variant_ = false;
    std::vector<std::size_t> different_;  ///< rows of the list of columns
    std::string shared_;
};

/// Names of cases by the parts of their conditions in which they differ: "block 256", "bitonic-b2, 2^20
/// keys". Cases that are alike in all are told apart by their numbers.
std::vector<std::string> overlay_names(std::span<const CaseRecord* const> records);

}  // namespace sortscope::present
