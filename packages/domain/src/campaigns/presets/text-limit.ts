// In a file of its own: pages need the figure without the texts of all presets.

/** From this many recipients on, a person confirms a text that is still the preset's before it goes out. */
export const PRESET_TEXT_LIMIT = 1_000;
