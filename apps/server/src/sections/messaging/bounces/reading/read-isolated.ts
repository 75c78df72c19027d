import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { CPU_LIMIT_SIGNAL } from "../../../../files/cpu-limit.ts";
import { forkIsolated } from "../../../../files/fork-isolated.ts";
import type { Report } from "./report.ts";

export type ToReportReader = { bytes: Uint8Array; nullSender: boolean };
export type FromReportReader = { report: Report } | { failed: string };

/** Reads reports, one at a time; whatever a report does, it ends nothing but its own reading. */
export type ReportReader = {
  read(report: ToReportReader): Promise<ReportReading>;
  close(): void;
};
/** `unreadable`: it is no mail, or one beyond the limits. `stopped`: it took too much, or the process was ended; it may be sent again. */
export type ReportReading = { report: Report } | { unreadable: string } | { stopped: string };

const HEAP_MB = 96;
/** Processor time for one report; none that is one takes a second. Counted from when the process has its programme. */
const MOST_CPU_MS = 10_000;
/** A process that does not answer for so long hangs, whatever the machine is busy with. */
const HANGS_AFTER_MS = 300_000;

export function openReportReader(mostCpuMs = MOST_CPU_MS): ReportReader {
  // Kept warm: the first report need not wait for a process that loads its programme.
  let child: ChildProcess | null = start(mostCpuMs);
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();
  const readOne = (asked: ToReportReader) =>
    new Promise<ReportReading>((resolve) => {
      if (child?.connected !== true) child = start(mostCpuMs);
      const reader = child;
      reader.ref();
      reader.channel?.ref();
      const end = (result: ReportReading, isEnded: boolean) => {
        clearTimeout(late);
        reader.removeAllListeners();
        // Whatever happens to it from now on is no news; without a listener an error would end this process.
        reader.on("error", () => {});
        rest(reader);
        if (isEnded) {
          reader.kill("SIGKILL");
          child = isClosed ? null : start(mostCpuMs);
        }
        resolve(result);
      };
      const late = setTimeout(() => end({ stopped: "no answer" }, true), HANGS_AFTER_MS);
      reader.on("message", (message: FromReportReader) => {
        end("report" in message ? message : { unreadable: message.failed }, false);
      });
      reader.on("error", (error) => end({ stopped: error.message }, true));
      reader.on("exit", (code, signal) =>
        end({ stopped: signal === CPU_LIMIT_SIGNAL ? "too much processor time" : `ended: ${signal ?? code}` }, true),
      );
      reader.send(asked, () => {});
    });
  return {
    read(asked) {
      // A process can end for what somebody else did to it: the report is read once more, and if it was the reason that was all.
      const reading = turn
        .then(() => readOne(asked))
        .then((read) => ("stopped" in read && read.stopped.startsWith("ended") ? readOne(asked) : read));
      turn = reading;
      return reading;
    },
    close() {
      isClosed = true;
      child?.kill("SIGKILL");
    },
  };
}

function start(mostCpuMs: number): ChildProcess {
  const child = forkIsolated(join(import.meta.dirname, "reader.ts"), HEAP_MB, [String(mostCpuMs)]);
  child.on("error", () => {});
  rest(child);
  return child;
}

/** An idle reader does not keep this process alive. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
