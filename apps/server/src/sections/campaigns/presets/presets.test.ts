import { PRESETS } from "@okaeri/domain/campaigns/presets/presets";
import type { Timing } from "@okaeri/domain/campaigns/schedule/timing";
import { occasionsOf } from "@okaeri/domain/campaigns/triggers/occasions";
import { afterAll, expect, test } from "vitest";
import { makeUser } from "../../../test/app.ts";
import { type Offered, openPresets, presetInn, stayed } from "./presets.fixture.ts";

// GET /campaigns/presets: what each account can have, what it lacks and the way there, and documents that are complete.

const t = await openPresets();
afterAll(() => t.close());

type Timed = { [Field in keyof Timing]?: Timing[Field] | undefined };
const TIMED = ({ schedule, schedule_once, trigger }: Timed) => ({ schedule, schedule_once, trigger });
const lacksOf = (items: Offered[]) =>
  Object.fromEntries(
    items.flatMap(({ preset_type, lacks }) => (lacks.length > 0 ? [[preset_type, lacks.map(({ code }) => code)]] : [])),
  );

test("each document that is ready is saved as it is, twice, lacks nothing, keeps its preset and is switched on", async () => {
  const p = await presetInn(t);
  await p.call("POST", "/ranks", {
    definition: "stay",
    use_point_unit: 1,
    active_month: 12,
    base_month: 12,
    base_date: 31,
    details: [{ name: "金", priority: 1, min_use_point: 0, max_use_point: null, total_stay: 3 }],
  });
  await p.bring(stayed("M-1", "2026-06-01"));
  const { items }: { items: Offered[] } = await p.call("GET", "/campaigns/presets");
  expect(items.map(({ preset_type }) => preset_type)).toEqual(PRESETS.map(({ type }) => type));
  const ready = items.filter((one) => one.ready);
  expect(ready.map(({ preset_type }) => preset_type)).toEqual([
    "birthmonth_benefit",
    "weekday_benefit",
    "good_customer_benefit",
    "fixed_customer_benefit",
    "vip_treatment",
    "customer_defection_benefit",
    "potential_good_customer_benefit",
    "birthday",
    "information",
  ]);
  for (const { edit, preset_type, name, type, matched } of ready) {
    const segments = edit?.segments.map((segment) => ({
      target: segment.target,
      types: segment.actions.map((action) => action.type),
      occasions: occasionsOf(edit, segment),
    }));
    const { all } = await p.call("POST", "/campaigns/audience", { segments });
    // Whose birthday comes, no condition says.
    expect([preset_type, matched]).toEqual([preset_type, preset_type === "birthday" ? null : all.matched]);
    const ids = [await p.call("POST", "/campaigns", edit ?? {}), await p.call("POST", "/campaigns", edit ?? {})];
    for (const { id } of ids)
      expect(await p.call("GET", `/campaigns/${id}`)).toMatchObject({ name, type, preset_type, missing: [] });
    const on = await p.call("POST", `/campaigns/${ids[0].id}/activate`, { version: 1 });
    expect([preset_type, on.status]).toEqual([preset_type, "active"]);
    expect([preset_type, on.segments[0].actions.map(TIMED)]).toEqual([
      preset_type,
      edit?.segments[0]?.actions.map(TIMED),
    ]);
  }
});

test("an account that has set nothing up is told what is missing, and where", async () => {
  const p = await presetInn(t, { sender: false });
  const { items }: { items: Offered[] } = await p.call("GET", "/campaigns/presets?matched=false");
  expect(lacksOf(items)).toEqual({
    good_customer_benefit: ["preset_no_ranks", "preset_no_scores"],
    online_check_in_promotion: ["preset_card_link", "legal_sender_missing"],
    online_check_out_promotion: ["preset_card_link", "legal_sender_missing"],
    vip_treatment: ["preset_no_ranks", "legal_sender_missing"],
    customer_defection_benefit: ["legal_sender_missing"],
    potential_good_customer_benefit: ["legal_sender_missing", "preset_no_stays"],
    birthday: ["legal_sender_missing"],
    information: ["legal_sender_missing"],
  });
  const paths = new Map(items.flatMap(({ lacks }) => lacks.map(({ code, path }) => [code, path])));
  expect(Object.fromEntries(paths)).toEqual({
    preset_no_ranks: "/ranks",
    preset_no_scores: "/rfms",
    preset_card_link: null,
    preset_no_stays: "/customers/imports",
    legal_sender_missing: `/accounts/${p.inn.accountId}/sender`,
  });
  for (const { edit, lacks, matched, ready } of items)
    expect([edit !== null, matched, lacks.every(({ message }) => message !== "")]).toEqual([ready, null, true]);
});

test("without RFM in the plan, and with ranks for points, the best guests cannot be told", async () => {
  const p = await presetInn(t, { option: null });
  await p.call("POST", "/ranks", {
    definition: "get_point",
    use_point_unit: 1,
    active_month: 12,
    base_month: 12,
    base_date: 31,
    details: [{ name: "金", priority: 1, min_use_point: 0, max_use_point: null, total_get_point: 3 }],
  });
  const { items }: { items: Offered[] } = await p.call("GET", "/campaigns/presets");
  expect(lacksOf(items).good_customer_benefit).toEqual(["preset_ranks_by_points", "preset_scores_not_in_plan"]);
});

test("whoever cannot make campaigns is not shown presets; in English all is English", async () => {
  const p = await presetInn(t);
  const reader = await makeUser(t.app, p.inn, "role_user", ["campaigns/read"]);
  const asked = await (await t.as(reader))({ method: "GET", url: "/api/campaigns/presets" });
  expect(asked.statusCode).toBe(403);
  const maker = await makeUser(t.app, p.inn, "role_user", ["campaigns/create"]);
  const english = await (await t.as(maker))({
    method: "GET",
    url: "/api/campaigns/presets",
    headers: { "x-okaeri-language": "en" },
  });
  expect(english.statusCode).toBe(200);
  const { items } = english.json();
  expect(items).toHaveLength(PRESETS.length);
  expect(JSON.stringify(items)).not.toMatch(/[ぁ-んァ-ヶ一-龠]/);
});

test("a preset may be sent alone: it is made as it is offered, or refused with what it lacks", async () => {
  const p = await presetInn(t);
  const { id } = await p.call("POST", "/campaigns", { preset_type: "information" });
  const { edit } = await p.preset("information");
  const made = await p.call("GET", `/campaigns/${id}`);
  expect(made).toMatchObject({ name: edit?.name, preset_type: "information", missing: [] });
  expect(made.segments[0].actions[0].mail).toEqual(
    edit?.segments[0]?.actions[0]?.type === "mail" && edit.segments[0].actions[0].mail,
  );
  const asked = async (payload: object) => {
    const answer = await (await t.as(await makeUser(t.app, p.inn, "role_admin", ["*"])))({
      method: "POST",
      url: "/api/campaigns",
      payload,
    });
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
  };
  expect(await asked({ preset_type: "vip_treatment" })).toEqual([400, ["preset_type"]]);
  expect(await asked({ preset_type: "nothing" })).toEqual([400, ["preset_type"]]);
  expect(await asked({ ...edit, type: "nothing" })).toEqual([400, ["type"]]);
});
