import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeRows, type Rows, rowNamed } from "../authorisation.rows.fixture.ts";
import { makeWorld, type World } from "../authorisation.world.fixture.ts";
import type { Operation } from "./complete.ts";
import { openApiDocument } from "./document.ts";
import type { Schema } from "./examples.ts";

const document = await openApiDocument();
const operations = Object.entries(document.paths ?? {}).flatMap(([path, { servers: _s, ...methods } = {}]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation: operation as Operation & { operationId?: string } })),
);
let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await testApp();
  world = await makeWorld(t);
});
afterAll(() => t.close());

function exampleOf(schema: Schema | undefined): unknown {
  if (!schema) return undefined;
  if (schema.examples?.length) return schema.examples[0];
  const [part] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (part) return exampleOf(part);
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field)]));
  return schema.items ? [exampleOf(schema.items)] : undefined;
}

test("draft", async () => {
  const adminId = await makeUser(t.app, world.hq, "role_admin", ["*"], { canExport: true });
  const providerId = await makeUser(t.app, world.provider, "role_vc_admin", ["*"], { canExport: true });
  const lines: string[] = [];
  let rows: Rows = await makeRows(t, world.hq);
  for (const { path, method, operation } of operations) {
    if (/^\/(feeds|partner)\//.test(path)) continue;
    const call = { name: operation.operationId ?? "", method: method as never, path };
    const spot = world.hq;
    const ids = { users: spot.userId, accounts: spot.accountId, clients: spot.companyId, groups: spot.groupId } as Record<string, number>;
    const idOf: Record<string, number> = { customer_id: rows.customer, source_id: rows.customer, survivor_id: rows.customer, other_customer_id: rows.customer, stay_reservation_id: rows.reservation, reservation_id: rows.reservation, coupon_id: rows.coupon, facility_account_id: rows.facility, account_id: spot.accountId, in_account_id: spot.accountId, company_id: spot.companyId, rfm_id: rows.rfm, import_batch_id: rows.file, campaign_id: rows.campaign };
    const idFor = (name: string) => idOf[name];
    const withIds = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(withIds) : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([n, one]) => [n, idFor(n) !== undefined ? (Array.isArray(one) ? [idFor(n)] : idFor(n)) : withIds(one)])) : value;
    let url = path;
    for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
      const about = rowNamed(call, name);
      const own = name === "id" ? (path.startsWith("/users") ? ids.users : path.startsWith("/clients") ? ids.clients : path.startsWith("/account-groups") ? ids.groups : path.startsWith("/accounts") ? ids.accounts : undefined) : undefined;
      const example = operation.parameters?.find((one) => one.in === "path" && one.name === name)?.example;
      url = url.replace(`{${name}}`, String(own ?? (about === undefined ? example : rows[about])));
    }
    const query = new URLSearchParams();
    for (const { name, in: place, example } of operation.parameters ?? [])
      if (place === "query" && example !== undefined && name !== "account_id")
        for (const one of Array.isArray(example) ? example : [example]) query.append(name, String(idFor(name) ?? one));
    const content = operation.requestBody?.content ?? {};
    const payload = withIds(exampleOf(content["application/json"]?.schema));
    const needsOperator = /administrators of the provider/.test(operation.description ?? "");
    const caller = await t.as(needsOperator ? providerId : adminId);
    const answer = await caller({
      method: method as never,
      url: `/api${url}${query.size > 0 ? `?${query}` : ""}`,
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    const success = Object.keys(operation.responses ?? {}).find((one) => one < "300");
    if (String(answer.statusCode) !== success)
      lines.push(`${answer.statusCode} ${method} ${url}?${query} ${Object.keys(content)} ${JSON.stringify(payload)?.slice(0, 400)} → ${answer.body.slice(0, 300)}`);
    if (method !== "GET" && answer.statusCode < 300) rows = await makeRows(t, world.hq);
  }
  writeFileSync("/tmp/ex.txt", lines.join("\n"));
  console.log(operations.length, lines.length);
  expect(1).toBe(1);
}, 120_000);
