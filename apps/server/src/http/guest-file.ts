import { needsAction, needsExport } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import { ID_TEXT } from "@okaeri/contract/paging";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { ZodObject } from "zod";
import { recordAudit } from "../audit/record-audit.ts";
import { todayOf } from "../clock.ts";
import type { Tx } from "../database/connection.ts";
import type { CsvFile } from "../files/csv-file.ts";
import { type ExportColumn, headingOf, lineOf } from "../files/list-export.ts";
import type { Scope } from "../session/scope.ts";
import { CallError } from "./errors.ts";
import type { AddressedCustomer } from "./guest-calls.ts";

/** A guest's history holds no more rows than this; above it the newest are in the file. */
const MOST_ROWS = 50_000;

/** A history of one guest as a file: `/api/customers/{id}/{name}.csv` with the conditions of the history. */
export type GuestHistoryFile<Row, Filter extends object> = {
  name: "grant-points" | "use-points" | "acquire-coupons" | "use-coupons";
  /** The conditions of the history's own call. */
  input: ZodObject;
  fileName: Record<Language, string>;
  rows(
    tx: Tx,
    scope: Scope,
    query: Filter & { id: number; page: number; size: number },
    today: CalendarDate,
  ): Promise<{ rows: Row[] }>;
  columns: readonly ExportColumn<Row>[];
};

export function guestFile<Row, Filter extends object>(
  history: GuestHistoryFile<Row, Filter>,
  addressedCustomer: AddressedCustomer,
): CsvFile {
  return {
    path: `/api/customers/:id/${history.name}.csv`,
    needs: needsExport(needsAction("customers/read")),
    input: history.input,
    async open({ app, scope, language, ip, params, filter }) {
      if (!scope || !ID_TEXT.test(params.id ?? "")) throw new CallError("NOT_FOUND");
      const { id, rows } = await app.database.inScope(scope, async (tx) => {
        const guest = await addressedCustomer(tx, scope, Number(params.id));
        if (guest === undefined) throw new CallError("NOT_FOUND");
        const query = { ...(filter as Filter), id: guest, page: 1, size: MOST_ROWS };
        return { id: guest, ...(await history.rows(tx, scope, query, todayOf(app.clock))) };
      });
      async function* lines(): AsyncGenerator<string> {
        yield headingOf(history.columns, language);
        for (const row of rows) yield lineOf(history.columns, row, language);
      }
      return {
        fileName: `${history.fileName[language]}_${id}`,
        plainName: history.name,
        lines: lines(),
        record: () =>
          app.database.inScope(scope, (tx) =>
            recordAudit(tx, {
              actorUserId: scope.userId,
              ip,
              accountId: scope.accountId,
              action: "export",
              entity: "customers",
              entityId: id,
              after: { ...filter, history: history.name },
            }),
          ),
      };
    },
  };
}

/** Words of a use's state, for the files; the screens say the same. */
const USE_STATES = {
  valid: { ja: "有効", en: "Valid" },
  reservation_cancelled: { ja: "有効 (予約は取り消し)", en: "Valid (reservation cancelled)" },
  cancelled: { ja: "取り消し済み", en: "Cancelled" },
} as const;

export function useStateOf(use: { cancel_date: string | null; reservation_cancel_date: string | null }) {
  if (use.cancel_date !== null) return USE_STATES.cancelled;
  return use.reservation_cancel_date === null ? USE_STATES.valid : USE_STATES.reservation_cancelled;
}
