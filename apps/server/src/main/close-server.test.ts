import { once } from "node:events";
import { Agent, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { closeServer, withConnections } from "./close-server.ts";

test("a stop waits for an answer that is being given, and not for connections over which nothing was asked, or half a request", async () => {
  const listening = withConnections(Fastify());
  const { server } = listening;
  server.get("/", async () => "ok");
  server.get("/slow", async () => {
    await sleep(600);
    return "slow";
  });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((done) => get(`${address}/`, { agent }, (answer) => answer.resume().once("end", done)));
  const silent = connect(port, "127.0.0.1");
  const silentEnded = once(silent, "close");
  silent.on("error", () => {});
  await once(silent, "connect");
  const half = connect(port, "127.0.0.1", () => half.write("GET / HTTP/1.1\r\nHost: x\r\n"));
  const halfEnded = once(half, "close");
  half.on("error", () => {});
  const slow = fetch(`${address}/slow`).then((answer) => answer.text());
  await sleep(100);
  const started = performance.now();
  const late = sleep(3_000).then(() => "held up");
  expect(await Promise.race([closeServer(listening, 7_000).then(() => "closed"), late])).toBe("closed");
  expect(await slow).toBe("slow");
  await Promise.all([silentEnded, halfEnded]);
  // Not before the slow answer, and not much later.
  expect(performance.now() - started).toBeGreaterThan(400);
  agent.destroy();
});
