import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { EVERYBODY, makeInn, pointAction, promotion } from "./campaigns.fixture.ts";

// Nothing sets a customer_service campaign off yet. Rows from before it was refused may still lie about, in each of the states.

let t: TestApp;
let inn: Facility;
let staff: Caller;
beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "はなれ");
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
});
afterAll(() => t.close());

const edit = promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [pointAction()] }] });

async function older(status: "inactive" | "stopped"): Promise<string> {
  const { id } = (await staff({ method: "POST", url: "/api/campaigns", payload: edit })).json();
  await t.past.pool.query("update campaigns set type = 'customer_service', status = $1 where id = $2", [status, id]);
  return `/api/campaigns/${id}`;
}

test.each([
  ["activate", "inactive", "POST", "/activate", { version: 1 }],
  ["resume", "stopped", "POST", "/resume", {}],
  ["save", "inactive", "PUT", "", { ...edit, type: "customer_service", version: 1 }],
  ["save while stopped", "stopped", "PUT", "", { ...edit, type: "customer_service", version: 1 }],
] as const)("%s: an older row of it stays as it is, with the field named", async (_, status, method, path, payload) => {
  const url = await older(status);
  const before = (await staff({ method: "GET", url })).json();
  const problem = "この種類のキャンペーンはまだ作れません";
  expect(before).toMatchObject({ type: "customer_service", missing: [{ path: "type", message: problem }] });
  const answer = await staff({ method, url: `${url}${path}`, payload });
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { type: problem }]);
  expect((await staff({ method: "GET", url })).json()).toEqual(before);
});

test("turned into a type that is offered, it goes live; the list names and finds the others", async () => {
  const url = await older("inactive");
  await older("stopped");
  const { segments } = (await staff({ method: "GET", url })).json();
  const kept = segments.map(
    ({ target_count: _count, lua_script: _script, ...segment }: Record<string, unknown>) => segment,
  );
  const saved = await staff({ method: "PUT", url, payload: { ...edit, segments: kept, version: 1 } });
  expect([saved.statusCode, saved.json().missing]).toEqual([200, []]);
  const on = await staff({ method: "POST", url: `${url}/activate`, payload: { version: 2 } });
  expect([on.statusCode, on.json().status]).toEqual([200, "active"]);
  const found = (await staff({ method: "GET", url: "/api/campaigns?type=customer_service&status=stopped" })).json();
  expect(found.items[0]).toMatchObject({ type: "customer_service", status: "stopped" });
});
