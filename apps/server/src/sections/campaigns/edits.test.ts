import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { purgeJobs } from "../../main/purge-old-rows.ts";
import { makeUser } from "../../test/app.ts";
import { EVERYBODY, mailAction, pointAction, promotion } from "./campaigns.fixture.ts";
import { asked, withFirst } from "./document.fixture.ts";
import { MOST_EDITS } from "./edits.ts";
import { openPipeline, type Pipeline } from "./pipeline.fixture.ts";

// What a campaign said within the last hour, and how it is put back.
let p: Pipeline;
let staff: ReturnType<typeof asked>;
let other: ReturnType<typeof asked>;
beforeAll(async () => {
  p = await openPipeline();
  staff = asked(p.staff);
  const landlady = await makeUser(p.t.app, p.inn, "role_admin", ["*"]);
  await p.t.past.asSystem((tx) => tx.run`update users set name = '女将 はな' where id = ${landlady}`);
  other = asked(await p.t.as(landlady));
});
afterAll(() => p.close());

const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction(), mailAction()] }];
const edits = async (id: number) => (await staff.request("GET", `/campaigns/${id}/edits`)).items;
const longAgo = (id: number, seconds: number) =>
  p.query(
    sql`update campaign_edits set replaced_at = replaced_at - make_interval(secs => ${seconds}) where campaign_id = ${id}`,
  );

describe("the versions of the last hour", () => {
  test("say who saved what and when, and one is put back through the same save", async () => {
    const id = await staff.made(promotion({ name: "一", segments }));
    const first = await staff.saved(id);
    await other.save(id, { ...withFirst(first, () => ({ actions: [] })), name: "二" });
    await staff.save(id, { ...(await staff.saved(id)), name: "三" });
    const history = await edits(id);
    const { version: _version, ...original } = first;
    expect(history).toMatchObject([
      { version: 2, by: "女将 はな", at: expect.any(String), document: { name: "二" } },
      { version: 1, document: original },
    ]);
    await staff.save(id, { ...history[1].document, version: 3 });
    expect(await staff.saved(id)).toEqual({ ...first, version: 4 });
    const answer = await staff.ask("POST", `/campaigns/${id}/edits/2/restore`, { version: 3 });
    expect(answer.status).toBe(412);
    expect((await staff.request("POST", `/campaigns/${id}/edits/2/restore`, { version: 4 })).name).toBe("二");
    expect((await staff.ask("POST", `/campaigns/${id}/edits/77/restore`, { version: 5 })).status).toBe(404);
  });

  test("hold one step of what somebody types without a pause, and each of what others do", async () => {
    const id = await staff.made(promotion({ name: "一", segments }));
    for (const name of ["二", "三", "四"]) await staff.save(id, { ...(await staff.saved(id)), name });
    expect((await edits(id)).map((one: { version: number }) => one.version)).toEqual([1]);
    await other.save(id, { ...(await staff.saved(id)), name: "五" });
    await longAgo(id, 11);
    await other.save(id, { ...(await staff.saved(id)), name: "六" });
    expect((await edits(id)).map((one: { document: { name: string } }) => one.document.name)).toEqual([
      "五",
      "四",
      "一",
    ]);
  });

  test("end after an hour, by the next save or by the clock, and are never more than so many", async () => {
    const id = await staff.made(promotion({ name: "一", segments }));
    await staff.save(id, { ...(await staff.saved(id)), name: "二" });
    await longAgo(id, 3_601);
    expect(await edits(id)).toEqual([]);
    expect((await staff.ask("POST", `/campaigns/${id}/edits/1/restore`, { version: 2 })).status).toBe(404);
    await purgeJobs(p.t.app)["purge-old-rows"]({}, { signal: new AbortController().signal, attempt: 0 });
    expect(await p.query(sql`select from campaign_edits where campaign_id = ${id}`)).toEqual([]);
    const now = p.t.app.clock.now();
    await p.query(sql`update campaigns set version = 1000 where id = ${id}`);
    await p.query(sql`insert into campaign_edits (account_id, campaign_id, version, document, saved_at, replaced_at)
      select ${p.inn.accountId}, ${id}, n, '{"name": "古い"}', ${now}, ${now}::timestamptz - interval '1 minute'
      from generate_series(1, 200) n`);
    await staff.save(id, { ...(await staff.saved(id)), name: "三" });
    const [{ stored, newest } = { stored: 0, newest: 0 }] = await p.query<{ stored: number; newest: number }>(
      sql`select count(*)::int as stored, max(version) as newest from campaign_edits where campaign_id = ${id}`,
    );
    expect([stored, newest]).toEqual([MOST_EDITS, 1000]);
  });

  test("are another account's nobody's", async () => {
    const id = await staff.made(promotion({ segments }));
    await staff.save(id, { ...(await staff.saved(id)), name: "二" });
    const reader = asked(await p.t.as(await makeUser(p.t.app, p.inn, "role_user", ["campaigns/read"])));
    expect((await reader.ask("GET", `/campaigns/${id}/edits`)).status).toBe(403);
    expect((await staff.ask("GET", "/campaigns/999999/edits")).status).toBe(404);
  });
});
