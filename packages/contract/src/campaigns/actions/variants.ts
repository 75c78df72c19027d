import { VARIANTS } from "@okaeri/domain/pushes/variants";
import { z } from "zod";

/**
 * What an action holds several of says which letter it is, and its `share`: whole percent of the guests who get the letter, 1 to 100; of a
 * letter in several languages the first says it. Null where there is one letter.
 */
export const variantFields = {
  variant: z.enum(VARIANTS).default("A"),
  share: z.number().int().min(1).max(100).nullable().default(null),
};
