import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import { FIELD_LABELS } from "@okaeri/contract/problems/import-labels";
import { FIELDS_OF_KIND, REQUIRED_FIELDS } from "@okaeri/domain/stays/import-fields";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import type { Binder, CallContext } from "../../http/binder.ts";
import { CallError, fieldError } from "../../http/errors.ts";
import { knownWords } from "./import-settings.ts";
import { endImport } from "./import-state.queries.ts";
import {
  declareFile,
  type FileState,
  findImport,
  importPlaces,
  listImports,
  listRejections,
  lockFile,
  refusalGroups,
  requestCancel,
  storePiece,
} from "./imports.queries.ts";
import { type ImportBatchItem, toGroup, toImportBatch, toImportCheck, toRefusal } from "./imports.rows.ts";
import { inspectFile } from "./inspect-file.ts";
import { assertRoomForUpload } from "./pending-uploads.ts";
import { mayBeEnded } from "./purge-refused-lines.ts";
import { shownRecord } from "./reading/rejected-csv.ts";
import { askCheck, startImport } from "./start-import.ts";
import { startUndo, undoOf } from "./undo/start-undo.ts";
import { effectOf } from "./undo/undo-state.queries.ts";
import { wordChoices } from "./word-choices.ts";

/** Refused lines that a check names; all of them are in the list and in its file. */
const SHOWN_REFUSALS = 1_000;

export function importsRoutes(os: Binder) {
  return {
    places: os.imports.places.handler(({ context }) =>
      context.inScope(async (tx) => ({ items: await importPlaces(tx, context.scope) })),
    ),
    create: os.imports.create.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { scope } = context;
        const place = (await importPlaces(tx, scope)).find(({ id }) => id === input.facility_account_id);
        if (place === undefined) throw fieldError("facility_account_id", { code: "not_a_choice" });
        // A list of customers belongs to the programme; bookings and stays are where guests sleep.
        if (!place.is_house && input.kind !== "customers")
          throw fieldError("facility_account_id", { code: "not_a_house", name: place.name });
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
      const look = await inspectFile(context, input.id, input.sheet ?? null);
      const fields = FIELDS_OF_KIND[look.kind].map((field) => ({
        field,
        label: FIELD_LABELS[field][context.language],
        required: REQUIRED_FIELDS[look.kind].has(field),
      }));
      const known = await context.inScope((tx) => knownWords(tx, context.scope.accountId));
      return { ...look, fields, choices: wordChoices(look.kind, known, context.language) };
    }),
    check: os.imports.check.handler(async ({ input, context }) => {
      const stored = await askCheck(context, input);
      return context.inScope(async (tx) => {
        const { rows } = await listRejections(tx, context.scope, { id: input.id, page: 1, size: SHOWN_REFUSALS });
        const groups = stored.check_state === "done" ? await refusalGroups(tx, context.scope, input.id) : [];
        return toImportCheck(stored, rows, groups, context.language);
      });
    }),
    start: os.imports.start.handler(async ({ input, context }) => {
      await startImport(context, input);
      return context.inScope(async (tx) => {
        await audit(tx, context, "start", input.id);
        return shown(tx, context, input.id);
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
    undoPreview: os.imports.undoPreview.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { result, rows } = await undoOf(tx, context, input.id);
        return { ...result, effect: effectOf(result), retained_rows: rows };
      }),
    ),
    undo: os.imports.undo.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        if (await startUndo(tx, context, input.id)) await audit(tx, context, "undo", input.id);
        return shown(tx, context, input.id);
      }),
    ),
    list: os.imports.list.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const { rows, total } = await listImports(tx, context.scope, input);
        return {
          items: rows.map((row) => toImportBatch(row, context.language, context.app.clock.now())),
          total,
          page: input.page,
          size: input.size,
        };
      }),
    ),
    get: os.imports.get.handler(({ input, context }) => context.inScope((tx) => shown(tx, context, input.id))),
    rejections: os.imports.rejections.handler(({ input, context }) =>
      context.inScope(async (tx) => {
        const batch = await shown(tx, context, input.id);
        const { rows, total } = await listRejections(tx, context.scope, input);
        const items = rows.map((row) => ({
          ...toRefusal(row, context.language),
          raw: shownRecord(row.raw, row.delimiter ?? ","),
        }));
        const ended = total === 0 && mayBeEnded(batch, context.app.clock.now());
        const groups = (await refusalGroups(tx, context.scope, input.id)).map((one) => toGroup(one, context.language));
        return { items, total, page: input.page, size: input.size, groups, ended };
      }),
    ),
  };
}

async function shown(tx: Tx, { scope, language, app }: CallContext, id: number): Promise<ImportBatchItem> {
  const row = await findImport(tx, scope, id);
  if (row === null) throw new CallError("NOT_FOUND");
  return toImportBatch(row, language, app.clock.now());
}

/** A file that no worker has begun is cancelled at once, a running one after its batch. Idempotent. */
async function cancel(tx: Tx, context: CallContext, file: FileState): Promise<void> {
  if (file.state === "cancelled") return;
  if (!["uploading", "uploaded", "queued", "running"].includes(file.state)) throw new CallError("WRONG_STATE");
  await requestCancel(tx, context.scope, file.id);
  if (file.state !== "running") await endImport(tx, context.scope.accountId, file.id, { state: "cancelled" });
  await audit(tx, context, "cancel", file.id);
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
