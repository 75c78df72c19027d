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
  return tx.all<EngineUse>`select c.id as customer_id, u.id as use_point_case_id, c.member_number, u.use_point as points, u.use_date, u.cancel_date
    from use_point_cases u
    join customers c on c.account_id = u.account_id and c.id = ${livingCustomer(sql`u`)}
    where u.account_id = ${accountId} and u.facility_account_id = ${facilityId} and u.reservation_code = ${code}
      and u.partner_key_id is not null and ${inReach(sql`c.id`)} order by u.id limit ${MAX_USES}`;
}

/** More than one booking ever has. */
const MAX_USES = 200;

/** A use that a booking engine of the facility made, and whose points they are today. */
export function engineUse(tx: Tx, { accountId, facilityId }: Engine, id: number) {
  return tx.maybe<{
    customer_id: number;
    use_point: number;
  }>`select ${livingCustomer(sql`u`)} as customer_id, u.use_point
    from use_point_cases u where u.account_id = ${accountId} and u.id = ${id} and u.facility_account_id = ${facilityId}
      and u.partner_key_id is not null`;
}
