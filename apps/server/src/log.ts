import { pino } from "pino";

export type Logger = Pick<pino.Logger, "info" | "warn" | "error" | "debug" | "fatal">;

/**
 * Structured lines on standard output. Callers name ids, counts and states only: no names, addresses, texts, bodies, queries or
 * cookies. `redact` is the net beneath that habit.
 */
export function openLog(level: string): pino.Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["req.headers", "password", "*.password", "code", "*.code", "token", "*.token", "email", "*.email"],
      remove: true,
    },
  });
}
