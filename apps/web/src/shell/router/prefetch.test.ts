import { beforeEach, expect, it, vi } from "vitest";

// What the browser says of its line is read once, with the module.
beforeEach(() => vi.resetModules());

it.each([
  [undefined, "intent"],
  [{ saveData: false, effectiveType: "4g" }, "intent"],
  [{ saveData: false, effectiveType: "3g" }, "intent"],
  [{ saveData: true, effectiveType: "4g" }, false],
  [{ saveData: false, effectiveType: "2g" }, false],
  [{ saveData: false, effectiveType: "slow-2g" }, false],
])(
  "§9 Link prefetch is skipped on slow connections: %j gives %s, also when the line changes later",
  async (line, mode) => {
    const connection = Object.assign(new EventTarget(), { saveData: false, effectiveType: "4g" });
    vi.stubGlobal("navigator", line === undefined ? {} : { connection: Object.assign(connection, line) });
    const { followConnection, prefetchMode } = await import("./prefetch.ts");
    expect(prefetchMode()).toBe(mode);
    const update = vi.fn();
    followConnection({ options: { defaultPreload: "intent" }, update } as never);
    connection.dispatchEvent(new Event("change"));
    expect(update.mock.calls).toEqual(line === undefined ? [] : [[{ defaultPreload: mode }]]);
    vi.unstubAllGlobals();
  },
);
