#include "io/schema/field_key.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "base/error.h"
#include "io/schema/container_types.h"
#include "io/schema/record.h"

namespace peal {
namespace {

struct Wood {
  double density = 700, shine = 0.1;
};
struct Leg {
  double length = 0.7;
  std::string wood = "oak";
};
struct Table {
  std::map<std::string, Wood> woods{{"oak", {}}, {"ash", {}}};
  std::vector<Leg> legs{{}, {}};
  std::optional<double> load;
  std::string note;
};

Record<Wood> wood_record() {
  return Record<Wood>("wood", Decides::motion, "A wood.")
      .number("density", &Wood::density, Range::above(0), "kg/m^3", "Density.")
      .number("shine", &Wood::shine, Range{0, 1}, "", "Shine.")
      .decides(Decides::sound);
}

Record<Table> table_record() {
  return Record<Table>("table", Decides::motion, "A table.")
      .field("woods", &Table::woods, map_of(wood_record(), MapKeys::declare, "wood"), "Woods.")
      .field("legs", &Table::legs,
             array_of(Record<Leg>("leg", Decides::motion, "A leg.")
                          .number("length", &Leg::length, Range::above(0), "m", "Length.")
                          .field("wood", &Leg::wood, reference_to("wood"), "Of what.")),
             "Legs.")
      .field("load", &Table::load, optional_of(number(Range::at_least(0))), "Load.")
      .field("note", &Table::note, text(), "Note.")
      .decides(Decides::nothing);
}

Hash128 key(const Table& table, Decides what = Decides::motion) {
  return field_key(*table_record().record(), &table, what);
}

template <class Change>
bool changed(const Change& change, Decides what = Decides::motion) {
  const Table before;
  Table table = before;
  change(table);
  return key(table, what) != key(before, what);
}

TEST(FieldKey, HoldsTheFieldsThatDecideIt) {
  EXPECT_TRUE(changed([](Table& t) { t.legs[1].length = 0.8; }));
  EXPECT_TRUE(changed([](Table& t) { t.legs.pop_back(); }));
  EXPECT_TRUE(changed([](Table& t) { t.load = 0; }));
  EXPECT_FALSE(changed([](Table& t) { t.note = "new"; }));
  EXPECT_FALSE(changed([](Table& t) { t.legs[1].length = 0.8; }, Decides::sound));
}

TEST(FieldKey, NamesCountAsWhatTheyReferTo) {
  EXPECT_TRUE(changed([](Table& t) { t.woods["oak"].density = 800; }));
  EXPECT_FALSE(changed([](Table& t) { t.woods["oak"].shine = 0.9; }));
  EXPECT_FALSE(changed([](Table& t) { t.woods["ash"].density = 800; })) << "not used";
  EXPECT_FALSE(changed([](Table& t) { t.legs[0].wood = "ash"; })) << "the same by another name";
  Table table;
  table.legs[0].wood = "elm";
  EXPECT_THROW(key(table), Error);
}

TEST(FieldKey, RecordsSayWhatTheFieldThatHoldsThemDecides) {
  const Record<Table> table = table_record();
  for (const RecordType::Field& field : table.record()->fields())
    if (field.name == "woods")
      EXPECT_EQ(field.decides, Decides::motion | Decides::sound);
    else if (field.name == "legs")
      EXPECT_EQ(field.decides, Decides::motion);
  EXPECT_THROW(
      Record<Table>("table", Decides::sound, "A table.")
          .field("woods", &Table::woods, map_of(wood_record(), MapKeys::declare, "wood"), "Woods.")
          .decides(Decides::nothing),
      Error);
}

// Otherwise the name alone would count.
TEST(FieldKey, WhatIsReferredToIsDeclaredBefore) {
  FieldKey key(Decides::motion);
  key.refer("wood", "oak");
  EXPECT_THROW(key.declare("wood", [](const std::string&) { return true; }), Error);
}

}  // namespace
}  // namespace peal
