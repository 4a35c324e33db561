# Warnings for our own sources only: an interface target that is linked privately and never exported.
add_library(sortscope_warnings INTERFACE)
set(_sortscope_cxx_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
                            -Wold-style-cast -Woverloaded-virtual -Wnull-dereference)
# GCC 12 warns falsely of overlapping copies in "literal" + std::string(...) once optimised; GCC 13 does not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND _sortscope_cxx_warnings -Wno-restrict)
endif()
if(SORTSCOPE_WERROR)
    list(APPEND _sortscope_cxx_warnings -Werror)
endif()
target_compile_options(sortscope_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${_sortscope_cxx_warnings}>")
if(SORTSCOPE_WERROR)
    target_compile_options(sortscope_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>")
endif()
