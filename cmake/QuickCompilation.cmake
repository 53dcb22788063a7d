# Compiling takes more time than all tests together, and most of it goes into headers of the standard library, Boost and Catch2. What nearly
# every file includes is compiled once for each set of options.
set(common_headers <algorithm> <cstdint> <functional> <map> <optional> <set> <span> <string> <string_view> <unordered_map> <utility> <variant>
  <vector> <boost/multiprecision/cpp_int.hpp>)

# share_headers(TARGET PROVIDER): the target takes the compiled headers of the provider, which has the same options; the provider makes them.
function(share_headers target provider)
  if(target STREQUAL provider)
    target_precompile_headers(${target} PRIVATE ${common_headers})
  else()
    target_precompile_headers(${target} REUSE_FROM ${provider})
  endif()
endfunction()

# compile_tests_quickly(TARGET PROVIDER): files of tests say what is expected and do little, so they are hardly optimised; what they call, and
# what does the work in randomised tests, is. They are instrumented like everything else: where an inline function is in several object files,
# the linker may take it from any of them.
function(compile_tests_quickly target provider)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  share_headers(${target} ${provider})
  if(target STREQUAL provider)
    target_precompile_headers(${target} PRIVATE <catch2/catch.hpp>)
  endif()
endfunction()

# A folder's files in bunches share the work for their headers and templates, which is half of it. But after a change of one file its whole
# bunch is compiled again, so this is for builds from nothing: tests/run asks for it where there is no build yet. In a bunch a name of one file
# hides nothing of another, so there the warning about that is off; tests/project/alone.test.js compiles files by themselves.
option(PLATO_BUNCHES "Compile files of a folder of cpp/ in bunches: faster from nothing, slower after a change" OFF)

# compile_in_bunches(TARGET [FOLDERS] [ALONE FILE...]): files that name something as another file of the folder does are compiled alone, and so
# are those that have a short name for a type (`using Kind = …`), which others have for other types. FOLDERS: a bunch is a folder, for files of
# several folders; otherwise it is eight files.
function(compile_in_bunches target)
  cmake_parse_arguments(PARSE_ARGV 1 bunches "FOLDERS" "" "ALONE")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PLATO_BUNCHES} UNITY_BUILD_BATCH_SIZE 8)
  if(bunches_FOLDERS)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  endif()
  if(bunches_ALONE)
    set_source_files_properties(${bunches_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  get_target_property(files ${target} SOURCES)
  foreach(file IN LISTS files)
    get_filename_component(path ${file} ABSOLUTE)
    if(bunches_FOLDERS)
      get_filename_component(folder ${path} DIRECTORY)
      set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${folder})
    endif()
    file(STRINGS ${path} short_name REGEX "^using [A-Za-z]+ =" LIMIT_COUNT 1)
    if(short_name)
      set_source_files_properties(${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
