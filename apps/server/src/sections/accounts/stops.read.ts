import type { Stops } from "@okaeri/contract/accounts";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type OptionType, PLAN, type PlanPart } from "@okaeri/domain/permissions/plan-options";
import { type RawBuilder, sql } from "kysely";
import { todayOf } from "../../clock.ts";
import { inForce, optionRuns } from "../../database/active-version.ts";
import type { Tx } from "../../database/connection.ts";
import type { RecordContext } from "../../http/records.ts";
import { openSendsOf } from "../pushes/pushes.read.ts";

/** An account with all that share its programme, where it is their headquarters; or a whole client. */
type Whose = { accountId: number } | { companyId: number };

/**
 * What stops with the accounts that are in force today, counted, and the guests whose data stays. With `options` only these end, and
 * nothing but keys that no other option opens stops.
 */
export async function stopsOf(
  { app }: RecordContext,
  whose: Whose,
  options: readonly OptionType[] = [],
): Promise<Stops> {
  const today = todayOf(app.clock);
  const stopped = await app.database.asSystem((tx) => stoppedAccounts(tx, whose, today));
  const ids = stopped.map(({ id }) => id);
  const accountIds = [...new Set(stopped.flatMap(({ id, programme_account_id }) => [id, programme_account_id]))];
  const ending = "accountId" in whose && options.length > 0 ? { accountId: whose.accountId, options } : undefined;
  const counted = await app.database.inScope({ accountIds }, (tx) =>
    countStops(tx, ids, { today, now: app.clock.now(), ending }),
  );
  const nothing = { accounts: 0, campaigns: 0, sends: 0, imports: 0, feed_batches: 0 };
  return ending ? { ...counted, ...nothing } : { ...counted, accounts: ids.length };
}

function stoppedAccounts(tx: Tx, whose: Whose, today: CalendarDate) {
  const whereAccount =
    "companyId" in whose
      ? sql`account.company_id = ${whose.companyId}`
      : sql`(account.id = ${whose.accountId} or account.programme_account_id = ${whose.accountId})`;
  return tx.all<{
    id: number;
    programme_account_id: number;
  }>`select account.id, account.programme_account_id
    from accounts account
    where ${whereAccount} and ${inForce(today)}`;
}

type Ending = { accountId: number; options: readonly OptionType[] };
type At = { today: CalendarDate; now: Date; ending: Ending | undefined };

/** Campaigns, sends, files and batches are the programme's; a facility that ends takes the keys and files of its own along. */
function countStops(tx: Tx, ids: readonly number[], at: At) {
  const works = sql`revoked_at is null and active_status = 'active' and (expires_at is null or expires_at > ${at.now})`;
  const waiting = sql`import_batch.account_id = s.programme_account_id and import_batch.facility_account_id = s.id`;
  return tx.one<Omit<Stops, "accounts">>`with s as (
      select account.id, account.programme_account_id
      from accounts account
      where account.id = any(${ids}::bigint[])
    )
    select (select count(*)::int
        from s
        join feed_keys feed_key on feed_key.account_id = s.programme_account_id
          and feed_key.facility_account_id = s.id
        where ${works} and ${opened("feed_keys", at)})
        + (select count(*)::int
          from s
          join partner_keys partner_key on partner_key.account_id = s.programme_account_id
            and partner_key.facility_account_id = s.id
          where ${works} and ${opened("engine_keys", at)}) as keys,
      (select count(*)::int
        from s
        join campaigns campaign on campaign.account_id = s.id
        where campaign.status = 'active' and (campaign.campaign_end_dt is null or campaign.campaign_end_dt >= ${at.today}::date))
        as campaigns,
      ${openSendsOf} as sends,
      (select count(*)::int
        from s
        join import_batches import_batch on ${waiting}
        where import_batch.source = 'csv' and import_batch.state in ('queued', 'running', 'undoing')) as imports,
      (select count(*)::int
        from s
        join import_batches import_batch on ${waiting}
        where import_batch.source <> 'csv' and import_batch.state in ('queued', 'running')) as feed_batches,
      (select coalesce(sum(account_counter.customer_count), 0)::int
        from s
        join account_counters account_counter on account_counter.account_id = s.id)
        + (select count(*)::int
          from s
          join customer_facilities customer_facility on customer_facility.account_id = s.programme_account_id
            and customer_facility.facility_account_id = s.id
          join customer_totals total on total.account_id = customer_facility.account_id
            and total.customer_id = customer_facility.customer_id
          where total.is_listed and not exists (select from s whole where whole.id = s.programme_account_id)) as guests`;
}

/** SQL over accounts `s`: the option that opens the keys runs; where options end, one of them, and no other goes on. */
function opened(part: PlanPart, { today, ending }: At): RawBuilder<boolean> {
  const runs = (also: RawBuilder<boolean>) => sql<boolean>`exists (select from account_options account_option
    where account_option.account_id in (s.id, s.programme_account_id) and account_option.option_type = any(${PLAN[part]}::text[])
      and ${optionRuns(today)} and ${also})`;
  if (ending === undefined) return runs(sql<boolean>`true`);
  const ends = sql<boolean>`(account_option.account_id = ${ending.accountId}
    and account_option.option_type = any(${ending.options}::text[]))`;
  return sql<boolean>`(${runs(ends)} and not ${runs(sql<boolean>`not ${ends}`)})`;
}
