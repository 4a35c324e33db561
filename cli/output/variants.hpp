// Variants as tables, facts and JSON: present does not know the kernels.
#pragma once

#include <span>

#include "kernels/context/variant.hpp"
#include "present/json/writer.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// Groups variants by source. A variant with several sources appears in each group.
Table variants_table(std::span<const kernels::VariantInfo* const> variants);

/// For spreadsheets.
Table variant_rows(std::span<const kernels::VariantInfo* const> variants);

Facts variant_facts(const kernels::VariantInfo& info);

namespace json {
void members_of(Writer& out, const kernels::VariantInfo& info);
}
}
