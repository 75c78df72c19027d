import type { App } from "../../app.ts";
import { checkImport } from "./check-import.ts";
import { type ImportJobData, type ImportJobRun, importReservations } from "./import-reservations.ts";
import { clearUploads } from "./pending-uploads.ts";
import { requeueStrandedImports } from "./requeue-imports.ts";
import { undoImport } from "./undo/undo-import.ts";

export function importJobs(app: App) {
  return {
    "import-reservations": (data: ImportJobData, run: ImportJobRun) => importReservations(app, data, run),
    "check-import": (data: { account_id: number; import_batch_id: number }) => checkImport(app, data),
    "undo-import": (data: ImportJobData, run: ImportJobRun) => undoImport(app, data, run),
    "clear-uploads": (_data: object, { signal }: { signal: AbortSignal }) => clearUploads(app, signal),
    "requeue-imports": () => requeueStrandedImports(app),
  };
}
