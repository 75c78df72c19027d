import { LACKS } from "@okaeri/domain/campaigns/presets/lacks";
import { CAMPAIGN_TYPES, PRESET_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { campaignEdit } from "../document.ts";

/** A campaign that is complete and can be changed. */
export const offeredPreset = z.object({
  preset_type: z.enum(PRESET_TYPES),
  type: z.enum(CAMPAIGN_TYPES),
  /** In the person's language, like the texts of the document. */
  name: z.string(),
  text: z.string(),
  /** Everything that it means works today. */
  ready: z.boolean(),
  /** What keeps it from being ready; `path`: the page where that is set up, null where the product does not have it yet. */
  lacks: z.array(z.object({ code: z.enum(LACKS), message: z.string(), path: z.string().nullable() })),
  /** Guests whom it means today; null where they cannot be counted, or were not asked for. Of an always-on one: those whose last stay it means. */
  matched: z.number().int().nullable(),
  /** The document to be saved as a draft; null while something lacks. */
  edit: campaignEdit.nullable(),
});

/** A new campaign: the whole document, or the preset alone that is to be made as it is offered now. */
export const newCampaign = z.discriminatedUnion("type", [
  campaignEdit,
  z.strictObject({ type: z.undefined().optional(), preset_type: z.enum(PRESET_TYPES) }),
]);
