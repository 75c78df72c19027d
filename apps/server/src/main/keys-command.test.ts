import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { openCipher, secretKeysOf } from "../session/cipher.ts";
import { bindingOf } from "../session/sealed-places.ts";
import { cloneDatabase } from "../test/database.ts";
import { openSecretKeys } from "./secret-keys.ts";

// The commands as an operator runs them.
const [OLD, NEW] = ["the key of the first day", "the key after it"];
const [old, fresh] = secretKeysOf([OLD, NEW]).map(({ id }) => id);
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await cloneDatabase();
  folder = mkdtempSync(join(tmpdir(), "okaeri-keys-"));
  for (const secrets of [[OLD], [NEW, OLD]]) await openSecretKeys(database.database, secrets, systemClock);
  await database.past.pool.query("insert into companies (name) values ('宿')");
  await database.past.pool.query(
    `insert into users (id, company_id, user_email, name, role, tfa_secret) overriding system value
      select 5, id, 'a@example.jp', '花', 'role_user', $1 from companies`,
    [openCipher([OLD]).seal("x", bindingOf("tfa", 5))],
  );
  expect(db(`${NEW},${OLD}`, "backup").code).toBe(0);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const db = (secretKey: string, ...args: string[]) => dbOn(database, secretKey, ...args);

function dbOn(on: { appUrl: string; ownerUrl: string }, secretKey: string, ...args: string[]) {
  const done = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "db.ts"), ...args],
    {
      encoding: "utf8",
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: on.appUrl,
        DATABASE_OWNER_URL: on.ownerUrl,
        DATA_DIR: folder,
        SECRET_KEY: secretKey,
        ENV_DIR: "",
      },
    },
  );
  return { code: done.status, out: done.stdout, err: done.stderr.trim() };
}

test("the commands say which keys are in use since when, what needs them, which backups do, and which may go", async () => {
  const before = db(`${NEW},${OLD}`, "keys");
  expect([before.code, before.err]).toEqual([0, ""]);
  expect(before.out).toMatch(
    new RegExp(
      `鍵 ${old}  .*から使用中。外す前に npm run db -- reseal.*\\n    認証アプリ 1件\\n    必要とするバックアップ: 1個`,
    ),
  );
  expect(before.out).toMatch(new RegExp(`鍵 ${fresh}  .*から使用中\\(いちばん新しい鍵\\)`));
  expect(db(NEW, "reseal")).toMatchObject({ code: 1, err: expect.stringContaining(`${old} がありません`) });
  const done = db(`${NEW},${OLD}`, "reseal");
  expect([done.code, done.err]).toEqual([0, ""]);
  expect(done.out).toMatch(/^認証アプリ: 1件\n保存されている情報は、いちばん新しい鍵で暗号化されています\n/);
  expect(done.out).toMatch(
    new RegExp(
      `鍵 ${old}  .*まで。SECRET_KEY から外せます\\n    送信済みのメールの配信停止リンクのために残しています\\(.*まで\\)\\n    必要とするバックアップ: 1個\\(最新 okaeri-.*gz\\)`,
    ),
  );
  // The backup of before names both keys, and its restore asks for them.
  const file = /okaeri-[-\d]+\.gz/.exec(done.out)?.[0] ?? "";
  expect(db(NEW, "restore", join(folder, "backups", file), "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining(`取得したときの鍵 ${old} も設定してください`),
  });

  // One that sealed something after it was counted as free may not go yet, and goes with the next resealing.
  await database.past.pool.query("update users set tfa_secret = $1 where id = 5", [
    openCipher([OLD]).seal("x", bindingOf("tfa", 5)),
  ]);
  expect(db(`${NEW},${OLD}`, "keys").out).toMatch(new RegExp(`鍵 ${old}  .*から使用中。外す前に npm run db -- reseal`));
  expect(db(`${NEW},${OLD}`, "reseal").out).toMatch(new RegExp(`鍵 ${old}  .*まで。SECRET_KEY から外せます`));
});

test("a backup whose key is lost comes back all the same, and starts; a key that is set is not lost", async () => {
  const folderOf = join(folder, "backups");
  const file = join(folderOf, readdirSync(folderOf).find((name) => name.endsWith(".gz")) ?? "");
  const other = await cloneDatabase();
  const restore = (...args: string[]) => dbOn(other, NEW, "restore", file, "--yes", ...args);
  expect(restore()).toMatchObject({ code: 1, err: expect.stringContaining("--lost=") });
  expect(restore(`--lost=${old}`, `--lost=${fresh}`)).toMatchObject({
    code: 1,
    err: `失った鍵ではありません。SECRET_KEY に設定されています: ${fresh}`,
  });
  expect(restore(`--lost=${old}`)).toMatchObject({ code: 0, err: "" });
  await openSecretKeys(other.database, [NEW], systemClock);
  const sealedWith = async () =>
    (await other.past.pool.query("select split_part(tfa_secret, '.', 2) as id from users where id = 5")).rows[0].id;
  expect(await sealedWith()).toBe(old);
  // Found again, it is what it was.
  expect(dbOn(other, `${NEW},${OLD}`, "reseal").out).toMatch(/^認証アプリ: 1件\n/);
  expect(await sealedWith()).toBe(fresh);
  expect(dbOn(other, NEW, "keys", `--lost=${fresh}`, "--yes")).toMatchObject({ code: 1 });
  await other.drop();
});
