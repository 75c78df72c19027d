import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../apps/server/src/config.ts";
import { ROOT, textOf } from "./tree.ts";

type Service = {
  image?: string;
  command?: string[];
  environment: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
};
const compose = parse(textOf("deploy/compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: { default: { ipam: { config: { subnet: string; gateway: string }[] } } };
};
const { database, ...ours } = compose.services;

/** What compose makes of `${NAME}` and `${NAME:-default}`. */
const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_all, name: string, otherwise = "") => values[name] || otherwise);

const VALUES = {
  OWNER_PASSWORD: 'p@ss:w/ord?#%&$1\\"',
  APP_PASSWORD: "a b$(c)`d",
  SECRET_KEY: "sixteen letters or more",
  APP_ORIGIN: "https://okaeri.example.jp",
  SMTP_URL: "smtps://mail.example.jp",
  PROVIDER_NAME: "おかえり",
  COMPANY_URL: "https://example.jp",
  PRIVACY_URL: "https://example.jp/p",
  METRICS_TOKEN: "sixteen letters or more",
};
const IMAGE = { NODE_ENV: "production", DEMO: "0", HOST: "0.0.0.0", PORT: "3000", DATA_DIR: "/var/lib/okaeri" };

test("each container's settings are settings of the product, with passwords of any signs", () => {
  const settings = Object.entries(IMAGE).map(([name, value]) => `${name}=${value}`);
  expect(textOf("deploy/Dockerfile")).toContain(`ENV ${settings.join(" ")}`);
  const configs = Object.fromEntries(
    Object.entries(ours).map(([name, { environment }]) => {
      const given = Object.entries(environment).map(([key, value]) => [key, filled(value, VALUES)]);
      return [name, readConfig({ ...IMAGE, ...Object.fromEntries(given) })];
    }),
  );
  for (const { databaseUrl, trustedProxies, metricsToken } of Object.values(configs)) {
    expect(decodeURIComponent(new URL(databaseUrl ?? "").password)).toBe(VALUES.APP_PASSWORD);
    expect(trustedProxies).toEqual([compose.networks.default.ipam.config[0]?.gateway]);
    expect(metricsToken).toBe(VALUES.METRICS_TOKEN);
  }
  // Who serves knows no owner.
  for (const [name, { databaseOwnerUrl }] of Object.entries(configs))
    expect([name, databaseOwnerUrl !== null]).toEqual([name, ["migrate", "backup"].includes(name)]);
  expect(decodeURIComponent(new URL(configs.backup?.databaseOwnerUrl ?? "").password)).toBe(VALUES.OWNER_PASSWORD);
  expect(configs.worker?.workerPort).toBe(9100);
  expect(
    textOf("deploy/compose.yaml")
      .match(/\$\{(\w+)\}/g)
      ?.map((each) => each.slice(2, -1)),
  ).toEqual(expect.arrayContaining(Object.keys(VALUES)));
});

test("what it runs is there, in an order in which each finds the one before it ready, and backups have a volume", () => {
  for (const [name, { command = [] }] of Object.entries(ours))
    for (const program of command.filter((word) => word.endsWith(".ts")))
      expect([name, program, existsSync(join(ROOT, program))]).toEqual([name, program, true]);
  // A server that only makes the databases does not answer by the network.
  expect(database?.healthcheck?.test.slice(0, 4)).toEqual(["CMD", "pg_isready", "-h", "127.0.0.1"]);
  expect(ours.migrate?.command?.slice(-2)).toEqual(["migrate", "--wait"]);
  expect(ours.migrate?.depends_on).toEqual({ database: { condition: "service_healthy" } });
  for (const name of ["web", "worker", "backup"])
    expect(ours[name]?.depends_on).toEqual({ migrate: { condition: "service_completed_successfully" } });
  for (const [name, port] of Object.entries({ web: 3000, worker: 9100 }))
    expect(ours[name]?.healthcheck?.test.join(" ")).toContain(`:${port}/health/ready`);
  expect(ours.backup?.command?.slice(-2)).toEqual(["backup", "--nightly"]);
  expect([ours.backup?.volumes, ours.worker?.volumes]).toEqual([
    ["backups:/var/backups/okaeri"],
    ["backups:/var/backups/okaeri:ro"],
  ]);
  // The program's own folder is root's: a start that makes its folder of data there fails.
  for (const made of ["0750 /var/backups/okaeri", `0700 ${IMAGE.DATA_DIR}`])
    expect(textOf("deploy/Dockerfile")).toContain(`install -d -o node -g node -m ${made}`);
  expect(Object.keys(compose.volumes)).toEqual(["data", "backups"]);
});
