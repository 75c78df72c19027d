import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCipher } from "../../session/cipher.ts";
import { testCluster, urlOf } from "../../test/database.ts";
import { openDatabase } from "../connection.ts";
import { prepareDatabase } from "../embedded.ts";
import { closeBackedUp, contents, db, folder, KEY, names, openBackedUp, spoil } from "./backup.fixture.ts";
import { checkBackup } from "./backup-file.ts";
import { drillRestore } from "./drill.ts";
import { restoreBackup } from "./restore-backup.ts";

/** Number of identity columns in the schema. */
const IDENTITIES =
  readFileSync(join(import.meta.dirname, "../../../schema.sql"), "utf8").split("always as identity").length - 1;

beforeEach(openBackedUp);
afterEach(closeBackedUp);

test("a backup, and what was lost since comes back row by row, with the jobs that waited", {
  timeout: 600_000,
}, async () => {
  const before = await contents();
  expect(Number(before.customers?.split(" ")[0])).toBeGreaterThan(100);
  const made = db(["backup"]);
  expect([made.code, made.err]).toEqual([0, ""]);
  const file = made.out.split("\n")[0] ?? "";
  // Nobody else reads it.
  expect([statSync(file).mode & 0o777, statSync(join(folder, "backups")).mode & 0o777]).toEqual([0o600, 0o700]);
  // An existing folder's permissions are not changed; the output warns about them.
  const shared = join(folder, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o755);
  const there = db(["backup"], { BACKUP_DIR: shared });
  expect([there.code, there.err]).toEqual([0, expect.stringMatching(/^BACKUP_DIR: .*chmod 700 .*shared$/)]);
  expect([statSync(there.out.split("\n")[0] ?? "").mode & 0o777, statSync(shared).mode & 0o777]).toEqual([
    0o600, 0o755,
  ]);
  await spoil();
  const spoilt = await contents();
  expect(spoilt.customers).not.toBe(before.customers);

  // Somebody is still connected, from wherever.
  const other = openDatabase(names.appUrl, { max: 1 });
  await other.pool.query("select 1");
  for (const command of [["restore", file, "--yes"], ["reset", "--yes"], ["seed"]])
    expect([command[0], db(command, { SMTP_URL: "smtp://127.0.0.1:9" })]).toEqual([
      command[0],
      {
        code: 1,
        out: expect.any(String),
        err: expect.stringContaining("データベースを使っているプロセスがあります(接続: okaeri_app 1件)"),
      },
    ]);
  await other.close();
  expect(await contents()).toEqual(spoilt);

  // Without a terminal, `--yes` is the only way to confirm.
  expect(db(["restore", file])).toMatchObject({ code: 1, err: expect.stringContaining("--yes") });
  expect(await contents()).toEqual(spoilt);

  const restored = db(["restore", file, "--yes"]);
  expect([restored.code, restored.err]).toEqual([0, ""]);
  expect(restored.out).toContain("内容が一致することを確かめました。待っている処理: 2件");
  // It reports its progress, and at the end what was tried: nobody can sign in here, for the only user is in no account.
  expect(restored.out.split("\n").filter((line) => / customers /.test(line))).toEqual([
    expect.stringMatching(/^読み込み \d+\/\d+ customers 2,100行$/),
    expect.stringMatching(/^照合 \d+\/\d+ customers 2,100行$/),
  ]);
  expect(restored.out).toMatch(
    new RegExp(
      `${IDENTITIES}の連番が表の続きから始まり、アプリケーションは\\d+の表に書き込めます、サインインできる人はまだいません`,
    ),
  );
  expect(await contents()).toEqual(before);

  // The application works on it: rights, policies and the next id.
  const app = openDatabase(names.appUrl, { max: 1 });
  expect((await app.pool.query("select nextval('customer_type_additions')::int as n")).rows).toEqual([{ n: 42 }]);
  const seen = await app.pool.query("select count(*)::int as n from customers");
  expect(seen.rows[0].n).toBe(0);
  // What a backup sets opens nothing to the application.
  await app.pool.query("set app.backup = 'on'");
  expect((await app.pool.query("select count(*)::int as n from customers")).rows).toEqual([{ n: 0 }]);
  await app.pool.query("reset app.backup");
  const added = await app.asSystem(
    (tx) => tx.one<{ id: number }>`insert into companies (name) values ('次') returning id`,
  );
  // The number of a row that was removed before the backup is not given again, nor the one that the trial took.
  expect(added.id).toBe(6);
  await app.asSystem((tx) => tx.run`update companies set active_status = 'inactive' where id = ${added.id}`);
  await app.close();
});

test("a file that is cut off, changed, foreign, newer or of another key is refused before anything happens", async () => {
  const file = join(folder, "good.gz");
  expect(db(["backup", file]).code).toBe(0);
  const before = await contents();
  const good = readFileSync(file);
  const text = gunzipSync(good).toString();
  const bad: [string, Buffer, RegExp][] = [
    ["cut", good.subarray(0, good.length - 200), /途中で切れている/],
    ["cut-inside", gzipSync(text.slice(0, text.length / 2)), /途中で切れている/],
    ["no-footer", gzipSync(text.slice(0, text.lastIndexOf("-- end of"))), /途中で切れています/],
    ["changed", gzipSync(text.replace("hana_admin", "hana_admim")), /内容が書き換わっています\(users\)/],
    ["foreign", gzipSync("PGDMP something\nelse\n"), /バックアップを読めません/],
    ["plain", Buffer.from("hello"), /バックアップを読めません/],
    ["empty", Buffer.from(""), /バックアップを読めません/],
    [
      "newer",
      gzipSync(text.replace('"migrations":[', '"migrations":["9999_later.sql",')),
      /新しい版のもの.*9999_later/,
    ],
    [
      "before the first release",
      gzipSync(text.replace('"0001_baseline.sql"', '"0001_foundation.sql"')),
      /最初の公開版より前に作られたバックアップ/,
    ],
  ];
  const keys = openCipher([KEY]).keyIds;
  for (const [name, bytes, says] of bad) {
    const path = join(folder, `${name}.gz`);
    writeFileSync(path, bytes);
    const refusal = await checkBackup(path, keys)
      .then(
        (backup) => restoreBackup({ ...names, appRole: "okaeri_app" }, path, backup).then(() => "restored"),
        (error: Error) => error.message,
      )
      .catch((error: Error) => error.message);
    expect([name, refusal]).toEqual([name, expect.stringMatching(says)]);
    expect([name, refusal.includes("\n")]).toEqual([name, false]);
  }
  expect(db(["restore", join(folder, "cut.gz"), "--yes"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^バックアップを読めません/),
  });
  expect(db(["restore", file, "--yes"], { SECRET_KEY: "another key of sixteen" })).toMatchObject({
    code: 1,
    err: expect.stringContaining("SECRET_KEY: このバックアップは別の鍵"),
  });
  expect(await contents()).toEqual(before);
});

test("a drill restores beside the live database, compares, and leaves nothing", { timeout: 600_000 }, async () => {
  const file = join(folder, "drill.gz");
  expect(db(["backup", file]).code).toBe(0);
  // A role without the right to create a database gets a message that names it.
  expect(db(["drill", file])).toMatchObject({ code: 1, err: expect.stringContaining("createdb") });
  const superuser = urlOf(testCluster().superuser, new URL(names.appUrl).pathname.slice(1));
  const at = { ...names, adminUrl: superuser, appRole: "okaeri_app" };
  const tried: string[] = [];
  const around = {
    prepare: prepareDatabase,
    tryOut: async (appUrl: string) => void tried.push(new URL(appUrl).pathname),
  };
  const backup = await checkBackup(file, [openCipher([KEY]).keyIds[0] ?? ""]);
  const report = await drillRestore(at, file, backup, around);
  expect(report.rows).toBe(
    backup.tables.reduce((sum, table) => sum + (table.name === "pgboss.job" ? 0 : table.rows), 0),
  );
  expect(tried).toEqual(["/okaeri_restore_drill"]);
  expect([report.identities, report.written]).toEqual([IDENTITIES, expect.any(Number)]);
  // Rights of a live database that differ from the product's are reported.
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  await client.query("grant truncate on customers to okaeri_app");
  await expect(drillRestore(at, file, backup, around)).rejects.toThrow("権限が、いまのものと違います");
  await client.query("revoke truncate on customers from okaeri_app");
  const left = await client.query("select datname from pg_database where datname = 'okaeri_restore_drill'");
  await client.end();
  expect(left.rows).toEqual([]);
});

test("rows whose reference leads nowhere are refused, also where the key is otherwise asked by statement", {
  timeout: 600_000,
}, async () => {
  const file = join(folder, "orphan.gz");
  const client = new pg.Client({
    connectionString: urlOf(testCluster().superuser, new URL(names.appUrl).pathname.slice(1)),
  });
  await client.connect();
  await client.query("begin; set local session_replication_role = replica");
  await client.query(
    `insert into import_rows (account_id, import_batch_id, entity, entity_id, row_outcome) select min(id), 987654, 'customer', 1, 'new'
      from accounts`,
  );
  await client.query("commit");
  await client.end();
  expect(db(["backup", file]).code).toBe(0);
  const before = await contents();
  const backup = await checkBackup(file, openCipher([KEY]).keyIds);
  await expect(restoreBackup({ ...names, appRole: "okaeri_app" }, file, backup)).rejects.toThrow(
    /import_rows_account_id_import_batch_id_fkey/,
  );
  expect(await contents()).toEqual(before);
});
