import { normalisePostcode } from "@okaeri/domain/normalise";
import { z } from "zod";
import { call, needsSession } from "./call.ts";

/** The published list of Japanese postcodes. */
export const postcodes = {
  find: call(needsSession)
    .route({ method: "GET", path: "/postcodes", summary: "郵便番号から住所を調べる" })
    .input(
      z.object({
        code: z
          .string()
          .max(20)
          .transform(normalisePostcode)
          .pipe(z.string().regex(/^\d{3}-\d{4}$/))
          .describe("Postcode, with or without its hyphen.")
          .meta({ examples: ["250-0311"] }),
      }),
    )
    // Nothing where the code is not in the list; several where towns share one.
    .output(z.object({ items: z.array(z.object({ prefecture: z.string(), city: z.string(), town: z.string() })) })),
};
