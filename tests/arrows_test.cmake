# The test of the test: arrows.cmake must refuse each of these includes, and only for them.
# cmake -DSCRIPT=arrows.cmake -DFOLDER=scratch -P arrows_test.cmake
cmake_minimum_required(VERSION 3.25)

function(expect_refused file included)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/engine/attention/scene.h "#include <vector>\n")
  file(WRITE ${FOLDER}/${file} "#include ${included}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  string(REGEX REPLACE "[<>\"]" "" name "${included}")
  if(status EQUAL 0 OR NOT words MATCHES "${file}: [a-z/]+ may not include ${name}")
    message(FATAL_ERROR "${file} could include ${included}: ${words}")
  endif()
endfunction()

expect_refused(engine/attention/score.cpp "\"app/document/history/document.h\"")
expect_refused(engine/attention/score.cpp "<nlohmann/json.hpp>")
expect_refused(app/document/history/document.cpp "\"app/figure/files/figure.h\"")
expect_refused(app/document/history/document.cpp "\"app/ui/window/window.h\"")
expect_refused(app/figure/files/figure.cpp "\"app/gl/heatmap/heatmap.h\"")
expect_refused(app/figure/files/figure.cpp "\"app/ui/window/window.h\"")
expect_refused(app/gl/heatmap/heatmap.cpp "\"app/document/history/document.h\"")
expect_refused(app/gl/heatmap/heatmap.cpp "<imgui.h>")
expect_refused(app/session/workspace/workspace.cpp "\"app/ui/toolkit/ui.h\"")
expect_refused(app/session/workspace/workspace.cpp "<imgui.h>")
expect_refused(app/ui/window/window.cpp "<nlohmann/json.hpp>")
expect_refused(app/ui/window/window.cpp "\"tests/support/picture.h\"")
# What can be left out.
expect_refused(app/command_line.cpp "\"app/gl/compute/compute_device.h\"")
expect_refused(app/session/evaluation/backends.cpp "\"app/gl/compute/compute_device.h\"")
# Within a room.
expect_refused(engine/base/matrix.h "\"engine/attention/scene.h\"")
expect_refused(engine/attention/score.cpp "\"engine/fast/evaluate.h\"")
expect_refused(app/document/files/files.cpp "\"app/document/lessons/lesson.h\"")
expect_refused(app/figure/text/text.cpp "\"app/figure/views/diagram_kinds.h\"")
expect_refused(app/gl/base/program.cpp "\"app/gl/compute/fence.h\"")
expect_refused(app/ui/toolkit/widgets.cpp "\"app/ui/window/window.h\"")

# What is handed the whole workspace where only the window may be.
foreach(inner IN ITEMS numbers heatmap views panels files lessons window)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/app/ui/${inner}/some.h "#include <vector>\nvoid a(const Workspace&);\nvoid b(Ui&, Workspace&);\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  if(inner STREQUAL window AND NOT status EQUAL 0)
    message(FATAL_ERROR "the window could not command the workspace: ${words}")
  elseif(NOT inner STREQUAL window AND (status EQUAL 0 OR NOT words MATCHES "app/ui/${inner}/some.h: .*void b"))
    message(FATAL_ERROR "${inner} could command the workspace: ${words}")
  endif()
endforeach()

# A test in a folder that its room does not have, or below one.
foreach(test IN ITEMS document/attention/scene_test.cpp engine/scene/scene_test.cpp app/ui/window_test.cpp
        engine/attention/old/scene_test.cpp)
  file(REMOVE_RECURSE ${FOLDER})
  file(WRITE ${FOLDER}/engine/attention/scene.h "#include <vector>\n")
  file(WRITE ${FOLDER}/tests/${test} "#include <gtest/gtest.h>\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  if(status EQUAL 0 OR NOT words MATCHES "tests/${test}: there is no")
    message(FATAL_ERROR "tests/${test} could lie there: ${words}")
  endif()
endforeach()

# A folder of more files than are found at a glance.
foreach(inner IN ITEMS engine/attention tests/engine tests/engine/attention)
  file(REMOVE_RECURSE ${FOLDER})
  foreach(n RANGE 40)
    file(WRITE ${FOLDER}/${inner}/file_${n}.cpp "#include <vector>\n")
  endforeach()
  file(WRITE ${FOLDER}/engine/attention/scene.h "#include <vector>\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT}
                  RESULT_VARIABLE status ERROR_VARIABLE words OUTPUT_QUIET)
  if(status EQUAL 0 OR NOT words MATCHES "${inner}: 4[12] files")
    message(FATAL_ERROR "${inner} could have 41 files: ${words}")
  endif()
endforeach()

file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/tests/engine/attention/scene_test.cpp "#include <gtest/gtest.h>\n")
file(WRITE ${FOLDER}/tests/engine/scenes.h "#include <gtest/gtest.h>\n")
file(WRITE ${FOLDER}/tests/document/lesson_acts/act.txt "")
file(WRITE ${FOLDER}/app/ui/window/window.cpp "#include <GLFW/glfw3.h>\n#include \"engine/attention/scene.h\"\n")
file(WRITE ${FOLDER}/app/glsl.cpp "#include \"app/gl/compute/compute_device.h\"\n")
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${FOLDER} -P ${SCRIPT} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "includes along the arrows were refused")
endif()
