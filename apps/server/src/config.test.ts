import pg from "pg";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const OWN_DATABASE = { DATABASE_URL: "postgres://okaeri@db.example.jp/okaeri", SECRET_KEY: "sixteen letters or more" };
const demo = (env: NodeJS.ProcessEnv) => {
  const config = readConfig(env);
  return [config.demo, config.demoReachable];
};

test.each([
  ["nothing set", {}, [true, false]],
  ["localhost", { APP_ORIGIN: "http://localhost:3000" }, [true, false]],
  ["a name beneath localhost", { APP_ORIGIN: "http://okaeri.localhost:3000" }, [true, false]],
  ["an address of the loop", { APP_ORIGIN: "http://127.0.0.2:3000" }, [true, false]],
  ["the IPv6 loop", { APP_ORIGIN: "http://[::1]:3000" }, [true, false]],
  ["a public name", { APP_ORIGIN: "https://okaeri.example.jp" }, [false, false]],
  ["a name that only begins like it", { APP_ORIGIN: "https://localhost.example.jp" }, [false, false]],
  ["a name that only begins like an address", { APP_ORIGIN: "https://127.0.0.1.example.jp" }, [false, false]],
  ["a database of one's own", OWN_DATABASE, [false, false]],
  ["asked for at a public name", { APP_ORIGIN: "https://okaeri.example.jp", DEMO: "1" }, [true, true]],
  ["asked for beside one's own database", { ...OWN_DATABASE, DEMO: "1" }, [true, false]],
  ["on every interface", { HOST: "0.0.0.0" }, [true, true]],
  ["switched off", { DEMO: "0", HOST: "0.0.0.0" }, [false, false]],
])("DEMO is on by itself only where nobody else comes, and warns where somebody may: %s", (_name, env, expected) => {
  expect(demo(env)).toEqual(expected);
});

test("DEMO is refused in production", () => {
  for (const env of [{ DEMO: "1" }, {}, { DEMO: "1", APP_ORIGIN: "https://okaeri.example.jp" }])
    expect(() => readConfig({ NODE_ENV: "production", ...env })).toThrow(/^DEMO: /m);
  expect(demo({ NODE_ENV: "production", DEMO: "0" })).toEqual([false, false]);
  expect(demo({ NODE_ENV: "production", APP_ORIGIN: "https://okaeri.example.jp" })).toEqual([false, false]);
});

test.each([
  "https://okaeri.example.jp/",
  "https://okaeri.example.jp/app",
  "https://okaeri.example.jp?x=1",
  "https://okaeri.example.jp#top",
  "https://okaeri.example.jp:443",
  "https://OKAERI.example.jp",
  "https://someone:secret@okaeri.example.jp",
  " https://okaeri.example.jp",
  "https://okaeri.example.jp\\",
  "https://okaeri.example.jp\r\nX-Evil: 1",
  "http:okaeri.example.jp",
  "https://",
  "ftp://okaeri.example.jp",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "okaeri.example.jp",
  "null",
])("APP_ORIGIN is a bare origin or the start stops with a line that names it: %j", (text) => {
  expect(() => readConfig({ APP_ORIGIN: text })).toThrow(/^APP_ORIGIN: /m);
});

test("the line says how the origin is written, and never repeats a password", () => {
  expect(() => readConfig({ APP_ORIGIN: "https://someone:secret@okaeri.example.jp/app" })).toThrow(
    /\(https:\/\/okaeri\.example\.jp と書いてください\)$/m,
  );
  expect(readConfig({ APP_ORIGIN: "https://okaeri.example.jp:8443" }).appOrigin).toBe("https://okaeri.example.jp:8443");
});

test.each([
  ["SMPT_URL", "SMTP_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_OWNER_URI", "DATABASE_OWNER_URL"],
  ["app_origin", "APP_ORIGIN"],
  ["SECRETKEY", "SECRET_KEY"],
  ["PROT", "PORT"],
  ["ROELS", "ROLES"],
])("a setting that is nearly ours stops the start and names ours: %s", (written, setting) => {
  expect(() => readConfig({ [written]: "1" })).toThrow(new RegExp(`^${written}: .*${setting}`, "m"));
});

test("names that machines have anyway are none of our business", () => {
  const usual = [
    "HOME",
    "MODE",
    "HOSTNAME",
    "LOGNAME",
    "PORTS",
    "NODE_PATH",
    "NODE_OPTIONS",
    "npm_config_loglevel",
    "PWD",
  ];
  expect(() => readConfig(Object.fromEntries(usual.map((name) => [name, "x"])))).not.toThrow();
  expect(() => readConfig({ SMPT_URL: "" })).not.toThrow();
});

test("a password that is given by itself is taken as it is, whatever signs it has", () => {
  for (const password of ["p@ss:w/ord?#%&", "%41", "a b'c\"d\\e", "$(x)`{}", "湯の宿", "::1"]) {
    const { databaseUrl, databaseReadUrl, databaseOwnerUrl } = readConfig({
      ...OWN_DATABASE,
      DATABASE_READ_URL: "postgres://okaeri@replica.example.jp/okaeri",
      DATABASE_OWNER_URL: "postgres://owner:old@db.example.jp:5433/okaeri?application_name=x",
      DATABASE_PASSWORD: password,
      DATABASE_OWNER_PASSWORD: `${password}!`,
    });
    // As the driver reads it.
    const read = (url: string | null) => new pg.Client({ connectionString: url ?? "" });
    expect([
      password,
      read(databaseUrl).password,
      read(databaseReadUrl).password,
      read(databaseOwnerUrl).password,
    ]).toEqual([password, password, password, `${password}!`]);
    expect(read(databaseOwnerUrl)).toMatchObject({
      user: "owner",
      host: "db.example.jp",
      port: 5433,
      database: "okaeri",
    });
  }
});

test("what is wrong with a value is said in the operator's words, beneath the name of the setting", () => {
  const wrong: Record<string, [string, string]> = {
    PORT: ["x", "数を書いてください"],
    WORKER_PORT: ["1.5", "整数を書いてください"],
    DRAIN_SECONDS: ["9", "5以下の数を書いてください"],
    BACKUP_KEEP: ["-1", "0以上の数を書いてください"],
    DEMO: ["yes", "0、1 のどれかを書いてください"],
    ROLES: ["web,boss", "web、worker のどれかを書いてください"],
    METRICS_TOKEN: ["short", "16文字以上にしてください"],
    // A comma too many would make a key of nothing, and in front the one that encrypts.
    SECRET_KEY: [", sixteen letters or more", "16文字以上にしてください"],
    SMTP_URL: ["mail", "URL を書いてください"],
  };
  const given = Object.fromEntries(Object.entries(wrong).map(([name, [value]]) => [name, value]));
  const problems = Object.entries(wrong).map(([name, [, words]]) => `${name}: ${words}`);
  expect(() => readConfig(given)).toThrow();
  try {
    readConfig(given);
  } catch (error) {
    expect((error as Error).message.split("\n").slice(1).sort()).toEqual(problems.sort());
  }
});
