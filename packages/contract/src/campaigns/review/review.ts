import { GRANT_BASES } from "@okaeri/domain/campaigns/schedule/grant-day";
import { z } from "zod";
import { version } from "../../paging.ts";
import { KIND_NAMES } from "../actions/kinds.ts";
import { audienceCount } from "../audience/audience.ts";

// What a saved campaign comes to before it is sent or switched on: who, what each gets, from whom, when, and what could go wrong
// (docs/adr/0477).

const figure = z.number().int();

/** What one action comes to. `path` is its place in the document: "segments.0.actions.1". */
const estimates = z.object({
  path: z.string(),
  type: z.enum(KIND_NAMES),
  /** Guests who get it: people for points, coupons, messages. Of an always-on campaign those whom it would mean today. */
  count: figure,
  /** Not for everybody, and who comes first is not known before. */
  at_most: z.boolean(),
  /** Points of all guests together, or the most yen that coupons can take off; null where nobody can tell. */
  total: figure.nullable(),
  /** Last day on which it can be used, where it is one for all. */
  until: z.string().nullable(),
  /** The day from which `until` is counted, and what decides it; null: it is a fixed day, another one for each guest, or there is none. */
  counted_from: z.object({ on: z.string(), because: z.enum(GRANT_BASES) }).nullable(),
  /** It never ends. */
  endless: z.boolean(),
});

export const campaignReview = z.object({
  /** Of the saved document that was looked at. */
  version,
  audience: audienceCount.omit({ milliseconds: true }),
  estimates: z.array(estimates),
  /** Who the messages come from; null where none go out. */
  sender: z
    .object({
      name: z.string(),
      address: z.string(),
      /** Where answers arrive. */
      reply_to: z.string(),
    })
    .nullable(),
  /** What stands between the press of the button and the guests. */
  holds: z.object({
    /** A second person has to approve it. */
    approval: z.boolean(),
    /** So long it can still be called off before the first one percent goes out, seconds; null: it begins at once. */
    grace_seconds: figure.nullable(),
    /** Messages rest until then: it is night now; null: it is not. */
    quiet_until: z.string().nullable(),
  }),
  /** What could go wrong, by the place where it is mended. Nothing of it keeps the campaign from being sent. */
  cautions: z.array(
    z.object({
      path: z.string(),
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      message: z.string(),
    }),
  ),
});
