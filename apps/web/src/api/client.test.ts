import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startWords } from "../i18n/i18n.ts";
import { toAppError } from "./app-error.ts";
import { client } from "./client.ts";
import { download } from "./download.ts";
import { onFatal } from "./fatal.ts";

const asked = vi.fn<(request: Request | string) => Promise<Response>>();
const reported: number[] = [];

beforeAll(() => startWords("ja"));
beforeEach(() => {
  vi.stubGlobal("location", { origin: "http://okaeri.example" });
  vi.stubGlobal("fetch", asked);
  vi.useFakeTimers();
  onFatal((error) => reported.push(error.status));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  asked.mockReset();
  reported.length = 0;
});

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** The result of a call, and how many requests it took. */
async function ending(call: () => Promise<unknown>): Promise<[string, number]> {
  const end = call().then(
    () => "fine",
    (error: unknown) => toAppError(error).message,
  );
  await vi.runAllTimersAsync();
  return [await end, asked.mock.calls.length];
}

const list = () => client.users.list({ page: 1 });
const file = () => download("/api/users/export.csv", { sort: "name" });
const save = () => client.campaigns.remove({ id: 7 });

describe("§8 Empty response body", () => {
  it.each([
    ["nothing", () => new Response("", { status: 200 })],
    ["no content", () => new Response(null, { status: 204 })],
    ["null", () => json(200, null)],
    ["an empty text", () => json(200, "")],
    ["half an answer", () => new Response('{"items":[', { headers: { "content-type": "application/json" } })],
    ["a page of somebody in between", () => new Response("<p>Wi-Fi</p>", { headers: { "content-type": "text/html" } })],
  ])("%s is an error, of reading and writing calls alike", async (_, answer) => {
    for (const call of [
      list,
      save,
      () => client.auth.login({ userId: "a", password: "b" }),
      () => client.menu.list(),
    ]) {
      asked.mockReset().mockImplementation(async () => answer());
      expect(await ending(call)).toEqual(["Empty response data", 1]);
    }
  });

  it("a file without a single byte is one as well", async () => {
    asked.mockImplementation(async () => new Response("", { headers: { "content-type": "text/csv" } }));
    expect(await ending(file)).toEqual(["Empty response data", 1]);
  });
});

describe("§7 Retries", () => {
  const statuses = [400, 403, 404, 408, 409, 412, 422, 425, 429, 500, 501, 502, 503, 504];
  const retried = [408, 409, 425, 429, 500, 502, 503, 504];
  it.each(statuses)(
    "%s: reading calls and files once more where the specification says so, writing calls never",
    async (status) => {
      for (const [call, reads] of [
        [list, true],
        [file, true],
        [save, false],
      ] as const) {
        asked.mockReset().mockImplementation(async () => json(status, { status, message: "M" }));
        const [, times] = await ending(call);
        expect(times).toBe(reads && retried.includes(status) ? 2 : 1);
      }
    },
  );

  it("a server that cannot be reached is asked once more, and the second answer counts", async () => {
    for (const call of [list, file]) {
      asked.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
      const [message, times] = await ending(call);
      expect([message.startsWith("サーバーに接続できませんでした"), times]).toEqual([true, 2]);
    }
    asked
      .mockReset()
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockResolvedValueOnce(json(200, { items: [] }));
    expect(await ending(list)).toEqual(["fine", 2]);
  });
});

describe("§8 What is not this call's own to show", () => {
  it.each([
    [401, list, [401]],
    [409, save, [409]],
    [404, save, [404]],
    [404, file, [404]],
    // The page that asks says so itself (api/query-client.ts); one fetched ahead must not.
    [404, list, []],
    [404, () => client.auth.endSession({ id: 1 }), []],
    [400, save, []],
    [500, list, []],
  ] as const)("%s", async (status, call, expected) => {
    asked.mockImplementation(async () => json(status, { status }));
    await ending(call);
    expect(reported).toEqual(expected);
  });
});

describe("§8 Missing message on the error screen: 不明なエラー", () => {
  it.each([
    [new Error(""), "不明なエラー"],
    [undefined, "不明なエラー"],
    ["thrown text", "不明なエラー"],
    [new TypeError("Cannot read properties of undefined (reading 'x')"), "不明なエラー"],
    [new SyntaxError("Unexpected token"), "不明なエラー"],
    [new Error("言葉"), "言葉"],
  ])("%s", (error, message) => {
    expect(toAppError(error)).toMatchObject({ status: -1, message });
  });
});
