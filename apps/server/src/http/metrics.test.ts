import Fastify from "fastify";
import { expect, test } from "vitest";
import type { App } from "../app.ts";
import { figures } from "../main/figures.ts";
import { testApp } from "../test/app.ts";
import { metrics } from "./metrics.ts";

const names = (body: string) =>
  body
    .split("\n")
    .filter((line) => /^okaeri_/.test(line))
    .map((line) => line.split(/[ {]/)[0]);

test("while the database is away its figures are absent, not 0; those of the process stay", async () => {
  const t = await testApp();
  const { database } = t.app;
  const away = async () => {
    throw Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
  };
  const cut: App = {
    ...t.app,
    // Neither is there a backup.
    config: { ...t.app.config, backupDir: "/nowhere/at/all" },
    database: { ...database, asSystem: away, inScope: away },
    jobs: { ...t.app.jobs, failed: away, waiting: away },
  };
  const server = Fastify();
  metrics(server, cut, figures(cut));
  const asked = await server.inject({ method: "GET", url: "/metrics", remoteAddress: "127.0.0.1" });
  const metricNames = names(asked.body);
  const ofDatabase = figures(cut).map(({ name }) => name as string);
  expect(asked.statusCode).toBe(200);
  expect(metricNames.filter((name) => ofDatabase.includes(name ?? ""))).toEqual([]);
  expect(metricNames).toContain("okaeri_database_connections");
  // Back again, and a count of nothing is 0.
  const back = await t.server.inject({ method: "GET", url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(back.body).toContain("okaeri_unknown_mails 0");
  await server.close();
  await t.close();
});

test("a database that says nothing holds no figure up: those that come from it are absent, the others are answered", async () => {
  const t = await testApp();
  // Jobs have connections of their own, which nobody watches.
  const frozen: App = { ...t.app, jobs: { ...t.app.jobs, failed: () => new Promise<never>(() => {}) } };
  const server = Fastify();
  metrics(server, frozen, figures(frozen), 200);
  const { body } = await server.inject({ method: "GET", url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(body).toContain("okaeri_unknown_mails 0");
  expect(names(body)).not.toContain("okaeri_failed_jobs");
  await server.close();
  await t.close();
});
