import { OPTION_TYPES } from "@okaeri/domain/permissions/plan-options";
import { z } from "zod";
import { date } from "./paging.ts";
import { line, mailAddressOrEmpty } from "./text.ts";

export const optionType = z.enum(OPTION_TYPES);

/** An option active today, with what was agreed about it. */
export const runningOption = z.object({ option_type: optionType, option_item: z.string() });

export type RunningOption = z.infer<typeof runningOption>;

const yen = z.number().int().min(0).max(1_000_000_000_000);

/** Whom the provider bills for an account, and the discount with its period. */
export const payment = z.object({
  company_name: line(120),
  company_name_kana: line(120, "kana"),
  post_code: line(16, "postcode"),
  address: line(200),
  department_name: line(120),
  contact_name: line(80),
  contact_tel: line(32, "tel"),
  contact_email: mailAddressOrEmpty,
  discount_amount: yen,
  discount_started_at: date.nullable(),
  discount_ended_at: date.nullable(),
});

export type Payment = z.infer<typeof payment>;
