// Makes a machine by name and steps it: for counting the instructions of step() from outside.
#include <cstdlib>
#include <iostream>
#include <string>

#include "core/io/urdf_reader.h"
#include "tests/support/loop_fixtures.h"
#include "tests/support/step_run.h"

using namespace grashof;

namespace {

/// The strandbeest of rsc with a motor's drive; every closure `times` times.
Mechanism strandbeest(int times) {
  Mechanism m = *readUrdfFile(GRASHOF_SOURCE_DIR "/rsc/strandbeest.urdf", {}).value;
  const std::vector<Closure> written = m.closures;
  for (int i = 1; i < times; ++i) m.closures.insert(m.closures.end(), written.begin(), written.end());
  return m;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string what = argv[1];
  const int count = std::atoi(argv[2]), steps = std::atoi(argv[3]);
  const Mechanism m = what == "strandbeest" ? strandbeest(count)
                      : what == "necklace"  ? fixtures::necklace(count)
                                            : fixtures::ladder(count);
  fixtures::Run run(m, 1e-3);
  run.settings.gravity.setZero();
  if (what == "strandbeest") {
    const MovableJoint& crank =
        run.model->joints[static_cast<std::size_t>(run.model->findJoint("crank_motor"))];
    run.actuation.kd[crank.v] = 5;
    run.actuation.uTarget[crank.v] = 2;
  }
  run.step(steps);
  if (!run.state.q.allFinite()) return 1;
  std::cout << run.model->nv << '\n';
  return 0;
}
