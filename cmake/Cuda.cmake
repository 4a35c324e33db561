# Finds CUDA and the headers of CUPTI and NVTX that the collector needs.
include(Nvcc)
if(SORTSCOPE_HAVE_CUDA)
    # Compression makes GPU code ten times smaller. By default, nvcc does not compress code with line
    # numbers. nvcc's smallest mode would save a third more, but takes as long as compiling.
    set(SORTSCOPE_CUDA_OPTIONS -Xfatbin=-compress-all)
    option(SORTSCOPE_LINE_INFO "Line numbers in GPU code, for NVIDIA's profilers and compute-sanitizer" ON)
    if(SORTSCOPE_LINE_INFO)
        list(APPEND SORTSCOPE_CUDA_OPTIONS -lineinfo)
    endif()
    # Without a GPU, no program runs this code. Skip nvcc's optimiser, which takes two thirds of compiling.
    option(SORTSCOPE_QUICK_WITHOUT_GPU "Do not optimise GPU code if there is no GPU to run it" OFF)
    set(SORTSCOPE_GPU_CODE_OPTIMISED TRUE)
    if(SORTSCOPE_QUICK_WITHOUT_GPU AND NOT SORTSCOPE_GPUS_HERE AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
        list(APPEND SORTSCOPE_CUDA_OPTIONS --Ofast-compile=max)
        set(SORTSCOPE_GPU_CODE_OPTIMISED FALSE)
    endif()
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    find_package(CUDAToolkit REQUIRED)
    find_path(SORTSCOPE_CUPTI_INCLUDE cupti_range_profiler.h
              HINTS ${CUDAToolkit_INCLUDE_DIRS} ${CUDAToolkit_LIBRARY_ROOT}/extras/CUPTI/include)
    find_path(SORTSCOPE_NVTX_INCLUDE nvtx3/nvToolsExt.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
    if(NOT SORTSCOPE_CUPTI_INCLUDE OR NOT SORTSCOPE_NVTX_INCLUDE)
        message(FATAL_ERROR "nvcc was found (${SORTSCOPE_NVCC}), but not CUPTI's range profiler header (CUDA 12.6 or newer) and "
                            "NVTX 3 next to it. Install the toolkit's CUPTI and NVTX packages, or configure with SORTSCOPE_CUDA=OFF.")
    endif()
    string(REPLACE ";" "," _shown "${CMAKE_CUDA_ARCHITECTURES}")
    set(SORTSCOPE_CUDA_SUMMARY "on (${CUDAToolkit_VERSION}, ${_shown})")
    set(SORTSCOPE_GPU_CODE_BY "${_shown} by nvcc ${CMAKE_CUDA_COMPILER_VERSION}")
endif()
