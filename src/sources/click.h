// Source kind `click`: the acceleration noise of collisions. A body that is hit changes its
// velocity within the time of contact, and the air around it answers with a click, whether or not
// the body rings: what is heard of balls and dice, and the crispness of coins.
// Chadwick, Zheng & James 2012, "Precomputed acceleration noise for improved rigid-body sound",
// eq. 11 and 12. The whole impulse counts, friction included. What is held, led along a path or
// part of the floor does not give way: it does not click.
#pragma once
#include "emission/click_body.h"
#include "sources/click_settings.h"
#include "sources/source.h"

namespace peal {

/// What the click of an object needs, as the scene says.
ClickRequest click_body_request(const Scene& scene, const ObjectSpec& object,
                                const ObjectClick& click);

SourceKind click_kind();

}  // namespace peal
