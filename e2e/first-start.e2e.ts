import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Authenticator } from "./authenticator.ts";
import { type RunningProduct, runProduct } from "./run-product.ts";

const DB = join(import.meta.dirname, "../apps/server/src/main/db.ts");
const LOGIN_ID = "first_owner";
const PASSWORD = "裏山の柿が今年もよく実った";

let product: RunningProduct;
let cookies = new Map<string, string>();

beforeAll(async () => {
  product = await runProduct({ DEMO: "0", PROVIDER_NAME: "ゆけむりサービス" });
});
afterAll(() => product?.stop());

const linksIn = (text: string) => text.match(/http:\S+\/login\/signup\?token=\S+/g) ?? [];
const provider = () => {
  const env = { ...process.env, DEMO: "0", PORT: new URL(product.origin).port, DATA_DIR: product.dataDir };
  return spawnSync(process.execPath, [DB, "provider"], { env, encoding: "utf8" }).stdout;
};

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${product.origin}/api${path}`, {
    method,
    headers: {
      origin: product.origin,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
    cookies.set(name, value);
  }
  const json = await answer.json();
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

test("without demo data the start prints a link with which the provider's first administrator signs up and works", async () => {
  const [printed] = linksIn(product.printed);
  const [link] = linksIn(provider());
  expect([printed, link].every((each) => each?.startsWith(product.origin))).toBe(true);
  const signUp = (url: string | undefined) =>
    call("POST", "/auth/signup", { token: new URL(url ?? "").searchParams.get("token") });
  await expect(signUp(printed), "the newer link voids the older").rejects.toThrow("400");
  expect(await signUp(link)).toMatchObject({ company_name: "ゆけむりサービス" });
  const { tfa_secret } = await call("POST", "/auth/signup/generatetfa", { login_id: LOGIN_ID });
  const code = await new Authenticator(tfa_secret).code();
  await call("POST", "/auth/signup/verifycode", { tfa_secret, code });
  const registration = { login_id: LOGIN_ID, password: PASSWORD, tfa_secret };
  const { recovery_codes } = await call("PUT", "/auth/signup/registration", registration);
  cookies = new Map();
  await call("POST", "/auth/login", { userId: LOGIN_ID, password: PASSWORD });
  // The authenticator's code of this half minute was spent on the sign-up.
  const session = await call("POST", "/auth/verify", { code: recovery_codes[0] });
  expect(session).toMatchObject({ verified: true, role: "role_vc_admin", userId: LOGIN_ID });
  expect(session.permitted_page_actions).toEqual([{ account_id: expect.any(Number), actions: ["*"] }]);
  expect(await call("POST", "/clients", { name: "最初の宿" })).toMatchObject({ name: "最初の宿", page_actions: ["*"] });
  // From now on the command prints no link.
  const again = provider();
  expect(again).toContain("有効な管理者が1人います");
  expect(linksIn(again)).toEqual([]);
});
