import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { RfmFacts } from "@okaeri/domain/points/stay-points";
import { type RfmVersion, rfmAsOfDays, type ScoredStay } from "@okaeri/domain/rfms/as-of";
import { leadsOf } from "@okaeri/domain/rfms/paint";
import { fromRfmDetails, type RfmDetailRow } from "@okaeri/domain/rfms/score";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { RfmGroupRow } from "./rfms.queries.ts";

/** The versions of one RFM. */
type History = { own: boolean; versions: RfmVersion[] };
/** The guest's groups are those in all RFMs of the programme; the scores are those in its own one, null without any. */
type AsOf = (day: CalendarDate) => RfmFacts;
/** Bookings that are taken as stays. */
type Booked = readonly { check_out_date: CalendarDate; facility_account_id: number; use_price: number }[];

/**
 * For each of these stays where its guest stood on the evening before the check-out: worked out anew from the stays up to that evening and
 * from what was in force then (docs/adr/0158).
 */
export async function rfmsBeforeStays(
  tx: Tx,
  accountId: number,
  stayIds: readonly number[],
): Promise<Map<number, RfmFacts>> {
  const rows = await tx.all<{ judged: [number, CalendarDate][]; stays: StayText[] }>`
    with judged as materialized (
      select stay.account_id, stay.customer_id, jsonb_agg(jsonb_build_array(stay.id, stay.check_out_date)) as stays,
        max(stay.check_out_date) as last
      from stay_transactions stay
      where stay.account_id = ${accountId} and stay.id = any(${stayIds}::bigint[])
        and stay.customer_id is not null and stay.reversed_at is null
      group by stay.account_id, stay.customer_id
    )
    select j.stays as judged, ${staysUpTo(sql`j.last`, sql`j`)} as stays
    from judged j`;
  const histories = await historiesOf(tx, accountId);
  return new Map(
    rows.flatMap(({ judged, stays }) => {
      const facts = asOfDays(histories, stays.map(scored));
      return judged
        .filter(([, checkOut]) => checkOut > FIRST_DAY)
        .map(([id, checkOut]): [number, RfmFacts] => [id, facts(addDays(checkOut, -1))]);
    }),
  );
}

/** Where the guest stands on any evening, as if each of these bookings became a stay as it is booked. */
export async function rfmsWithBookings(tx: Tx, accountId: number, customerId: number, booked: Booked): Promise<AsOf> {
  const { stays } = await tx.one<{
    stays: StayText[];
  }>`select ${staysUpTo(sql`'infinity'::date`, sql`w`)} as stays
    from (select ${accountId}::bigint as account_id, ${customerId}::bigint as customer_id) w`;
  const more = booked.map((one) => ({
    day: one.check_out_date,
    facility_id: one.facility_account_id,
    price: one.use_price,
  }));
  return asOfDays(await historiesOf(tx, accountId), [...stays.map(scored), ...more]);
}

/** Names of groups as they are called today, in the order of their ids. */
export async function groupNames(tx: Tx, accountId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await tx.all<{
    name: string;
  }>`select name from rfm_groups where account_id = ${accountId} and id = any(${ids}::bigint[]) order by id`;
  return rows.map(({ name }) => name);
}

const FIRST_DAY = "0001-01-01";

/** A stay as short as it can be told: check-out, facility, price. */
type StayText = [CalendarDate, number, number];
const scored = ([day, facility_id, price]: StayText): ScoredStay => ({ day, facility_id, price });

/** SQL: the stays of the customer of a row, up to a day. */
const staysUpTo = (last: RawBuilder<unknown>, row: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(jsonb_build_array(stay.check_out_date, stay.facility_account_id, stay.use_price))
      from stay_transactions stay
      where stay.account_id = ${row}.account_id and stay.customer_id = ${row}.customer_id and stay.reversed_at is null
        and stay.check_out_date <= ${last}),
    '[]')`;

function asOfDays(histories: readonly History[], stays: readonly ScoredStay[]): AsOf {
  const known = histories.map(({ own, versions }) => ({ own, on: rfmAsOfDays(versions, stays) }));
  return (day) => {
    const onDay = known.map(({ own, on }) => ({ own, stands: on(day) }));
    const scores = onDay.find(({ own }) => own)?.stands?.scores;
    return {
      rfm_group_ids: onDay.flatMap(({ stands }) => stands?.group_id ?? []),
      rfm_recency_score: scores?.recency ?? null,
      rfm_frequency_score: scores?.frequency ?? null,
      rfm_monetary_score: scores?.monetary ?? null,
    };
  };
}

type VersionRow = Omit<RfmVersion, "thresholds" | "groups"> & {
  rfm_id: number;
  own: boolean;
  details: RfmDetailRow[];
  groups: RfmGroupRow[];
};

async function historiesOf(tx: Tx, accountId: number): Promise<History[]> {
  const rows =
    await tx.all<VersionRow>`select rfm_version.rfm_id, rfm.group_id is null as own, rfm_version.valid_from as "from",
        rfm_version.frequency_aggregation_years, rfm_version.monetary_aggregation_years, rfm_version.details, rfm_version.groups,
        to_jsonb(rfm_version.facility_ids) as facility_ids
      from rfms rfm
      join rfm_versions rfm_version on rfm_version.account_id = rfm.account_id and rfm_version.rfm_id = rfm.id
      where rfm.account_id = ${accountId}
      order by rfm_version.rfm_id, rfm_version.valid_from`;
  return [...Map.groupBy(rows, ({ rfm_id }) => rfm_id).values()].map((versions) => ({
    own: versions.some(({ own }) => own),
    versions: versions.map(({ details, groups, ...version }) => ({
      ...version,
      thresholds: details.length === 0 ? null : fromRfmDetails(details),
      groups: leadsOf(groups),
    })),
  }));
}
