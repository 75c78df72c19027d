import { createHash } from "node:crypto";
import type pg from "pg";

const done = new WeakSet<pg.Pool>();

/**
 * From now on each connection of the pool has every statement with values planned once, by a name made of its text. Tests send the same
 * statements again and again to tables of a few rows, and planning them cost more than running them.
 */
export function plannedOnce(pool: pg.Pool): void {
  if (done.has(pool)) return;
  done.add(pool);
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const known = names.get(text) ?? `t_${createHash("sha1").update(text).digest("hex")}`;
    names.set(text, known);
    return known;
  };
  pool.on("connect", (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    // A database that is restarted at this moment is told by the statement that comes next.
    send("set plan_cache_mode = force_generic_plan").catch(() => undefined);
    client.query = ((...args: unknown[]) => {
      const [text, values] = args;
      if (typeof text !== "string" || !Array.isArray(values)) return send(...args);
      return send({ name: nameOf(text), text, values });
    }) as typeof client.query;
  });
}
