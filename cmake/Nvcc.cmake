# If SORTSCOPE_CUDA is AUTO or ON, finds nvcc on PATH or at /usr/local/cuda, chooses the architectures and
# enables CUDA. Also part of the SDK.
set(SORTSCOPE_HAVE_CUDA OFF)
set(SORTSCOPE_CUDA_SUMMARY "off")
if(NOT SORTSCOPE_CUDA STREQUAL "OFF")
    find_program(SORTSCOPE_NVCC nvcc HINTS $ENV{CUDACXX} $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin /usr/local/cuda/bin)
    if(NOT SORTSCOPE_NVCC)
        if(SORTSCOPE_CUDA STREQUAL "ON")
            message(FATAL_ERROR "SORTSCOPE_CUDA=ON, but nvcc was not found on PATH or at /usr/local/cuda/bin. Install the CUDA "
                                "Toolkit, or set CUDACXX to its nvcc.")
        endif()
        set(SORTSCOPE_CUDA_SUMMARY "off (no nvcc)")
    else()
        set(SORTSCOPE_HAVE_CUDA ON)
    endif()
endif()

if(SORTSCOPE_HAVE_CUDA)
    # Compute capabilities of the machine's GPUs ("90").
    set(SORTSCOPE_GPUS_HERE)
    find_program(SORTSCOPE_NVIDIA_SMI nvidia-smi)
    if(SORTSCOPE_NVIDIA_SMI)
        execute_process(COMMAND ${SORTSCOPE_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
                        OUTPUT_VARIABLE _capabilities ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
        string(REGEX MATCHALL "[0-9]+\\.[0-9]+" SORTSCOPE_GPUS_HERE "${_capabilities}")
        list(REMOVE_DUPLICATES SORTSCOPE_GPUS_HERE)
        list(TRANSFORM SORTSCOPE_GPUS_HERE REPLACE "\\." "")
    endif()
    # Compile machine code for the machine's GPU. Without a GPU, compile PTX of 7.5, which the driver of any
    # later GPU compiles at the first launch. A second architecture would double the compiler's time.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})  # CMake reads CUDAARCHS
        set(_architectures 75-virtual)
        if(SORTSCOPE_GPUS_HERE)
            list(TRANSFORM SORTSCOPE_GPUS_HERE APPEND "-real" OUTPUT_VARIABLE _architectures)
        endif()
        set(CMAKE_CUDA_ARCHITECTURES "${_architectures}" CACHE STRING "CUDA architectures")
    endif()
    # Ask nvcc for the architectures of "all": CMake's list may have architectures that a newer nvcc lacks.
    if("${CMAKE_CUDA_ARCHITECTURES}" STREQUAL "all")
        execute_process(COMMAND ${SORTSCOPE_NVCC} --list-gpu-code OUTPUT_VARIABLE _codes COMMAND_ERROR_IS_FATAL ANY)
        string(REGEX MATCHALL "sm_[0-9]+" _codes "${_codes}")
        list(TRANSFORM _codes REPLACE "sm_" "")
        list(GET _codes -1 _newest)
        list(TRANSFORM _codes APPEND "-real")
        set(CMAKE_CUDA_ARCHITECTURES "${_codes};${_newest}-virtual" CACHE STRING "CUDA architectures" FORCE)
    endif()
    set(CMAKE_CUDA_COMPILER ${SORTSCOPE_NVCC})
    set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    enable_language(CUDA)
    # nvcc supports C++20 from 12.0 on; CMake before 3.26 does not know the flag.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
        set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
        set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    endif()
endif()
