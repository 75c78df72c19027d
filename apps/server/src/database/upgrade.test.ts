import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseInUse } from "./migrate.fixture.ts";

let t: Awaited<ReturnType<typeof databaseInUse>>;
beforeAll(async () => {
  t = await databaseInUse(1);
});
afterAll(() => t.close());

test("0088: rules that were in force before versions were kept have one, once", async () => {
  await t.guest.query(`insert into campaigns (account_id, name, type, status, activated_at)
    values (1, '前からの特典', 'basic', 'active', '2026-01-01T00:00:00+09:00'), (1, '下書き', 'basic', 'inactive', null)`);
  for (const made of [["0088_rules_that_were_in_force.sql"], []]) {
    if (made.length > 0) await t.guest.query("delete from schema_migrations where name = $1", made);
    expect(await t.run()).toEqual(made);
  }
  const { rows } = await t.guest.query(`select c.name, v.valid_from::text, v.pays from campaign_rule_versions v
    join campaigns c on c.account_id = v.account_id and c.id = v.campaign_id`);
  expect(rows).toEqual([{ name: "前からの特典", valid_from: "2026-01-01", pays: true }]);
});
