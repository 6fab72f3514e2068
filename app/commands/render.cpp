#include <algorithm>
#include <charconv>
#include <ostream>

#include "app/commands/commands.h"
#include "app/json_writer.h"
#include "app/state_file.h"

namespace grashof {
namespace {

RenderFunction& renderFunction() {
  static RenderFunction render;
  return render;
}

/// "1280x800", each side from 16 to 16384.
bool parseSize(const std::string& text, RenderRequest& request) {
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, request.width);
  if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x') return false;
  const auto height = std::from_chars(width.ptr + 1, end, request.height);
  const auto isSound = [](int side) { return side >= 16 && side <= 16384; };
  return height.ec == std::errc() && height.ptr == end && isSound(request.width) && isSound(request.height);
}

int run(const Arguments& arguments, CommandIo& io) {
  RenderRequest request;
  request.output = arguments.text("-o");
  request.view = arguments.text("--view", "iso");
  Diagnostics errors;
  if (request.output.empty()) errors.push_back(usageError("-o OUT.png is missing."));
  if (arguments.has("--size") && !parseSize(arguments.text("--size"), request))
    errors.push_back(
        usageError("--size: '" + arguments.text("--size") + "' is not WIDTHxHEIGHT, 16 to 16384."));
  const std::vector<std::string> views{"iso", "front", "back", "left", "right", "top", "bottom"};
  if (std::find(views.begin(), views.end(), request.view) == views.end())
    errors.push_back(
        usageError("--view: '" + request.view + "' is none of iso, front, back, left, right, top, bottom."));
  if (!errors.empty()) {
    printDiagnostics(errors, io.err);
    return kWrongUsage;
  }
  if (!renderFunction()) {
    printDiagnostics({usageError("This build has no renderer.")}, io.err);
    return kInternalFailure;
  }
  const LoadedFile loaded = loadFile(arguments, io, Need::Model);
  if (loaded.exitCode) return *loaded.exitCode;
  VectorXd pose = loaded.model().nominal;
  if (arguments.has("--pose")) {
    const Outcome<StateFile> file = readStateFile(arguments.text("--pose"), loaded.model(), StepSettings{});
    printDiagnostics(file.diagnostics, io.err);
    if (!file) return kInputHasErrors;
    pose = file->state.q;
  }
  const Diagnostics findings = renderFunction()(*loaded.build, pose, request);
  printDiagnostics(findings, io.err);
  if (hasErrors(findings)) return kInternalFailure;
  if (arguments.has("--json")) {
    JsonWriter json;
    json.beginObject()
        .member("output", request.output)
        .member("width", request.width)
        .member("height", request.height)
        .endObject();
    io.out << json.text();
  }
  return kDone;
}

}  // namespace

void setRenderCommand(RenderFunction render) {
  renderFunction() = std::move(render);
}

CommandSpec renderCommand() {
  return {"render",
          "FILE",
          "a picture without a window",
          "",
          withCommonOptions({{"-o", "OUT.png", "the picture"},
                             {"--size", "WIDTHxHEIGHT", "1280x800 unless given"},
                             {"--view", "iso|front|back|left|right|top|bottom", "iso unless given"},
                             {"--pose", "FILE.json", "a state as for eval; the nominal pose unless given"}}),
          run};
}

}  // namespace grashof
