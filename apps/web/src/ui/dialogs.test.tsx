// @vitest-environment jsdom
import { act, useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startWords } from "../i18n/i18n.ts";
import { mount, until } from "../test/mount.fixture.tsx";
import { Dialog } from "./Dialog.tsx";

beforeAll(() => startWords("ja"));

const lower = vi.fn();
const upper = vi.fn();
beforeEach(() => {
  lower.mockReset();
  upper.mockReset();
});
const closed = () => [lower, upper].map((close) => close.mock.calls.length);

const dialog = (title: string) =>
  [...document.querySelectorAll<HTMLElement>("[role=dialog]")].find((one) => one.textContent?.includes(title));
const opened = (title: string) => until(() => dialog(title), `the dialog ${title}`);
const pressEscape = (at: Element = document.body, more: KeyboardEventInit = {}) =>
  at.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true, ...more }));
/** Presses Escape at the very moment at which a person could first see the dialog. */
function escapeOnceSeen(title: string): Promise<void> {
  return new Promise((resolve) => {
    const look = new MutationObserver(() => {
      if (dialog(title) === undefined) return;
      look.disconnect();
      pressEscape();
      resolve();
    });
    look.observe(document.body, { childList: true, subtree: true });
  });
}
const layerOf = (one: HTMLElement) => {
  const root = one.closest<HTMLElement>(".mantine-Modal-root");
  return root?.style.getPropertyValue("--mb-z-index");
};

/** As after a call that makes something: one dialog asks, another shows what came of it. */
function Replaced({ answer }: { answer: Promise<void> }) {
  const [done, setDone] = useState(false);
  void answer.then(() => setDone(true));
  return done ? (
    <Dialog key="made" opened title="できました" onClose={upper}>
      中身
    </Dialog>
  ) : (
    <Dialog key="asked" opened title="つくる" onClose={lower}>
      中身
    </Dialog>
  );
}

/** As with unsaved edits: closing the lower asks first. */
function CampaignContext() {
  const [asking, setAsking] = useState(false);
  const ask = () => {
    lower();
    setAsking(true);
  };
  const stay = () => {
    upper();
    setAsking(false);
  };
  return (
    <>
      <Dialog opened title="下" onClose={ask}>
        中身
      </Dialog>
      <Dialog opened={asking} title="上" onClose={stay}>
        中身
      </Dialog>
    </>
  );
}

describe("Escape", () => {
  it("is heard from the moment the dialog can be seen", async () => {
    const seen = escapeOnceSeen("上");
    await mount(
      <Dialog opened title="上" onClose={upper}>
        中身
      </Dialog>,
    );
    await seen;
    expect(upper).toHaveBeenCalledOnce();
  });

  it("is heard by a dialog that takes another's place when an answer has come", async () => {
    const answer = Promise.withResolvers<void>();
    await mount(<Replaced answer={answer.promise} />);
    await opened("つくる");
    const seen = escapeOnceSeen("できました");
    await act(async () => answer.resolve());
    await seen;
    expect(closed()).toEqual([0, 1]);
  });

  it("goes to the upper dialog alone: not to one that the press opens, not to one that it uncovers", async () => {
    await mount(<CampaignContext />);
    expect(layerOf(await opened("下"))).toBe("1051");
    await act(async () => void pressEscape());
    expect(layerOf(await opened("上"))).toBe("1053");
    expect(closed()).toEqual([1, 0]);
    await act(async () => void pressEscape());
    expect(closed()).toEqual([1, 1]);
    await until(() => (dialog("上") === undefined ? true : undefined), "the upper dialog goes");
    await act(async () => void pressEscape());
    expect(closed()).toEqual([2, 1]);
  });

  it("is left to an open list inside the dialog, and to the input method while it composes", async () => {
    await mount(
      <Dialog opened title="上" onClose={upper}>
        <input data-mantine-stop-propagation="true" />
      </Dialog>,
    );
    const list = (await opened("上")).querySelector("input") as Element;
    await act(async () => void pressEscape(list));
    await act(async () => void pressEscape(document.body, { isComposing: true }));
    expect(upper).not.toHaveBeenCalled();
  });
});
