#include "studies/time_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "plot/canvas.h"
#include "plot/ticks.h"

namespace peal {
namespace {

const Colour kPaperColour{1, 1, 1}, kInk{0.13, 0.15, 0.19}, kGrid{0.90, 0.91, 0.93};
const Colour kLink{0.78, 0.80, 0.83}, kTheirs{0.36, 0.39, 0.44};
constexpr double kLeft = 150, kRight = 70, kTop = 84, kRow = 34, kBottom = 56;
constexpr double kWidth = 900, kText = 14;

std::string seconds(double s) { return fmt::format("{:.{}f} s", s, s < 10 ? 1 : 0); }

}  // namespace

void write_time_chart(const std::string& title, const std::vector<TimePair>& times,
                      const std::filesystem::path& path) {
  if (times.empty()) fail("'{}': no times to draw", path.string());
  double low = INFINITY, high = 0;
  for (const TimePair& t : times) {
    low = std::min({low, t.paper, t.ours});
    high = std::max({high, t.paper, t.ours});
  }
  if (!(low > 0)) fail("'{}': times must be above 0", path.string());
  low = std::pow(10, std::floor(std::log10(low))), high = std::pow(10, std::ceil(std::log10(high)));
  const double bottom = kTop + kRow * static_cast<double>(times.size());
  const auto place = [&](double t) {
    return kLeft + (kWidth - kLeft - kRight) * std::log(t / low) / std::log(high / low);
  };
  Canvas canvas(static_cast<int>(kWidth), static_cast<int>(bottom + kBottom),
                path.extension() == ".png" ? Canvas::Kind::png : Canvas::Kind::svg, kPaperColour);
  canvas.text({20, 26}, title, 18, kInk, Anchor::start, true);
  const Colour ours = line_colour(1);
  canvas.disc({26, 58}, 6, kTheirs);
  canvas.text({40, 58}, "paper, 8 cores", kText, kInk);
  canvas.disc({176, 58}, 6, ours);
  canvas.text({190, 58}, "ours", kText, kInk);
  for (const Tick& tick : log_ticks(low, high, 8)) {
    if (tick.label.empty()) continue;
    const double x = std::round(place(tick.value)) + 0.5;
    canvas.line({x, kTop}, {x, bottom}, kGrid, 1);
    canvas.text({x, bottom + 16}, tick.label, 13, kInk, Anchor::middle);
  }
  canvas.text({(kLeft + kWidth - kRight) / 2, bottom + 40}, "time [s]", kText, kInk,
              Anchor::middle);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double y = kTop + kRow * (static_cast<double>(i) + 0.5);
    const double a = place(times[i].ours), b = place(times[i].paper);
    canvas.text({kLeft - 14, y}, times[i].name, kText, kInk, Anchor::end);
    canvas.line({a, y}, {b, y}, kLink, 2);
    canvas.disc({b, y}, 6, kTheirs);
    canvas.disc({a, y}, 6, ours);
    const bool left = a <= b;
    canvas.text({b + (left ? 11 : -11), y}, seconds(times[i].paper), 12.5, kTheirs,
                left ? Anchor::start : Anchor::end);
    canvas.text({a + (left ? -11 : 11), y}, seconds(times[i].ours), 12.5, ours,
                left ? Anchor::end : Anchor::start);
  }
  canvas.write(path);
}

}  // namespace peal
