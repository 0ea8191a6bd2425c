// How many multiply-adds this processor does: the limit of every kernel that is bound by
// arithmetic.
#pragma once

namespace peal::bench {

/// Seconds for `count` independent multiply-adds of eight floats (AVX2), 0 without AVX2.
double seconds_of_multiply_adds(long count);

}  // namespace peal::bench
