import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";

let t: TestApp;
let provider: Caller;
let companyId: number;
beforeAll(async () => {
  t = await testApp();
  const own = await makeAccount(t.app, { name: "provider", provider: true, option: null });
  provider = await t.as(await makeUser(t.app, own, "role_vc_admin", ["*"]));
  ({ companyId } = await makeAccount(t.app, { name: "client" }));
});
afterAll(() => t.close());

const send = async (method: "POST" | "PUT", url: string, payload: object) => {
  const answer = await provider({ method, url: `/api${url}`, payload });
  const body = answer.json();
  return { status: answer.statusCode, body, refusal: [answer.statusCode, body.fields] };
};
const create = (code: string) =>
  send("POST", "/accounts", {
    code,
    name: code,
    company_id: companyId,
    parent_id: null,
    options: [],
    contract_started_at: null,
    contract_ended_at: null,
  });
const TAKEN = [400, { code: "すでに使われています。別のものにしてください" }];

test("an account's code is one whatever its case and width, for new ones, changed ones, and two at once", async () => {
  const first = await create("Nishi-1号館É");
  expect(first.status).toBe(200);
  for (const code of ["NISHI-1号館É", "ｎｉｓｈｉ－１号館é", "nishi-1号館É"])
    expect((await create(code)).refusal, code).toEqual(TAKEN);
  const other = (await create("Higashi")).body;
  const { code, name, parent_id, contract_started_at, contract_ended_at, version } = other;
  const edit = { name, parent_id, contract_started_at, contract_ended_at, version };
  expect((await send("PUT", `/accounts/${other.id}`, { ...edit, code: "nishi-1号館é" })).refusal).toEqual(TAKEN);
  const own = await send("PUT", `/accounts/${other.id}`, { ...edit, code: code.toUpperCase() });
  expect([own.status, own.body.code], "one's own may be written anew").toEqual([200, "HIGASHI"]);
  const both = await Promise.all(["Minami", "MINAMI", "ｍｉｎａｍｉ"].map(create));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test.each(["customer-types", "booking-channels"])("so are the codes of %s, and what feeds call them", async (list) => {
  const { accountId } = await makeAccount(t.app, { name: list });
  const linkages = [{ feed_channel: "s4", external_code: "WEB" }];
  const row = { name: "一", sort_order: 1, active_status: "active", linkages };
  const save = (edit: object) =>
    send("POST", `/accounts/${accountId}/${list}`, {
      ...row,
      ...(list === "customer-types" ? {} : { masked_email_domains: [] }),
      ...edit,
    });
  expect((await save({ code: "Web" })).status).toBe(200);
  expect((await save({ code: "ＷＥＢ", linkages: [] })).refusal).toEqual(TAKEN);
  const same = await save({ code: "APP", linkages: [{ feed_channel: "s4", external_code: "web" }] });
  expect(same.refusal).toEqual([400, { "linkages.0.external_code": expect.any(String) }]);
});
