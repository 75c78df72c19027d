import type { DataTag, QueryKey } from "@tanstack/react-query";
import { queryClient } from "../api/query-client.ts";
import { recordChanged } from "../api/records.ts";
import type { Loaded } from "./use-record-form.ts";

/** A query of one record, as its section asks it. */
type RecordQuery<Record> = { queryKey: DataTag<QueryKey, Record, unknown>; queryFn?: unknown };

/**
 * How the form of a record saves: `from` makes its values of what was answered, `after` says what else the change makes old. After a
 * 412 the newest version is asked for.
 */
export function savesRecord<Record, V>(
  query: RecordQuery<Record>,
  from: (record: Record) => Loaded<V>,
  write: (edit: Loaded<V>) => Promise<Record>,
  after: (saved: Record) => void = (saved) => recordChanged(query, saved),
) {
  return {
    save: async (edit: Loaded<V>): Promise<Loaded<V>> => {
      const saved = await write(edit);
      after(saved);
      return from(saved);
    },
    newest: async (): Promise<Loaded<V>> =>
      from(await queryClient.fetchQuery<Record>({ ...(query as { queryKey: QueryKey }), staleTime: 0 })),
  };
}
