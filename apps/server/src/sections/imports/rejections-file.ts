import { needsAction, needsExport } from "@okaeri/contract/call";
import { ID_TEXT } from "@okaeri/contract/paging";
import { lineRefusalText } from "@okaeri/contract/problems/stored-reasons";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import type { CsvFile, FileRequest, OpenFile } from "../../files/csv-file.ts";
import { CallError } from "../../http/errors.ts";
import { findImport, lockFile, rejectionsAfter } from "./imports.queries.ts";
import { mayBeEnded } from "./purge-refused-lines.ts";
import { cellsOfRecord, type RejectedRow, rejectedCsv } from "./reading/rejected-csv.ts";

const PAGE = 1_000;

/** The refused rows of an import as a file that can be corrected and uploaded again; rows are read as they are sent. */
export const rejectionsFile: CsvFile = {
  path: "/api/imports/:id/rejections.csv",
  needs: needsExport(needsAction("customers/read")),
  input: z.object({}),
  open: openRejections,
};

async function openRejections({ app, scope, language, ip, params }: FileRequest): Promise<OpenFile> {
  if (!scope || !ID_TEXT.test(params.id ?? "")) throw new CallError("NOT_FOUND");
  const id = Number(params.id);
  const { name, header, delimiter } = await app.database.inScope(scope, async (tx) => {
    const row = await findImport(tx, scope, id);
    const file = await lockFile(tx, scope, id);
    if (row === null || file === null) throw new CallError("NOT_FOUND");
    const [first] = await rejectionsAfter(tx, scope, { id, lineNo: 0, size: 1 });
    if (first === undefined && mayBeEnded(row, app.clock.now()))
      throw new CallError("WRONG_STATE", { because: { code: "refused_lines_ended" } });
    if (file.delimiter === null) throw new CallError("WRONG_STATE");
    return { name: row.file_name, header: file.header, delimiter: file.delimiter };
  });
  async function* rows(): AsyncGenerator<RejectedRow> {
    for (let lineNo = 0; ; ) {
      const within = scope as NonNullable<typeof scope>;
      const page = await app.database.inScope(within, (tx) => rejectionsAfter(tx, within, { id, lineNo, size: PAGE }));
      for (const row of page) {
        const reasons = row.reasons.map((reason) => lineRefusalText(reason, language));
        yield { lineNo: row.line_no, reasons, cells: cellsOfRecord(row.raw, delimiter) };
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      lineNo = last.line_no;
    }
  }
  return {
    fileName: FILE_NAME[language](name.replace(/\.[A-Za-z0-9]{1,5}$/, "")),
    plainName: "rejections",
    lines: rejectedCsv(header, rows(), language),
    record: () =>
      app.database.inScope(scope, (tx) =>
        recordAudit(tx, {
          actorUserId: scope.userId,
          ip,
          action: "export",
          entity: "import_rejections",
          entityId: id,
          accountId: scope.accountId,
        }),
      ),
  };
}

const FILE_NAME = {
  ja: (file: string) => `取り込めなかった行_${file}`,
  en: (file: string) => `refused_rows_${file}`,
};
