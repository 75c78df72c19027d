import type { App } from "../../app.ts";
import { type ImportJobData, type ImportJobRun, importReservations } from "./import-reservations.ts";
import { requeueStrandedImports } from "./requeue-imports.ts";

export function importJobs(app: App) {
  return {
    "import-reservations": (data: ImportJobData, run: ImportJobRun) => importReservations(app, data, run),
    "requeue-imports": () => requeueStrandedImports(app),
  };
}
