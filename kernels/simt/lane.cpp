#include "kernels/simt/lane.hpp"

#include "core/error.hpp"
#include "kernels/context/source_path.hpp"

namespace sortscope::kernels::simt {
namespace {
std::string where(const LaneState& lane, const SourcePlace& at) {
    return short_source_path(at.file_name()) + ":" + std::to_string(at.line()) + ", block " +
           std::to_string(lane.block->index) + ", thread " + std::to_string(lane.thread);
}
}  // namespace

void out_of_bounds(const LaneState& lane, const char* what, uint64_t i, uint64_t size,
                   const SourcePlace& at) {
    throw Error(ErrorKind::verification, std::string("A kernel ") + what + " element " + std::to_string(i) +
                                             " of an array of " + std::to_string(size) + " elements (" +
                                             where(lane, at) + "). This is a defect of the kernel.");
}

void shared_exhausted(const LaneState& lane, uint64_t wanted, const SourcePlace& at) {
    throw Error(ErrorKind::verification, "A kernel uses " + std::to_string(wanted) +
                                             " bytes of shared memory, but its launch has " +
                                             std::to_string(lane.block->shared_bytes) + " (" +
                                             where(lane, at) + "). This is a defect of the variant's plan.");
}
}
