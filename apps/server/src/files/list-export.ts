import type { Need } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import { type CsvCell, csvLine } from "@okaeri/domain/csv";
import type { ZodObject } from "zod";
import type { App } from "../app.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { SignedIn } from "../session/session-store.ts";
import type { CsvFile } from "./csv-file.ts";

/** A list as a file: what it needs, which filters it takes, and its rows piece by piece. */
export type ListExport = {
  /** As in the address: /api/users/export.csv. */
  section: "users" | "accounts" | "clients";
  /** A second file of the section: /api/clients/billing.csv. */
  file?: "billing";
  needs: Need;
  /** The filters of the list's own call. */
  input: ZodObject;
  fileName: Record<Language, string>;
  header: Record<Language, readonly string[]>;
  /** Pieces of rows from one snapshot, in the list's order; days, times and values as the screens show them. */
  rows(app: App, viewer: SignedIn, filter: object, language: Language): AsyncIterable<CsvCell[][]>;
};

/** GET /api/{section}/export.csv (or its second file) with the list's filters. */
export function listFile(list: ListExport): CsvFile {
  return {
    path: `/api/${list.section}/${list.file ?? "export"}.csv`,
    needs: list.needs,
    input: list.input,
    open: async ({ app, signedIn, language, ip, filter }) => ({
      fileName: list.fileName[language],
      plainName: list.file ?? list.section,
      lines: lines(list, list.rows(app, signedIn, filter, language), language),
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

async function* lines(
  list: ListExport,
  pieces: AsyncIterable<CsvCell[][]>,
  language: Language,
): AsyncGenerator<string> {
  yield csvLine(list.header[language]);
  for await (const rows of pieces) yield rows.map(csvLine).join("");
}
