// Reads one report after another in a process of its own (a sandbox, docs/adr/0355): what a hostile one costs, it costs this process. It has
// no database, no key and no setting.
import { limitCpu } from "../../../../files/cpu-limit.ts";
import type { FromReportReader, ToReportReader } from "./read-isolated.ts";
import { readReport } from "./report.ts";

const cpu = limitCpu(Number(process.argv[2]));

process.on("message", ({ bytes, nullSender }: ToReportReader) => {
  cpu.begin();
  void readReport(Buffer.from(bytes), nullSender).then(
    (report) => answer({ report }),
    (error: Error) => answer({ failed: error.message.slice(0, 200) }),
  );
});
process.on("disconnect", () => process.exit());
// The parent process decides when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

function answer(message: FromReportReader): void {
  cpu.end();
  process.send?.(message);
}
