import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { todayOf } from "../../clock.ts";
import { makeUser } from "../../test/app.ts";
import { within } from "../customers/customers.fixture.ts";
import { type Guests, openGuests } from "../customers/guests.fixture.ts";
import { csvOf, imported } from "../imports/imports.fixture.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { createDefaultRfm } from "../rfms/create-default-rfm.ts";
import { rescoreGuests } from "../rfms/rescore-guests.ts";
import { recountGuests } from "../stays/hand-over-stays.ts";
import { everyRow } from "./merges.fixture.ts";

let guests: Guests;
beforeEach(async () => {
  guests = await openGuests();
  // Rows that tests write directly are not counted yet.
  const { john, taro, hanako } = guests.id;
  const counted = [john ?? 0, taro ?? 0, hanako ?? 0];
  const { clock } = guests.t.app;
  const { accountId } = guests.hotel;
  await inScope(async (tx) => {
    await recountGuests(tx, accountId, counted);
    await createDefaultRfm(tx, accountId);
    await rescoreGuests(tx, { accountId, today: todayOf(clock), now: clock.now() }, counted);
  });
});
afterEach(() => guests.t.close());

const get = async (url: string, by = guests.staff) => (await by({ method: "GET", url: `/api${url}` })).json();
const post = (url: string, payload: object = {}, by = guests.staff) =>
  by({ method: "POST", url: `/api${url}`, payload });
const inScope = <T>(work: Parameters<typeof within<T>>[2]) =>
  within(guests.t.app, [guests.hotel.accountId, guests.annex.accountId], work);
const rows = () => inScope((tx) => everyRow(tx, guests.hotel.accountId));

test("two customers become one who shows everything of both, and one click later they are two again, row by row", async () => {
  const { id, hotel } = guests;
  await post(`/customers/${id.taro}/notes`, { body: "角部屋がお好き" });
  const given = { version: 0, rank_detail_id: id.gold, expiration_date: "2027-10-03", remarks: "常連様" };
  expect((await post(`/customers/${id.taro}/rank`, given)).statusCode).toBe(200);
  const before = await rows();
  expect(before.customer_rfms, "both have scores").toHaveLength(3);
  const request = { survivor_id: id.john, source_id: id.taro, fields: { notes: "both" } };
  const preview = await post("/merges/preview", request);
  expect(preview.json()).toMatchObject({
    proposed_survivor_id: id.taro,
    is_final: false,
    winners: { name: "survivor", birthday: "source", email: "source", member_number: "source" },
    source: { coupons: 1, fields: { member_number: { value: "M-0001" }, tel: { value: "09012345678" } } },
    after: {
      coupons: 1,
      detail: {
        name: "John Smith",
        email: "taro_100%@example.jp",
        stay_count: 2,
        use_price_total: 280_000,
        point_balance: 1_100,
      },
    },
  });
  expect(preview.json().after.detail.rank, "the held one, not the one that ran out").toMatchObject({
    name: "ゴールド",
  });
  expect(await rows(), "a preview leaves nothing").toEqual(before);

  const versions = { survivor_version: preview.json().survivor.version, source_version: preview.json().source.version };
  const stale = await post("/merges/merge", { ...request, ...versions, source_version: versions.source_version - 1 });
  expect(stale.statusCode).toBe(412);
  const merged = await post("/merges/merge", { ...request, ...versions });
  expect(merged.statusCode, merged.body).toBe(200);
  expect((await get(`/customers/${id.john}`)).consents, "what one withdrew is withdrawn").toMatchObject([
    { channel: "mail", given: false },
  ]);
  for (const [history, count] of [
    ["reservations", 3],
    ["stays", 2],
    ["grant-points", 2],
    ["use-points", 2],
    ["acquire-coupons", 1],
    ["use-coupons", 1],
  ] as const)
    expect((await get(`/customers/${id.john}/${history}`)).total, history).toBe(count);
  expect((await get(`/customers?q=${encodeURIComponent("山田")}`)).items, "the merged one is in no list").toEqual([]);
  expect(await get(`/customers/${id.taro}`), "the merged one's own address leads to who lives on").toMatchObject({
    id: id.john,
  });
  expect((await get(`/customers/${id.taro}/stays`)).total).toBe(2);
  expect((await get(`/customers/${id.john}/notes`)).items, "staff's notes of either").toMatchObject([
    { body: "角部屋がお好き" },
  ]);
  const kinds = (await get(`/customers/${id.john}/timeline`)).items.map((event: { kind: string }) => event.kind);
  expect(
    kinds.filter((kind: string) => kind === "stay"),
    "one timeline of both",
  ).toHaveLength(2);
  expect(await inScope((tx) => brokenLedgers(tx, hotel.accountId))).toEqual([]);
  const { items } = await get(`/customers/${id.john}/merges`);
  expect(items).toMatchObject([{ source: { id: id.taro, name: "山田 太郎" } }]);

  // Who was merged before into the merged one belongs to the survivor, too.
  const owners = await inScope(
    (tx) => tx.all<{ merged_into: number }>`select merged_into from customers where id = ${id.merged}`,
  );
  expect(owners).toEqual([{ merged_into: id.john }]);

  const undone = await post(`/merges/done/${items[0].id}/undo`);
  expect(undone.json()).toEqual({ survivor_id: id.john, source_id: id.taro });
  expect(await rows()).toEqual(before);
  expect((await post(`/merges/done/${items[0].id}/undo`)).statusCode, "once").toBe(400);
  const { items: lines } = await get("/audit?entity=customers");
  expect(lines.map((line: { action: string }) => line.action)).toEqual(expect.arrayContaining(["merge", "undo_merge"]));
});

test("what came in between goes to whom it names; points that crossed forbid the undoing, with the reason", async () => {
  const { t, hotel, id } = guests;
  const { survivor, source } = (
    await post("/merges/preview", { survivor_id: id.taro, source_id: id.hanako, fields: {} })
  ).json();
  const order = {
    survivor_id: id.taro,
    survivor_version: survivor.version,
    source_id: id.hanako,
    source_version: source.version,
  };
  const { merge_id } = (await post("/merges/merge", { ...order, fields: {} })).json();
  const line = (code: string, mail: string) => ({
    予約番号: code,
    状態: "滞在済",
    チェックイン: "2026-11-10",
    チェックアウト: "2026-11-11",
    氏名: "山本 花子",
    氏名カナ: "ヤマモト ハナコ",
    メール: mail,
    利用金額: 7_000,
  });
  await imported(
    t.app,
    hotel.accountId,
    hotel.accountId,
    csvOf([line("N1", "hanako@example.jp"), line("N2", "taro_100%@example.jp")]),
  );
  expect((await get(`/customers/${id.taro}`)).stay_count, "both belong to the one").toBe(4);
  expect((await post(`/merges/done/${merge_id}/undo`)).statusCode).toBe(200);
  expect(await get(`/customers/${id.hanako}`)).toMatchObject({ stay_count: 2, use_price_total: 27_000 });
  expect(await get(`/customers/${id.taro}`)).toMatchObject({ stay_count: 2, use_price_total: 87_000 });

  const again = (await post("/merges/preview", { survivor_id: id.hanako, source_id: id.taro, fields: {} })).json();
  const reversed = {
    survivor_id: id.hanako,
    survivor_version: again.survivor.version,
    source_id: id.taro,
    source_version: again.source.version,
  };
  const second = (await post("/merges/merge", { ...reversed, fields: {} })).json();
  await inScope(async (tx) => {
    const [use] = await tx.all<{
      id: number;
    }>`insert into use_point_cases (account_id, facility_account_id, customer_id, use_date, use_point, idempotency_key)
      values (${hotel.accountId}, ${hotel.accountId}, ${id.hanako}, '2026-11-20', 10, 'crossing') returning id`;
    await tx.run`insert into use_points (account_id, use_point_case_id, grant_point_id, use_point)
      select account_id, ${use?.id}, id, 10 from grant_points where account_id = ${hotel.accountId} and customer_id = ${id.taro} order by id
        limit 1`;
  });
  const refused = await post(`/merges/done/${second.merge_id}/undo`);
  expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining("もう一方のポイント")]);
  await inScope((tx) =>
    sql`update use_point_cases set cancel_date = '2026-11-20' where idempotency_key = 'crossing'`.execute(tx.db),
  );
  expect((await post(`/merges/done/${second.merge_id}/undo`)).statusCode, "after the use is cancelled").toBe(200);
});

test("the queue: who waits is asked once, and each answer is kept", async () => {
  const { t, hotel, annex, clerk } = guests;
  const booking = (code: string, name: string, more: Record<string, string>) => ({
    予約番号: code,
    状態: "滞在済",
    チェックイン: "2026-11-01",
    チェックアウト: "2026-11-02",
    氏名: name,
    利用金額: 5_000,
    氏名カナ: "",
    メール: "",
    会員番号: "",
    生年月日: "",
    団体区分: "個人",
    宿泊者区分: "代表",
    メール配信同意: "",
    電話: "",
    ...more,
  });
  await imported(
    t.app,
    hotel.accountId,
    hotel.accountId,
    csvOf([
      booking("Q1", "会員 一郎", { 会員番号: "Q-1" }),
      booking("Q2", "会員 二郎", { メール: "q2@example.jp" }),
      booking("Q3", "両方 三郎", { 会員番号: "Q-1", メール: "q2@example.jp", 生年月日: "1990-05-05" }),
      booking("Q4", "幹事 四郎", {
        団体区分: "団体",
        メール: "q4@example.jp",
        電話: "+81 90-2222-3333",
        メール配信同意: "可",
      }),
      booking("Q4", "同伴 五子", { 宿泊者区分: "同伴" }),
      booking("Q6", "幹事 六郎", { 団体区分: "団体" }),
    ]),
  );
  const queue = async (search = "", by = guests.staff) => (await get(`/merges?${search}`, by)).items;
  const open = await queue();
  expect(
    open.map((one: { kind: string; guest: { name: string } | null; reasons: string[] }) => [
      one.kind,
      one.guest?.name,
      one.reasons.at(-1),
    ]),
  ).toEqual(
    expect.arrayContaining([
      ["guest", "両方 三郎", "keys_disagree"],
      ["pair", undefined, "named_together"],
      ["guest", "幹事 四郎", "group_contact"],
      ["guest", "同伴 五子", "companion"],
      ["guest", "幹事 六郎", "group_contact"],
    ]),
  );
  expect(open).toHaveLength(5);
  expect(await get("/merges/count")).toEqual({ waiting: 5 });
  const [batch] = await inScope((tx) => tx.all<{ id: number }>`select max(id) as id from import_batches`);
  const raised = async (id: number) => [
    (await get(`/merges/count?import_batch_id=${id}`)).waiting,
    (await queue(`import_batch_id=${id}`)).length,
  ];
  expect(await raised(batch?.id ?? 0), "what the last file raised").toEqual([5, 5]);
  expect(await raised(1_000_000), "no other").toEqual([0, 0]);
  for (const odd of ["0", "x", "1,2"])
    expect((await guests.staff({ method: "GET", url: `/api/merges?import_batch_id=${odd}` })).statusCode).toBe(400);
  expect(await queue("", clerk), "a facility's clerk sees the guests of the facility").toEqual([]);
  expect(await queue("kind=pair")).toHaveLength(1);
  expect(await queue("reason=companion")).toHaveLength(1);
  for (const [q, hits] of [
    ["両方", 1],
    ["兩方三郎", 1],
    ["りょうほう", 0],
    ["Q3", 1],
    ["q2@example.jp", 2],
    ["09022223333", 1],
    ["三郎 両方", 1],
  ] as const)
    expect([q, (await queue(`q=${encodeURIComponent(q)}`)).length]).toEqual([q, hits]);
  const lineOf = (name: string) => open.find((one: { guest: { name: string } | null }) => one.guest?.name === name);
  expect(lineOf("幹事 四郎").guest.tel, "as a customer's is shown").toBe("09022223333");

  const disagree = await get(`/merges/${lineOf("両方 三郎").id}`);
  expect(disagree.alike.map((one: { name: string }) => one.name).sort()).toEqual(["会員 一郎", "会員 二郎"]);
  expect(disagree.details).toMatchObject({ birthday: "1990-05-05", member_number: "Q-1" });
  const [ichiro] = disagree.alike.filter((one: { name: string }) => one.name === "会員 一郎");
  expect((await post(`/merges/${disagree.id}/join`, { customer_id: guests.id.merged })).json().fields).toHaveProperty(
    "customer_id",
  );
  expect((await post(`/merges/${disagree.id}/join`, { customer_id: ichiro.id })).json()).toEqual({
    id: disagree.id,
    customer_id: ichiro.id,
  });
  expect(
    await get(`/customers/${ichiro.id}`),
    "the stay counts, gaps are filled, and the address is a key now",
  ).toMatchObject({ stay_count: 2, use_price_total: 10_000, birthday: "1990-05-05", email: "q2@example.jp" });
  expect((await post(`/merges/${disagree.id}/join`, { customer_id: ichiro.id })).statusCode, "answered already").toBe(
    400,
  );

  const made = (await post(`/merges/${lineOf("幹事 四郎").id}/create-customer`)).json();
  expect(await get(`/customers/${made.customer_id}`)).toMatchObject({
    name: "幹事 四郎",
    email: "q4@example.jp",
    stay_count: 1,
    mail_state: "reachable",
  });
  expect((await post(`/merges/${lineOf("同伴 五子").id}/set-aside`)).statusCode).toBe(200);
  const companion = (await post(`/merges/${lineOf("幹事 六郎").id}/create-customer`)).json();
  expect(await get(`/customers/${companion.customer_id}`)).toMatchObject({ name: "幹事 六郎", stay_count: 1 });

  const [pair] = await queue("kind=pair");
  expect((await post(`/merges/${pair.id}/mark-separate`)).statusCode).toBe(200);
  expect(await queue()).toEqual([]);
  await imported(
    t.app,
    hotel.accountId,
    hotel.accountId,
    csvOf([booking("Q7", "両方 七郎", { 会員番号: "Q-1", メール: "q2@example.jp" })]),
  );
  expect(await queue("kind=pair"), "who was told apart is never asked about again").toEqual([]);
  expect(await queue("decision=separate&kind=pair"), "but can be looked up").toMatchObject([
    { id: pair.id, decided_at: expect.any(String) },
  ]);
  const { id: proposed } = (
    await post("/merges", { customer_id: pair.customer.id, other_customer_id: pair.other.id })
  ).json();
  expect(proposed, "and asked by hand").toBe(pair.id);
  expect(
    (await post("/merges", { customer_id: pair.customer.id, other_customer_id: pair.customer.id })).statusCode,
  ).toBe(400);

  const atAnnex = await t.as(
    await makeUser(t.app, annex, "role_user", ["customers/read", "customers/edit", "crm_option"]),
  );
  expect(
    (await post(`/merges/${pair.id}/mark-separate`, {}, atAnnex)).statusCode,
    "deciding needs the right on the programme",
  ).toBe(403);

  const merge = { survivor_id: pair.customer.id, source_id: pair.other.id };
  expect((await get(`/merges/${pair.id}`)).merge_id, "two customers still").toBeNull();
  const { survivor, source } = (await post("/merges/preview", { ...merge, fields: {} })).json();
  const versions = { survivor_version: survivor.version, source_version: source.version };
  const { merge_id } = (await post("/merges/merge", { ...merge, ...versions, fields: {} })).json();
  expect(await get(`/merges/${pair.id}`), "the question leads to its merge").toMatchObject({
    decision: "merged",
    merge_id,
  });
  expect((await post(`/merges/done/${merge_id}/undo`)).statusCode).toBe(200);
  expect((await get(`/merges/${pair.id}`)).merge_id).toBeNull();
});
