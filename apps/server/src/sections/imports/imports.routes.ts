import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import { FIELD_LABELS } from "@okaeri/contract/problems/import-labels";
import { lineRefusalText } from "@okaeri/contract/problems/stored-reasons";
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField, missingFields } from "@okaeri/domain/stays/import-fields";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError, type Fields, fieldError, refuseFields } from "../../http/errors.ts";
import { endImport } from "./import-state.queries.ts";
import {
  declareFile,
  type FileState,
  findImport,
  listImports,
  listRejections,
  lockFile,
  mayImportInto,
  queueImport,
  requestCancel,
  storePiece,
} from "./imports.queries.ts";
import { type ImportBatch, toImportBatch } from "./imports.rows.ts";
import { inspectFile } from "./inspect-file.ts";
import { assertRoomForUpload } from "./pending-uploads.ts";

export function importsRoutes(os: Binder) {
  return {
    create: os.imports.create.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { scope } = context;
        if (!(await mayImportInto(tx, scope, input.facility_account_id)))
          throw fieldError("facility_account_id", { code: "not_a_choice" });
        await assertRoomForUpload(tx, scope, input.byte_size);
        const id = await declareFile(tx, scope, { ...input, now: context.app.clock.now() });
        await audit(tx, context, "create", id, { file_name: input.file_name, byte_size: input.byte_size });
        return { id, chunk_bytes: CHUNK_BYTES };
      }),
    ),
    uploadChunk: os.imports.uploadChunk.handler(async ({ input, context }) => {
      const { id, seq } = input.params;
      const bytes = Buffer.from(await input.body.arrayBuffer());
      const now = context.app.clock.now();
      return context.inScope(async (tx) => {
        const file = await lockFile(tx, context.scope, id);
        if (file === null) throw new CallError("NOT_FOUND");
        if (file.state !== "uploading" && file.state !== "uploaded") throw new CallError("WRONG_STATE");
        const startByte = seq * CHUNK_BYTES;
        const expected = Math.min(CHUNK_BYTES, file.byte_size - startByte);
        if (expected <= 0 || bytes.length !== expected) throw new CallError("BAD_REQUEST");
        return { bytes_received: await storePiece(tx, context.scope, { id, seq, startByte, bytes, now }) };
      });
    }),
    preview: os.imports.preview.handler(async ({ input, context }) => {
      const look = await inspectFile(context, input.id);
      const fields = IMPORT_FIELD_NAMES.map((field) => ({
        field,
        label: FIELD_LABELS[field][context.language],
        required: IMPORT_FIELDS[field].required,
      }));
      return { ...look, fields };
    }),
    start: os.imports.start.handler(async ({ input, context }) => {
      const { scope, app } = context;
      const file = await context.inScope((tx) => lockFile(tx, scope, input.id));
      if (file !== null && file.encoding === null) await inspectFile(context, input.id);
      return context.inScope(async (tx) => {
        const held = await lockFile(tx, scope, input.id);
        if (held === null) throw new CallError("NOT_FOUND");
        if (held.state !== "uploaded" || held.encoding === null) throw new CallError("WRONG_STATE");
        assertMapping(held.header, input.mapping);
        await queueImport(tx, scope, held, input.mapping);
        await app.jobs.add(tx, "import-reservations", { account_id: scope.accountId, import_batch_id: held.id });
        await audit(tx, context, "start", held.id);
        return shown(tx, context, held.id);
      });
    }),
    cancel: os.imports.cancel.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const file = await lockFile(tx, context.scope, input.id);
        if (file === null) throw new CallError("NOT_FOUND");
        await cancel(tx, context, file);
        return shown(tx, context, file.id);
      }),
    ),
    list: os.imports.list.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { rows, total } = await listImports(tx, context.scope, input);
        return {
          items: rows.map((row) => toImportBatch(row, context.language)),
          total,
          page: input.page,
          size: input.size,
        };
      }),
    ),
    get: os.imports.get.handler(({ input, context }) => context.inScope((tx) => shown(tx, context, input.id))),
    rejections: os.imports.rejections.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        await shown(tx, context, input.id);
        const { rows, total } = await listRejections(tx, context.scope, input);
        const items = rows.map(({ line_no, raw, reasons }) => ({
          line_no,
          raw,
          reasons: reasons.map((reason) => ({
            field: reason.field,
            message: lineRefusalText(reason, context.language),
          })),
        }));
        return { items, total, page: input.page, size: input.size };
      }),
    ),
  };
}

async function shown(tx: Tx, { scope, language }: CallContext, id: number): Promise<ImportBatch> {
  const row = await findImport(tx, scope, id);
  if (row === null) throw new CallError("NOT_FOUND");
  return toImportBatch(row, language);
}

/** A file that no worker has begun is cancelled at once, a running one after its batch; repeating changes nothing. */
async function cancel(tx: Tx, context: CallContext, file: FileState): Promise<void> {
  if (file.state === "cancelled") return;
  if (file.state === "done" || file.state === "failed") throw new CallError("WRONG_STATE");
  await requestCancel(tx, context.scope, file.id);
  if (file.state !== "running") await endImport(tx, context.scope.accountId, file.id, { state: "cancelled" });
  await audit(tx, context, "cancel", file.id);
}

/** Field → heading: known fields, headings of this file, and every field without which nothing can be imported. */
function assertMapping(header: readonly string[], mapping: Record<string, string>): void {
  const entries = Object.entries(mapping);
  const wrong = entries.filter(
    ([field, heading]) => !(IMPORT_FIELD_NAMES as readonly string[]).includes(field) || !header.includes(heading),
  );
  const given = Object.fromEntries(entries.map(([field, heading]) => [field, header.indexOf(heading)]));
  const fields: Fields = {};
  for (const [field] of wrong) fields[`mapping.${field}`] = { code: "not_a_choice" };
  for (const field of missingFields(given as Partial<Record<ImportField, number>>))
    fields[`mapping.${field}`] = { code: "required" };
  refuseFields(fields);
}

function audit(tx: Tx, { scope, ip }: CallContext, action: string, entityId: number, after?: unknown): Promise<void> {
  return recordAudit(tx, {
    actorUserId: scope.userId,
    ip,
    action,
    entity: "import_batches",
    entityId,
    accountId: scope.accountId,
    after,
  });
}
