# Files of tests say what is expected and do little: compiling them takes longer than running them. So they are hardly optimised; what they
# call, and what does the work in randomised tests, is. They are instrumented like everything else: where an inline function is in several
# object files, the linker may take it from any of them.

# compile_tests_quickly(TARGET): the files *_test.cpp of an executable, and its main.cpp if it has one.
function(compile_tests_quickly target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  list(FILTER sources INCLUDE REGEX "(_test|main)\\.cpp$")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    set_property(SOURCE ${source} TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
  endforeach()
endfunction()
