// @vitest-environment jsdom
import { act, useState } from "react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../../i18n/i18n.ts";
import { FakeCalls, refusal } from "../../../test/fake-calls.fixture.ts";
import { mount, until } from "../../../test/mount.fixture.tsx";
import { ImageField, type ImageValue } from "./ImageField.tsx";

const HASH = "a".repeat(64);
const stored = { hash: HASH, url: `http://localhost/images/${HASH}`, width: 300, height: 200 };

let server: FakeCalls;
beforeAll(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  vi.stubGlobal("fetch", (request: Request) => server.fetch(request));
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(async () => {
  for (const way of ["error", "warn"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
  server = new FakeCalls();
});

let held: ImageValue;
function Held({ start, reading = false }: { start: ImageValue; reading?: boolean }) {
  const [picture, setPicture] = useState(start);
  held = picture;
  return <ImageField {...picture} onChange={setPicture} reading={reading} />;
}
const mounted = (start: Partial<ImageValue> = {}, reading = false) =>
  mount(<Held start={{ image: null, alt: "", ...start }} reading={reading} />);

// jsdom's files do not give their bytes.
const fileOf = (type: string, size = 10) =>
  Object.assign(new File([new Uint8Array(size)], "a", { type }), { arrayBuffer: async () => new ArrayBuffer(size) });
const event = (kind: string, of: object) => Object.assign(new Event(kind, { bubbles: true, cancelable: true }), of);
const drop = (place: HTMLElement, file: File) =>
  act(async () => void place.querySelector("label")?.dispatchEvent(event("drop", { dataTransfer: { files: [file] } })));
const paste = (place: HTMLElement, file: File) =>
  act(
    async () =>
      void place.querySelector("fieldset")?.dispatchEvent(event("paste", { clipboardData: { files: [file] } })),
  );

test.each([
  ["dropped", drop],
  ["pasted", paste],
])("a picture that is %s is sent, and its words are asked", async (_way, give) => {
  server.answer("images.upload", stored);
  const page = await mounted();
  await give(page.place, fileOf("image/png"));
  const shown = await until(() => page.place.querySelector("img") ?? undefined, "the picture");
  expect(shown.getAttribute("src")).toBe(`/images/${HASH}`);
  await page.type(page.field("画像の説明"), "湯けむりの露天風呂");
  expect([held, shown.alt]).toEqual([{ image: HASH, alt: "湯けむりの露天風呂" }, "湯けむりの露天風呂"]);
  await page.press(page.button("画像を外す"));
  expect(held).toEqual({ image: null, alt: "湯けむりの露天風呂" });
});

test.each([
  ["SVG", fileOf("image/svg+xml"), "この形式の画像は使えません"],
  ["a photograph of an iPhone", fileOf("image/heic"), "この形式の画像は使えません"],
  ["6 MB", fileOf("image/png", 6_000_000), "5MBまで"],
])("%s is not sent", async (_name, file, expectedError) => {
  const page = await mounted();
  await drop(page.place, file);
  expect(page.place.querySelector("[role=alert]")?.textContent).toContain(expectedError);
  expect(server.calls).toEqual([]);
});

test("what the server refuses is said at the field, and the picture that was there stays", async () => {
  server.answer("images.upload", () => refusal(400, { message: "x", fields: { image: "画像として読み取れません" } }));
  const page = await mounted({ image: HASH, alt: "宿" });
  await page.press(page.button("画像を替える"));
  await drop(page.place, fileOf("image/gif"));
  await until(() => page.place.querySelector("[role=alert]") ?? undefined, "the refusal");
  expect(page.text()).toContain("画像として読み取れません");
  expect(held).toEqual({ image: HASH, alt: "宿" });
  await page.press(page.button("替えるのをやめる"));
  expect(page.text()).not.toContain("画像として読み取れません");
});

test("a picture that is gone says so; who only reads sees no button", async () => {
  const page = await mounted({ image: HASH });
  await act(async () => void page.place.querySelector("img")?.dispatchEvent(new Event("error")));
  expect(page.text()).toContain("この画像は見つかりません");
  const reading = await mounted({ image: HASH, alt: "宿" }, true);
  expect(reading.place.querySelectorAll("button, input").length).toBe(0);
});
