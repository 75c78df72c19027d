import type { ImportField } from "@okaeri/domain/stays/import-fields";
import type { DateOrder } from "@okaeri/domain/stays/read-date";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import type { FieldValues } from "./field-values.ts";

/** The same, complete: with the words that this facility matched before. */
export type ImportSettings = {
  mapping: Record<string, string>;
  field_values: FieldValues;
  date_order: DateOrder | null;
  overwrite_blanks: boolean;
};

// What a person chose for a file, offered again for the next one of its kind.

/** Field → heading as it was confirmed for a file with the same headings, and the order of its dates; or null. */
export async function rememberedMapping(
  tx: Tx,
  scope: Scope,
  fingerprint: string,
): Promise<{ mapping: Record<string, string>; date_order: DateOrder | null } | null> {
  const found = await tx.maybe<{
    mapping: Record<string, string>;
    date_order: DateOrder | null;
  }>`select mapping, date_order
    from import_mappings
    where account_id = ${scope.accountId} and header_fingerprint = ${fingerprint}`;
  return found ?? null;
}

/** What the words of these columns meant when the facility last brought columns of these headings. */
export async function rememberedValues(
  tx: Tx,
  scope: Scope,
  facilityId: number,
  mapping: Record<string, string>,
): Promise<FieldValues> {
  const found = await tx.all<{ field: ImportField; meanings: Record<string, string> }>`
    select import_value.field, import_value.meanings
    from import_values import_value
    join unnest(${Object.keys(mapping)}::text[], ${Object.values(mapping)}::text[]) n (field, heading) on import_value.field = n.field
      and import_value.heading = n.heading
    where import_value.account_id = ${scope.accountId} and import_value.facility_account_id = ${facilityId}`;
  return Object.fromEntries(found.map(({ field, meanings }) => [field, meanings]));
}

export async function rememberChoices(
  tx: Tx,
  scope: Scope,
  file: { facility_account_id: number; header_fingerprint: string },
  choices: Pick<ImportSettings, "mapping" | "field_values" | "date_order">,
): Promise<void> {
  const { mapping, field_values, date_order } = choices;
  await tx.run`insert into import_mappings as mapping (account_id, header_fingerprint, mapping, date_order, created_by, updated_by)
    values
      (${scope.accountId}, ${file.header_fingerprint}, ${JSON.stringify(mapping)}::jsonb, ${date_order}, ${scope.userId}, ${scope.userId})
    on conflict (account_id, header_fingerprint) do update
    set mapping = excluded.mapping, date_order = coalesce(excluded.date_order, mapping.date_order), updated_by = excluded.updated_by,
      updated_at = now()
    where (mapping.mapping, mapping.date_order) is distinct from (excluded.mapping, coalesce(excluded.date_order, mapping.date_order))`;
  const words = Object.entries(field_values).flatMap(([field, meanings]) => {
    const heading = mapping[field];
    return heading === undefined ? [] : [{ field, heading, meanings }];
  });
  if (words.length === 0) return;
  await tx.run`insert into import_values as import_value (account_id, facility_account_id, field, heading, meanings, created_by, updated_by)
    select ${scope.accountId}::bigint, ${file.facility_account_id}::bigint, n.field, n.heading, n.meanings, ${scope.userId}::bigint,
      ${scope.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) n (field text, heading text, meanings jsonb)
    on conflict (account_id, facility_account_id, field, heading) do update
    set meanings = excluded.meanings, updated_by = excluded.updated_by, updated_at = now()
    where import_value.meanings is distinct from excluded.meanings`;
}
