import { Readable } from "node:stream";
import { MAX_IMAGE_BYTES } from "@okaeri/contract/image-limits";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { EVERYBODY, mailAction, makeInn, promotion } from "../campaigns/campaigns.fixture.ts";
import { blankBlock } from "../messaging/mail-document.fixture.ts";
import { gifOf, pictureOf } from "./images.fixture.ts";
import { pixelSizes } from "./images.read.ts";

let t: TestApp;
let inn: Facility;
let other: Facility;
let staff: Caller;
let picture: Buffer;
beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "宿");
  other = await makeInn(t.app, "別の宿");
  staff = await t.as(await makeUser(t.app, inn, "role_user", ["campaigns/read", "campaigns/create"]));
  picture = await pictureOf("png");
});
afterAll(() => t.close());

const upload = (caller: Caller, payload: Buffer | string, type: string, query = "") =>
  caller({ method: "POST", url: `/api/images${query}`, headers: { "content-type": type }, payload });

test("a picture is stored once, and shown to everybody who has its address", async () => {
  const first = await upload(staff, picture, "image/png");
  const { hash, url } = first.json();
  expect([first.statusCode, first.json()]).toEqual([
    200,
    { hash, url: `http://localhost:3000/images/${hash}`, width: 300, height: 200 },
  ]);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect((await upload(staff, picture, "image/png")).json().hash).toBe(hash);
  const shown = await t.anonymous({ method: "GET", url: new URL(url).pathname });
  expect([shown.statusCode, shown.headers["set-cookie"]]).toEqual([200, undefined]);
  expect(shown.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: "png", width: 300, height: 200 });
  const head = await t.anonymous({ method: "HEAD", url: new URL(url).pathname });
  expect([head.statusCode, head.body]).toEqual([200, ""]);
  const lines = await t.past.asSystem(async (tx) =>
    sql`select after from audit_logs where entity = 'images' and account_id = ${inn.accountId}`.execute(tx.db),
  );
  expect(lines.rows[0]).toMatchObject({ after: { hash, type: "image/png", width: 300, height: 200 } });
});

test("the same picture of two programmes has two addresses, and each knows its own alone", async () => {
  const stranger = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  const [own, strange] = await Promise.all([
    upload(staff, picture, "image/png"),
    upload(stranger, picture, "image/png"),
  ]);
  const hashes = [own.json().hash, strange.json().hash];
  expect(new Set(hashes).size).toBe(2);
  const known = await t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
    pixelSizes(tx, inn.accountId, hashes),
  );
  expect([...known]).toEqual([[own.json().hash, { width: 300, height: 200 }]]);
});

test("a mail of a campaign or a template shows pictures of its own programme alone", async () => {
  const boss = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const stranger = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  const hashOf = async (caller: Caller) => (await upload(caller, picture, "image/png")).json().hash as string;
  const [own, strange] = [await hashOf(boss), await hashOf(stranger)];
  const block = { ...blankBlock("image", 2), alt: "露天風呂" };
  const save = async (image: string) => {
    const mail = { blocks: [blankBlock("divider"), { ...block, image }] };
    const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [mailAction(mail)] }];
    const template = { name: "お便り", title: "", body: "", signature: "", from_address: "", blocks: mail.blocks };
    const answers = [
      await boss({ method: "POST", url: "/api/campaigns", payload: promotion({ segments }) }),
      await boss({ method: "POST", url: "/api/mail-templates", payload: template }),
    ];
    return answers.map((answer) => [answer.statusCode, Object.keys(answer.json().fields ?? {})]);
  };
  const refused = [
    [400, ["segments.0.actions.0.mail.blocks.1.image"]],
    [400, ["blocks.1.image"]],
  ];
  expect(await save(strange)).toEqual(refused);
  expect(await save("0".repeat(64))).toEqual(refused);
  expect(await save(own)).toEqual([
    [200, []],
    [200, []],
  ]);
});

test("who may not make campaigns uploads nothing, and nothing is read of what a stranger sends", async () => {
  const reader = await t.as(await makeUser(t.app, inn, "role_user", ["campaigns/read"]));
  expect((await upload(reader, picture, "image/png")).statusCode).toBe(403);
  expect((await upload(staff, picture, "image/png", `?account_id=${other.accountId}`)).statusCode).toBe(404);
  // Far beyond the limit, without a length: it would be 413 if somebody had looked.
  const endless = async function* () {
    for (let n = 0; n < 20; n++) yield Buffer.alloc(1_048_576);
  };
  const sent = { method: "POST", url: "/api/images", headers: { "content-type": "image/png" } } as const;
  expect((await t.anonymous({ ...sent, payload: Readable.from(endless()) })).statusCode).toBe(401);
  expect((await staff({ ...sent, payload: Readable.from(endless()) })).statusCode).toBe(413);
});

test.each<[string, () => Buffer | Promise<Buffer> | string, string, number, string | null]>([
  ["SVG", () => "<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", 415, null],
  ["HTML", () => "<!doctype html>", "text/html", 415, null],
  ["a form", () => "a=1", "application/x-www-form-urlencoded", 415, null],
  ["bytes of no type", () => picture, "application/octet-stream", 415, null],
  ["AVIF", () => picture, "image/avif", 415, null],
  ["more than may be", () => Buffer.alloc(MAX_IMAGE_BYTES + 1), "image/png", 413, null],
  ["HTML that says it is a PNG", () => "<!doctype html>", "image/png", 400, "画像として読み取れません"],
  ["an animated bomb", () => gifOf(1_000, 1, 1), "image/gif", 400, "コマ数"],
  ["nothing", () => "", "image/png", 400, "画像として読み取れません"],
  ["a GIF that says it is a JPEG", () => pictureOf("gif"), "image/jpeg", 200, null],
  ["a PNG in capitals", () => picture, "IMAGE/PNG; charset=binary", 200, null],
])("%s", async (_name, payload, type, status, reason) => {
  const answer = await upload(staff, await payload(), type);
  expect([answer.statusCode, answer.json().fields?.image?.includes(reason)]).toEqual([
    status,
    reason ? true : undefined,
  ]);
});

test("a picture goes nowhere but where pictures are taken, and comes from our own pages", async () => {
  const headers = { "content-type": "image/png" };
  expect((await staff({ method: "POST", url: "/api/campaigns", headers, payload: picture })).statusCode).toBe(415);
  const strange = { ...headers, origin: "https://evil.test" };
  expect((await staff({ method: "POST", url: "/api/images", headers: strange, payload: picture })).statusCode).toBe(
    403,
  );
});

test("addresses of no picture have one answer", async () => {
  const answers = await Promise.all(
    ["0".repeat(64), "x", "%00", "..%2f..%2fetc%2fpasswd", "0".repeat(64).toUpperCase(), "0".repeat(63)].map((hash) =>
      t.anonymous({ method: "GET", url: `/images/${hash}` }),
    ),
  );
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(404);
});
