// The commands of the program `peal`. Each adds itself to the command line and runs when chosen.
#pragma once
#include "command_line.h"

namespace peal {

void add_render_command(const CommandLine& line);
void add_simulate_command(const CommandLine& line);
void add_bake_command(const CommandLine& line);
void add_pack_command(const CommandLine& line);
void add_field_command(const CommandLine& line);
void add_compare_command(const CommandLine& line);
void add_import_command(const CommandLine& line);
void add_check_command(const CommandLine& line);
void add_scenes_command(const CommandLine& line);
void add_section_command(const CommandLine& line);
void add_inspect_command(const CommandLine& line);
void add_modes_command(const CommandLine& line);
void add_transfer_command(const CommandLine& line);
void add_schema_command(const CommandLine& line);
void add_materials_command(const CommandLine& line);
void add_shatter_command(const CommandLine& line);
void add_reproduce_command(const CommandLine& line);
void add_studio_command(const CommandLine& line);
void add_view_command(const CommandLine& line);

}  // namespace peal
