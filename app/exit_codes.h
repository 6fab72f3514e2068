// app/exit_codes.h - the command line's exit codes; a contract, listed in the manual.
#pragma once

namespace grashof {

enum ExitCode { kDone = 0, kInputHasErrors = 1, kWrongUsage = 2, kNotReachable = 3, kInternalFailure = 4 };

}  // namespace grashof
