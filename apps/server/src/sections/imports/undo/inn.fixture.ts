import { expect } from "vitest";
import type { Tx } from "../../../database/connection.ts";
import { type Caller, makeAccount, makeUser, type TestApp } from "../../../test/app.ts";
import { brokenLedgers } from "../../points/broken-ledgers.ts";
import { makeBasicCampaign } from "../../stays/stays.fixture.ts";
import { countsOf, csvOf, queued, runImport, upload } from "../imports.fixture.ts";
import { snapshot } from "./undo.fixture.ts";
import { undoImport } from "./undo-import.ts";

export type Cells = Record<string, string | number>;
let serial = 0;

/** A house that pays points for stays, with staff who import and take back over HTTP. */
export async function openInn(t: TestApp) {
  const inn = await makeAccount(t.app, { name: `取り消しの宿${++serial}` });
  const { accountId } = inn;
  const call: Caller = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => t.app.database.inScope({ accountIds: [accountId] }, work);
  await inScope((tx) =>
    makeBasicCampaign(tx, {
      accountId,
      rule: { grant_type: "rate", grant_rate: 10, expiration_type: "days_from_last_stay", days: 400 },
    }),
  );
  const world = {
    accountId,
    /** A second house of the programme. */
    annexe: async () => (await makeAccount(t.app, { name: `別館${serial}`, above: inn })).accountId,
    call,
    inScope,
    snapshot: () => inScope((tx) => snapshot(tx, accountId)),
    brings: async (bytes: Buffer, batchRows = 5) => {
      const id = await queued(t.app, accountId, accountId, bytes);
      await runImport(t.app, accountId, id, { batchRows });
      expect(await countsOf(t.app, accountId, id)).toMatchObject({ status: "done" });
      return id;
    },
    /** A file of customers, from upload to end. */
    bringsGuests: async (...people: Cells[]) => {
      const columns = {
        会員番号: "",
        氏名: "",
        氏名カナ: "",
        メールアドレス: "",
        住所: "",
        顧客区分: "",
        メール配信同意: "",
      };
      const bytes = csvOf(people.map((one) => ({ ...columns, ...one })));
      const id = await upload(call, accountId, bytes, "c.csv", "customers");
      const { mapping } = (await call({ method: "GET", url: `/api/imports/${id}/preview` })).json();
      const started = await call({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping } });
      expect(started.statusCode, started.body).toBe(200);
      await runImport(t.app, accountId, id);
      expect(await countsOf(t.app, accountId, id)).toMatchObject({ status: "done", refused: 0 });
      return id;
    },
    ask: (id: number, method: "GET" | "POST" = "GET") => call({ method, url: `/api/imports/${id}/undo` }),
    run: (id: number, signal = new AbortController().signal, pieceRows = 4) =>
      undoImport(t.app, { account_id: accountId, import_batch_id: id }, { signal }, { pieceRows }),
    undo: async (id: number) => {
      const foreseen = await world.ask(id);
      expect(foreseen.statusCode, foreseen.body).toBe(200);
      const asked = await world.ask(id, "POST");
      expect(asked.statusCode, asked.body).toBe(200);
      await world.run(id);
      const { undone_at, ...batch } = (await call({ method: "GET", url: `/api/imports/${id}` })).json();
      expect(batch).toMatchObject({ state: "undone", undo_until: null, rows_undone: batch.undo_total });
      const done = (await world.ask(id)).json();
      // What was foretold is what was done.
      expect(done).toEqual(foreseen.json());
      expect(await inScope((tx) => brokenLedgers(tx, accountId))).toEqual([]);
      return done;
    },
  };
  return world;
}

export const row = (code: string, over: Cells = {}): Cells => ({
  予約番号: code,
  予約状態: "滞在済",
  チェックイン日: "2026-10-01",
  チェックアウト日: "2026-10-02",
  利用金額: 10_000,
  伝票番号: "",
  プランコード: "A",
  氏名: "山田 花子",
  氏名カナ: "ヤマダ ハナコ",
  メールアドレス: "",
  電話番号: "",
  会員番号: "",
  生年月日: "",
  宿泊者区分: "",
  団体区分: "",
  メール配信同意: "",
  住所: "",
  キャンセル日: "",
  ...over,
});
