import { MAX_OFFSET_DAYS, RESERVATION_BASES } from "@okaeri/domain/campaigns/triggers/trigger";
import { z } from "zod";

/**
 * When something about a reservation makes the campaign act. With any of them guests are counted who have such a day soon, each with the
 * reservation that it is about; without, everybody whom the target means (docs/adr/0505).
 */
export const occasions = z
  .array(
    z.strictObject({
      base: z.enum(RESERVATION_BASES),
      offset_days: z.number().int().min(0).max(MAX_OFFSET_DAYS),
    }),
  )
  .max(200)
  .default([]);
