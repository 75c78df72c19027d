import type { WholeAction } from "@okaeri/contract/campaigns/document";
import { SCHEDULE_FIELDS } from "@okaeri/domain/campaigns/schedule/schedule";
import { type RawBuilder, sql } from "kysely";
import { objectOf, qualifiedColumns, takenOver, unqualifiedColumns } from "../../../database/columns.ts";
import type { Tx } from "../../../database/connection.ts";

// When each action happens, in tables of their own: one schedule or one trigger, or none.

const ONCE = ["once_per", "once_days"];
const SCHEDULE_COLUMNS = [...SCHEDULE_FIELDS, ...ONCE];
const TRIGGER_COLUMNS = ["base", "offset_days", "time", ...ONCE];

/** SQL over campaign actions `action`: the names and values of what it says of its timing, for a JSON object. */
export const timingSql: RawBuilder<unknown> = sql`
  'schedule', (select ${objectOf("schedule", SCHEDULE_FIELDS)} from schedules schedule
    where schedule.account_id = action.account_id and schedule.campaign_action_id = action.id),
  'schedule_once', (select ${objectOf("schedule", ONCE)} from schedules schedule
    where schedule.account_id = action.account_id and schedule.campaign_action_id = action.id and schedule.once_per is not null),
  'trigger', (select json_build_object('base', trigger.base, 'offset_days', trigger.offset_days, 'time', left(trigger."time"::text, 5),
      'once_per', trigger.once_per, 'once_days', trigger.once_days) from triggers trigger
    where trigger.account_id = action.account_id and trigger.campaign_action_id = action.id)`;

/** SQL over campaign actions `action`: its timing in a jsonb array for approvals; empty where a person sends it, as before there was any. */
export const timingFingerprint: RawBuilder<unknown> = sql`coalesce(
  (select jsonb_build_array('schedule', ${qualifiedColumns("schedule", SCHEDULE_COLUMNS)}) from schedules schedule
    where schedule.account_id = action.account_id and schedule.campaign_action_id = action.id),
  (select jsonb_build_array('trigger', ${qualifiedColumns("trigger", TRIGGER_COLUMNS)}) from triggers trigger
    where trigger.account_id = action.account_id and trigger.campaign_action_id = action.id),
  '[]')`;

/** Makes the timing of actions what the document says. What says the same is not written; a new moment is worked out of what changed. */
export async function writeTimings(
  tx: Tx,
  accountId: number,
  actions: readonly { id: number; says: WholeAction }[],
): Promise<void> {
  const schedules = actions.flatMap(({ id, says: { schedule, schedule_once: once } }) =>
    schedule === null
      ? []
      : [{ id, ...schedule, once_per: once?.once_per ?? null, once_days: once?.once_days ?? null }],
  );
  const triggers = actions.flatMap(({ id, says: { trigger } }) => (trigger === null ? [] : [{ id, ...trigger }]));
  const without = (remaining: readonly { id: number }[]) => {
    const has = new Set(remaining.map(({ id }) => id));
    return actions.map(({ id }) => id).filter((id) => !has.has(id));
  };
  await tx.run`delete from schedules where account_id = ${accountId} and campaign_action_id = any(${without(schedules)}::bigint[])`;
  await tx.run`delete from triggers where account_id = ${accountId} and campaign_action_id = any(${without(triggers)}::bigint[])`;
  await tx.run`insert into schedules as schedule (account_id, campaign_action_id, ${unqualifiedColumns(SCHEDULE_COLUMNS)})
    select ${accountId}, said.id, ${qualifiedColumns("said", SCHEDULE_COLUMNS)}
    from jsonb_to_recordset(${JSON.stringify(schedules)}::jsonb) said(id bigint, minute text, hour text, day_of_month text, month text,
      day_of_week text, year text, once_per text, once_days int)
    on conflict (account_id, campaign_action_id) do update
      set ${takenOver(SCHEDULE_COLUMNS)}, next_run_at = null, updated_at = now()
      where (${qualifiedColumns("schedule", SCHEDULE_COLUMNS)}) is distinct from (${qualifiedColumns("excluded", SCHEDULE_COLUMNS)})`;
  await tx.run`insert into triggers as trigger (account_id, campaign_action_id, ${unqualifiedColumns(TRIGGER_COLUMNS)})
    select ${accountId}, said.id, ${qualifiedColumns("said", TRIGGER_COLUMNS)}
    from jsonb_to_recordset(${JSON.stringify(triggers)}::jsonb) said(id bigint, base text, offset_days int, "time" time, once_per text,
      once_days int)
    on conflict (account_id, campaign_action_id) do update
      set ${takenOver(TRIGGER_COLUMNS)}, updated_at = now()
      where (${qualifiedColumns("trigger", TRIGGER_COLUMNS)}) is distinct from (${qualifiedColumns("excluded", TRIGGER_COLUMNS)})`;
}
