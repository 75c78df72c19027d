import { expect } from "vitest";
import { guestForm } from "../../sections/customers/customers.fixture.ts";
import type { Cipher } from "../../session/cipher.ts";
import { bindingOf } from "../../session/sealed-places.ts";
import { codeOfStep, stepAt } from "../../session/totp.ts";
import type { Database } from "../connection.ts";

/** Sends a call of a browser that holds this cookie. */
export type Ask = (
  path: string,
  body: object | null,
  cookie: string,
) => Promise<{ status: number; json: unknown; cookie: string }>;

/** The code that the person's authenticator shows, as only a test may know it. */
export async function codeOf(
  past: Pick<Database, "pool">,
  cipher: Cipher,
  loginId: string,
  now: Date,
): Promise<string> {
  const { rows } = await past.pool.query<{ id: number; tfa_secret: string }>(
    "select id, tfa_secret from users where login_id = $1",
    [loginId],
  );
  const { id = 0, tfa_secret = "" } = rows[0] ?? {};
  return codeOfStep(cipher.open(tfa_secret, bindingOf("tfa", id)), stepAt(now));
}

/** Both steps of a sign-in, as the page does them. Answers the cookie. */
export async function signIn(ask: Ask, person: { loginId: string; password: string; code: string }): Promise<string> {
  const first = await ask("/auth/login", { userId: person.loginId, password: person.password }, "");
  expect([first.status, first.json]).toEqual([200, expect.objectContaining({ loggedIn: true })]);
  const second = await ask("/auth/verify", { code: person.code }, first.cookie);
  expect([second.status, second.json]).toEqual([200, expect.objectContaining({ verified: true })]);
  return second.cookie;
}

/** What a restored database has to take: a guest is registered and found, points are given and spent, a note is left. */
export async function workForADay(ask: Ask, cookie: string): Promise<void> {
  const done = async (path: string, body: object | null) => {
    const { status, json } = await ask(path, body, cookie);
    expect([path, status, json]).toEqual([path, 200, expect.anything()]);
    return json as Record<string, unknown>;
  };
  const guest = await done("/customers", guestForm({ name: "復元 花子", name_kana: "フクゲン ハナコ" }));
  const found = await done(`/customers?q=${encodeURIComponent("復元 花子")}`, null);
  expect(found.items).toMatchObject([{ id: guest.id, name: "復元 花子" }]);
  await done(`/customers/${guest.id}/grant-points`, { grant_point: 3_000, remarks: "お詫び" });
  await done(`/customers/${guest.id}/use-points`, { use_point: 1_000 });
  expect(await done(`/customers/${guest.id}/points`, null)).toMatchObject({ balance: 2_000 });
}
