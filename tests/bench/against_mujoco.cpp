// One machine in this program and in MuJoCo, by turns in one run, so that both meet the same noise:
//   against_mujoco MACHINE.urdf TWIN.xml STEP [JOINT MUJOCO_JOINT SPEED GAIN]
// Gravity is off when a joint is driven. MuJoCo's connects are made as stiff as they stay stable, contacts
// are off. Prints JSON: microseconds per step (medians) and their ratio.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "core/io/urdf_reader.h"
#include "tests/support/step_run.h"

using namespace grashof;

namespace {

constexpr int kRounds = 40, kStepsPerRound = 100;

struct Drive {
  std::string joint, mujocoJoint;
  double speed = 0, gain = 0;
};

class Yardstick {
 public:
  Yardstick(const char* path, double dt, const Drive& drive) : drive_(drive) {
    char error[1000] = "";
    model_ = mj_loadXML(path, nullptr, error, sizeof error);
    if (!model_) throw std::runtime_error(error);
    model_->opt.timestep = dt;
    model_->opt.disableflags |= mjDSBL_CONTACT;
    if (!drive.joint.empty()) model_->opt.gravity[2] = 0;
    for (int i = 0; i < model_->neq; ++i) {
      model_->eq_solref[mjNREF * i] = 2 * dt;  // the shortest time constant it takes
      model_->eq_solref[mjNREF * i + 1] = 1;
      model_->eq_solimp[mjNIMP * i] = model_->eq_solimp[mjNIMP * i + 1] = 0.9999;
    }
    data_ = mj_makeData(model_);
    if (!drive.joint.empty())
      dof_ = model_->jnt_dofadr[mj_name2id(model_, mjOBJ_JOINT, drive.mujocoJoint.c_str())];
  }
  ~Yardstick() {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  Yardstick(const Yardstick&) = delete;
  Yardstick& operator=(const Yardstick&) = delete;

  void step() {
    if (dof_ >= 0) data_->qfrc_applied[dof_] = drive_.gain * (drive_.speed - data_->qvel[dof_]);
    mj_step(model_, data_);
  }
  int dofs() const { return model_->nv; }

 private:
  Drive drive_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  int dof_ = -1;
};

template <typename Step>
void time(std::vector<double>& microseconds, Step&& step) {
  for (int i = 0; i < kStepsPerRound; ++i) {
    const auto start = std::chrono::steady_clock::now();
    step();
    microseconds.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

int compare(char** argv, const Drive& drive) {
  const double dt = std::stod(argv[3]);
  const auto mechanism = readUrdfFile(argv[1], {});
  if (!mechanism) throw std::runtime_error(std::string(argv[1]) + " cannot be read");
  fixtures::Run ours(*mechanism, dt);
  Yardstick theirs(argv[2], dt, drive);
  if (!drive.joint.empty()) {
    ours.settings.gravity.setZero();
    const int j = ours.model->findJoint(drive.joint);
    if (j < 0) throw std::runtime_error("no joint " + drive.joint);
    const int v = ours.model->joints[static_cast<std::size_t>(j)].v;
    ours.actuation.kd[v] = drive.gain;
    ours.actuation.uTarget[v] = drive.speed;
  }
  std::vector<double> a, b;
  for (int round = 0; round < kRounds; ++round) {
    time(a, [&] { ours.step(); });
    time(b, [&] { theirs.step(); });
  }
  if (!ours.state.q.allFinite()) throw std::runtime_error("no finite state");
  std::cout << "{\"nv\":" << ours.model->nv << ",\"mujoco_nv\":" << theirs.dofs()
            << ",\"us_per_step\":" << median(a) << ",\"mujoco_us_per_step\":" << median(b)
            << ",\"ratio\":" << median(a) / median(b) << "}\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 && argc != 8) {
    std::cerr << "usage: against_mujoco MACHINE.urdf TWIN.xml STEP [JOINT MUJOCO_JOINT SPEED GAIN]\n";
    return 2;
  }
  try {
    Drive drive;
    if (argc == 8) drive = {argv[4], argv[5], std::stod(argv[6]), std::stod(argv[7])};
    return compare(argv, drive);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
