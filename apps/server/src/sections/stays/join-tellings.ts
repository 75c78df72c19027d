import type { CodeSpace } from "@okaeri/domain/enumerations";
import { joinTellings, type Telling } from "@okaeri/domain/stays/linkage";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { beginStayChange, endStayChange } from "./apply-stay.ts";
import { recountGuests } from "./hand-over-stays.ts";
import type { StayContext } from "./totals.ts";

type Member = {
  id: number;
  code_space: CodeSpace;
  original_reservation_code: string;
  customer_id: number | null;
  linked_to_id: number | null;
  is_active: boolean;
  stay_id: number | null;
  /** Its stay counts, or would without another telling of it. */
  has_stay: boolean;
  is_told_elsewhere: boolean;
  links: { space: CodeSpace; code: string }[];
};

/** Two customers whom two tellings of one stay name. */
export type ReportedTogether = { customerId: number; otherCustomerId: number };

/**
 * Brings in line which reservations are one stay, after these were written: what does not count any more is reversed, what counts again
 * is applied. Depends on what is stored alone and not on what came first; doing it again changes nothing.
 * @returns pairs of different customers that newly joined reservations name.
 */
export async function joinReservations(
  tx: Tx,
  ctx: StayContext,
  reservationIds: readonly number[],
): Promise<ReportedTogether[]> {
  if (reservationIds.length === 0) return [];
  const { any } = await tx.one<{
    any: boolean;
  }>`select exists (select from stay_reservation_linkages where account_id = ${ctx.accountId})
    or exists (select from stay_reservations where account_id = ${ctx.accountId} and linked_to_id is not null) as any`;
  if (!any) return [];
  const members = await membersOf(tx, ctx.accountId, reservationIds);
  const leads = joinTellings(members.filter((one) => one.is_active).map(tellingOf));
  const leadOf = (one: Member) => leads.get(one.id) ?? null;
  const moved = members.filter((one) => leadOf(one) !== one.linked_to_id);
  const stayOf = (one: Member) => (one.stay_id === null || !one.has_stay ? [] : [one.stay_id]);
  const away = members.filter((one) => leadOf(one) !== null && !one.is_told_elsewhere).flatMap(stayOf);
  const back = members.filter((one) => leadOf(one) === null && one.is_told_elsewhere).flatMap(stayOf);
  if (moved.length + away.length + back.length === 0) return [];

  const change = await beginStayChange(tx, ctx, { reverse: away, apply: back });
  await tx.run`update stay_transactions set reversed_at = now(), is_told_elsewhere = true, updated_at = now()
    where account_id = ${ctx.accountId} and id = any(${away}::bigint[])`;
  await tx.run`update stay_transactions set reversed_at = null, is_told_elsewhere = false, updated_at = now()
    where account_id = ${ctx.accountId} and id = any(${back}::bigint[])`;
  await tx.run`update stay_reservations r set linked_to_id = n.lead, updated_at = now()
    from unnest(${moved.map((one) => one.id)}::bigint[], ${moved.map(leadOf)}::bigint[]) n (id, lead)
    where r.account_id = ${ctx.accountId} and r.id = n.id`;
  await endStayChange(tx, ctx, change);
  const guests = members.flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id]));
  await recountGuests(tx, ctx.accountId, [...new Set(guests)]);
  return moved.flatMap((one) => {
    const lead = members.find(({ id }) => id === leadOf(one));
    if (!lead?.customer_id || !one.customer_id || lead.customer_id === one.customer_id) return [];
    return [{ customerId: lead.customer_id, otherCustomerId: one.customer_id }];
  });
}

const tellingOf = ({ id, code_space, original_reservation_code, links, has_stay }: Member): Telling => ({
  id,
  links,
  hasStay: has_stay,
  name: { space: code_space, code: original_reservation_code },
});

/** These reservations and all that are or were one with them. One that was taken back tells nothing, and nothing tells of it. */
function membersOf(tx: Tx, accountId: number, ids: readonly number[]): Promise<Member[]> {
  return tx.all<Member>`
    with recursive ${givenIds(accountId, ids)}, member (account_id, id) as (
      select n.account_id, n.id from given n where exists (select from stay_reservations r where r.account_id = n.account_id and r.id = n.id
        and (r.linked_to_id is not null
          or exists (select from stay_reservations f where f.account_id = r.account_id and f.linked_to_id = r.id)
          or exists (select from stay_reservation_linkages k where k.account_id = r.account_id and k.stay_reservation_id = r.id)
          or exists (select from stay_reservation_linkages k where k.account_id = r.account_id
            and k.facility_account_id = r.facility_account_id and k.feed_channel = r.code_space and k.reservation_code = r.original_reservation_code)))
      union
      select m.account_id, beside.id from member m
      join stay_reservations r on r.account_id = m.account_id and r.id = m.id
      cross join lateral (
        select o.id from stay_reservation_linkages k join stay_reservations o on o.account_id = k.account_id
            and o.facility_account_id = k.facility_account_id and o.code_space = k.feed_channel and o.original_reservation_code = k.reservation_code
          where k.account_id = r.account_id and k.stay_reservation_id = r.id
        union all
        select o.stay_reservation_id from stay_reservation_linkages k join stay_reservation_linkages o on o.account_id = k.account_id
            and o.facility_account_id = k.facility_account_id and o.feed_channel = k.feed_channel and o.reservation_code = k.reservation_code
          where k.account_id = r.account_id and k.stay_reservation_id = r.id
        union all
        select k.stay_reservation_id from stay_reservation_linkages k where k.account_id = r.account_id
          and k.facility_account_id = r.facility_account_id and k.feed_channel = r.code_space and k.reservation_code = r.original_reservation_code
        union all select f.id from stay_reservations f where f.account_id = r.account_id and f.linked_to_id = r.id
        union all select r.linked_to_id where r.linked_to_id is not null
      ) beside
    )
    select r.id, r.code_space, r.original_reservation_code, r.customer_id, r.linked_to_id, r.active_status = 'active' as is_active,
      s.id as stay_id, r.active_status = 'active' and s.id is not null and (s.reversed_at is null or s.is_told_elsewhere) as has_stay, coalesce(s.is_told_elsewhere, false) as is_told_elsewhere,
      coalesce((select json_agg(json_build_object('space', k.feed_channel, 'code', k.reservation_code)) from stay_reservation_linkages k
        where k.account_id = r.account_id and k.stay_reservation_id = r.id), '[]') as links
    from member m join stay_reservations r on r.account_id = m.account_id and r.id = m.id
    left join lateral (select s.* from stay_transactions s where s.account_id = r.account_id and s.stay_reservation_id = r.id
      order by s.id limit 1) s on true
    order by r.id`;
}
