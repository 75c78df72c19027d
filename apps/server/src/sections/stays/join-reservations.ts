import type { CodeSpace } from "@okaeri/domain/enumerations";
import { joinReports, type StayReport } from "@okaeri/domain/stays/linkage";
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
  /** Its stay counts, or would without another report of it. */
  has_stay: boolean;
  is_reported_elsewhere: boolean;
  links: { space: CodeSpace; code: string }[];
};

/** Two customers whom two reports of one stay name. */
export type ReportedTogether = { customerId: number; otherCustomerId: number };

/**
 * Decides anew which reservations are one stay, after these were written: what no longer counts is reversed, what counts again is applied.
 * Idempotent; the result depends on what is stored, not on the order of arrival.
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
  const leads = joinReports(members.filter((one) => one.is_active).map(reportOf));
  const leadOf = (one: Member) => leads.get(one.id) ?? null;
  const moved = members.filter((one) => leadOf(one) !== one.linked_to_id);
  const stayOf = (one: Member) => (one.stay_id === null || !one.has_stay ? [] : [one.stay_id]);
  const away = members.filter((one) => leadOf(one) !== null && !one.is_reported_elsewhere).flatMap(stayOf);
  const back = members.filter((one) => leadOf(one) === null && one.is_reported_elsewhere).flatMap(stayOf);
  if (moved.length + away.length + back.length === 0) return [];

  const change = await beginStayChange(tx, ctx, { reverse: away, apply: back });
  await tx.run`update stay_transactions
    set reversed_at = now(), is_reported_elsewhere = true, updated_at = now()
    where account_id = ${ctx.accountId} and id = any(${away}::bigint[])`;
  await tx.run`update stay_transactions
    set reversed_at = null, is_reported_elsewhere = false, updated_at = now()
    where account_id = ${ctx.accountId} and id = any(${back}::bigint[])`;
  await tx.run`update stay_reservations reservation
    set linked_to_id = n.lead, updated_at = now()
    from unnest(${moved.map((one) => one.id)}::bigint[], ${moved.map(leadOf)}::bigint[]) n (id, lead)
    where reservation.account_id = ${ctx.accountId} and reservation.id = n.id`;
  await endStayChange(tx, ctx, change);
  const guests = members.flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id]));
  await recountGuests(tx, ctx.accountId, [...new Set(guests)]);
  return moved.flatMap((one) => {
    const lead = members.find(({ id }) => id === leadOf(one));
    if (!lead?.customer_id || !one.customer_id || lead.customer_id === one.customer_id) return [];
    return [{ customerId: lead.customer_id, otherCustomerId: one.customer_id }];
  });
}

const reportOf = ({ id, code_space, original_reservation_code, links, has_stay }: Member): StayReport => ({
  id,
  links,
  hasStay: has_stay,
  name: { space: code_space, code: original_reservation_code },
});

/** These reservations and all that are or were one with them. A reservation that was taken back joins nothing. */
function membersOf(tx: Tx, accountId: number, ids: readonly number[]): Promise<Member[]> {
  return tx.all<Member>`
    with recursive ${givenIds(accountId, ids)}, member (account_id, id) as (
      select given.account_id, given.id
      from given
      where exists (select from stay_reservations reservation
        where reservation.account_id = given.account_id and reservation.id = given.id
          and (reservation.linked_to_id is not null
            or exists (select from stay_reservations following_reservation
              where following_reservation.account_id = reservation.account_id and following_reservation.linked_to_id = reservation.id)
            or exists (select from stay_reservation_linkages reservation_link
              where reservation_link.account_id = reservation.account_id and reservation_link.stay_reservation_id = reservation.id)
            or exists (select from stay_reservation_linkages reservation_link
              where reservation_link.account_id = reservation.account_id
                and reservation_link.facility_account_id = reservation.facility_account_id
                and reservation_link.feed_channel = reservation.code_space
                and reservation_link.reservation_code = reservation.original_reservation_code)))
      union select m.account_id, beside.id
      from member m
      join stay_reservations reservation on reservation.account_id = m.account_id and reservation.id = m.id
      cross join lateral (
        select named_reservation.id
        from stay_reservation_linkages reservation_link
        join stay_reservations named_reservation on named_reservation.account_id = reservation_link.account_id
          and named_reservation.facility_account_id = reservation_link.facility_account_id
          and named_reservation.code_space = reservation_link.feed_channel
          and named_reservation.original_reservation_code = reservation_link.reservation_code
        where reservation_link.account_id = reservation.account_id and reservation_link.stay_reservation_id = reservation.id
        union all select other_reservation_link.stay_reservation_id
        from stay_reservation_linkages reservation_link
        join stay_reservation_linkages other_reservation_link on other_reservation_link.account_id = reservation_link.account_id
          and other_reservation_link.facility_account_id = reservation_link.facility_account_id
          and other_reservation_link.feed_channel = reservation_link.feed_channel
          and other_reservation_link.reservation_code = reservation_link.reservation_code
        where reservation_link.account_id = reservation.account_id and reservation_link.stay_reservation_id = reservation.id
        union all select reservation_link.stay_reservation_id
        from stay_reservation_linkages reservation_link
        where reservation_link.account_id = reservation.account_id
          and reservation_link.facility_account_id = reservation.facility_account_id
          and reservation_link.feed_channel = reservation.code_space
          and reservation_link.reservation_code = reservation.original_reservation_code
        union all select following_reservation.id
        from stay_reservations following_reservation
        where following_reservation.account_id = reservation.account_id and following_reservation.linked_to_id = reservation.id
        union all select reservation.linked_to_id where reservation.linked_to_id is not null
      ) beside
    )
    select reservation.id, reservation.code_space, reservation.original_reservation_code, reservation.customer_id, reservation.linked_to_id,
      reservation.active_status = 'active' as is_active, s.id as stay_id,
      reservation.active_status = 'active' and s.id is not null and (s.reversed_at is null or s.is_reported_elsewhere) as has_stay,
      coalesce(s.is_reported_elsewhere, false) as is_reported_elsewhere,
      coalesce((select json_agg(json_build_object('space', reservation_link.feed_channel, 'code', reservation_link.reservation_code))
        from stay_reservation_linkages reservation_link
        where reservation_link.account_id = reservation.account_id and reservation_link.stay_reservation_id = reservation.id),
        '[]') as links
    from member m
    join stay_reservations reservation on reservation.account_id = m.account_id and reservation.id = m.id
    left join lateral (select stay.*
      from stay_transactions stay
      where stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
      order by stay.id limit 1) s on true
    order by reservation.id`;
}
