import { expect, test } from "vitest";
import { openGate } from "./gate.ts";

const times = (n: number) => Array.from({ length: n });

test("mails to one domain take most connections and leave some to the others; who waits goes on as places become free", async () => {
  const gate = openGate(10, 1_000);
  expect(await Promise.all(times(8).map(() => gate.enter("slow.jp")))).toEqual(times(8).fill(true));
  const ninth = gate.enter("slow.jp");
  expect(await gate.enter("other.jp")).toBe(true);
  gate.leave("slow.jp");
  expect(await ninth).toBe(true);
  expect(gate.slow()).toEqual([]);
});

test("a domain whose mails wait too long is slow: nothing more of it is begun until half of its mails are through", async () => {
  const gate = openGate(10, 10);
  await Promise.all(times(8).map(() => gate.enter("slow.jp")));
  expect(await Promise.all([gate.enter("slow.jp"), gate.enter("slow.jp")])).toEqual([false, false]);
  expect(await gate.enter("slow.jp")).toBe(false);
  expect(gate.slow()).toEqual(["slow.jp"]);
  for (const _ of times(4)) gate.leave("slow.jp");
  expect(gate.slow()).toEqual([]);
  expect(await gate.enter("slow.jp")).toBe(true);
});
