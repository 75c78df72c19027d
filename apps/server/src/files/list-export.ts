import type { Need } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import { type CsvCell, csvLine } from "@okaeri/domain/csv";
import type { ZodObject } from "zod";
import type { App } from "../app.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { SignedIn } from "../session/session-store.ts";
import type { CsvFile } from "./csv-file.ts";

/** A column of a file: its heading, and what a row has there; days, times and values as the screens show them. */
export type ExportColumn<Row> = Record<Language, string> & { cell: (row: Row, language: Language) => CsvCell | null };

/** The columns of a file in their order. */
export type FileColumns<Row, Column extends string> = Record<Column, ExportColumn<Row>>;

/** A list as a file: what it needs, which filters it takes, and its rows piece by piece. */
export type ListExportDefinition<Row, Column extends string, Filter> = {
  /** As in the address: /api/users/export.csv. */
  section: "users" | "accounts" | "clients";
  /** A second file of the section: /api/clients/billing.csv. */
  file?: "billing";
  needs: Need;
  /** The filters of the list's own call. */
  input: ZodObject;
  fileName: Record<Language, string>;
  columns: FileColumns<Row, Column>;
  /** Pieces of rows from one snapshot, in the list's order. */
  rows(app: App, viewer: SignedIn, filter: Filter): AsyncIterable<Row[]>;
};

/** GET /api/{section}/export.csv (or its second file) with the list's filters. */
export function listFile<Row, Column extends string, Filter>(list: ListExportDefinition<Row, Column, Filter>): CsvFile {
  return {
    path: `/api/${list.section}/${list.file ?? "export"}.csv`,
    needs: list.needs,
    input: list.input,
    open: async ({ app, signedIn, language, ip, filter }) => ({
      fileName: list.fileName[language],
      plainName: list.file ?? list.section,
      lines: fileLines(list.columns, list.rows(app, signedIn, filter as Filter), language),
      record: () =>
        app.database.asSystem((tx) =>
          recordAudit(tx, {
            actorUserId: signedIn.userId,
            ip,
            action: list.file === "billing" ? "export_billing" : "export",
            entity: list.section === "clients" ? "companies" : list.section,
            companyId: signedIn.companyId,
            after: filter,
          }),
        ),
    }),
  };
}

/** The heading, then pieces of rows, in the order of the columns. */
export async function* fileLines<Row, Column extends string>(
  columns: FileColumns<Row, Column>,
  pieces: AsyncIterable<Row[]>,
  language: Language,
): AsyncGenerator<string> {
  const each: ExportColumn<Row>[] = Object.values(columns);
  yield headingOf(each, language);
  for await (const rows of pieces) yield rows.map((row) => lineOf(each, row, language)).join("");
}

export function headingOf<Row>(columns: readonly ExportColumn<Row>[], language: Language): string {
  return csvLine(columns.map((column) => column[language]));
}

export function lineOf<Row>(columns: readonly ExportColumn<Row>[], row: Row, language: Language): string {
  return csvLine(columns.map(({ cell }) => cell(row, language) ?? ""));
}
