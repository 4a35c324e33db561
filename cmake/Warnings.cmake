# Warnings for the project's sources only: an interface target, linked privately and never exported.
add_library(sortscope_warnings INTERFACE)
set(_sortscope_cxx_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
                            -Wold-style-cast -Woverloaded-virtual)
# Enable this warning only with SORTSCOPE_WERROR: in optimised code, GCC reports false null pointers in
# headers of Qt and the standard library. GCC 13 and later report more.
if(SORTSCOPE_WERROR)
    list(APPEND _sortscope_cxx_warnings -Wnull-dereference)
endif()
# GCC 12 warns falsely of overlapping copies in optimised "literal" + std::string(...); GCC 13 does not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND _sortscope_cxx_warnings -Wno-restrict)
endif()
if(SORTSCOPE_WERROR)
    list(APPEND _sortscope_cxx_warnings -Werror)
endif()
target_compile_options(sortscope_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${_sortscope_cxx_warnings}>")
# Unity builds include each source, so GCC warns of members with types of an unnamed namespace. GCC 12 also sees false
# null pointers in std::function and std::vector inlined into a group. Show these warnings, but not as errors.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(sortscope_warnings INTERFACE
        "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage;-Wno-error=null-dereference>")
endif()
if(SORTSCOPE_WERROR)
    target_compile_options(sortscope_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>")
endif()
