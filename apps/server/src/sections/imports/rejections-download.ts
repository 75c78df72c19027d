import type { Language } from "@okaeri/contract/errors";
import { reasonText } from "@okaeri/contract/rejection-reasons";
import type { App } from "../../app.ts";
import { CallError } from "../../http/errors.ts";
import type { Scope } from "../../session/scope.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { findImport, holdFile, rejectionsBehind } from "./imports.queries.ts";
import { cellsOfRecord, type RejectedRow, rejectedCsv } from "./reading/rejected-csv.ts";

const PAGE = 1_000;

/** The refused rows of an import as a CSV that can be corrected and uploaded again; rows are read as they are sent. */
export async function rejectionsDownload(
  app: App,
  scope: Scope,
  input: { id: number; language: Language; ip: string },
): Promise<{ fileName: string; pieces: AsyncIterable<string> }> {
  const { fileName, header, delimiter } = await app.database.inScope(scope, async (tx) => {
    const row = await findImport(tx, scope, input.id);
    const file = await holdFile(tx, scope, input.id);
    if (row === null || file === null) throw new CallError("NOT_FOUND");
    if (file.delimiter === null) throw new CallError("WRONG_STATE");
    await recordAudit(tx, {
      actorUserId: scope.userId,
      ip: input.ip,
      action: "export",
      entity: "import_rejections",
      entityId: input.id,
      accountId: scope.accountId,
    });
    return { fileName: row.file_name, header: file.header, delimiter: file.delimiter };
  });
  async function* rows(): AsyncGenerator<RejectedRow> {
    for (let lineNo = 0; ; ) {
      const page = await app.database.inScope(scope, (tx) =>
        rejectionsBehind(tx, scope, { id: input.id, lineNo, size: PAGE }),
      );
      for (const row of page) {
        const reasons = row.reasons.map((reason) => reasonText(reason, input.language));
        yield { lineNo: row.line_no, reasons, cells: cellsOfRecord(row.raw, delimiter) };
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      lineNo = last.line_no;
    }
  }
  return { fileName: fileName.replace(/\.[A-Za-z0-9]{1,5}$/, ""), pieces: rejectedCsv(header, rows(), input.language) };
}
