import pg from "pg";
import type { CheckedBackup } from "./backup-file.ts";
import { identitiesOf } from "./sequences.ts";
import { tablesOf, writableColumns } from "./tables.ts";

/** What was tried on a restored database. */
export type Usable = { identities: number; written: number };

/** Another row has what may be there once: the row was allowed and numbered, and that is all that is asked. */
const TAKEN = ["23505", "23P01"];

/** What the owner alone writes (grants.sql). */
export const OWNERS_ALONE = ["retired_keys", "schema_migrations"];

/**
 * Asks of a restored database what comparing rows does not tell: that every identity goes on after the numbers of its table, and that the
 * application's role may write in each table, beneath its policies, a row like one that is there. Nothing of it stays.
 * @throws Error in one line that names the tables.
 */
export async function proveUsable(
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
  { tables }: Pick<CheckedBackup, "tables">,
): Promise<Usable> {
  const { samples, identities } = await connected(ownerUrl, async (owner) => {
    // As a backup is read, for the owner's other statements see no row.
    await owner.query("set app.backup = 'on'; begin read only");
    const rows = await samplesOf(owner);
    const numbers = await identitiesOf(owner);
    return { samples: rows, identities: numbers };
  });
  const filled = tables.filter(({ rows }) => rows > 0).map(({ name }) => name);
  const unseen = filled.filter((name) => samples.get(name) === null);
  if (unseen.length > 0) throw new Error(`復元した行が見えません: ${unseen.join(", ")}`);
  const behind = identities.filter(({ next, top }) => next <= top);
  if (behind.length > 0)
    throw new Error(
      `次の番号が、表にある番号より後になっていません: ${behind.map(({ table, next, top }) => `${table} (次 ${next}、最大 ${top})`).join("、")}`,
    );
  const written = await connected(appUrl, (app) => writeEach(app, samples));
  return { identities: identities.length, written };
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "okaeri-restore" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    // Ends the open transaction, too.
    await client.end();
  }
}

type Sample = { columns: string; row: string };

/** A row of each table that the application writes, as JSON; null of an empty one. */
async function samplesOf(owner: pg.Client): Promise<Map<string, Sample | null>> {
  const samples = new Map<string, Sample | null>();
  for (const name of await tablesOf(owner, "public")) {
    if (OWNERS_ALONE.includes(name)) continue;
    const { rows } = await owner.query<{ row: string }>(
      `select to_jsonb(t)::text as row from public.${name} t limit 1`,
    );
    const columns = await writableColumns(owner, `public.${name}`, { numbered: false });
    samples.set(name, rows[0] ? { columns, row: rows[0].row } : null);
  }
  return samples;
}

/** Writes each sample as a new row, in one transaction that is undone. */
async function writeEach(app: pg.Client, samples: ReadonlyMap<string, Sample | null>): Promise<number> {
  await app.query("begin; set local app.system = 'on'; set local app.actor_id = '0'");
  await app.query("select set_config('app.account_ids', coalesce(string_agg(id::text, ','), ''), true) from accounts");
  let written = 0;
  const refused: string[] = [];
  for (const [name, sample] of samples) {
    if (sample === null) continue;
    const { columns, row } = sample;
    await app.query("savepoint one");
    await app.query("select set_config('app.user_id', coalesce($1::jsonb->>'user_id', ''), true)", [row]);
    try {
      await app.query(
        `insert into public.${name} (${columns}) select ${columns} from jsonb_populate_record(null::public.${name}, $1)`,
        [row],
      );
      written++;
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      if (TAKEN.includes(code)) written++;
      else refused.push(`${name}: ${message}`);
    }
    await app.query("rollback to savepoint one");
  }
  if (refused.length > 0) throw new Error(`アプリケーションが書き込めません: ${refused.join("、")}`);
  return written;
}
