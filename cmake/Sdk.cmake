# The SDK for plug-ins: a CMake package, in the build folder and installed as component sdk.
include(CMakePackageConfigHelpers)
set(_package ${CMAKE_INSTALL_DATADIR}/cmake/SortScope)
set(_files Nvcc.cmake SortScopePlugin.cmake embed_text.cmake)
list(TRANSFORM _files PREPEND ${PROJECT_SOURCE_DIR}/cmake/)
set(_built ${PROJECT_BINARY_DIR}/share/cmake/SortScope)
write_basic_package_version_file(${_built}/SortScopeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
set(sdk_include ${PROJECT_SOURCE_DIR})
set(sdk_generated ${PROJECT_BINARY_DIR}/generated)
set(sdk_program ../../../bin/sortscope)
configure_file(${PROJECT_SOURCE_DIR}/cmake/SortScopeConfig.cmake.in ${_built}/SortScopeConfig.cmake @ONLY)
file(COPY ${_files} DESTINATION ${_built})
set(sdk_include "\${CMAKE_CURRENT_LIST_DIR}/../../../${CMAKE_INSTALL_INCLUDEDIR}/sortscope")
set(sdk_generated ${sdk_include})
set(sdk_program ../../../${CMAKE_INSTALL_BINDIR}/sortscope)
configure_file(${PROJECT_SOURCE_DIR}/cmake/SortScopeConfig.cmake.in ${PROJECT_BINARY_DIR}/installed/SortScopeConfig.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/installed/SortScopeConfig.cmake ${_built}/SortScopeConfigVersion.cmake ${_files}
    DESTINATION ${_package} COMPONENT sdk)
# Headers that a kernel, a variant and the generated units include, and the two sources that plug-ins link.
set(_headers
    core/axes.hpp core/embedded.hpp core/enum_names.hpp core/error.hpp core/metric/metric.hpp core/metric/sums.hpp core/metric/value.hpp
    core/records.hpp core/vocabulary.cpp core/vocabulary.hpp core/workload.hpp
    kernels/context/kernel.hpp kernels/context/plan.hpp kernels/context/record.hpp kernels/context/sort_call.hpp kernels/context/source_path.hpp kernels/context/variant.hpp
    kernels/cuda/counting_context.cuh kernels/cuda/counting_table.hpp kernels/cuda/device_context.cuh kernels/cuda/kernel_table.hpp
    kernels/cuda/register_device.cuh
    kernels/sdk/plugin.hpp kernels/sdk/plugin_device.cuh kernels/sdk/plugin_host.hpp kernels/sdk/plugin_unit.cpp.in kernels/sdk/plugin_unit.cu.in
    kernels/simt/context.hpp kernels/simt/event.hpp kernels/simt/kernel_table.hpp kernels/simt/lane.cpp kernels/simt/lane.hpp
    kernels/variants/planners.hpp kernels/variants/register_host.hpp)
foreach(_header IN LISTS _headers)
    cmake_path(GET _header PARENT_PATH _folder)
    install(FILES ${PROJECT_SOURCE_DIR}/${_header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sortscope/${_folder} COMPONENT sdk)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/generated/core/metric/counter_id.hpp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sortscope/core/metric COMPONENT sdk)
