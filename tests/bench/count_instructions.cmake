# Counts the instructions of one step with callgrind and compares machines with each other: timing would be noise,
# counts are the same on every run. Run: cmake -DPROGRAM=<step_work> -DVALGRIND=<valgrind> -P count_instructions.cmake

# Instructions of one step; the first steps, which size and find things, cancel out.
function(instructions_per_step result machine count)
  foreach(steps 20 60)
    execute_process(
      COMMAND ${VALGRIND} --tool=callgrind --callgrind-out-file=/dev/null "--toggle-collect=grashof::step(*"
              ${PROGRAM} ${machine} ${count} ${steps}
      ERROR_VARIABLE report OUTPUT_QUIET RESULT_VARIABLE code)
    if(NOT code EQUAL 0 OR NOT report MATCHES "Collected : ([0-9]+)")
      message(FATAL_ERROR "${machine} ${count}: no count\n${report}")
    endif()
    set(at_${steps} ${CMAKE_MATCH_1})
  endforeach()
  math(EXPR per_step "(${at_60} - ${at_20}) / 40")
  if(per_step LESS 1000)
    message(FATAL_ERROR "${machine} ${count}: ${per_step} instructions per step cannot be")
  endif()
  message(STATUS "${machine} ${count}: ${per_step} instructions per step")
  set(${result} ${per_step} PARENT_SCOPE)
endfunction()

# `a` is at most `thousandths` of `b`.
function(expect_share a thousandths b words)
  math(EXPR share "1000 * ${a} / ${b}")
  message(STATUS "${words}: ${share} / 1000, at most ${thousandths}")
  if(share GREATER thousandths)
    message(SEND_ERROR "${words}: ${share} / 1000, more than ${thousandths}")
  endif()
endfunction()

instructions_per_step(once strandbeest 1)
instructions_per_step(twice strandbeest 2)
expect_share(${twice} 1050 ${once} "every closure written twice")

instructions_per_step(short necklace 50)
instructions_per_step(long necklace 200)
expect_share(${long} 4200 ${short} "a chain four times as long")

instructions_per_step(few ladder 10)
instructions_per_step(many ladder 40)
expect_share(${many} 4200 ${few} "four times as many coupled loops")
