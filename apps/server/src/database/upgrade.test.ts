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
  const { rows } =
    await t.guest.query(`select campaign.name, rule_version.valid_from::text, rule_version.pays from campaign_rule_versions rule_version
    join campaigns campaign on campaign.account_id = rule_version.account_id and campaign.id = rule_version.campaign_id`);
  expect(rows).toEqual([{ name: "前からの特典", valid_from: "2026-01-01", pays: true }]);
});

test("0320: every definition of RFM that was ever in force has its days again, out of the log of changes", async () => {
  const groups = (name: string) => [
    { id: 9, name, recency_score: 5, frequency_score: null, monetary_score: null, priority: 1 },
  ];
  const details = [1, 2, 3, 4, 5].map((score) => ({
    score,
    recency: 1,
    frequency: 1,
    monetary: 1,
    priority: 6 - score,
  }));
  const years = { frequency_aggregation_years: 3, monetary_aggregation_years: 4 };
  const saved = (rfm: number, at: string, name: string) =>
    t.guest.query(
      `insert into audit_logs (at, action, entity, entity_id, account_id, before, after) values ($1, 'update', 'rfms', $2, 1, $3, '{}')`,
      [at, rfm, JSON.stringify({ ...years, details, groups: groups(name) })],
    );
  await t.guest.query(`insert into groups (id, company_id, name) overriding system value select 7, company_id, '海辺' from accounts
    where id = 1;
    insert into account_groups (account_id, group_id) values (1, 7);
    insert into rfms (account_id, id, group_id, active_status, created_at, updated_at) overriding system value values
      (1, 501, null, 'active', '2026-01-05T00:00:00+09:00', '2026-03-02T00:00:00+09:00'),
      (1, 502, 7, 'inactive', '2026-02-01T00:00:00+09:00', '2026-04-30T23:30:00+09:00');
    insert into rfm_groups (account_id, id, rfm_id, name, priority) overriding system value values (1, 9, 501, '今', 1)`);
  await saved(501, "2026-02-10T23:59:00+09:00", "はじめ");
  await saved(501, "2026-03-02T09:00:00+09:00", "二つ目");
  await saved(501, "2026-03-02T18:00:00+09:00", "その日だけ");
  await t.guest.query("drop table rfm_versions; delete from schema_migrations where name = '0320_rfm_versions.sql'");
  expect(await t.run()).toEqual(["0320_rfm_versions.sql"]);
  const { rows } =
    await t.guest.query(`select rfm_version.rfm_id::int, rfm_version.valid_from::text, rfm_version.groups -> 0 ->> 'name' as name,
      jsonb_array_length(rfm_version.details) as details, rfm_version.frequency_aggregation_years as years,
        rfm_version.facility_ids::text[] as members
    from rfm_versions rfm_version where rfm_version.account_id = 1 and rfm_version.rfm_id in (501, 502) order by 1, 2`);
  const own = { rfm_id: 501, members: null };
  expect(rows).toEqual([
    { ...own, valid_from: "0001-01-01", name: "はじめ", details: 5, years: 3 },
    { ...own, valid_from: "2026-02-10", name: "二つ目", details: 5, years: 3 },
    { ...own, valid_from: "2026-03-02", name: "今", details: 0, years: 2 },
    { rfm_id: 502, valid_from: "2026-02-01", name: null, details: 0, years: 2, members: ["1"] },
    { rfm_id: 502, valid_from: "2026-04-30", name: null, details: 0, years: 2, members: null },
  ]);
});
