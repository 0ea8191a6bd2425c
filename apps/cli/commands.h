// The commands of the program `peal`. Each adds itself to the command line and runs when chosen.
#pragma once
#include <CLI/CLI.hpp>

namespace peal {

void add_render_command(CLI::App& app);
void add_simulate_command(CLI::App& app);
void add_bake_command(CLI::App& app);
void add_pack_command(CLI::App& app);
void add_field_command(CLI::App& app);
void add_compare_command(CLI::App& app);
void add_import_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_scenes_command(CLI::App& app);
void add_inspect_command(CLI::App& app);
void add_modes_command(CLI::App& app);
void add_transfer_command(CLI::App& app);
void add_schema_command(CLI::App& app);
void add_materials_command(CLI::App& app);
void add_shatter_command(CLI::App& app);
void add_reproduce_command(CLI::App& app);
void add_studio_command(CLI::App& app);
void add_view_command(CLI::App& app);

}  // namespace peal
