import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeUser } from "../../../test/app.ts";
import { all, couponAction, EVERYBODY, mailAction, pointAction, promotion } from "../campaigns.fixture.ts";
import { asked } from "../document.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// もう一度使う: a new draft that says the same, in which nothing is somebody else's and nothing that ended is dropped.
let p: Pipeline;
let staff: ReturnType<typeof asked>;
beforeAll(async () => {
  p = await openPipeline();
  staff = asked(p.staff);
});
afterAll(() => p.close());

const segment = (priority_seq: number, target: CampaignEdit["segments"][number]["target"], ...actions: object[]) => ({
  id: null,
  priority_seq,
  name: `対象${priority_seq}`,
  target,
  benefits_to_reached: false,
  actions: actions.map((action, at) => ({ ...action, seq: at + 1 })) as never,
});
const copyOf = async (id: number): Promise<number> => (await staff.request("POST", `/campaigns/${id}/copy`)).id;
type Named = { id?: unknown; code?: unknown };
/** Without what is each campaign's own. */
const plain = (document: object) =>
  JSON.parse(JSON.stringify(document), (key, value: Named) =>
    ["id", "version", "name", "code", "campaign_start_dt", "campaign_end_dt"].includes(key) ? undefined : value,
  );
const missing = async (id: number): Promise<string[]> =>
  (await staff.request("GET", `/campaigns/${id}`)).missing.map(({ path }: { path: string }) => path);

test("says the same without days, from the same preset, with parts and a code of its own", async () => {
  const shared = couponAction({ type: "code", code: "FUYU-1" });
  const id = await staff.made(
    promotion({
      preset_type: "information",
      campaign_start_dt: "2026-11-01",
      campaign_end_dt: "2027-01-31",
      segments: [
        segment(1, all({ field: "stay_count", operator: ">=", value: 2 }), pointAction(), shared, mailAction()),
        segment(2, EVERYBODY, mailAction({ title: "別の件名" })),
      ],
    }),
  );
  const original = await staff.saved(id);
  const [first, second] = [await copyOf(id), await copyOf(id)];
  const copy = await staff.saved(first);
  expect(plain(copy)).toEqual(plain(original));
  expect(copy).toMatchObject({
    name: "秋のご案内のコピー",
    preset_type: "information",
    campaign_start_dt: null,
    campaign_end_dt: null,
    version: 1,
  });
  expect(await staff.saved(id)).toEqual(original);
  const ids = (document: typeof copy) =>
    document.segments.flatMap((one) => [`s${one.id}`, ...one.actions.map((action) => `a${action.id}`)]);
  expect(new Set([...ids(original), ...ids(copy)]).size).toBe(12);
  const codes = await p.query<{ code: string }>(sql`select code from coupons where code like 'FUYU-%' order by id`);
  expect(codes.map(({ code }) => code)).toEqual(["FUYU-1", "FUYU-2", "FUYU-3"]);
  expect(await missing(second)).toEqual([]);
  const [line] = await p.query(sql`select action, after from audit_logs where entity = 'campaigns' and entity_id = ${id}
    order by id desc limit 1`);
  expect(line).toEqual({ action: "copy", after: { copied_to_id: second } });
});

test("its name has room, and a draft without a name stays so", async () => {
  const long = await copyOf(await staff.made(promotion({ name: "😀".repeat(100) })));
  expect((await staff.saved(long)).name).toBe(`${"😀".repeat(96)}のコピー`);
  expect((await staff.saved(await copyOf(await staff.made(promotion({ name: "" }))))).name).toBe("");
});

test("what has ended since comes along and is missing: a group, a sender, a coupon's last day, a pool", async () => {
  const rank = await p.t.app.database.inScope({ accountIds: [p.inn.accountId] }, async (tx) => {
    const made = await tx.one<{
      id: number;
    }>`insert into ranks (account_id, definition, active_month, base_month, base_date)
      values (${p.inn.accountId}, 'stay', 12, 12, 1) returning id`;
    return tx.one<{ id: number }>`insert into rank_details (account_id, rank_id, name, total_stay, priority)
      values (${p.inn.accountId}, ${made.id}, '上', 5, 1) returning id`;
  });
  const target = all({ field: "rank_detail_id", operator: "in", value: [rank.id] });
  const id = await staff.made(
    promotion({
      segments: [
        segment(
          1,
          target,
          couponAction({ stay_end_date: "2026-12-31" }),
          couponAction({ type: "code", code: null }),
          mailAction({ from_address: "info@inn.example" }),
        ),
      ],
    }),
  );
  const { id: coupon } = (await staff.request("GET", `/campaigns/${id}/coupons`)).items.at(0);
  await staff.request("POST", `/campaigns/${id}/coupons/${coupon}/codes`, { text: `POOL-${id}` });
  await p.t.past.asSystem(async (tx) => {
    await tx.run`update rank_details set active_status = 'inactive' where id = ${rank.id}`;
    await tx.run`update account_settings set mail_from_address = 'new@inn.example',
        mail_from_confirmed = 'new@inn.example' where account_id = ${p.inn.accountId}`;
    await tx.run`update coupons set stay_end_date = '2026-11-01' where stay_end_date = '2026-12-31'`;
  });
  const copy = await copyOf(id);
  expect(plain(await staff.saved(copy))).toEqual(plain(await staff.saved(id)));
  expect((await missing(copy)).toSorted()).toEqual([
    "segments.0.actions.0.coupon.stay_end_date",
    "segments.0.actions.1.coupon.code",
    "segments.0.actions.2.mail.from_address",
    "segments.0.target.rules.0.value",
  ]);
  // The lost rank keeps nobody from saving the rest; a sender that is not the account's is not saved.
  const document = await staff.saved(copy);
  const refused = await staff.put(copy, document);
  expect([refused.status, refused.fields]).toEqual([400, ["segments.0.actions.2.mail.from_address"]]);
  const mended = JSON.parse(JSON.stringify(document).replace("info@inn.example", ""));
  await staff.save(copy, { ...mended, name: "冬" });
});

test("is offered in every state, to whoever may make campaigns", async () => {
  const id = await staff.made(promotion({ type: "basic", segments: [segment(1, EVERYBODY, pointAction())] }));
  const commands = async () => (await staff.request("GET", `/campaigns/${id}`)).commands;
  expect(await commands()).toContain("copy");
  await staff.request("POST", `/campaigns/${id}/activate`, { version: 1 });
  expect(await commands()).toContain("copy");
  expect((await staff.saved(await copyOf(id))).type).toBe("basic");
  await staff.request("POST", `/campaigns/${id}/stop`);
  expect(await commands()).toContain("copy");
  const editor = asked(await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read", "campaigns/edit"])));
  expect((await editor.request("GET", `/campaigns/${id}`)).commands).not.toContain("copy");
  expect((await editor.ask("POST", `/campaigns/${id}/copy`)).status).toBe(403);
  expect((await staff.ask("POST", "/campaigns/999999/copy")).status).toBe(404);
});
