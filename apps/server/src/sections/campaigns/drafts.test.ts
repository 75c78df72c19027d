import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { CAMPAIGN_TYPE_OF_PRESET, PRESET_TYPES, type PresetType } from "@okaeri/domain/enumerations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, EVERYBODY, mailAction, pointAction, promotion } from "./campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "./pipeline.fixture.ts";

// What a campaign is called and what it was made from, while it is a draft and after.
let p: Pipeline;
beforeAll(async () => {
  p = await openPipeline();
});
afterAll(() => p.close());

const ask = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
  const answer = await p.staff({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  const body = answer.json();
  return { status: answer.statusCode, body, fields: Object.keys(body.fields ?? {}) };
};
const made = async (document: object): Promise<number> => {
  const { status, body } = await ask("POST", "/campaigns", document);
  expect([status, body]).toEqual([200, { id: expect.any(Number) }]);
  return body.id;
};
/** The saved campaign as the document that an edit sends. */
const editOf = async (id: number, over: Partial<CampaignEdit> = {}) => {
  const { name, type, campaign_start_dt, campaign_end_dt, segments, version } = (await ask("GET", `/campaigns/${id}`))
    .body;
  const sent = segments.map((one: Record<string, unknown>) => {
    const { target_count: _count, lua_script: _script, ...segment } = one;
    return segment;
  });
  return { name, type, campaign_start_dt, campaign_end_dt, segments: sent, version, ...over };
};

describe("a name", () => {
  test("is not needed to save a draft, and is the one thing missing before it goes out", async () => {
    const id = await made(promotion({ name: " " }));
    const { body } = await ask("GET", `/campaigns/${id}`);
    expect([body.name, body.missing.map(({ path }: { path: string }) => path)]).toEqual(["", ["name"]]);
    expect((await ask("POST", `/campaigns/${id}/activate`, { version: 1 })).fields).toEqual(["name"]);
    expect((await ask("PUT", `/campaigns/${id}`, await editOf(id, { name: "秋" }))).body.missing).toEqual([]);
    expect((await ask("PUT", `/campaigns/${id}`, await editOf(id, { name: "" }))).status).toBe(200);
  });

  test("stays with a campaign that was started: guests' histories tell of it", async () => {
    const stay = promotion({
      type: "basic",
      segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction()] }],
    });
    const id = await made(stay);
    await ask("POST", `/campaigns/${id}/activate`, { version: 1 });
    await ask("POST", `/campaigns/${id}/stop`);
    const answer = await ask("PUT", `/campaigns/${id}`, await editOf(id, { name: "" }));
    expect([answer.status, answer.fields]).toEqual([400, ["name"]]);
  });

  test("which a draft lacks is worded where somebody is told of the campaign", async () => {
    const asksRanks = { field: "rank_detail_id", operator: "null", value: null };
    const segment = { id: null, priority_seq: 1, target: all(asksRanks), actions: [pointAction()] };
    await made(promotion({ name: "", type: "basic", segments: [segment] }));
    const tier = { total_stay: null, total_use_price: null, min_use_point: 1, max_use_point: null };
    const details = [
      { ...tier, name: "上", total_get_point: 100, priority: 1 },
      { ...tier, name: "並", total_get_point: 0, priority: 2 },
    ];
    const ranks = {
      definition: "get_point",
      use_point_unit: 1,
      active_month: 12,
      base_month: 12,
      base_date: 1,
      details,
    };
    const { status, body } = await ask("POST", "/ranks", ranks);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("名前のないキャンペーン")]);
  });
});

describe("a preset", () => {
  const from = (preset_type: PresetType | null, type = preset_type && CAMPAIGN_TYPE_OF_PRESET[preset_type]) =>
    promotion({ preset_type, type: type ?? "repeat_promotion" });

  test.each(PRESET_TYPES)("%s is kept by a save that does not say it, or says the same", async (preset) => {
    const id = await made(from(preset));
    expect((await ask("PUT", `/campaigns/${id}`, await editOf(id))).body.preset_type).toBe(preset);
    const response = await ask("PUT", `/campaigns/${id}`, await editOf(id, { preset_type: preset }));
    expect(response.body.preset_type).toBe(preset);
    const { body } = await ask("GET", "/campaigns?size=100");
    expect(body.items.find((one: { id: number }) => one.id === id).preset_type).toBe(preset);
  });

  test("is refused for another type, when it is made and when it is changed", async () => {
    const answer = await ask("POST", "/campaigns", from("birthday", "basic"));
    expect([answer.status, answer.fields]).toEqual([400, ["preset_type"]]);
    const id = await made(from("information"));
    const turned = await ask("PUT", `/campaigns/${id}`, await editOf(id, { type: "basic" }));
    expect([turned.status, turned.fields]).toEqual([400, ["preset_type"]]);
  });

  test("does not become another one, nor none, nor one of a campaign from blank", async () => {
    const [withPreset, blank] = [await made(from("information")), await made(from(null))];
    const asked: [number, PresetType | null][] = [
      [withPreset, "birthday"],
      [withPreset, null],
      [blank, "information"],
    ];
    for (const [id, preset_type] of asked) {
      const answer = await ask("PUT", `/campaigns/${id}`, await editOf(id, { preset_type }));
      expect([answer.status, answer.fields]).toEqual([400, ["preset_type"]]);
    }
    expect((await ask("POST", "/campaigns", { ...promotion(), preset_type: "none" })).fields).toEqual(["preset_type"]);
  });
});

test("a segment's name is kept by a save that does not say it", async () => {
  const segment = { id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction()] };
  const id = await made(promotion({ segments: [{ ...segment, name: " 常連の方 " }] }));
  const saved = await editOf(id);
  expect(saved.segments[0].name).toBe("常連の方");
  const { name: _, ...unsaid } = saved.segments[0];
  const response = await ask("PUT", `/campaigns/${id}`, { ...saved, segments: [unsaid] });
  expect(response.body.segments[0].name).toBe("常連の方");
  const emptied = await ask("PUT", `/campaigns/${id}`, { ...(await editOf(id)), segments: [{ ...unsaid, name: "" }] });
  expect(emptied.body.segments[0].name).toBe("");
  const long = { ...unsaid, name: "長".repeat(61) };
  expect((await ask("PUT", `/campaigns/${id}`, { ...(await editOf(id)), segments: [long] })).fields).toEqual([
    "segments.0.name",
  ]);
});
