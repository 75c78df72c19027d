// Reads one report after another in a process of its own (a sandbox, docs/adr/0355): what a hostile one costs, it costs this process. It has
// no database, no key and no setting.
import type { FromReader, ToReader } from "./read-apart.ts";
import { readReport } from "./report.ts";

process.on("message", ({ bytes, nullSender }: ToReader) => {
  void readReport(Buffer.from(bytes), nullSender).then(
    (report) => answer({ report }),
    (error: Error) => answer({ failed: error.message.slice(0, 200) }),
  );
});
process.on("disconnect", () => process.exit());
// The parent process decides when it ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

const answer = (message: FromReader) => process.send?.(message);
