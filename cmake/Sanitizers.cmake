# Instruments all code for libFuzzer.
if(SORTSCOPE_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "SORTSCOPE_FUZZ needs clang, which has libFuzzer: -DCMAKE_CXX_COMPILER=clang++")
    endif()
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>")
    add_link_options(-fsanitize=fuzzer-no-link)
endif()

# Enables host sanitizers for every C++ target.
if(SORTSCOPE_SANITIZE)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${SORTSCOPE_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
    add_link_options("-fsanitize=${SORTSCOPE_SANITIZE}")
    # With sanitizers, clang compiles in half of GCC's time, and lld links in a fifth of ld's.
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        # A plug-in of another interface version may declare its function otherwise: loading compares versions.
        add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=function>")
        add_link_options(-fuse-ld=lld)
    endif()
    if(SORTSCOPE_SANITIZE MATCHES "address")
        # GCC's own macro, which clang lacks.
        if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
            add_compile_definitions(__SANITIZE_ADDRESS__)
        endif()
        # Link at a fixed address, else each start relocates the addresses in a million check records.
        add_link_options(-no-pie)
    endif()
endif()
