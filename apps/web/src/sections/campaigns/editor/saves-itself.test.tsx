// @vitest-environment jsdom
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { AppError } from "../../../api/app-error.ts";
import { startWords } from "../../../i18n/i18n.ts";
import { type Loaded, useEditedDocument } from "../../../parts/edited-document/use-edited-document.ts";
import { setSession } from "../../../shell/session.ts";
import { mount } from "../../../test/mount.fixture.tsx";
import { useSavesItself } from "./use-saves-itself.ts";

type Row = { key: string; id: number | null; words: string };
type Doc = { name: string; rows: Row[] };
type Part = keyof Doc;
const PARTS: Part[] = ["name", "rows"];
const stored: Loaded<Doc> = { version: 1, values: { name: "冬", rows: [] } };

let edited: ReturnType<typeof useEditedDocument<Doc, Part>>;
let itself: ReturnType<typeof useSavesItself<Doc>>;
const save = vi.fn<(edit: Loaded<Doc>, leaving: boolean) => Promise<Loaded<Doc>>>();
const newest = vi.fn<() => Promise<Loaded<Doc>>>();

/** Rows that were saved have an id, under the key they have on screen. */
const named = (doc: Doc, saved: Doc): Doc => ({
  ...doc,
  rows: doc.rows.map((row) => ({ ...row, id: row.id ?? saved.rows.find(({ key }) => key === row.key)?.id ?? null })),
});

function Editor({ wrong = () => false }: { wrong?: (doc: Doc) => boolean }) {
  edited = useEditedDocument<Doc, Part>({
    name: "stays/7",
    loaded: stored,
    differing: (before, after) => PARTS.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part])),
    putOver: (under, own, parts) => ({ ...under, ...Object.fromEntries(parts.map((part) => [part, own[part]])) }),
    nameOf: (part) => part,
    save,
    newest,
    settle: (saved, sent, typed) => ({
      base: { ...saved, values: named(sent, saved.values) },
      values: named(typed, saved.values),
    }),
  });
  itself = useSavesItself("stays/7", edited, !wrong(edited.values));
  return null;
}

const open = (wrong?: (doc: Doc) => boolean) => mount(<Editor {...(wrong && { wrong })} />);
const type = (next: Partial<Doc>) => act(async () => edited.change((values) => ({ ...values, ...next })));
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const refusal = (status: number, fields: Record<string, string> = {}) =>
  new AppError({ status, message: "できません", behaviour: "message" } as never, fields);
const names = () => save.mock.calls.map(([{ values }]) => values.name);
const goes = (online: boolean) =>
  act(async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
    window.dispatchEvent(new Event(online ? "online" : "offline"));
  });

beforeAll(() => startWords("ja"));
beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  setSession({ loggedIn: true, verified: true, userId: "u1" } as never);
  save.mockImplementation(async ({ version, values }) => ({
    version: version + 1,
    values: { name: values.name.trim(), rows: values.rows.map((row, at) => ({ ...row, id: row.id ?? 50 + at })) },
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Mounted with real timers, as the words are loaded; what comes after is in the test's own time. */
async function opened(wrong?: (doc: Doc) => boolean) {
  await open(wrong);
  vi.useFakeTimers();
}

it("a second after the last change it is saved once, and nothing more is sent", async () => {
  await opened();
  expect(itself.state).toBe("saved");
  await type({ name: "春" });
  await wait(900);
  await type({ name: "春の" });
  await wait(900);
  expect([names(), itself.state]).toEqual([[], "saving"]);
  await wait(100);
  expect([names(), itself.state, edited.base.version]).toEqual([["春の"], "saved", 2]);
  await wait(60_000);
  expect(names()).toHaveLength(1);
});

it("typed back to what is saved, there is nothing to send", async () => {
  await opened();
  await type({ name: "春" });
  await type({ name: "冬" });
  await wait(5_000);
  expect([names(), itself.state]).toEqual([[], "saved"]);
});

it("one save at a time: what is typed meanwhile stays as it is typed and follows, and new rows keep their keys", async () => {
  await opened();
  let answer: (saved: Loaded<Doc>) => void = () => undefined;
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const row = { key: "new-1", id: null, words: "あ" };
  await type({ name: "春 ", rows: [row] });
  await wait(1_000);
  await type({ name: "春 の", rows: [{ ...row, words: "あい" }] });
  await wait(10_000);
  expect(save).toHaveBeenCalledTimes(1);
  await act(async () => answer({ version: 2, values: { name: "春", rows: [{ ...row, id: 50 }] } }));
  expect(edited.values).toEqual({ name: "春 の", rows: [{ key: "new-1", id: 50, words: "あい" }] });
  await wait(1_000);
  expect(save.mock.lastCall?.[0]).toMatchObject({ version: 2, values: { name: "春 の", rows: [{ id: 50 }] } });
  expect(itself.state).toBe("saved");
});

it("what the server puts in order is not typed over: a space at the end stays where the caret is", async () => {
  await opened();
  await type({ name: "春 " });
  await wait(1_000);
  expect([edited.values.name, itself.state, names()]).toEqual(["春 ", "saved", ["春 "]]);
});

it("offline it waits and says so, and is saved as soon as there is a connection", async () => {
  await opened();
  await goes(false);
  await type({ name: "春" });
  await wait(60_000);
  expect([names(), itself.state, itself.isStuck()]).toEqual([[], "offline", true]);
  await goes(true);
  await wait(1_000);
  expect([names(), itself.state]).toEqual([["春"], "saved"]);
});

it.each([-1, 500, 503])("an answer of %i is tried again, each time later, until it is there", async (status) => {
  await opened();
  for (let i = 0; i < 3; i += 1) save.mockRejectedValueOnce(refusal(status));
  await type({ name: "春" });
  await wait(1_000);
  expect([save.mock.calls.length, itself.state]).toEqual([1, "later"]);
  await wait(2_000);
  expect(save).toHaveBeenCalledTimes(2);
  await wait(2_000);
  expect(save).toHaveBeenCalledTimes(2);
  await wait(2_000);
  expect(save).toHaveBeenCalledTimes(3);
  await wait(8_000);
  expect([save.mock.calls.length, itself.state]).toEqual([4, "saved"]);
});

it("429 is obeyed, also while one goes on typing", async () => {
  await opened();
  save.mockRejectedValueOnce(Object.assign(refusal(429), { retryAfter: 30 }));
  await type({ name: "春" });
  await wait(1_000);
  await type({ name: "春の" });
  await wait(28_000);
  expect([save.mock.calls.length, itself.state]).toEqual([1, "later"]);
  await wait(2_000);
  expect([names(), itself.state]).toEqual([["春", "春の"], "saved"]);
});

it("what is wrong is not sent again until something is typed", async () => {
  await opened();
  save.mockRejectedValueOnce(refusal(400, { name: "だめ" }));
  await type({ name: "春" });
  await wait(600_000);
  expect([names(), itself.state, itself.isStuck()]).toEqual([["春"], "wrong", true]);
  await type({ name: "夏" });
  await wait(1_000);
  expect([names(), itself.state]).toEqual([["春", "夏"], "saved"]);
});

it("what cannot be read is never sent; the page says so after a pause, and the rest of it waits", async () => {
  await opened(({ name }) => name === "千");
  await type({ name: "千" });
  expect(itself.state).toBe("saving");
  await wait(60_000);
  expect([names(), itself.state]).toEqual([[], "wrong"]);
  expect(await act(async () => itself.flush())).toBe(false);
  await type({ name: "千歳" });
  await wait(1_000);
  expect(names()).toEqual(["千歳"]);
});

it("after a 412 nothing is sent until theirs is underneath, and then it goes on by itself", async () => {
  await opened();
  save.mockRejectedValueOnce(refusal(412));
  newest.mockResolvedValue({ version: 5, values: { name: "冬", rows: [{ key: "r", id: 3, words: "ほか" }] } });
  await type({ name: "春" });
  await wait(600_000);
  await type({ name: "春の" });
  await wait(600_000);
  expect([save.mock.calls.length, itself.state]).toEqual([1, "stale"]);
  await act(async () => edited.loadNewest());
  await wait(1_000);
  expect(save.mock.lastCall?.[0]).toEqual({
    version: 5,
    values: { name: "春の", rows: [{ key: "r", id: 3, words: "ほか" }] },
  });
  expect(itself.state).toBe("saved");
});

it("ten at once: each save lands or tells, none is lost and none goes out twice", async () => {
  await opened();
  // Of ten saves nine find that somebody else was first.
  let version = 1;
  save.mockImplementation(async (edit) => {
    if (version % 10 !== 0 && edit.version <= version) {
      version += 1;
      throw refusal(412);
    }
    return { version: edit.version + 1, values: edit.values };
  });
  newest.mockImplementation(async () => ({ version, values: { name: `ほか${version}`, rows: [] } }));
  await type({ rows: [{ key: "mine", id: 9, words: "わたし" }] });
  for (let turn = 0; turn < 12 && itself.state !== "saved"; turn += 1) {
    await wait(1_000);
    if (itself.state === "stale") await act(async () => edited.loadNewest());
  }
  expect(itself.state).toBe("saved");
  expect(edited.base.values).toEqual({ name: "ほか10", rows: [{ key: "mine", id: 9, words: "わたし" }] });
});

const leave = () => act(async () => void window.dispatchEvent(new Event("pagehide")));

it("a page that is closed sends what it has, and keeps it for the case that it does not arrive", async () => {
  await opened();
  save.mockImplementation(() => new Promise(() => undefined));
  await type({ name: "春" });
  await leave();
  expect(save.mock.calls.map(([, leaving]) => leaving)).toEqual([true]);
  expect(JSON.stringify(localStorage)).toContain("春");
  vi.useRealTimers();
  await open();
  await act(async () => edited.unsavedDraft?.restore());
  expect(edited.values.name).toBe("春");
});

it("a page that was only put aside forgets what it kept once that has arrived", async () => {
  await opened();
  await type({ name: "春" });
  await leave();
  await wait(0);
  expect([names(), localStorage.length, itself.state]).toEqual([["春"], 0, "saved"]);
});

it("what a closed page sent and what arrived is not offered again", async () => {
  await opened();
  save.mockImplementation(() => new Promise(() => undefined));
  await type({ name: "春" });
  await leave();
  vi.useRealTimers();
  stored.values = { ...stored.values, name: "春" };
  await open();
  stored.values = { ...stored.values, name: "冬" };
  expect([edited.unsavedDraft, localStorage.length]).toEqual([undefined, 0]);
});

it("leaving in the middle of a save waits for it, and sends what was typed since", async () => {
  await opened();
  let answer: (saved: Loaded<Doc>) => void = () => undefined;
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await type({ name: "春" });
  await wait(1_000);
  await type({ name: "春の" });
  let left: boolean | undefined;
  await act(async () => void itself.flush().then((done) => (left = done)));
  expect(left).toBeUndefined();
  await act(async () => answer({ version: 2, values: { name: "春", rows: [] } }));
  await wait(0);
  expect([left, names()]).toEqual([true, ["春", "春の"]]);
});
