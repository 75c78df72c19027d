import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { livingCustomer } from "./merged-customers.read.ts";

type Engine = { accountId: number; facilityId: number };
/** SQL: whether the engine may be told of a customer. */
type InReach = (customerId: RawBuilder<unknown>) => RawBuilder<boolean>;

export type EngineUse = {
  customer_id: number;
  use_point_case_id: number;
  member_number: string | null;
  points: number;
  use_date: string;
  cancel_date: string | null;
};

/** All uses that engines of the facility made for a code, oldest first: an engine that lost an answer finds its use here. */
export function engineUsesOf(
  tx: Tx,
  { accountId, facilityId }: Engine,
  code: string,
  inReach: InReach,
): Promise<EngineUse[]> {
  return tx.all<EngineUse>`select customer.id as customer_id, point_use.id as use_point_case_id, customer.member_number,
      point_use.use_point as points, point_use.use_date, point_use.cancel_date
    from use_point_cases point_use
    join customers customer on customer.account_id = point_use.account_id and customer.id = ${livingCustomer(sql`point_use`)}
    where point_use.account_id = ${accountId} and point_use.facility_account_id = ${facilityId} and point_use.reservation_code = ${code}
      and point_use.partner_key_id is not null and ${inReach(sql`customer.id`)}
    order by point_use.id limit ${MAX_USES}`;
}

/** More than one booking ever has. */
const MAX_USES = 200;

/** A use that a booking engine of the facility made, and whose points they are today. */
export function engineUse(tx: Tx, { accountId, facilityId }: Engine, id: number) {
  return tx.maybe<{
    customer_id: number;
    use_point: number;
  }>`select ${livingCustomer(sql`point_use`)} as customer_id, point_use.use_point
    from use_point_cases point_use
    where point_use.account_id = ${accountId} and point_use.id = ${id}
      and point_use.facility_account_id = ${facilityId} and point_use.partner_key_id is not null`;
}
