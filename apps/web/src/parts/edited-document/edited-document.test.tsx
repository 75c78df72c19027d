// @vitest-environment jsdom
import { act } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../api/app-error.ts";
import { startWords } from "../../i18n/i18n.ts";
import { keepOpenForms } from "../../shell/open-forms.ts";
import { setSession } from "../../shell/session.ts";
import { mount } from "../../test/mount.fixture.tsx";
import { type Loaded, useEditedDocument } from "./use-edited-document.ts";

/** A document whose parts are not its fields: the two ends of a period are one. */
type Stay = { name: string; from: string; to: string; secret: string };
type Part = "name" | "period" | "secret";
const FIELDS = { name: ["name"], period: ["from", "to"], secret: ["secret"] } as const;
const PARTS = Object.keys(FIELDS) as Part[];
const NAMES = { name: "名前", period: "期間", secret: "合言葉" };
const of = (stay: Stay, part: Part) => FIELDS[part].map((field) => stay[field]).join();

const stored: Loaded<Stay> = { version: 1, values: { name: "冬", from: "12/01", to: "12/10", secret: "" } };
const with_ = (version: number, values: Partial<Stay>): Loaded<Stay> => ({
  version,
  values: { ...stored.values, ...values },
});

let edited: ReturnType<typeof useEditedDocument<Stay, Part>>;
const save = vi.fn<(edit: Loaded<Stay>) => Promise<Loaded<Stay>>>();
const newest = vi.fn<() => Promise<Loaded<Stay>>>();
const refused = vi.fn();
let mayBeSent = true;

function Editor({ loaded, typed }: { loaded: Loaded<Stay>; typed?: Stay }) {
  edited = useEditedDocument<Stay, Part>({
    name: "stays/7",
    loaded,
    typed,
    differing: (before, after) => PARTS.filter((part) => of(before, part) !== of(after, part)),
    putOver: (under, own, parts) =>
      Object.assign({ ...under }, ...parts.flatMap((part) => FIELDS[part].map((field) => ({ [field]: own[field] })))),
    nameOf: (part) => NAMES[part],
    secret: ["secret"],
    mayBeSent: () => mayBeSent,
    save,
    newest,
    onRefused: refused,
  });
  return null;
}

const open = (loaded = stored, typed?: Stay) => mount(<Editor loaded={loaded} {...(typed && { typed })} />);
const type = (next: Partial<Stay>) => act(async () => edited.change((values) => ({ ...values, ...next })));
const saving = () => act(async () => edited.save());
const refusal = (status: number, changed?: { by: string | null; at: string }) =>
  new AppError({ status, message: "できません", behaviour: "message" } as never, { name: "だめ" }, false, changed);
const signIn = (userId: string) => setSession({ loggedIn: true, verified: true, userId } as never);

beforeAll(() => startWords("ja"));
beforeEach(() => {
  vi.resetAllMocks();
  save.mockImplementation(async ({ version, values }) => ({ version: version + 1, values }));
  mayBeSent = true;
  localStorage.clear();
  signIn("u1");
});

describe("what differs", () => {
  it("is named part by part, and nothing does once it is typed back, taken back or saved", async () => {
    await open();
    expect([edited.changes, edited.isDirty()]).toEqual([[], false]);
    await type({ to: "12/20", name: "春" });
    expect([edited.changes, edited.isDirty()]).toEqual([["名前", "期間"], true]);
    await type({ name: "冬" });
    expect(edited.changes).toEqual(["期間"]);
    await act(async () => edited.discard());
    expect([edited.values, edited.isDirty()]).toEqual([stored.values, false]);
    await type({ name: "春" });
    expect(await saving()).toEqual(with_(2, { name: "春" }));
    expect([edited.base.version, edited.isDirty()]).toEqual([2, false]);
  });

  it("is what was brought along, too", async () => {
    await open(stored, { ...stored.values, name: "夏" });
    expect([edited.changes, edited.isDirty()]).toEqual([["名前"], true]);
  });
});

describe("a save", () => {
  it("is not asked for while it may not be sent, and the attempt is counted", async () => {
    await open();
    mayBeSent = false;
    await type({ name: "" });
    expect(await saving()).toBeUndefined();
    expect([save.mock.calls, edited.attempts]).toEqual([[], 1]);
  });

  it("goes out once, however often it is pressed, and what is typed meanwhile stays typed over what was saved", async () => {
    await open();
    let answer: (saved: Loaded<Stay>) => void = () => undefined;
    save.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    await type({ name: "春" });
    await act(async () => {
      void edited.save();
      void edited.save();
    });
    expect([save.mock.calls.length, edited.saving]).toEqual([1, true]);
    await type({ from: "12/02" });
    await act(async () => answer(with_(2, { name: "春(整えたもの)" })));
    expect(edited.values).toEqual({ ...stored.values, name: "春(整えたもの)", from: "12/02" });
    expect([edited.changes, edited.isDirty(), edited.saving]).toEqual([["期間"], true, false]);
  });

  it("that is refused leaves everything as it was typed, and says why until something is typed", async () => {
    await open();
    save.mockRejectedValue(refusal(400));
    await type({ name: "春" });
    expect(await saving()).toBeUndefined();
    expect([edited.failure?.fields, edited.attempts, edited.changes]).toEqual([{ name: "だめ" }, 1, ["名前"]]);
    expect(refused).toHaveBeenCalledOnce();
    await type({ name: "夏" });
    expect(edited.failure).toBeUndefined();
  });
});

describe("after a 412", () => {
  const faster = with_(5, { name: "ほかの名前", secret: "x" });
  const changed = { by: "花田 千冬", at: "2026-11-22T01:05:00Z" };
  const stale = async () => {
    await open();
    save.mockRejectedValueOnce(refusal(412, changed));
    newest.mockResolvedValue(faster);
    await type({ name: "春", to: "12/20" });
    await saving();
  };

  it("says who, when and what, keeps what was typed, and stays stale whatever is typed", async () => {
    await stale();
    expect([edited.failure?.changed, edited.theirs]).toEqual([changed, ["名前", "合言葉"]]);
    await type({ from: "12/03" });
    expect([edited.failure?.status, edited.changes]).toEqual([412, ["名前", "期間"]]);
  });

  it("puts theirs underneath, names what both changed, and saves over their version", async () => {
    await stale();
    await act(async () => edited.loadNewest());
    expect(edited.values).toEqual({ ...faster.values, name: "春", to: "12/20" });
    expect([edited.conflicts, edited.changes, edited.failure]).toEqual([["名前"], ["名前", "期間"], undefined]);
    await saving();
    expect(save).toHaveBeenLastCalledWith({ version: 5, values: edited.values }, false);
  });

  it("loses nothing when theirs cannot be asked for", async () => {
    await stale();
    newest.mockRejectedValue(new TypeError("Failed to fetch"));
    await act(async () => edited.loadNewest());
    expect([edited.values.name, edited.failure?.status]).toEqual(["春", -1]);
  });

  it("answers another call that was asked with this version in the same way", async () => {
    await open();
    newest.mockResolvedValue(faster);
    await act(async () => edited.refuse(refusal(412, changed)));
    expect([edited.failure?.status, edited.theirs]).toEqual([412, ["名前", "合言葉"]]);
  });
});

describe("a newer version that arrives in the background", () => {
  it("is shown while nothing is typed, and waits for the save otherwise", async () => {
    const { show } = await open();
    await show(<Editor loaded={with_(2, { name: "新しい冬" })} />);
    expect([edited.values.name, edited.base.version]).toEqual(["新しい冬", 2]);
    await type({ name: "春" });
    await show(<Editor loaded={with_(3, { to: "12/30" })} />);
    expect([edited.values, edited.base.version]).toEqual([{ ...stored.values, name: "春" }, 2]);
  });
});

describe("a session that ends under the edit", () => {
  const cutOff = async () => {
    await open();
    await type({ name: "春", secret: "ひみつ" });
    keepOpenForms();
  };

  it("leaves what was typed in the browser, without secrets, for the same person alone", async () => {
    await cutOff();
    expect(JSON.stringify(localStorage)).toContain("春");
    signIn("u2");
    await open();
    expect(edited.unsavedDraft).toBeUndefined();
    signIn("u1");
    await open();
    expect(edited.values).toEqual(stored.values);
    await act(async () => edited.unsavedDraft?.restore());
    expect([edited.values, edited.conflicts, edited.unsavedDraft]).toEqual([
      with_(1, { name: "春" }).values,
      [],
      undefined,
    ]);
    await open();
    expect(edited.unsavedDraft).toBeUndefined();
  });

  it("is put over what somebody else saved meanwhile, and what both changed is named", async () => {
    await cutOff();
    await open(with_(4, { name: "ほかの名前", to: "12/31" }));
    await act(async () => edited.unsavedDraft?.restore());
    expect(edited.values).toEqual(with_(4, { name: "春", to: "12/31" }).values);
    expect([edited.conflicts, edited.base.version]).toEqual([["名前"], 4]);
  });

  it("keeps nothing of what was saved or thrown away", async () => {
    await open();
    await type({ name: "春" });
    await saving();
    keepOpenForms();
    expect(localStorage.length).toBe(0);
    await cutOff();
    await open();
    await act(async () => edited.unsavedDraft?.discard());
    expect(localStorage.length).toBe(0);
  });
});
