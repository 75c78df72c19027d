import { LANGUAGE_CODES, RANK_TYPES } from "@okaeri/domain/enumerations";
import { z } from "zod";
import { pageActions, version } from "./paging.ts";

export const namedId = z.object({ id: z.number().int(), name: z.string() });

export const customerItem = z.object({
  id: z.number().int(),
  member_number: z.string().nullable(),
  name: z.string(),
  name_kana: z.string().nullable(),
  email: z.string().nullable(),
  tel: z.string().nullable(),
  rank: z.object({ id: z.number().int(), name: z.string(), priority: z.number().int() }).nullable(),
  rfm_group: namedId.nullable(),
  last_stay_on: z.string().nullable(),
  last_facility_name: z.string().nullable(),
  stay_count: z.number().int(),
  use_price_total: z.number().int(),
  point_balance: z.number().int(),
  next_point_expiry: z.string().nullable(),
  mail_state: z.enum(["reachable", "bounced", "opted_out", "no_consent", "none"]),
  line_state: z.enum(["reachable", "blocked", "opted_out", "no_consent", "none"]),
  page_actions: pageActions,
});

export const customerDetail = customerItem.extend({
  gender: z.string().nullable(),
  birthday: z.string().nullable(),
  postcode: z.string().nullable(),
  address: z.string().nullable(),
  language: z.enum(LANGUAGE_CODES),
  nationality: z.string().nullable(),
  notes: z.string().nullable(),
  customer_types: z.array(namedId),
  version,
  /** As it was written, where the one form that is kept differs. */
  name_typed: z.string().nullable(),
  name_kana_typed: z.string().nullable(),
  /** In place of a mail address: one that no mail server takes, as it was written. */
  email_typed: z.string().nullable(),
  /** A telephone as it was written, where that says more than the number read from it: an extension, a second one, or no number. */
  tel_typed: z.string().nullable(),
  first_stay_on: z.string().nullable(),
  reservation_count: z.number().int(),
  point_debt: z.number().int(),
  rfm: z
    .object({
      recency_days: z.number().int(),
      frequency_count: z.number().int(),
      monetary_total: z.number().int(),
      recency_score: z.number().int(),
      frequency_score: z.number().int(),
      monetary_score: z.number().int(),
      scored_on: z.string(),
      held_since: z.string(),
    })
    .nullable(),
  rank_expiration_date: z.string().nullable(),
  rank_type: z.enum(RANK_TYPES).nullable(),
  expiring_points: z.array(z.object({ expires_on: z.string().nullable(), remaining: z.number().int() })),
  consents: z.array(
    z.object({ channel: z.string(), purpose: z.string(), given: z.boolean(), at: z.string(), source: z.string() }),
  ),
  created_at: z.string(),
});
