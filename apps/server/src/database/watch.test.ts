import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "../http/errors.ts";
import { cloneDatabase } from "../test/database.ts";
import { openDatabase } from "./connection.ts";

// A database that is frozen, or a network that swallows: a relay in between that stops passing anything on and closes nothing.
let real: Awaited<ReturnType<typeof cloneDatabase>>;
let sockets: Socket[];
let relay: ReturnType<typeof createServer>;
let url: string;
const freeze = (is: boolean) => {
  for (const socket of sockets) is ? socket.pause() : socket.resume();
};
let isFrozen = false;

beforeAll(async () => {
  real = await cloneDatabase();
  const to = new URL(real.appUrl);
  const { hostname, port } = to;
  sockets = [];
  relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.push(from);
      from.pipe(into);
      from.on("error", () => into.destroy());
      if (isFrozen) {
        from.unpipe(into);
        from.pause();
      }
    }
  }).listen(0, "127.0.0.1");
  await new Promise((done) => relay.once("listening", done));
  // Past the socket, over the relay.
  to.search = "";
  to.port = String((relay.address() as AddressInfo).port);
  url = to.href;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  relay.close();
  await real.drop();
});

test("work that waits for a frozen database is told so, what comes later at once, and when it is back it is asked again", {
  timeout: 60_000,
}, async () => {
  const states: string[] = [];
  const database = openDatabase(url, {
    max: 4,
    watching: { everyMs: 50, patienceMs: 400, on: (state) => void states.push(state) },
  });
  const ask = () => database.asSystem((tx) => tx.one<{ n: number }>`select 1 as n`);
  expect(await ask()).toEqual({ n: 1 });
  const waiting = database.asSystem(async (tx) => {
    isFrozen = true;
    freeze(true);
    return tx.one`select 2 as n`;
  });
  const problem = await waiting.then(
    () => undefined,
    (error: Error) => error,
  );
  expect([errorBody(problem, "ja").status, states]).toEqual([503, ["frozen"]]);
  // Nobody waits for it any more: these would hang for ever.
  for (let round = 0; round < 3; round++) await expect(ask()).rejects.toThrow("does not answer");
  isFrozen = false;
  freeze(false);
  while (states.length < 2) await sleep(20);
  expect(states).toEqual(["frozen", "back"]);
  expect(await ask()).toEqual({ n: 1 });
  await database.close();
});
