// tests/support/command_run.h - a command of the command line, run in this process.
#pragma once
#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <sstream>
#include <string>
#include <vector>

#include "app/command_line.h"

namespace grashof::fixtures {

struct Ran {
  int code = -1;
  QByteArray out, err;
  QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

inline Ran run(const std::vector<std::string>& args) {
  std::ostringstream out, err;
  const int code = runCommandLine(args, {out, err});
  return {code, QByteArray::fromStdString(out.str()), QByteArray::fromStdString(err.str())};
}

}  // namespace grashof::fixtures
