# Host sanitizers, for every C++ target of the project.
if(SORTSCOPE_SANITIZE)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${SORTSCOPE_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
    add_link_options("-fsanitize=${SORTSCOPE_SANITIZE}")
endif()
