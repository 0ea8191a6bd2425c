// Which of several equal processes this one is, as mpirun (Open MPI, MPICH) or srun say it in the
// environment. No MPI library takes part: processes share work through the folder of the cache.
#pragma once

namespace peal {

struct Rank {
  int index = 0, count = 1;
  int here = 1;  // how many of them share this machine, as far as it is known
};

/// OMPI_COMM_WORLD_RANK / _SIZE, else PMI_RANK / PMI_SIZE, else SLURM_PROCID / SLURM_NTASKS, else
/// 0 of 1. Numbers that make no sense count as not there.
Rank rank_of_environment();

}  // namespace peal
