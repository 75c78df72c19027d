import { csvOf, queued, runImport } from "../sections/imports/imports.fixture.ts";
import { makeCustomer } from "../sections/stays/stays.fixture.ts";
import { answerOf, type Bench, type Make, own } from "./parallel-saves.fixture.ts";

async function two({ t, spot: { accountId } }: Bench): Promise<[number, number]> {
  return t.app.database.inScope({ accountIds: [accountId] }, async (tx) => [
    await makeCustomer(tx, accountId, own("客")),
    await makeCustomer(tx, accountId, own("客")),
  ]);
}

async function pair(bench: Bench): Promise<{ id: number; customers: [number, number] }> {
  const customers = await two(bench);
  const body = { customer_id: customers[0], other_customer_id: customers[1] };
  const { id } = await answerOf(bench.boss, "POST", `/merges?account_id=${bench.spot.accountId}`, body);
  return { id, customers };
}

const order = ([survivor_id, source_id]: [number, number]) => ({
  survivor_id,
  source_id,
  survivor_version: 1,
  source_version: 1,
  fields: {},
});

/** The contact of a group, who waits. */
async function waiting({ t, spot: { accountId } }: Bench): Promise<{ id: number; name: string }> {
  const name = own("幹事");
  const row = {
    予約番号: own("G"),
    チェックイン日: "2026-12-01",
    チェックアウト日: "2026-12-02",
    氏名: name,
    団体区分: "団体",
  };
  await runImport(t.app, accountId, await queued(t.app, accountId, accountId, csvOf([row])));
  return t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const line = await tx.one<{ id: number }>`select candidate.id from customer_merge_candidates candidate
      join stay_reservation_customers guest on guest.account_id = candidate.account_id and guest.id = candidate.stay_reservation_customer_id
      where guest.account_id = ${accountId} and guest.name = ${name}`;
    return { id: line.id, name };
  });
}
const answered = (id: number) => `select from customer_merge_candidates where id = ${id} and decided_at is not null`;

/** Deciding who is one person. */
export const MERGE_SAVES: Record<string, Make> = {
  "merges.propose": async (bench) => {
    const [one, other] = await two(bench);
    const once = `select from customer_merge_candidates where customer_id = ${one} and other_customer_id = ${other}`;
    return { body: { customer_id: one, other_customer_id: other }, once };
  },
  "merges.preview": async (bench) => {
    const [survivor_id, source_id] = await two(bench);
    return { body: { survivor_id, source_id, fields: {} } };
  },
  "merges.merge": async (bench) => {
    const customers = await two(bench);
    return { body: order(customers), once: `select from customer_merges where source_customer_id = ${customers[1]}` };
  },
  "merges.undo": async (bench) => {
    const address = `/merges/merge?account_id=${bench.spot.accountId}`;
    const { merge_id } = await answerOf(bench.boss, "POST", address, order(await two(bench)));
    return {
      ids: { id: merge_id },
      once: `select from audit_logs where action = 'undo_merge' and after ->> 'merge_id' = '${merge_id}'`,
    };
  },
  "merges.markSeparate": async (bench) => {
    const { id } = await pair(bench);
    return { ids: { id }, once: answered(id) };
  },
  "merges.join": async (bench) => {
    const { id } = await waiting(bench);
    const [customer_id] = await two(bench);
    return {
      ids: { id },
      body: { customer_id },
      once: `select from stay_reservations where customer_id = ${customer_id}`,
    };
  },
  "merges.createCustomer": async (bench) => {
    const { id, name } = await waiting(bench);
    return { ids: { id }, once: `select from customers where name = '${name}'` };
  },
  "merges.setAside": async (bench) => {
    const { id } = await waiting(bench);
    return { ids: { id }, once: answered(id) };
  },
};
