#include "kernels/cuda/library_sort.hpp"

#include <string>

#include "core/error.hpp"

namespace sortscope::kernels::cuda {

std::unique_ptr<GpuSort> make_library_sort(std::string_view name, const Workload& workload,
                                           cudaStream_t stream) {
    std::unique_ptr<GpuSort> sort;
    if (name == "cub-radix")
        sort = make_cub_radix_sort(workload, stream);
    else if (name == "cub-merge")
        sort = make_cub_merge_sort(workload, stream);
    else if (name == "thrust-sort")
        sort = make_thrust_sort(workload, stream);
    else if (name == "thrust-sort-by-key")
        sort = make_thrust_sort_by_key(workload, stream);
    if (!sort)
        throw Error(ErrorKind::internal, "There is no library sort called '" + std::string(name) + "' for " +
                                             std::string(name_of(workload.key)) + " keys.");
    return sort;
}

}  // namespace sortscope::kernels::cuda
