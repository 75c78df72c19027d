import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { testCluster, urlOf } from "../../test/database.ts";
import { customerJobs } from "./customers.jobs.ts";
import { FULL, KANA, MAIL, OLD_MAIL, openCanary, person } from "./planted-guest.fixture.ts";

/** As they were sent, typed or folded: bytes are compared, so that each spelling is its own. */
const SPELLINGS = [
  MAIL,
  OLD_MAIL,
  person.member_number,
  person.address,
  "カナリアの合図",
  "TSUKAIMICHI-4711",
  "09047110815",
  FULL,
  KANA,
  ...FULL.split(" "),
  ...KANA.split(" "),
];

// What a deleted row leaves in PostgreSQL's files until its pages are written anew. The write-ahead log is not looked at: it is recycled
// by itself, and a backup forgets when it is deleted (docs/adr/0105). Values that PostgreSQL has compressed are not found as bytes;
// the columns themselves are searched in erased-everywhere.test.ts.
test("after the register's end, a full vacuum and a checkpoint no file of the database says a word of the guest", async () => {
  const w = await openCanary();
  const { id } = await w.plant();
  const [place] = await w.p.t.past.asSystem(
    (tx) => tx.all<{
      folder: string;
      database: string;
      oid: string;
    }>`select current_setting('data_directory') as folder,
      current_database() as database, (select oid::text from pg_database where datname = current_database()) as oid`,
  );
  if (!place) throw new Error("a database has a place");
  const files = join(place.folder, "base", place.oid);
  /** Spellings that stand in a file, with the file. */
  const found = () =>
    readdirSync(files).flatMap((name) => {
      const bytes = readFileSync(join(files, name));
      return SPELLINGS.filter((word) => bytes.includes(word)).map((word) => `${name}: ${word}`);
    });
  const superuser = new pg.Client({ connectionString: urlOf(testCluster().superuser, place.database) });
  await superuser.connect();
  await superuser.query("analyze");
  await superuser.query("checkpoint");
  const words = (places: readonly string[]) => new Set(places.map((one) => one.split(": ")[1]));
  expect(words(found())).toEqual(new Set(SPELLINGS));

  await w.erase(id);
  await w.inInn(async (tx) => {
    await tx.run`update customers set erase_remaining_on = '2026-11-01' where erased_at is not null`;
    await tx.run`update stay_reservation_customers set erase_on = '2026-11-01' where erase_on is not null`;
  });
  await customerJobs(w.p.t.app, async () => {})["erase-guests"]({}, { signal: new AbortController().signal });
  // The job had the planner's samples forgotten, too; their own old rows are swept last.
  await superuser.query("vacuum (full, analyze)");
  await superuser.query("vacuum full pg_statistic");
  await superuser.query("checkpoint");
  const { rows } = await superuser.query<{ file: string; relation: string }>(
    "select pg_relation_filenode(oid)::text as file, oid::regclass::text as relation from pg_class where relfilenode > 0",
  );
  const nameOf = new Map(rows.map(({ file, relation }) => [file, relation]));
  expect(found().map((one) => one.replace(/^\d+/, (file) => nameOf.get(file) ?? file))).toEqual([]);
  await superuser.end();
  await w.close();
});
