import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { type Example, exampleRequests } from "./example-requests.fixture.ts";
import { openExampleWorld } from "./example-world.fixture.ts";
import type { Schema } from "./examples.ts";

// Sends every example of the OpenAPI document to a programme that has the rows it names.

/** Calls that are refused here although their example is right, and what they would need. */
const NEEDS: readonly (readonly [calls: RegExp, why: string])[] = [
  [/ \/auth\/(login|verify|signup|reset)/, "a password, a code or a mailed link of the person's own"],
  [/ \/profile\/(email|password|tfa|recovery-codes)/, "the same of a person who is signed in"],
  [/ \/demo\//, "the demo"],
  [/ \/(images|imports\/\{id\}\/(chunks|preview|check|start|undo))/, "the bytes of a file"],
  [
    / \/campaigns\/\{id\}\/(runs|test-send|activate|stop|resume|approve|refuse|cancel|unknown|revoke|pay-stays|variants)$/,
    "a send in that state",
  ],
  [/ \/merges\/\{id\}\/(join|create-customer|set-aside)$/, "a booking that nobody is known for"],
  [
    / \/customers\/\{id\}\/(rank|rank\/end|rank\/undo|mail-suppression\/lift)$/,
    "a rank given by hand, or an address that came back",
  ],
  [
    / \/(views\/\{section\}\/\{id\}\/unshare|accounts\/\{id\}\/sender\/confirmation|campaigns\/\{id\}\/coupons\/\{coupon_id\}\/codes\/removal|jobs\/\{id\}\/retry)$/,
    "a colleague's view, an address that waits, codes that are left, a job that failed",
  ],
  [/ \/rfms\/\{id\}(\/movement)?$/, "scores of several days, or an RFM of a group"],
];
const needOf = ({ name }: Example) => NEEDS.find(([calls]) => calls.test(name));

/** What ends what others need comes last. */
const ENDS = ["PUT /accounts/{id}/options", "DELETE /accounts/{id}", "DELETE /clients/{id}"];
const lateness = ({ name, method }: Example) => (ENDS.includes(name) ? 2 : method === "DELETE" ? 1 : 0);
const requests = (await exampleRequests()).sort((a, b) => lateness(a) - lateness(b));

/** Calls with a body that only read. */
const CHANGES_NOTHING =
  /\/(preview|suggest|quote|availability|audience|audience-names|audience-explanation|rule-counts|check-condition|awkward-guests|next-runs)$/;
/** Settings whose examples change what was saved before. */
const FIRST = ["line", "registration-card", "mail-delivery"].map((settings) => `PUT /accounts/{id}/${settings}`);

let t: TestApp;
let world: Awaited<ReturnType<typeof openExampleWorld>>;
beforeAll(async () => {
  t = await testApp();
  world = await openExampleWorld(t);
  for (const request of requests.filter(({ name }) => FIRST.includes(name)))
    await world.send({ ...request, body: { ...(request.body as object), version: 0 } });
  await world.renew("/accounts");
});
afterAll(() => t.close());

type Answer = Awaited<ReturnType<typeof world.send>>;

/** What is wrong with the answer to an example. */
function faultsOf(request: Example, answer: Answer): string[] {
  const responses = request.operation.responses ?? {};
  const success = Object.keys(responses).find((status) => status < "300") ?? "200";
  const status = String(answer.statusCode);
  const where = `${request.name}: ${status}`;
  if (status !== success) {
    // Refused for the state of things: a body that cannot be read would name its form.
    if (needOf(request) !== undefined && responses[status] !== undefined) return [];
    return [`${where} ${JSON.stringify(request.query)} ${JSON.stringify(request.body)} ${answer.body.slice(0, 300)}`];
  }
  const schema = responses[status]?.content?.["application/json"]?.schema;
  return unlike(schema, answer.body === "" ? undefined : answer.json()).map((key) => `${where} ${key}`);
}

/** Keys of the answer that its schema does not have, or the other way round. */
function unlike(schema: Schema | undefined, value: unknown, path = ""): string[] {
  if (schema?.properties === undefined || typeof value !== "object" || value === null || Array.isArray(value))
    return [];
  const { properties } = schema;
  const { required = [] } = schema as { required?: string[] };
  const more = Object.keys(value).filter((key) => !(key in properties));
  const missing = required.filter((key) => !(key in value));
  return [
    ...more.map((key) => `has ${path}${key}`),
    ...missing.map((key) => `lacks ${path}${key}`),
    ...Object.entries(value).flatMap(([key, one]) => unlike(properties[key], one, `${path}${key}.`)),
  ];
}

test("every example of a call's input is answered as the description says", async () => {
  const faults: string[] = [];
  const refused = new Set<unknown>();
  for (const request of requests) {
    const answer = await world.send(request);
    faults.push(...faultsOf(request, answer));
    if (answer.statusCode >= 300) refused.add(needOf(request));
    else if (request.method !== "GET" && !CHANGES_NOTHING.test(request.path)) await world.renew(request.path);
  }
  expect(faults).toEqual([]);
  expect(NEEDS.filter((one) => !refused.has(one))).toEqual([]);
}, 300_000);
