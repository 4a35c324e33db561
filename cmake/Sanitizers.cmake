# All code is built so that libFuzzer sees where it goes.
if(SORTSCOPE_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "SORTSCOPE_FUZZ needs clang, which has libFuzzer: -DCMAKE_CXX_COMPILER=clang++")
    endif()
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>")
    add_link_options(-fsanitize=fuzzer-no-link)
endif()

# Host sanitizers, for every C++ target of the project.
if(SORTSCOPE_SANITIZE)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${SORTSCOPE_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
    add_link_options("-fsanitize=${SORTSCOPE_SANITIZE}")
    # Each check has a record with addresses in it, a million in all: at a fixed address a program need not mend them whenever it starts.
    if(SORTSCOPE_SANITIZE MATCHES "address")
        add_link_options(-no-pie)
    endif()
endif()
