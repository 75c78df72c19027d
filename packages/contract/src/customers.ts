import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { customerList } from "./lists/customers.ts";
import { id, listOf, listQuery, pageActions, pageOf, sizeOf } from "./paging.ts";

export const customerQuery = listQuery(customerList);

const namedId = z.object({ id: z.number().int(), name: z.string() });

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
  line_state: z.enum(["reachable", "blocked", "none"]),
  page_actions: pageActions,
});

export const customerDetail = customerItem.extend({
  gender: z.string().nullable(),
  birthday: z.string().nullable(),
  postcode: z.string().nullable(),
  address: z.string().nullable(),
  language: z.enum(["ja", "en"]),
  nationality: z.string().nullable(),
  notes: z.string().nullable(),
  customer_types: z.array(namedId),
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
  rank_type: z.enum(["auto", "manual"]).nullable(),
  expiring_points: z.array(z.object({ expires_on: z.string().nullable(), remaining: z.number().int() })),
  consents: z.array(
    z.object({ channel: z.string(), purpose: z.string(), given: z.boolean(), at: z.string(), source: z.string() }),
  ),
  created_at: z.string(),
});

export const RESERVATION_STATES = ["reserved", "in_house", "checked_out", "cancelled", "no_show"] as const;

const reservationItem = z.object({
  id: z.number().int(),
  original_reservation_code: z.string(),
  facility_name: z.string(),
  state: z.enum(RESERVATION_STATES),
  reservation_status: z.enum(["reserved", "go_show"]),
  reserved_date: z.string().nullable(),
  check_in_date: z.string(),
  check_out_date: z.string(),
  nights: z.number().int(),
  reserved_price: z.number().int(),
  reserved_payment_price: z.number().int().nullable(),
  plan_code: z.string().nullable(),
  reserved_min_room_count: z.number().int().nullable(),
  group_type: z.enum(["individual", "group"]),
  language_code: z.enum(["ja", "en"]),
  grant_status: z.enum(["not_granted", "granted", "excluded"]),
  cancel_date: z.string().nullable(),
  adult_count: z.number().int(),
  child_count: z.number().int(),
  room_type: z.string().nullable(),
});

const stayItem = z.object({
  id: z.number().int(),
  transaction_code: z.string(),
  facility_name: z.string(),
  check_in_date: z.string(),
  check_out_date: z.string(),
  nights: z.number().int(),
  use_price: z.number().int(),
  payment_price: z.number().int().nullable(),
  confirmed_date: z.string().nullable(),
  is_online_check_in: z.boolean(),
  is_online_check_out: z.boolean(),
  granted_points: z.number().int(),
  original_reservation_code: z.string().nullable(),
});

const ofCustomer = z.object({ id, page: pageOf, size: sizeOf });

const acquireCouponItem = z.object({
  id: z.number().int(),
  acquire_date: z.string(),
  coupon_name: z.string(),
  coupon_type: z.enum(["code", "acquire"]),
  campaign_name: z.string(),
});
const useCouponItem = z.object({
  id: z.number().int(),
  use_date: z.string(),
  coupon_name: z.string(),
  discount: z.number().int(),
  cancel_date: z.string().nullable(),
  original_reservation_code: z.string().nullable(),
});

const read = needsAction("customers/read");
const history = <T extends z.ZodType>(path: `/${string}`, summary: string, item: T) =>
  call(read).route({ method: "GET", path, summary }).input(ofCustomer).output(listOf(item));

export const customers = {
  list: call(read)
    .route({ method: "GET", path: "/customers", summary: "顧客一覧" })
    .input(customerQuery)
    .output(listOf(customerItem)),
  filters: call(read)
    .route({ method: "GET", path: "/customers/filters", summary: "顧客一覧の絞り込みの選択肢" })
    .output(
      z.object({
        rfm_groups: z.array(namedId.extend({ count: z.number().int() })),
        ranks: z.array(namedId),
        customer_types: z.array(namedId),
        facilities: z.array(namedId),
      }),
    ),
  get: call(read)
    .route({ method: "GET", path: "/customers/{id}", summary: "顧客の詳細" })
    .input(z.object({ id }))
    .output(customerDetail),
  reservations: history("/customers/{id}/reservations", "顧客の予約", reservationItem),
  stays: history("/customers/{id}/stays", "顧客の宿泊", stayItem),
  acquireCoupons: history("/customers/{id}/acquire-coupons", "クーポン獲得履歴", acquireCouponItem),
  useCoupons: history("/customers/{id}/use-coupons", "クーポン利用履歴", useCouponItem),
};
