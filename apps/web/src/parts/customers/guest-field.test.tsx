// @vitest-environment jsdom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../i18n/i18n.ts";
import { mount, until } from "../../test/mount.fixture.tsx";
import { GuestField } from "./GuestField.tsx";

/** What was asked, and how to answer it. */
let asked: { q: string; answer: (name: string) => Promise<void> }[] = [];
beforeEach(async () => {
  await startWords("ja");
  await loadWords("signedIn");
  asked = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const q = new URL(request.url).searchParams.get("q") ?? "";
    return new Promise<Response>((resolve) => {
      const answer = (name: string) =>
        act(async () => {
          const items = [{ id: 1, name, member_number: null }];
          resolve(Response.json({ items, total: 1, page: 1, size: 20 }));
          await Promise.resolve();
        });
      asked.push({ q, answer });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const lastAsked = async (q: string) => {
  return until(() => (asked.at(-1)?.q === q ? asked.at(-1) : undefined), `asked for ${q}`);
};

test("guests of earlier words are not offered while the new ones load: Enter takes none of them", async () => {
  const taken: string[] = [];
  const page = await mount(<GuestField id="guest" label="お客様" value="" onChange={(id) => taken.push(id)} />);
  const box = page.field("お客様");
  const offered = () => [...document.querySelectorAll('[role="option"]')].map((one) => one.textContent);
  await act(async () => box.click());
  await page.type(box, "山田");
  await (await lastAsked("山田")).answer("山田 太郎");
  await until(() => offered().includes("山田 太郎") || undefined, "the answer is offered");
  expect(box.getAttribute("aria-busy")).toBe("false");
  await page.type(box, "佐藤");
  expect([offered(), box.getAttribute("aria-busy")]).toEqual([[], "true"]);
  await page.key(box, { key: "Enter" });
  await (await lastAsked("佐藤")).answer("佐藤 花子");
  await until(() => offered().includes("佐藤 花子") || undefined, "the new answer is offered");
  expect([taken, box.getAttribute("aria-busy")]).toEqual([[], "false"]);
});
