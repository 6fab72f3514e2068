#include "core/dynamics/gram_factors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grashof {
namespace {

/// Fewer rows are as fast as a whole.
constexpr Eigen::Index kFewRows = 18;
/// A column that more than this share of the rows names ties them together.
constexpr double kTyingShare = 0.25;
/// More of them are no longer few.
constexpr std::size_t kMostTying = 12;
/// A block of more than this share of the rows saves little.
constexpr double kLargestBlock = 0.5;
/// Smallest pivot of a Cholesky factor, as a share of the longest row. The Woodbury identity loses twice the
/// digits that S lacks, so S must be farther from singular than K.
constexpr double kSmallestBlockPivot = 1e-3, kSmallestPivot = 1e-5;

double flooredDamping(double mu, double largestDiagonal) {
  return mu + 1e-13 * largestDiagonal + 1e-300;
}

bool hasPivots(const Eigen::LLT<MatrixXd>& factors, double smallest) {
  return factors.info() == Eigen::Success && factors.matrixLLT().diagonal().minCoeff() > smallest;
}

struct Partition {
  std::vector<int> tying;                 ///< columns that most rows name
  std::vector<std::vector<int>> rows;     ///< per block
  std::vector<std::vector<int>> columns;  ///< per block, without the tying ones
};

/// Disjoint sets of rows.
class RowSets {
 public:
  explicit RowSets(Eigen::Index n) : leader_(static_cast<std::size_t>(n)) {
    std::iota(leader_.begin(), leader_.end(), 0);
  }
  int find(int r) {
    while (leader_[r] != r) r = leader_[r] = leader_[leader_[r]];
    return r;
  }
  void join(int a, int b) { leader_[find(a)] = find(b); }

 private:
  std::vector<int> leader_;
};

/// Rows that share a column, the tying ones aside, are in one block.
Partition partition(const MatrixXd& F) {
  Partition parts;
  RowSets sets(F.rows());
  std::vector<int> firstRow(static_cast<std::size_t>(F.cols()), -1);
  std::vector<int> named(static_cast<std::size_t>(F.rows()));
  const int mostNamed = static_cast<int>(kTyingShare * static_cast<double>(F.rows()));
  for (int c = 0; c < F.cols(); ++c) {
    const double* column = F.col(c).data();
    int count = 0;
    for (int r = 0; r < F.rows(); ++r) {
      named[count] = r;
      count += column[r] != 0.0;
    }
    if (count > mostNamed) parts.tying.push_back(c);
    if (count > mostNamed || count == 0) continue;
    firstRow[c] = named[0];
    for (int i = 1; i < count; ++i) sets.join(named[i], named[0]);
  }
  std::vector<int> blockOf(static_cast<std::size_t>(F.rows()), -1);
  for (int r = 0; r < F.rows(); ++r) {
    int& block = blockOf[sets.find(r)];
    if (block < 0) {
      block = static_cast<int>(parts.rows.size());
      parts.rows.emplace_back();
    }
    parts.rows[block].push_back(r);
  }
  parts.columns.resize(parts.rows.size());
  for (int c = 0; c < F.cols(); ++c)
    if (firstRow[c] >= 0) parts.columns[blockOf[sets.find(firstRow[c])]].push_back(c);
  return parts;
}

/// Only the lower half is filled.
MatrixXd gramOf(const MatrixXd& F, bool isWide) {
  const Eigen::Index n = isWide ? F.rows() : F.cols();
  MatrixXd K = MatrixXd::Zero(n, n);
  // A row names only the joints of its own loop: what is zero is passed over.
  for (Eigen::Index c = 0; c < F.cols(); ++c)
    for (Eigen::Index r = 0; r < F.rows(); ++r) {
      if (F(r, c) == 0.0) continue;
      if (isWide)
        K.col(r).tail(n - r) += F(r, c) * F.col(c).tail(n - r);
      else
        K.col(c).tail(n - c) += F(r, c) * F.row(r).tail(n - c).transpose();
    }
  return K;
}

}  // namespace

GramFactors::GramFactors(MatrixXd F, double mu) : F_(std::move(F)), isWide_(F_.rows() <= F_.cols()) {
  if (!factorBlocks(mu)) factorWhole(mu);
}

bool GramFactors::factorBlocks(double mu) {
  if (!isWide_ || F_.rows() < kFewRows) return false;
  Partition parts = partition(F_);
  if (parts.tying.size() > kMostTying) return false;
  const double largest = F_.rowwise().squaredNorm().maxCoeff();
  for (std::size_t b = 0; b < parts.rows.size(); ++b) {
    Block& block = blocks_.emplace_back(Block{std::move(parts.rows[b]), std::move(parts.columns[b]), {}, {}});
    if (static_cast<double>(block.rows.size()) > kLargestBlock * static_cast<double>(F_.rows())) return false;
    block.own = F_(block.rows, block.columns);
    MatrixXd K = block.own.lazyProduct(block.own.transpose());
    K.diagonal().array() += flooredDamping(mu, largest);
    block.factors.compute(K);
    if (!hasPivots(block.factors, kSmallestBlockPivot * std::sqrt(largest))) return false;
  }
  tying_ = std::move(parts.tying);
  D_ = F_(Eigen::all, tying_);
  SinvD_ = solveBlocks(D_);
  capacitance_.compute(MatrixXd::Identity(D_.cols(), D_.cols()) + D_.transpose() * SinvD_);
  if (capacitance_.info() == Eigen::Success) form_ = Form::Blocks;
  return form_ == Form::Blocks;
}

/// Cholesky without pivots, which is several times as fast, wherever no pivot comes near to vanishing.
void GramFactors::factorWhole(double mu) {
  MatrixXd K = gramOf(F_, isWide_);
  K.diagonal().array() += flooredDamping(mu, K.diagonal().maxCoeff());
  plain_.compute(K);
  const bool isPlain = hasPivots(plain_, kSmallestPivot * plain_.matrixLLT().diagonal().maxCoeff());
  form_ = isPlain ? Form::Plain : Form::Pivoted;
  if (!isPlain) pivoted_.compute(K);
}

MatrixXd GramFactors::solveBlocks(const MatrixXd& B) const {
  MatrixXd X(B.rows(), B.cols());
  for (const Block& block : blocks_) {
    const MatrixXd part = block.factors.solve(MatrixXd(B(block.rows, Eigen::all)));
    X(block.rows, Eigen::all) = part;
  }
  return X;
}

MatrixXd GramFactors::solve(const MatrixXd& B) const {
  if (form_ == Form::Plain) return plain_.solve(B);
  if (form_ == Form::Pivoted) return pivoted_.solve(B);
  MatrixXd X = solveBlocks(B);
  if (!tying_.empty()) X -= SinvD_ * capacitance_.solve(D_.transpose() * X);
  return X;
}

MatrixXd GramFactors::leastSquares(const MatrixXd& B) const {
  if (!isWide_) return solve(-(F_.transpose() * B));
  const MatrixXd Y = solve(-B);
  if (form_ != Form::Blocks) return F_.transpose() * Y;
  MatrixXd X = MatrixXd::Zero(F_.cols(), B.cols());
  for (const Block& block : blocks_)
    X(block.columns, Eigen::all) = block.own.transpose().lazyProduct(MatrixXd(Y(block.rows, Eigen::all)));
  X(tying_, Eigen::all) = D_.transpose() * Y;
  return X;
}

MatrixXd GramFactors::rowsTimes(const MatrixXd& X) const {
  if (form_ != Form::Blocks) return F_ * X;
  MatrixXd B = D_ * X(tying_, Eigen::all);
  for (const Block& block : blocks_)
    B(block.rows, Eigen::all) += block.own.lazyProduct(MatrixXd(X(block.columns, Eigen::all)));
  return B;
}

}  // namespace grashof
