// Sorts that can be run, as they are listed and described. The one part of present that knows what kernels
// say of themselves.
#pragma once

#include <span>

#include "kernels/context/variant.hpp"
#include "present/facts.hpp"
#include "present/json/writer.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a variant, in a group for each source in the order in which variants name them first: a variant
/// that several sources describe stands under each of them.
Table variants_table(std::span<const kernels::VariantInfo* const> variants);

/// The same for a spreadsheet: one row a variant, whoever describes it, with numbers of keys and threads.
Table variant_rows(std::span<const kernels::VariantInfo* const> variants);

/// All of one: its title is the name and what it is in a line, its subtitle the paragraph about it.
Facts variant_facts(const kernels::VariantInfo& info);

namespace json {

/// The same as an object of JSON, with its numbers of keys and threads.
void write_variant(Writer& out, const kernels::VariantInfo& info);

}  // namespace json
}  // namespace sortscope::present
