import {
  GRANT_STATUSES,
  GROUP_TYPES,
  LANGUAGE_CODES,
  RESERVATION_STATUSES,
  STAY_STATES,
} from "@okaeri/domain/enumerations";
import { z } from "zod";
import { call, needsAction } from "./call.ts";
import { customerRecord } from "./customer-record.ts";
import { customerRequests } from "./customer-requests.ts";
import { customerDetail, customerItem, namedId } from "./customer-rows.ts";
import { customerSelections } from "./customer-selection.ts";
import { customerList } from "./lists/customers.ts";
import { mailSuppressions } from "./mail-suppressions.ts";
import { id, listOf, listQuery, pageNumber, sizeOf } from "./paging.ts";

export const customerQuery = listQuery(customerList);

const reservationItem = z.object({
  id: z.number().int(),
  original_reservation_code: z.string(),
  facility_name: z.string(),
  state: z.enum(STAY_STATES),
  reservation_status: z.enum(RESERVATION_STATUSES),
  reserved_date: z.string().nullable(),
  check_in_date: z.string(),
  check_out_date: z.string(),
  nights: z.number().int(),
  /** Yen; null: not reported. */
  reserved_price: z.number().int().nullable(),
  reserved_payment_price: z.number().int().nullable(),
  plan_code: z.string().nullable(),
  reserved_min_room_count: z.number().int().nullable(),
  group_type: z.enum(GROUP_TYPES),
  language_code: z.enum(LANGUAGE_CODES),
  grant_status: z.enum(GRANT_STATUSES),
  cancel_date: z.string().nullable(),
  /** Of all rooms; null: not reported of any. */
  adult_count: z.number().int().nullable(),
  child_count: z.number().int().nullable(),
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
  /** Of which booking; its page shows what the stay caused. */
  stay_reservation_id: z.number().int(),
  original_reservation_code: z.string().nullable(),
});

const ofCustomer = z.object({ id, page: pageNumber, size: sizeOf });

const read = needsAction("customers/read");
const history = <T extends z.ZodType>(path: `/${string}`, summary: string, item: T) =>
  call(read).route({ method: "GET", path, summary }).input(ofCustomer).output(listOf(item));

export const customers = {
  ...customerRecord,
  ...customerSelections,
  ...customerRequests,
  ...mailSuppressions,
  list: call(read)
    .route({ method: "GET", path: "/customers", summary: "顧客一覧" })
    .input(customerQuery)
    .output(listOf(customerItem)),
  /** Whom the conditions find, at most 10,000: for what is done to exactly these guests. */
  ids: call(read)
    .route({ method: "GET", path: "/customers/ids", summary: "条件に合う顧客の番号" })
    .input(customerQuery)
    .output(z.object({ ids: z.array(z.number().int()) })),
  filters: call(read)
    .route({ method: "GET", path: "/customers/filters", summary: "顧客一覧の絞り込みの選択肢" })
    .output(
      z.object({
        rfm_groups: z.array(namedId.extend({ count: z.number().int() })),
        /** RFMs that account groups share. */
        rfms: z.array(namedId),
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
};
