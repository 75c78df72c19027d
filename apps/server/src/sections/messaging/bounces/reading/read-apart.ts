import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Report } from "./report.ts";

export type ToReader = { bytes: Uint8Array; nullSender: boolean };
export type FromReader = { report: Report } | { failed: string };

/** Reads reports, one at a time; whatever a report does, it ends nothing but its own reading. */
export type ReportReader = {
  /** Null: it could not be read, for what it is or for what it costs; `why` is for the log. */
  read(report: ToReader): Promise<Read>;
  close(): void;
};
type Read = { report: Report; ended?: never } | { report: null; why: string; ended?: true };

const HEAP_MB = 96;
/** No report that is one takes a second. */
const MOST_MS = 20_000;

export function openReportReader(mostMs = MOST_MS): ReportReader {
  let child: ChildProcess | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const one = (asked: ToReader) =>
    new Promise<Read>((resolve) => {
      if (child?.connected !== true) child = forked();
      const reader = child;
      reader.ref();
      reader.channel?.ref();
      const end = (result: Read, isOver: boolean) => {
        clearTimeout(late);
        reader.removeAllListeners();
        // Whatever happens to it from now on is no news; without a listener an error would end this process.
        reader.on("error", () => {});
        // Without work it keeps nobody from ending.
        reader.unref();
        reader.channel?.unref();
        if (isOver) reader.kill("SIGKILL");
        resolve(result);
      };
      const late = setTimeout(() => end({ report: null, why: "took too long" }, true), mostMs);
      reader.on("message", (message: FromReader) =>
        end("report" in message ? message : { report: null, why: message.failed }, false),
      );
      reader.on("error", (error) => end({ report: null, why: error.message, ended: true }, true));
      reader.on("exit", (code, signal) => end({ report: null, why: `ended: ${signal ?? code}`, ended: true }, true));
      reader.send(asked, () => {});
    });
  return {
    read(asked) {
      // A process can end for what somebody else did to it: this report is read once more, and if it was the reason that was all.
      const reading = turn.then(() => one(asked)).then((read) => (read.ended ? one(asked) : read));
      turn = reading;
      return reading;
    },
    close: () => void child?.kill("SIGKILL"),
  };
}

function forked(): ChildProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  return fork(join(import.meta.dirname, "reader.ts"), [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${HEAP_MB}`],
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
  });
}
