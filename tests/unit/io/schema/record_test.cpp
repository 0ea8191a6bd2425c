// Records, tagged values and names; the schema and the reference page of a small record.
#include <gtest/gtest.h>

#include "base/error.h"
#include "io/schema/container_types.h"
#include "io/schema/reference.h"
#include "io/schema/tagged.h"
#include "io/schema/vector_types.h"
#include "read_text.h"

namespace peal {
namespace {

struct Cup {
  double radius = 0.04;
};
struct Plate {
  double radius = 0.1, rim = 0.01;
};
using Dish = std::variant<Cup, Plate>;

enum class Colour { white, blue };
struct Owner {
  std::string name, friend_name;
  double age = 30;
};
struct Table {
  double height = 0.7;
  int legs = 4;
  Colour colour = Colour::blue;
  Owner owner{"", "", 40};  // differs from Owner{}: nested defaults are those of the outer record
  std::vector<Dish> dishes;
  std::optional<Cup> vase;
};

Record<Cup> cup_record() {
  return Record<Cup>("cup", Decides::sound, "A cup.")
      .number("radius", &Cup::radius, Range::above(0), "m", "Radius.");
}

Record<Table> table_record() {
  return Record<Table>("table", Decides::sound, "A table.")
      .number("height", &Table::height, Range::above(0).up_to(2), "m", "Height.")
      .required()
      .integer("legs", &Table::legs, 1, 8, "", "Legs.")
      .choice("colour", &Table::colour, {{"white", "as chalk"}, {"blue", ""}}, "Colour.")
      .field("owner", &Table::owner,
             Record<Owner>("owner", Decides::sound, "A person.")
                 .field("name", &Owner::name, name_in("person"), "Name.")
                 .field("friend", &Owner::friend_name, reference_to("person"), "Friend.")
                 .number("age", &Owner::age, Range{0, 150}, "years", "Age."),
             "Whose it is.")
      .field(
          "dishes", &Table::dishes,
          array_of(Tagged<Dish>()
                       .kind("cup", cup_record())
                       .kind("plate",
                             Record<Plate>("plate", Decides::sound, "A plate.")
                                 .number("radius", &Plate::radius, Range::above(0), "m", "Radius.")
                                 .required()
                                 .number("rim", &Plate::rim, Range::at_least(0), "m", "Rim.")
                                 .check([](const Plate& plate, const Cursor& at) {
                                   if (plate.rim > plate.radius)
                                     at.child("rim").error("wider than the plate");
                                 }))),
          "What stands on it.")
      .field("vase", &Table::vase, optional_of(cup_record(), true), "A vase.");
}

TEST(Record, ReadsAndKeepsDefaults) {
  const Table table = value_of(table_record(), R"({"height": 1, "owner": {"name": "Ada"},
      "dishes": [{"kind": "plate", "radius": 0.2}, {"kind": "cup"}], "vase": {"radius": 0.3}})");
  EXPECT_EQ(table.height, 1);
  EXPECT_EQ(table.legs, 4);
  EXPECT_EQ(table.colour, Colour::blue);
  EXPECT_EQ(table.owner.name, "Ada");
  EXPECT_EQ(table.owner.age, 40);
  ASSERT_EQ(table.dishes.size(), 2u);
  EXPECT_EQ(std::get<Plate>(table.dishes[0]).radius, 0.2);
  EXPECT_EQ(std::get<Cup>(table.dishes[1]).radius, 0.04);
  ASSERT_TRUE(table.vase);
  EXPECT_EQ(table.vase->radius, 0.3);
  EXPECT_FALSE(value_of(table_record(), R"({"height": 1, "vase": false})").vase);
  EXPECT_FALSE(value_of(table_record(), R"({"height": 1})").vase);
}

TEST(Record, AllErrorsAtOnce) {
  EXPECT_EQ(
      errors_of(table_record(), R"({"hieght": 1, "legs": 9, "colour": "bleu", "owner": [],
          "dishes": [{"kind": "cupp"}, {}, 3, {"kind": 4}, {"kind": "cup", "rim": 1},
                     {"kind": "plate", "radius": 0.1, "rim": 0.2}], 
          "vase": true, "xylophone": 1})"),
      (Messages{
          "t.json: the required field 'height' is missing", "t.json:/legs: expected <= 8, got 9",
          "t.json:/colour: expected one of 'white', 'blue', got the string 'bleu'; did "
          "you mean 'blue'?",
          "t.json:/owner: expected an object, got an empty array",
          "t.json:/dishes/0/kind: unknown kind 'cupp'; did you mean 'cup'?",
          "t.json:/dishes/1: the required field 'kind' is missing; known: cup, plate",
          "t.json:/dishes/2: expected an object with a 'kind', got 3",
          "t.json:/dishes/3/kind: expected a string, got 4",
          "t.json:/dishes/4/rim: unknown field; known: kind, radius",
          "t.json:/dishes/5/rim: wider than the plate",
          "t.json:/vase: expected an object or false, got true",
          "t.json:/hieght: unknown field; did you mean 'height'?",
          "t.json:/xylophone: unknown field; known: height, legs, colour, owner, dishes, vase"}));
}

TEST(Record, NamesAreUniqueAndReferencesResolve) {
  const auto people =
      array_of(Record<Owner>("owner", Decides::sound, "A person.")
                   .field("name", &Owner::name, name_in("person"), "Name.")
                   .field("friend", &Owner::friend_name, reference_to("person"), "Friend."));
  EXPECT_EQ(errors_of(people, R"([{"name": "ada", "friend": "bob"}, {"name": "bob"}])"),
            Messages{});
  EXPECT_EQ(errors_of(people, R"([{"name": "ada", "friend": "bop"}, {"name": "bob"},
                                  {"name": "ada"}, {"name": "Bob"}, {"friend": "zacharias"}])"),
            (Messages{"t.json:/2/name: the name 'ada' is already used at /0/name",
                      "t.json:/3/name: the name 'Bob' differs only in case from 'bob' at /1/name",
                      "t.json:/0/friend: there is no person 'bop'; did you mean 'bob'?",
                      "t.json:/4/friend: there is no person 'zacharias'; known: ada, bob"}));
  EXPECT_EQ(errors_of(people, R"([{"friend": "bob"}])"),
            Messages{"t.json:/0/friend: there is no person 'bob'; this file declares none"});
}

TEST(Record, DeclarationMistakesAreErrors) {
  EXPECT_THROW(cup_record().number("radius", &Cup::radius, {}, "", ""), Error);
  EXPECT_THROW(Tagged<Dish>().kind("cup", cup_record()).kind("cup", cup_record()), Error);
  EXPECT_THROW(Tagged<Dish>().kind("cup", cup_record().number("kind", &Cup::radius, {}, "", "")),
               Error);
}

TEST(Record, SchemaIsWhatTheDeclarationSays) {
  const auto expected = OrderedJson::parse(R"({
    "type": "object", "description": "A table.",
    "properties": {
      "height": {"type": "number", "exclusiveMinimum": 0.0, "maximum": 2.0,
                 "description": "[m] Height."},
      "legs": {"type": "integer", "minimum": 1, "maximum": 8, "description": "Legs.", "default": 4},
      "colour": {"type": "string", "enum": ["white", "blue"],
                 "description": "Colour. white: as chalk.", "default": "blue"},
      "owner": {"type": "object", "description": "Whose it is.",
        "properties": {
          "name": {"type": "string", "pattern": "^[A-Za-z0-9]([A-Za-z0-9_.-]{0,62}[A-Za-z0-9_-])?$",
                   "description": "Name.", "default": ""},
          "friend": {"type": "string", "pattern": "^[A-Za-z0-9]([A-Za-z0-9_.-]{0,62}[A-Za-z0-9_-])?$",
                     "description": "Friend.", "default": ""},
          "age": {"type": "number", "minimum": 0.0, "maximum": 150.0,
                  "description": "[years] Age.", "default": 40.0}},
        "additionalProperties": false, "default": {"name": "", "friend": "", "age": 40.0}},
      "dishes": {"type": "array", "items": {"oneOf": [
          {"type": "object", "description": "A cup.",
           "properties": {
             "kind": {"const": "cup", "description": "A cup."},
             "radius": {"type": "number", "exclusiveMinimum": 0.0, "description": "[m] Radius.",
                        "default": 0.04}},
           "additionalProperties": false, "required": ["kind"]},
          {"type": "object", "description": "A plate.",
           "properties": {
             "kind": {"const": "plate", "description": "A plate."},
             "radius": {"type": "number", "exclusiveMinimum": 0.0, "description": "[m] Radius."},
             "rim": {"type": "number", "minimum": 0.0, "description": "[m] Rim.", "default": 0.01}},
           "required": ["kind", "radius"], "additionalProperties": false}]},
        "maxItems": 1000000, "description": "What stands on it.", "default": []},
      "vase": {"anyOf": [
          {"type": "object", "description": "A cup.",
           "properties": {"radius": {"type": "number", "exclusiveMinimum": 0.0,
                                     "description": "[m] Radius.", "default": 0.04}},
           "additionalProperties": false},
          {"const": false}], "description": "A vase.", "default": false}
    },
    "required": ["height"], "additionalProperties": false})");
  EXPECT_EQ(Json(table_record().type->schema(nullptr)), Json(expected))
      << table_record().type->schema(nullptr).dump(2);
}

TEST(Record, ReferencePageListsEveryField) {
  EXPECT_EQ(reference_markdown(*table_record().record(), "The table"), R"(## The table

A table.

| field | value | unit | default | meaning |
|---|---|---|---|---|
| `height` | number > 0 and <= 2 | m | required | Height. |
| `legs` | integer from 1 to 8 |  | `4` | Legs. |
| `colour` | one of `white`, `blue` |  | `"blue"` | Colour. white: as chalk. |
| `owner` | object |  | see below | Whose it is. |
| `dishes` | array: object with `kind` `cup`, `plate` |  | `[]` | What stands on it. |
| `vase` | object or false |  | `false` | A vase. |

## `owner`

A person.

| field | value | unit | default | meaning |
|---|---|---|---|---|
| `name` | name: letters, digits, `_`, `-` |  | `""` | Name. |
| `friend` | name of a declared person |  | `""` | Friend. |
| `age` | number >= 0 and <= 150 | years | `40.0` | Age. |

## `dishes[]` of kind `cup`

A cup.

| field | value | unit | default | meaning |
|---|---|---|---|---|
| `radius` | number > 0 | m | `0.04` | Radius. |

## `dishes[]` of kind `plate`

A plate.

| field | value | unit | default | meaning |
|---|---|---|---|---|
| `radius` | number > 0 | m | required | Radius. |
| `rim` | number >= 0 | m | `0.01` | Rim. |

## `vase`

A cup.

| field | value | unit | default | meaning |
|---|---|---|---|---|
| `radius` | number > 0 | m | `0.04` | Radius. |
)");
}

}  // namespace
}  // namespace peal
