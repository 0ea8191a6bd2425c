// Radii [m] that turn the engine's way [m] into the angle of a picture.
export const kRimRadius = 0.038; // wineglass, scenes/wineglass.json
export const kTrackRadius = 1.0; // circular track of the wheel
export const kWheelRadius = 0.25; // rolls: rolling radius of the preset
export const kHingeRadius = 0.008; // pin of the door's hinge
export const kLeafOpen = 1.75; // [rad] where a leaf meets the wall
