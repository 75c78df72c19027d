import { guestForm, makeCustomer, within } from "../sections/customers/customers.fixture.ts";
import { answerOf, audited, type Bench, type Make, own } from "./parallel-saves.fixture.ts";

const RECORD = guestForm({ name: "山田 花子", name_kana: "ヤマダ ハナコ" });
const guest = ({ t, spot: { accountId } }: Bench) =>
  within(t.app, [accountId], (tx) => makeCustomer(tx, accountId, { name: "山田 花子" }));
const typeOf = ({ t, spot: { accountId } }: Bench) =>
  within(t.app, [accountId], async (tx) => {
    const { id } = await tx.one<{
      id: number;
    }>`insert into account_customer_types (account_id, code, name) values (${accountId}, ${own("type")}, '法人') returning id`;
    return id;
  });
async function noted(bench: Bench) {
  const id = await guest(bench);
  const { accountId } = bench.spot;
  const note = await answerOf(bench.boss, "POST", `/customers/${id}/notes?account_id=${accountId}`, { body: "窓側" });
  return { id, note_id: note.id as number };
}

/** The record of one guest. */
export const CUSTOMER_SAVES: Record<string, Make> = {
  "customers.create": ({ spot }) => {
    const member_number = own("M").toUpperCase();
    const once = `select from customers where account_id = ${spot.accountId} and member_number = '${member_number}'`;
    return { body: { ...RECORD, member_number }, once };
  },
  "customers.update": async (bench) => {
    const id = await guest(bench);
    const body = { ...RECORD, address: "箱根町1-1", version: 1 };
    return { ids: { id }, body, once: audited("customers", id, "update") };
  },
  "customers.addNote": async (bench) => ({ ids: { id: await guest(bench) }, body: { body: "窓側" }, once: null }),
  "customers.changeNote": async (bench) => {
    const ids = await noted(bench);
    return { ids, body: { version: 1, body: "海側" }, once: audited("customers", ids.id, "note_change") };
  },
  "customers.removeNote": async (bench) => {
    const ids = await noted(bench);
    return { ids, once: audited("customers", ids.id, "note_remove") };
  },
  "customers.erase": async (bench) => {
    const id = await guest(bench);
    return { ids: { id }, body: { version: 1 }, once: audited("customers", id, "erase") };
  },
  "customers.addType": async (bench) => {
    const [id, type] = [await guest(bench), await typeOf(bench)];
    const { accountId } = bench.spot;
    const once = `select from customer_types where account_id = ${accountId} and customer_id = ${id}`;
    return { body: { selection: { ids: [id] }, customer_type_id: type }, once };
  },
  "customers.undoAddType": async (bench) => {
    const [id, type] = [await guest(bench), await typeOf(bench)];
    const url = `/customers/type-additions?account_id=${bench.spot.accountId}`;
    const body = { selection: { ids: [id] }, customer_type_id: type };
    const { id: addition } = await answerOf(bench.boss, "POST", url, body);
    return { ids: { id: addition }, by: [bench.boss], once: audited("account_customer_types", type, "undo_add_type") };
  },
  "customers.liftSuppression": async (bench) => {
    const { t, spot } = bench;
    const id = await guest(bench);
    await within(t.app, [spot.accountId], (tx) => {
      const address = `${own("mail").toLowerCase()}@example.jp`;
      return tx.run`update customers set email = ${address}, email_state = 'bounced' where id = ${id}`;
    });
    return { ids: { id }, body: { reason: "受信設定の変更" }, once: audited("customers", id, "lift_suppression") };
  },
  "customers.addConsent": async (bench) => {
    const consent = { channel: "mail", purpose: "marketing", state: "given", happened_on: "2026-01-01" };
    const id = await guest(bench);
    const once = `select from customer_consents where customer_id = ${id}`;
    return { ids: { id }, body: { ...consent, text_version: "", remarks: "" }, once };
  },
};
