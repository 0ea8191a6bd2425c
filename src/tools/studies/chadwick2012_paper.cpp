#include "tools/studies/chadwick2012_paper.h"

#include "base/error.h"

namespace peal::chadwick2012 {
namespace {

Material material(std::string name, double young, double poisson, double density) {
  Material m;
  m.name = std::move(name);
  m.young = young, m.poisson = poisson, m.density = density;
  return m;
}

const Material kCopper = material("copper", 123.4e9, 0.34, 8940);
const Material kCeramic = material("ceramic", 72e9, 0.19, 2700);
const Material kPlastic = material("plastic", 2.4e9, 0.37, 1200);

}  // namespace

const std::vector<Object>& objects() {
  // The same shapes as in scenes/chadwick2012, but the dice, which there have rounder edges.
  static const std::vector<Object> all{
      {"ball bearing", "sphere of 7.5 mm radius", SphereShape{0.0075}, kCopper, 1.767e-6, 159.5e3,
       125, 1e-3, 7.3264e-6, 415, 2.7, 23.5, 0.42},
      {"bowl", "part of a sphere, 128 mm wide, 47.5 mm high, 6.7 mm thick",
       BowlShape{0.0642, 0.0475, 0.00672, 0.024}, kCeramic, 128e-6, 2.00e3, 220, 10e-3, 24.332e-6,
       2419, 136, 133, 2.15},
      {"coin", "disc of 21.9 mm with a rim of 1.45 mm", CoinShape{0.01095, 0.00145, 0.001, 0.0013},
       kCopper, 0.50e-6, 10.07e3, 215, 2e-3, 4.8333e-6, 8478, 3.3, 35, 0.6},
      {"dice", "cube of 11.45 mm", BoxShape{{0.01145, 0.01145, 0.01145}, 0.0003}, kPlastic, 1.50e-6,
       32.9e3, 170, 1e-3, 14.898e-6, 1058, 7.3, 35, 0.6},
      {"key", "flat, 50 mm long, 1.4 mm thick", KeyShape{0.0113, 0.004, 0.0272, 0.008, 0.0014},
       kCopper, 0.76e-6, 2.03e3, 350, 1e-3, 5.56629e-6, 3819, 46.4, 136, 2.3},
      {"key ring", "wire of 2.8 mm, circle of 32.8 mm", RingShape{0.0164, 0.0014}, kCopper, 0,
       3.94e3, 245, 1e-3, 5.56629e-6, 2452, 5.0, 46, 0.8},
      {"mug", "93 mm wide, 105.5 mm high, walls of 3.7 mm, handle",
       MugShape{.radius = 0.0466, .height = 0.1055, .thickness = 0.0037}, kCeramic, 147e-6, 1.32e3,
       195, 13e-3, 25.467e-6, 6959, 16921, 1131, 19},
      {"plate", "part of a sphere, 203 mm wide, 20 mm high, 5.9 mm thick",
       BowlShape{0.1015, 0.02, 0.00588, 0.06}, kCeramic, 182e-6, 1.00e3, 300, 5e-3, 27.358e-6, 3206,
       28.1, 108, 1.8},
      {"rounded dice", "cube of 14.04 mm, edges rounded by 3.3 mm", DieShape{0.01404, 0.0033},
       kPlastic, 2.42e-6, 29.2e3, 170, 1e-3, 17.469e-6, 1018, 4.2, 35, 0.6}};
  return all;
}

const Object& object(const std::string& name) {
  for (const Object& o : objects())
    if (o.name == name) return o;
  fail("Table 1 has no object '{}'", name);
}

const std::vector<SceneRow>& scenes() {
  static const std::vector<SceneRow> all{
      {"Ball drop", "ball_drop.json", 5, 2.5, 1750916, 23411, 7.96},
      {"Coin drop", "coin_drop.json", 8, 0.1, 17307535, 22959, 16.00},
      {"Coin drop (w/ table)", "coin_drop_table.json", 8, 0.1, 3886215, 24045, 18.19},
      {"Dice drop (w/ plate)", "dice_plate.json", 5, 1.0, 26899, 3414, 0.88},
      {"Dice drop (w/ table)", "dice_table.json", 5, 1.0, 44689, 683, 0.40},
      {"Key chain", "key_chain.json", 5, 0.1, 2052579, 48828, 12.36},
      {"Mug/coin drop", "mug_coins.json", 5, 1.0, 383877, 3796, 2.68},
      {"Multiple bowl drop", "bowls.json", 5, 1.0, 23712, 1992, 3.29},
      {"Multiple mug drop", "mugs.json", 5, 1.0, 25147, 319, 10.33},
      {"Multiple plate drop", "plates.json", 5, 1.0, 70007, 1303, 3.72},
      {"Plate fracture", "plate_fracture.json", 5, 0.025, 3962503, 1293, 2.23},
      {"Glass fracture", "pane_fracture.json", 2, 0.025, 11556813, 2507, 3.77}};
  return all;
}

}  // namespace peal::chadwick2012
