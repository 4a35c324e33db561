# One folder, one target: sortscope_folder(NAME core SOURCES ... HEADERS ... PUBLIC libs PRIVATE libs) makes
# sortscope_<name> and its alias sortscope::<name>. Also registers the headers for the test that compiles each
# alone. ROOMS a b: sub-folders with sources of the same target. Each room's CMakeLists.txt calls
# sortscope_room().
function(sortscope_folder)
    cmake_parse_arguments(ARG "" "NAME" "ROOMS;SOURCES;HEADERS;PUBLIC;PRIVATE" ${ARGN})
    string(REPLACE "/" "_" target "sortscope_${ARG_NAME}")
    string(REPLACE "/" "::" alias "sortscope::${ARG_NAME}")
    if(ARG_SOURCES OR ARG_ROOMS)
        add_library(${target} STATIC ${ARG_SOURCES})
        target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
        target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE} sortscope_warnings)
    else()
        add_library(${target} INTERFACE)
        target_include_directories(${target} INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
        target_link_libraries(${target} INTERFACE ${ARG_PUBLIC})
    endif()
    add_library(${alias} ALIAS ${target})
    sortscope_headers(${alias} ${ARG_HEADERS})
    foreach(room IN LISTS ARG_ROOMS)
        add_subdirectory(${room})
    endforeach()
endfunction()

# sortscope_room(TARGET SOURCES ... HEADERS ...): adds a sub-folder's files to its parent folder's target.
function(sortscope_room target)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;HEADERS")
    target_sources(${target} PRIVATE ${ARG_SOURCES})
    string(REPLACE "_" "::" alias "${target}")
    sortscope_headers(${alias} ${ARG_HEADERS})
endfunction()

# sortscope_headers(ALIAS a.hpp ...): registers headers of a folder.
function(sortscope_headers alias)
    foreach(header IN LISTS ARGN)
        set_property(GLOBAL APPEND PROPERTY SORTSCOPE_HEADERS "${CMAKE_CURRENT_SOURCE_DIR}/${header}|${alias}")
    endforeach()
endfunction()
