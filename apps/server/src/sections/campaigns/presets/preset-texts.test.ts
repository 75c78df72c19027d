import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeGuests } from "../campaigns.fixture.ts";
import { asked } from "../document.fixture.ts";
import { openPipeline, type Pipeline } from "../pipeline.fixture.ts";

// docs/adr/0891: a text that is still the preset's is confirmed by a person before it goes to 1,000 guests or more.

let p: Pipeline;
let staff: ReturnType<typeof asked>;
beforeAll(async () => {
  p = await openPipeline();
  staff = asked(p.staff);
  await makeGuests(p.t.app, p.inn.accountId, { count: 1_000, mail: "many", stays: 1 });
});
afterAll(() => p.close());

const PATH = "segments.0.actions.0.mail";
/** The preset お知らせ, as a draft. */
async function news(change: (edit: CampaignEdit) => Partial<CampaignEdit> = () => ({})): Promise<number> {
  const { items } = await staff.request("GET", "/campaigns/presets?matched=false");
  const { edit } = items.find(({ preset_type: type }: { preset_type: string }) => type === "information");
  return staff.made({ ...edit, ...change(edit) });
}
/** Only for guests with so many stays; 1,000 have one. */
const toGuestsWith = (stays: number) => (edit: CampaignEdit) => ({
  segments: edit.segments.map((segment) => ({
    ...segment,
    target: { combinator: "and" as const, rules: [{ field: "stay_count", operator: "=" as const, value: stays }] },
  })),
});
const activate = (id: number, version = 1) => staff.ask("POST", `/campaigns/${id}/activate`, { version });
const confirm = (id: number, version = 1) => staff.ask("POST", `/campaigns/${id}/confirm-text`, { version });
const textOf = async (id: number) => (await staff.request("GET", `/campaigns/${id}`)).preset_text;
const audited = (id: number) =>
  p.query(sql`select action from audit_logs where entity = 'campaigns' and entity_id = ${id} order by id`);

test("the preset's text starts for 1,000 guests only once somebody has confirmed it", async () => {
  const id = await news(toGuestsWith(1));
  expect(await textOf(id)).toEqual({ paths: [PATH], confirmed: null });
  const refused = await activate(id);
  expect([refused.status, refused.fields]).toEqual([400, [PATH]]);
  expect(refused.body.fields[PATH]).toContain("文面がプリセットのままで、1,000人に届きます");
  const english = await p.staff({
    method: "POST",
    url: `/api/campaigns/${id}/activate`,
    payload: { version: 1 },
    headers: { "x-okaeri-language": "en" },
  });
  expect(english.json().fields[PATH]).toContain("still the preset's and goes to 1,000 guests");

  const confirmed = await confirm(id);
  expect([confirmed.status, confirmed.body.version]).toEqual([200, 1]);
  const { confirmed: first } = await textOf(id);
  expect(first).toEqual({ by_name: expect.stringMatching(/./), at: expect.stringMatching(/^\d{4}-/) });
  // The first confirmation stays.
  await confirm(id);
  expect((await textOf(id)).confirmed).toEqual(first);
  expect(await audited(id)).toEqual([{ action: "create" }, { action: "confirm_text" }]);
  expect((await activate(id)).status).toBe(200);
});

test("fewer than 1,000 recipients need no confirmation, and neither do tests of the message", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 999, mail: "few", stays: 2 });
  const small = await news(toGuestsWith(2));
  expect(await textOf(small)).toEqual({ paths: [PATH], confirmed: null });
  expect((await activate(small)).status).toBe(200);
  const large = await news(toGuestsWith(1));
  const { segments } = await staff.saved(large);
  const trial = { action_id: segments[0]?.actions[0]?.id, customer_id: null, to: null };
  expect((await staff.ask("POST", `/campaigns/${large}/test-send`, trial)).status).toBe(200);
  expect((await activate(large)).fields).toEqual([PATH]);
});

test("a changed text asks for nothing; the preset's text put back is asked for again, unless it was confirmed", async () => {
  const id = await news(toGuestsWith(1));
  const original = await staff.saved(id);
  const changed = structuredClone(original);
  const [action] = changed.segments[0]?.actions ?? [];
  if (action?.type !== "mail" || !action.mail) throw new Error("the preset has no mail");
  action.mail.title = "秋のお知らせ";
  const { version } = await staff.save(id, changed);
  expect(await textOf(id)).toBeNull();
  expect((await confirm(id, version)).status).toBe(200);
  expect(await audited(id)).toEqual([{ action: "create" }, { action: "update" }]);
  await staff.save(id, { ...original, version });
  expect(await textOf(id)).toEqual({ paths: [PATH], confirmed: null });
  expect((await confirm(id, version)).status).toBe(412);
  await confirm(id, version + 1);
  await staff.save(id, { ...changed, version: version + 1 });
  expect((await activate(id, version + 2)).status).toBe(200);
});

test("a copy is confirmed by itself, and a send that was stopped resumes without being asked again", async () => {
  const id = await news(toGuestsWith(1));
  await confirm(id);
  const copy = (await staff.request("POST", `/campaigns/${id}/copy`)).id;
  expect(await textOf(copy)).toEqual({ paths: [PATH], confirmed: null });
  expect((await activate(copy)).fields).toEqual([PATH]);
  await activate(id);
  expect((await confirm(id, 2)).status).toBe(400);
  await staff.request("POST", `/campaigns/${id}/stop`);
  expect((await staff.ask("POST", `/campaigns/${id}/resume`)).status).toBe(200);
  expect((await textOf(id)).confirmed).not.toBeNull();
});

test("recipients of all segments with the preset's text add up; a segment with its own text does not count", async () => {
  await makeGuests(p.t.app, p.inn.accountId, { count: 600, mail: "third", stays: 3 });
  await makeGuests(p.t.app, p.inn.accountId, { count: 400, mail: "fourth", stays: 4 });
  const id = await news((edit) => ({
    segments: [3, 4].flatMap((stays, at) =>
      toGuestsWith(stays)(edit).segments.map((segment) => ({ ...segment, priority_seq: at + 1 })),
    ),
  }));
  const other = "segments.1.actions.0.mail";
  expect((await activate(id)).fields).toEqual([PATH, other]);
  const changed = await staff.saved(id);
  const [action] = changed.segments[1]?.actions ?? [];
  if (action?.type !== "mail" || !action.mail) throw new Error("the preset has no mail");
  action.mail.signature = "花の湯";
  const { version } = await staff.save(id, changed);
  expect((await textOf(id)).paths).toEqual([PATH]);
  expect((await activate(id, version)).status).toBe(200);
});
