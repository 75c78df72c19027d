import { type DestinationStream, pino } from "pino";

export type Logger = Pick<pino.Logger, "info" | "warn" | "error" | "debug" | "fatal">;

/**
 * What a line may say of an error: its kind, its code (of PostgreSQL's errors the SQLSTATE), the names of table and rule, and where it
 * was thrown. The code has a name of its own, because the log removes `code`: one-time codes have that name. Messages and
 * details repeat what was sent, such as names and mail addresses, so they stay out.
 */
export function errorFacts(error: unknown): Record<string, unknown> {
  const {
    name,
    code,
    table,
    column,
    constraint,
    message = "",
    stack = "",
  } = (error ?? {}) as Partial<Error & Record<"code" | "table" | "column" | "constraint", string>>;
  const thrown = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .+$/gm) ?? [];
  const codes = /^[0-9A-Z]{5}$/.test(code ?? "") ? { sqlstate: code } : { error_code: code };
  return { error: name, ...codes, table, column, constraint, thrown: thrown.slice(0, 8).map((line) => line.trim()) };
}

/**
 * Structured lines, on standard output unless `to` takes them. Callers name ids, counts and states only: no names, addresses, texts, bodies, queries or
 * cookies. `redact` is the net beneath that habit.
 */
export function openLog(level: string, to?: DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["req.headers", "password", "*.password", "code", "*.code", "token", "*.token", "email", "*.email"],
      remove: true,
    },
  };
  return to ? pino(options, to) : pino(options);
}
