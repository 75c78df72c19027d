import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallMeta } from "@okaeri/contract/call";
import { contract } from "@okaeri/contract/contract";
import { allowedActions } from "@okaeri/domain/permissions/actions";
import { expect, test } from "vitest";
import { openApiDocument } from "../apps/server/src/http/openapi/document.ts";
import { serverRouter } from "../apps/server/src/main/router.ts";
import { ROOT } from "./tree.ts";

type Procedure = { "~orpc": { route: { method?: string; path?: string }; meta: CallMeta } };

/** Calls by their place in the tree, e.g. `customers.list`. */
function calls(tree: object, prefix = ""): [string, Procedure][] {
  return Object.entries(tree).flatMap(([name, node]): [string, Procedure][] =>
    "~orpc" in node ? [[`${prefix}${name}`, node as Procedure]] : calls(node as object, `${prefix}${name}.`),
  );
}

const stated = calls(contract);

test("every call of the contract is bound once, and nothing else is", () => {
  const names = (list: [string, Procedure][]) => list.map(([name]) => name).sort();
  expect(names(calls(serverRouter))).toEqual(names(stated));
});

test("every call states its need, and a page action that exists", () => {
  const known = new Set<string>([
    ...allowedActions("role_vc_admin", []),
    ...allowedActions("role_admin", ["crm_option"]),
  ]);
  for (const [name, call] of stated) {
    const need = call["~orpc"].meta.needs;
    expect(["public", "second_step", "session", "action", "row", "administrator", "operator"], name).toContain(
      need.kind,
    );
    if (need.kind !== "action" && need.kind !== "row") continue;
    const actions = need.kind === "action" && need.or ? [need.action, need.or] : [need.action];
    for (const action of actions) expect(known.has(action), `${name}: ${action}`).toBe(true);
  }
});

test("each address and method leads to one call, and the OpenAPI description names them all", async () => {
  const addresses = stated.map(([, call]) => `${call["~orpc"].route.method} ${call["~orpc"].route.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  const document = await openApiDocument();
  // What hotel systems send stands outside `/api`, and says so.
  const describedAt = (server: string | undefined) =>
    Object.entries(document.paths ?? {})
      .filter(([, item]) => item?.servers?.[0]?.url === server)
      .flatMap(([path, { servers, ...methods } = {}]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      .sort();
  expect(describedAt(undefined)).toEqual([...addresses].sort());
  const sent = ["plain", "dynalution", "s4"].flatMap((channel) => [
    `POST /feeds/${channel}/reservations`,
    `POST /feeds/${channel}/stays`,
  ]);
  const partner = ["coupons", "points"].flatMap((what) => [
    ...["cancel", "quote", "redeem"].map((act) => `POST /partner/${what}/${act}`),
    `GET /partner/${what}/uses`,
  ]);
  expect(describedAt("/")).toEqual(
    ["GET /feeds/batches/{batch_id}", "GET /partner/customers", ...sent, ...partner].sort(),
  );
});

// The specification lies beside the project where it is developed; elsewhere the list stands by itself.
const SPECIFICATION = join(ROOT, "../shared/spec/specification.md");
const OF_SECTION_7 = [
  "POST /auth/login",
  "POST /auth/verify",
  "POST /auth/logout",
  "POST /auth/signup",
  "POST /auth/signup/availability",
  "POST /auth/signup/generatetfa",
  "POST /auth/signup/verifycode",
  "PUT /auth/signup/registration",
  "POST /auth/reset",
  "PUT /auth/reset/forget",
  "PUT /auth/reset/registration",
  "GET /menu",
];

test("§7: every call of the specification is there with its method and path", () => {
  const specified = existsSync(SPECIFICATION)
    ? [...readFileSync(SPECIFICATION, "utf8").matchAll(/^\| ([A-Z]+) \/api(\/\S+) \|/gm)].map(
        (row) => `${row[1]} ${row[2]}`,
      )
    : OF_SECTION_7;
  expect(specified).toEqual(OF_SECTION_7);
  const addresses = stated.map(([, call]) => `${call["~orpc"].route.method} ${call["~orpc"].route.path}`);
  expect(OF_SECTION_7.filter((address) => !addresses.includes(address))).toEqual([]);
});
