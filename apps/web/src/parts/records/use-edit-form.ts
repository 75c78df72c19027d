import { type DataTag, type QueryKey, useSuspenseQuery } from "@tanstack/react-query";
import { queryClient } from "../../api/query-client.ts";
import { recordChanged } from "../../api/records.ts";
import { type Loaded, type RecordFormOptions, type RecordFormState, useRecordForm } from "./use-record-form.ts";

/** A query of one record, as its section asks it. */
type RecordQuery<Answered> = { queryKey: DataTag<QueryKey, Answered, unknown>; queryFn?: unknown };

type EditFormOptions<V, Answered> = Omit<RecordFormOptions<V>, "loaded" | "save" | "newest"> & {
  query: RecordQuery<Answered>;
  /** The form's values of what was answered. */
  from: (record: Answered) => Loaded<V>;
  write: (edit: Loaded<V>) => Promise<Answered>;
  /** What else the change makes old. */
  changed?: (saved: Answered) => unknown;
};

/** The form of a record that is there: its page has asked for it. After a 412 the newest version is asked for. */
export function useEditForm<V extends Record<string, unknown>, Answered>(
  options: EditFormOptions<V, Answered>,
): RecordFormState<V> {
  const { query, from, write, changed = (saved) => recordChanged(query, saved), ...form } = options;
  const listQuery = query as { queryKey: QueryKey };
  return useRecordForm<V>({
    ...form,
    loaded: from(useSuspenseQuery<Answered>(listQuery).data),
    save: async (edit) => {
      const saved = await write(edit);
      changed(saved);
      return from(saved);
    },
    newest: async () => from(await queryClient.fetchQuery<Answered>({ ...listQuery, staleTime: 0 })),
  });
}
