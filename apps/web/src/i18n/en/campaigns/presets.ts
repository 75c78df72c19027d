import { PRESET_NAMES } from "@okaeri/domain/campaigns/presets/names";

/** Words of presets. */
export const presetTexts = { preset: PRESET_NAMES.en };
