import { parse } from "csv-parse/sync";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { seededRandom } from "../../seed/people/random.ts";
import { RESORT_COLUMNS } from "../../seed/resort/convert.ts";
import { makeAccount, type TestApp } from "../../test/app.ts";
import { csvOf } from "../imports/imports.fixture.ts";
import { joinGuest, setAside } from "../merges/decide-candidate.ts";
import type { MergeContext } from "../merges/merge-context.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { makeBasicCampaign } from "../stays/stays.fixture.ts";
import { feedKey } from "./feeds.fixture.ts";

/** A row as a feed's row says it: fields that are empty in the file are not said. */
export type Row = Record<string, string>;

/** The rows of a converted file. */
export function rowsOfFile(file: Buffer): Row[] {
  const records: Row[] = parse(file, { columns: true, bom: true });
  return records.map((record) =>
    Object.fromEntries(
      RESORT_COLUMNS.flatMap(({ field, header }) => (record[header] ? [[field, record[header]]] : [])),
    ),
  );
}

/** The same rows as a file. */
export const fileOfRows = (rows: readonly Row[]): Buffer =>
  csvOf(rows.map((row) => Object.fromEntries(RESORT_COLUMNS.map(({ field, header }) => [header, row[field] ?? ""]))));

export type Inn = { accountId: number; key: string };
let serial = 0;

/** A facility with rules that pay for every stay: the expiry of one rolls with each stay, the other pays from the second stay on. */
export async function openInn(t: TestApp, rollingDays = 4_400): Promise<Inn> {
  const { accountId } = await makeAccount(t.app, { name: `宿${++serial}` });
  await t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    await makeBasicCampaign(tx, {
      accountId,
      rule: { grant_type: "rate", grant_rate: 5, expiration_type: "days_from_last_stay", days: rollingDays },
    });
    await makeBasicCampaign(tx, {
      accountId,
      target: { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 2 }] },
      rule: { grant_type: "absolute", grant_absolute: 70, expiration_type: "days_from_grant", days: 4_200 },
    });
  });
  return { accountId, key: await feedKey(t.app, { accountId, facilityId: accountId }) };
}

type Question = {
  id: number;
  customer_id: number | null;
  other_customer_id: number | null;
  guest_id: number | null;
  reason: string | null;
};

/**
 * Answers the queue as a person would who looks at keys alone, whatever came first: who shares a key is one, whose keys
 * disagree joins them, everybody else who waits is nobody's customer. Ends when nothing is asked any more.
 */
export async function decideAlike(t: TestApp, accountId: number): Promise<{ merged: number; joined: number }> {
  const done = { merged: 0, joined: 0 };
  const { clock } = t.app;
  const ctx: MergeContext & Pick<App, "cipher"> = {
    cipher: t.app.cipher,
    accountId,
    userId: null,
    ip: null,
    today: todayOf(clock),
    now: clock.now(),
  };
  const answer = async (tx: Tx): Promise<boolean> => {
    const one = await nextQuestion(tx, accountId);
    if (one === undefined) return false;
    if (one.other_customer_id !== null && one.customer_id !== null) {
      await mergeIds(tx, ctx, one.customer_id, one.other_customer_id);
      done.merged++;
    } else if (one.reason === "keys_disagree" && one.customer_id !== null) {
      await joinGuest(tx, ctx, one.id, one.customer_id);
      done.joined++;
    } else await setAside(tx, ctx, one.id);
    return true;
  };
  for (let more = true; more; ) more = await t.app.database.inScope({ accountIds: [accountId] }, answer);
  return done;
}

/** Pairs first: guests whose keys disagree join those who have become one. */
function nextQuestion(tx: Tx, accountId: number): Promise<Question | undefined> {
  return tx.maybe<Question>`select candidate.id, candidate.customer_id, candidate.other_customer_id,
    candidate.stay_reservation_customer_id as guest_id,
      guest.waiting_reason as reason
    from customer_merge_candidates candidate
    left join stay_reservation_customers guest on guest.account_id = candidate.account_id
      and guest.id = candidate.stay_reservation_customer_id
    left join customers customer on customer.account_id = candidate.account_id and customer.id = candidate.customer_id
    left join customers other_customer on other_customer.account_id = candidate.account_id
      and other_customer.id = candidate.other_customer_id
    where candidate.account_id = ${accountId} and candidate.decision = 'open'
      and customer.merged_into is null and other_customer.merged_into is null and guest.customer_id is null
    order by candidate.other_customer_id is null, guest.waiting_reason is distinct from 'keys_disagree', candidate.id limit 1`;
}

/** The same numbers in an order that looks random and is the same in every run. */
export function shuffled<T>(values: readonly T[], seed = 7): T[] {
  const random = seededRandom(`delivery ${seed}`);
  const placed = values.map((value) => ({ value, place: random.next() }));
  return placed.sort((a, b) => a.place - b.place).map(({ value }) => value);
}
