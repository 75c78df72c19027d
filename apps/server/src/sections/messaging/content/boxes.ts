import type { LanguageCode } from "@okaeri/domain/enumerations";
import type { BlockKind } from "@okaeri/domain/messaging/mail-blocks";
import type { Placeholder } from "@okaeri/domain/messaging/placeholders";
import { MAIL_WORDS } from "./words.ts";

type Word = (language: LanguageCode) => string;
/** One line of a box: it is there when its fact is known. `unit` follows the fact. */
export type BoxRow = { key: string; fact: Placeholder; label: Word | null; unit: Word | null; style: string };
/** `asks`: without it there is no box. A ticket is what one may take to the desk. */
export type Box = { asks: Placeholder; ticket: boolean; rows: readonly BoxRow[] };
export type BoxKind = Extract<BlockKind, "coupon" | "points" | "stay">;

const LARGE = "font-size:20px;line-height:1.5;font-weight:700";
const CODE = "font-family:Consolas,Menlo,monospace;font-size:20px;font-weight:700;letter-spacing:0.08em";

const word =
  (
    key:
      | "couponCode"
      | "couponUntil"
      | "points"
      | "pointsUntil"
      | "checkIn"
      | "checkOut"
      | "nights"
      | "plan"
      | "roomType"
      | "price"
      | "pointsUnit"
      | "nightsUnit"
      | "priceUnit",
  ): Word =>
  (language) =>
    MAIL_WORDS[language][key];

const row = (
  key: string,
  fact: Placeholder,
  label: Word | null,
  { unit = null, style = "" }: { unit?: Word | null; style?: string } = {},
): BoxRow => ({ key, fact, label, unit, style });

export const BOXES: Record<BoxKind, Box> = {
  coupon: {
    asks: "coupon_name",
    ticket: true,
    rows: [
      row("name", "coupon_name", null, { style: LARGE }),
      row("description", "coupon_description", null),
      row("code", "coupon_code", word("couponCode"), { style: CODE }),
      row("until", "coupon_until", word("couponUntil")),
    ],
  },
  points: {
    asks: "point_balance",
    ticket: false,
    rows: [
      row("balance", "point_balance", word("points"), { unit: word("pointsUnit"), style: LARGE }),
      row("until", "point_expires_on", word("pointsUntil")),
    ],
  },
  stay: {
    asks: "check_in_on",
    ticket: false,
    rows: [
      row("facility", "facility_name", null, { style: LARGE }),
      row("check-in", "check_in_on", word("checkIn")),
      row("check-out", "check_out_on", word("checkOut")),
      row("nights", "nights", word("nights"), { unit: word("nightsUnit") }),
      row("plan", "plan", word("plan")),
      row("room-type", "room_type", word("roomType")),
      row("price", "reserved_price", word("price"), { unit: word("priceUnit") }),
    ],
  },
};
