import type { AnswerOf } from "./fake-calls.fixture.ts";

type Row = AnswerOf<"customers.list">["items"][number];

/** A guest as a line of a list. */
export const guestRow = (overrides: Partial<Row> = {}): Row => ({
  id: 7,
  member_number: "M-7",
  name: "山田 花子",
  name_kana: "ヤマダ ハナコ",
  email: null,
  tel: null,
  rank: null,
  rfm_group: null,
  last_stay_on: null,
  last_facility_name: null,
  stay_count: 2,
  use_price_total: 0,
  point_balance: 0,
  next_point_expiry: null,
  page_actions: ["read"],
  mail_state: "none",
  line_state: "none",
  ...overrides,
});

/** A guest whose page a test opens. */
export const guest: AnswerOf<"customers.get"> = {
  ...guestRow({ page_actions: ["read", "edit"] }),
  gender: null,
  birthday: null,
  postcode: null,
  address: null,
  language: "ja",
  notes: null,
  nationality: null,
  customer_types: [],
  version: 1,
  name_typed: null,
  tel_typed: null,
  name_kana_typed: null,
  email_typed: null,
  first_stay_on: null,
  reservation_count: 2,
  point_debt: 0,
  rfm: null,
  rank_expiration_date: null,
  rank_type: null,
  expiring_points: [],
  consents: [],
  created_at: "2026-11-20T00:00:00Z",
};
