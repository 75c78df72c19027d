import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { RfmThresholds } from "@okaeri/domain/rfms/score";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { DETAILS, RFM_GROUPS_JSON } from "./rfms.queries.ts";
import { type GroupToWrite, type RfmWriteContext, writeDetails, writeGroups } from "./write-rfm.queries.ts";

/** What an account starts with has no first day: it counts for every evening before the first change. */
export const FROM_THE_BEGINNING = "0001-01-01" as CalendarDate;

/** Saves what a definition says, in force from the evening of this day on (docs/adr/0158). */
export async function writeDefinition(
  tx: Tx,
  key: RfmWriteContext,
  { thresholds, groups }: { thresholds: RfmThresholds; groups: readonly GroupToWrite[] },
  day: CalendarDate,
): Promise<void> {
  await writeDetails(tx, key, thresholds);
  await writeGroups(tx, key, groups);
  await keepVersions(tx, day, sql`rfm.account_id = ${key.accountId} and rfm.id = ${key.rfmId}`, key.userId);
}

/** Remembers who is in an account group from this day on, for the definitions that it shares. */
export async function keepMembers(tx: Tx, groupId: number, by: { userId: number; today: CalendarDate }): Promise<void> {
  // A race with a save of the definition, which reads the members: the row locks put the two in a line, in the order of the accounts.
  await tx.run`select from rfms where group_id = ${groupId} and active_status = 'active' order by account_id for update`;
  await keepVersions(tx, by.today, sql`rfm.group_id = ${groupId} and rfm.active_status = 'active'`, by.userId);
}

/** From this day on nobody has scores; earlier evenings keep theirs. */
export async function endVersions(
  tx: Tx,
  key: { accountId: number; rfmId: number; userId: number },
  day: CalendarDate,
): Promise<void> {
  await tx.run`insert into rfm_versions (account_id, rfm_id, valid_from, frequency_aggregation_years, monetary_aggregation_years,
      details, groups, created_by)
    select rfm.account_id, rfm.id, ${day}::date, rfm.frequency_aggregation_years, rfm.monetary_aggregation_years, '[]', '[]',
      ${key.userId}
    from rfms rfm
    where rfm.account_id = ${key.accountId} and rfm.id = ${key.rfmId}
    on conflict (account_id, rfm_id, valid_from) do update set details = excluded.details, groups = excluded.groups`;
}

async function keepVersions(
  tx: Tx,
  day: CalendarDate,
  which: RawBuilder<unknown>,
  userId: number | null,
): Promise<void> {
  await tx.run`insert into rfm_versions (account_id, rfm_id, valid_from, frequency_aggregation_years, monetary_aggregation_years,
      details, groups, facility_ids, created_by)
    select rfm.account_id, rfm.id, ${day}::date, rfm.frequency_aggregation_years, rfm.monetary_aggregation_years, ${DETAILS},
      ${RFM_GROUPS_JSON},
      case when rfm.group_id is not null then coalesce((select array_agg(account_group.account_id order by account_group.account_id)
          from account_groups account_group
          where account_group.group_id = rfm.group_id and account_group.active_status = 'active'),
        '{}') end,
      ${userId}::bigint
    from rfms rfm
    where ${which}
    on conflict (account_id, rfm_id, valid_from) do update set frequency_aggregation_years = excluded.frequency_aggregation_years,
      monetary_aggregation_years = excluded.monetary_aggregation_years, details = excluded.details, groups = excluded.groups,
      facility_ids = excluded.facility_ids`;
}
