# Finds the system's libraries. tools/install-dependencies installs them; no download happens here.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
# Compile fmt once (cmake/fmt_library.cpp). If its release is unknown, use only headers, which compile slower.
if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
    add_library(sortscope_fmt STATIC ${CMAKE_CURRENT_LIST_DIR}/fmt_library.cpp)
    get_target_property(_fmt_includes fmt::fmt-header-only INTERFACE_INCLUDE_DIRECTORIES)
    if(_fmt_includes)
        target_include_directories(sortscope_fmt SYSTEM PUBLIC ${_fmt_includes})
    endif()
else()
    add_library(sortscope_fmt INTERFACE)
    target_link_libraries(sortscope_fmt INTERFACE fmt::fmt-header-only)
endif()
add_library(sortscope::fmt ALIAS sortscope_fmt)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLiteCpp REQUIRED)
set(Boost_USE_STATIC_LIBS ON)
find_package(Boost REQUIRED COMPONENTS context serialization)

# Use only headers of librsvg: the program loads the library when it writes a picture.
find_package(PkgConfig QUIET)
set(SORTSCOPE_PICTURES_SUMMARY "off (librsvg2-dev not found)")
if(PkgConfig_FOUND)
    pkg_check_modules(RSVG QUIET librsvg-2.0>=2.52 cairo-pdf)
    if(RSVG_FOUND)
        set(SORTSCOPE_PICTURES_SUMMARY "on (librsvg ${RSVG_librsvg-2.0_VERSION})")
    endif()
endif()

# Link SQLite statically, so that the program runs without an installed SQLite.
find_library(SORTSCOPE_SQLITE3_STATIC NAMES libsqlite3.a)
find_path(SORTSCOPE_SQLITE3_INCLUDE NAMES sqlite3.h)
if(NOT SORTSCOPE_SQLITE3_STATIC OR NOT SORTSCOPE_SQLITE3_INCLUDE)
    message(FATAL_ERROR "SQLite's static library and header are needed. Run tools/install-dependencies (package libsqlite3-dev).")
endif()
add_library(sortscope_sqlite STATIC IMPORTED)
set_target_properties(sortscope_sqlite PROPERTIES
    IMPORTED_LOCATION ${SORTSCOPE_SQLITE3_STATIC}
    INTERFACE_INCLUDE_DIRECTORIES ${SORTSCOPE_SQLITE3_INCLUDE}
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")

set(SORTSCOPE_HAVE_GUI OFF)
set(SORTSCOPE_GUI_SUMMARY "off")
if(NOT SORTSCOPE_GUI STREQUAL "OFF")
    find_package(Qt6 QUIET COMPONENTS Widgets Test PrintSupport DBus)
    find_package(QCustomPlotQt6 QUIET)
    if(Qt6_FOUND AND QCustomPlotQt6_FOUND)
        set(SORTSCOPE_HAVE_GUI ON)
        set(SORTSCOPE_GUI_SUMMARY "on (Qt ${Qt6_VERSION})")
    elseif(SORTSCOPE_GUI STREQUAL "ON")
        message(FATAL_ERROR "SORTSCOPE_GUI=ON, but Qt 6 Widgets or QCustomPlot's Qt 6 build was not found. Run "
                            "tools/install-dependencies (packages qt6-base-dev, libqcustomplot-dev).")
    else()
        set(SORTSCOPE_GUI_SUMMARY "off (Qt 6 or QCustomPlot not found)")
    endif()
endif()
