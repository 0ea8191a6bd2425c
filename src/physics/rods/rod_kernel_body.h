// Body of the rod kernel, included once per instruction set by rod_kernel*.cpp. Everything is in an
// unnamed namespace and nothing else is included.
#include "physics/rods/rod_kernel.h"
// what they call comes first
#include "physics/rods/factor_kernel_body.h"
#include "physics/rods/frame_kernel_body.h"
#include "physics/rods/inverse_kernel_body.h"
#include "physics/rods/panel_kernel_body.h"
