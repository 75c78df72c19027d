import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EVERYBODY, mailAction, makeGuests } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";

// Guests read the hotel's name as they know it, and never that of its headquarters.

let p: Pipeline;
beforeEach(async () => {
  p = await openPipeline();
  const { accountId } = p.inn;
  await p.t.app.database.asSystem(
    (tx) => tx.run`update accounts set name = '花の湯グループ 本部' where id = ${accountId}`,
  );
  await p.query(sql`update account_settings set mail_from_name = '', legal_sender_name = '花の湯株式会社 本社'`);
  await makeGuests(p.t.app, accountId, { count: 1, mail: "g" });
});
afterEach(() => p.close());

const previewed = () => {
  const { mail } = mailAction({
    title: "{{ facility_name }}からのお知らせ",
    body: "{{ facility_name }}でございます。",
  });
  return p.call("POST", "/campaigns/preview", { target: EVERYBODY, mail, points: null, customer_id: null });
};
const settings = () => p.call("GET", `/accounts/${p.inn.accountId}/sender`);

test("without a display name it is the account's name without its office; with one it is that, in subject, text, heading and sender", async () => {
  expect(await settings()).toMatchObject({ display_name: "", display_name_default: "花の湯グループ" });
  const plain = await previewed();
  expect(plain.subject).toBe("花の湯グループからのお知らせ");
  expect(plain.text).toContain("花の湯グループでございます。");
  // The law's block keeps the legal name, and that alone may name the office.
  expect(plain.text.replaceAll("花の湯株式会社 本社", "")).not.toMatch(/本部|本社/);
  const { owner, display_name_default, mail_from_state, mail_from_in_use, mail_from_asked_at, ...before } =
    await settings();
  const saved = await p.staff({
    method: "PUT",
    url: `/api/accounts/${p.inn.accountId}/sender`,
    payload: { ...before, display_name: "箱根 花の湯" },
  });
  expect([saved.statusCode, saved.json().display_name]).toEqual([200, "箱根 花の湯"]);
  const named = await previewed();
  expect([named.subject, named.from]).toEqual(["箱根 花の湯からのお知らせ", expect.stringContaining('"箱根 花の湯"')]);
  expect(named.html.replaceAll("花の湯株式会社 本社", "")).not.toMatch(/本部|本社/);
  // A caller who knows nothing of it leaves it as it is.
  const { display_name, ...older } = before;
  await p.staff({
    method: "PUT",
    url: `/api/accounts/${p.inn.accountId}/sender`,
    payload: { ...older, version: saved.json().version },
  });
  expect((await settings()).display_name).toBe("箱根 花の湯");
});
