import { afterAll, beforeAll, expect, test } from "vitest";
import { todayOf } from "../../clock.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { booking as feedBooking, send, work } from "../feeds/feeds.fixture.ts";
import { csvOf, runImport, upload } from "../imports/imports.fixture.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { wrongFromScratch } from "../points/prove-from-scratch.ts";
import { columnsThatSay, ledgersOf } from "./canary.fixture.ts";
import { openCanary } from "./planted-guest.fixture.ts";

// What is under way while a guest is erased, and what comes afterwards.
let w: Awaited<ReturnType<typeof openCanary>>;
beforeAll(async () => {
  w = await openCanary();
});
afterAll(() => w.close());

const stayed = { state: "stayed", use_price: 12_000 };
const guest = (mail: string, name = "鵜殿 渉") => ({
  guest_name: name,
  guest_name_kana: "ウドノ ワタル",
  email: mail,
  tel: "090-2222-3333",
});
const mergedOf = async (survivor_id: number, source_id: number) => {
  const request = { survivor_id, source_id, fields: {} };
  const { survivor, source } = await w.call("POST", "/merges/preview", request);
  return w.call("POST", "/merges/merge", {
    ...request,
    survivor_version: survivor.version,
    source_version: source.version,
  });
};

test("an erasure waits for whoever writes guests in sets, who would bring back what was read before", async () => {
  await w.feed(feedBooking("U-1", { ...guest("udono.1@example.jp"), ...stayed }));
  const id = await w.guestOf("U-1");
  let erasing: Promise<unknown> | undefined;
  let done = false;
  await w.inInn(async (tx) => {
    await lockProgramme(tx, w.account);
    erasing = w.erase(id).then(() => {
      done = true;
    });
    // PostgreSQL's own list of who waits for a lock, which a test holds on purpose.
    const waits = () =>
      w.p.t.past.asSystem((past) => past.all`select from pg_locks where locktype = 'advisory' and not granted`);
    await expect.poll(async () => (await waits()).length, { timeout: 20_000 }).toBe(1);
    expect(done).toBe(false);
  });
  await erasing;
  expect(await columnsThatSay(w.p.t, ["udono.1@example.jp"])).toEqual([]);
});

test("a batch and a file that wait with a row of the guest's bring back no contact; bookings told before stay the guest's", async () => {
  const mail = "udono.2@example.jp";
  const row = feedBooking("U-2", { ...guest(mail), ...stayed, use_price: 15_000 });
  await w.feed(row, feedBooking("U-3", { ...guest(mail), ...stayed }));
  const id = await w.guestOf("U-2");
  const line = {
    予約番号: "U-3",
    チェックイン: "2026-11-01",
    チェックアウト: "2026-11-03",
    氏名: "鵜殿 渉",
    メール: mail,
    状態: "宿泊済",
    利用金額: 9_000,
  };
  const file = await upload(w.p.staff, w.annex, csvOf([line]), "udono.csv");
  const { mapping } = await w.call("GET", `/imports/${file}/preview`);
  await w.call("POST", `/imports/${file}/start`, { mapping });
  const sent = { key: w.key, payload: { rows: [{ ...row, use_price: 16_000 }] }, idempotencyKey: mail };
  expect((await send(w.p.t, sent)).statusCode).toBe(202);
  expect(await columnsThatSay(w.p.t, [mail]), "the batch waits").toContain("feed_batches.payload");

  await w.erase(id);
  await work(w.p.t.app, w.account);
  await runImport(w.p.t.app, w.account, file);
  expect(await columnsThatSay(w.p.t, [mail])).toEqual([]);
  expect([await w.guestOf("U-2"), await w.guestOf("U-3")]).toEqual([id, id]);
  const { use_price_total } = await w.inInn(
    (tx) => tx.one<{ use_price_total: number }>`select use_price_total from customers where id = ${id}`,
  );
  expect(use_price_total).toBe(25_000);
  const again = await send(w.p.t, sent);
  expect([again.statusCode, await columnsThatSay(w.p.t, [mail])], "sent again, and answered from what is kept").toEqual(
    [202, []],
  );
});

test("both sides of a merge are erased with the survivor; of a merge that was undone, one side alone", async () => {
  const [one, two, three] = ["udono.4@example.jp", "kanda.5@example.jp", "kanda.6@example.jp"];
  await w.feed(
    feedBooking("U-4", { ...guest(one, "鵜殿 四"), ...stayed, tel: "" }),
    feedBooking("U-5", { ...stayed, guest_name: "神田 五", email: two }),
    feedBooking("U-6", { ...stayed, guest_name: "神田 六", email: three }),
  );
  const [a, b, c] = [await w.guestOf("U-4"), await w.guestOf("U-5"), await w.guestOf("U-6")];
  for (const id of [a, b, c])
    await w.call("POST", `/customers/${id}/grant-points`, {
      grant_point: 100,
      remarks: `${id}番の方`,
      expiration_type: "none",
    });
  const { merge_id } = await mergedOf(a, c);
  await w.call("POST", `/merges/done/${merge_id}/undo`);
  await mergedOf(a, b);
  const figures = await ledgersOf(w.p.t, w.account);
  await w.erase(a);
  expect(await ledgersOf(w.p.t, w.account)).toEqual(figures);
  expect(await columnsThatSay(w.p.t, [one, two, `${a}番の方`, `${b}番の方`])).toEqual([]);
  expect(await columnsThatSay(w.p.t, [three])).toEqual([
    "customers.email",
    "customers.search_text",
    "stay_reservation_customers.email",
  ]);
  expect(await columnsThatSay(w.p.t, [`${c}番の方`])).toEqual(["audit_logs.after", "grant_points.remarks"]);
  for (const gone of [a, b])
    expect(
      (await w.p.staff({ method: "POST", url: `/api/customers/${gone}/erasure`, payload: { version: 1 } })).statusCode,
    ).toBe(404);
  // The day goes on: others are merged, points are used, and everything worked out from scratch is what stands.
  await w.feed(feedBooking("U-7", { ...stayed, guest_name: "神田 七", email: "kanda.7@example.jp" }));
  await mergedOf(c, await w.guestOf("U-7"));
  await w.call("POST", `/customers/${c}/use-points`, { use_point: 60, remarks: "売店" });
  const wrong = await w.inInn(async (tx) => {
    const all = await tx.all<{ id: number }>`select id from customers where account_id = ${w.account}`;
    const proof = { today: todayOf(w.p.t.app.clock), settled: true };
    return [
      ...(await brokenLedgers(tx, w.account)),
      ...(await wrongFromScratch(
        tx,
        w.account,
        all.map(({ id }) => id),
        proof,
      )),
    ];
  });
  expect(wrong).toEqual([]);
});

test("the application's role changes no line of the log, not even one of an erased guest's; the owner's function does nothing else", async () => {
  await w.feed(feedBooking("U-8", { ...stayed, guest_name: "神田 八", email: "kanda.8@example.jp" }));
  const id = await w.guestOf("U-8");
  const remarks = "八番の方へのお詫び";
  await w.call("POST", `/customers/${id}/grant-points`, { grant_point: 100, remarks, expiration_type: "none" });
  const asOwner = (accountIds: number[], programme: number) =>
    w.p.t.app.database.inScope({ accountIds }, async (tx) => {
      await tx.run`select erase_in_audit(${programme}::bigint, ${[id]}::bigint[], '[]', array['八番'])`;
      await tx.run`select erase_in_ledgers(${programme}::bigint, ${[id]}::bigint[])`;
    });
  const stands = () => columnsThatSay(w.p.t, [remarks]);
  await asOwner([w.account], w.account);
  expect(await stands(), "a guest who was not erased").toEqual(["audit_logs.after", "grant_points.remarks"]);
  await w.p.t.past.asSystem((tx) => tx.run`update customers set erased_at = now() where id = ${id}`);
  await asOwner([w.account + 1_000], w.account);
  expect(await stands(), "out of scope").toEqual(["audit_logs.after", "grant_points.remarks"]);
  for (const statement of [
    "update audit_logs set after = null",
    "delete from audit_logs",
    "update grant_points set remarks = ''",
  ])
    await expect(
      w.inInn(async (tx) => {
        await tx.run`select set_config('app.erasure', 'on', true)`;
        await tx.db.executeQuery({ sql: statement, parameters: [], query: { kind: "RawNode" } } as never);
      }),
    ).rejects.toMatchObject({ code: "42501" });
  await asOwner([w.account], w.account);
  expect(await stands()).toEqual([]);
  await asOwner([w.account], w.account);
});
