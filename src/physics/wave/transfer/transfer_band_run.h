// One band of a transfer (physics/wave/transfer/modal_transfer.h): its modes on its grid, some
// fields at a time.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "physics/wave/fdtd/cut_cells.h"
#include "physics/wave/transfer/box_listener.h"
#include "physics/wave/transfer/modal_transfer.h"
#include "physics/wave/transfer/modal_walls.h"
#include "physics/wave/transfer/transfer_work.h"

namespace peal {

class TransferBandRun {
 public:
  TransferBandRun(const TriangleMesh& surface, std::span<const ModeShape> modes,
                  const TransferPlan& plan, const TransferBand& band);

  /// What the chords of the band will cost, kMostTransferFields at a time.
  static std::vector<WorkGroup> work(const TransferPlan& plan, const TransferBand& band);
  /// The same as it will probably come (transfer_work.h).
  static std::vector<WorkGroup> expected(const TransferPlan& plan, const TransferBand& band);

  /// Fills the modes of the band's chords; their error is what the orders left out hold.
  void run(std::vector<ModeTransfer>& out, TransferWork& work);
  /// Root mean square of the walls' pushes for unit modal acceleration, of a mode that was run.
  double strength(int mode) const { return strength_[mode]; }

 private:
  /// Modes of one chord on the grid.
  struct Chord {
    std::vector<int> modes;
    std::vector<double> omegas;              // on the grid
    std::vector<std::vector<float>> gains;   // per mode, for unit drive
    std::vector<double> drive;               // [1/s^2] amplitude of the modal acceleration
    std::vector<std::complex<double>> sent;  // transform of the drive at the tone
  };
  Chord chord(const std::vector<int>& modes);
  double push_at(const Chord& chord, std::size_t tone, double t) const;
  void push(const Chord& chord, double t, std::vector<float>& rates) const;
  void run_some(std::size_t first, std::size_t count, std::vector<ModeTransfer>& out,
                TransferWork& work);
  void finish(const Chord& chord, std::span<const BoxListener::Tone> tones,
              std::span<const std::vector<std::complex<double>>> all,
              std::vector<ModeTransfer>& out) const;

  std::span<const ModeShape> modes_;
  const TransferPlan& plan_;
  const TransferBand& band_;
  double step_;
  BoxListener listener_;
  CutCells cells_;
  std::unique_ptr<ModalWalls> walls_;
  std::vector<double> strength_;  // per mode
};

}  // namespace peal
