import { PLACEHOLDERS } from "@okaeri/domain/messaging/placeholders";
import { z } from "zod";
import { orScript, segmentTarget } from "../audience/condition.ts";
import { occasions } from "../triggers/occasions.ts";

/** Guests for whom a text is easily wrong: of whom least is known, who has the longest name, who reads English. */
export const SAMPLE_KINDS = ["least_known", "longest_name", "english"] as const;

export const previewSamplesQuestion = orScript(z.strictObject({ target: segmentTarget, occasions }));

/** Nobody where the target means nobody; none in English where nobody reads it. */
export const previewSamplesAnswer = z.object({
  items: z.array(
    z.object({
      as: z.enum(SAMPLE_KINDS),
      customer_id: z.number().int(),
      name: z.string(),
      /** What is not known of the guest that a message could tell. */
      lacks: z.array(z.enum(PLACEHOLDERS)),
    }),
  ),
});
