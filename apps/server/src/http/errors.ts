import { ERRORS, type ErrorBody, type ErrorCode, type Language } from "@okaeri/contract/errors";
import { type FieldProblem, type Problem, problemText } from "@okaeri/contract/problems/problems";
import { ORPCError, ValidationError } from "@orpc/server";
import type { Changed } from "../audit/last-change.ts";
import { boundedFields, type Fields } from "./fields.ts";
import { issuesToTell, problemOfIssue } from "./problem-of-issue.ts";

/** After which a caller who was turned away asks again. */
const BUSY_SECONDS = 5;

/** Thrown by handlers and commands in codes; worded in the person's language when it is answered. */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly fields: Fields | undefined;
  /** In place of the code's own message. */
  readonly because: Problem | undefined;
  /** Of a stale version: the record, so that the answer can say who was faster. */
  readonly about: Changed | undefined;
  readonly changed: ErrorBody["changed"];
  /** Why a booking engine's request was refused. */
  readonly reasons: readonly Problem[] | undefined;
  /** Seconds after which it may be asked again. */
  readonly retryAfter: number | undefined;
  /** Who is told to ask later is told when. */
  constructor(code: "TOO_MANY_REQUESTS", detail: Detail & { retryAfter: number });
  constructor(code: Exclude<ErrorCode, "TOO_MANY_REQUESTS">, detail?: Detail);
  constructor(code: ErrorCode, detail: Detail = {}) {
    super(code);
    this.code = code;
    this.fields = detail.fields;
    this.because = detail.because;
    this.about = detail.about;
    this.changed = detail.changed;
    this.reasons = detail.reasons;
    this.retryAfter = detail.retryAfter ?? (ERRORS[code].status === 503 ? BUSY_SECONDS : undefined);
  }
}

type Detail = {
  fields?: Fields;
  because?: Problem;
  about?: Changed;
  changed?: NonNullable<ErrorBody["changed"]>;
  reasons?: readonly Problem[];
  retryAfter?: number;
};

/** Optimistic locking (412): the edit started from an older version than the stored one. */
export function staleVersion(entity: string, id: number, actions?: readonly string[]): CallError {
  return new CallError("STALE_VERSION", { about: { entity, id, ...(actions ? { actions } : {}) } });
}

/** One field is wrong. */
export function fieldError(path: string, problem: Problem): CallError {
  return new CallError("INVALID_INPUT", { fields: { [path]: problem } });
}

/** @throws CallError INVALID_INPUT when any field is wrong. */
export function refuseFields(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw new CallError("INVALID_INPUT", { fields });
}

/** Problems of one script that are told together. */
const MOST_OF_A_SCRIPT = 10;

/** As refuseFields; the first problem of each field counts, and of a script each. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  const fields: Fields = {};
  for (const { path, ...problem } of problems) {
    const existing = [fields[path] ?? []].flat();
    if (existing.length === 0) fields[path] = problem;
    else if (problem.code === "lua_refused" && existing.length < MOST_OF_A_SCRIPT)
      fields[path] = [...existing, problem];
  }
  refuseFields(fields);
}

/** Seconds after which what failed may be asked again; undefined: asking again helps nothing. */
export const retryAfterOf = (error: unknown): number | undefined => asCallError(error, []).retryAfter;

/** Shape of every error answer, in one language. Unknown errors become 500 without any detail. */
export function errorBody(error: unknown, language: Language, pathParameters: readonly string[] = []): ErrorBody {
  const { code, because, fields, changed, reasons } = asCallError(error, pathParameters);
  const { status, [language]: message } = ERRORS[code];
  return {
    status,
    message: because ? problemText(because, language) : message,
    ...(fields ? { fields: fieldTexts(fields, language) } : {}),
    ...scriptProblems(fields, language),
    ...(changed ? { changed } : {}),
    ...(reasons ? { reasons: reasonsInWords(reasons, language) } : {}),
  };
}

/** What is refused in scripts among the fields, with its places. */
function scriptProblems(fields: Fields | undefined, language: Language): Pick<ErrorBody, "problems"> {
  const problems = Object.values(fields ?? {})
    .flat()
    .flatMap((problem) =>
      problem.code === "lua_refused" && "at" in problem
        ? [{ ...placeOf(problem.at), code: problem.diagnostic.code, message: problemText(problem, language) }]
        : [],
    );
  return problems.length > 0 ? { problems } : {};
}
const placeOf = ({ line, character: column }: { line: number; character: number }) => ({ line, column });

/** Reasons as an answer tells them. */
export const reasonsInWords = (reasons: readonly Problem[], language: Language) =>
  reasons.map((reason) => ({ code: reason.code, message: problemText(reason, language) }));

function fieldTexts(fields: Fields, language: Language): Record<string, string> {
  const text = (problems: Fields[string]) =>
    [problems]
      .flat()
      .map((problem) => problemText(problem, language))
      .join(language === "ja" ? "。" : ". ");
  const bounded = Object.entries(boundedFields(Object.entries(fields)));
  return Object.fromEntries(bounded.map(([path, problems]) => [path, text(problems)]));
}

function asCallError(error: unknown, pathParameters: readonly string[]): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof ORPCError) return fromOrpc(error, pathParameters);
  if (isDataRefusal(error) || isRefusedByRow(error)) return new CallError("INVALID_INPUT");
  if (codeOf(error) === DISK_FULL) return new CallError("NO_ROOM");
  if (isOverload(error)) return new CallError("UNAVAILABLE");
  return new CallError("INTERNAL");
}

type Issues = InstanceType<typeof ValidationError>["issues"];

/** A long list has an issue for each of its elements; the first tell what is wrong. */
const MOST_ISSUES = 1_000;

/** What a schema found wrong with an input, by field. */
export function refusedInput(issues: Issues, pathParameters: readonly string[] = []): CallError {
  const pathOf = (issue: Issues[number]) =>
    (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
  // An id that is not all digits names no page (specification §5).
  const inAddress = (part: unknown) => pathParameters.includes(String(part)) || part === "params";
  if (issues.some((issue) => issue.path?.[0] !== undefined && inAddress(pathOf(issue)[0])))
    return new CallError("NOT_FOUND");
  function* found(): Generator<[string, Problem]> {
    for (const issue of issuesToTell(issues.slice(0, MOST_ISSUES))) {
      // Only in front do they name a part of the request: a mail has a body too.
      const [part, ...within] = pathOf(issue);
      const inPart = within.length > 0 && ["params", "body", "query"].includes(String(part));
      const name = (inPart ? within : pathOf(issue)).join(".");
      const problem = problemOfIssue(issue);
      for (const field of fieldsOf(issue, name)) yield [field, problem];
    }
  }
  const fields = boundedFields(found());
  // Nothing of a body that is no object at all can be named.
  return Object.keys(fields).length > 0 ? new CallError("INVALID_INPUT", { fields }) : new CallError("BAD_REQUEST");
}

function fromOrpc(error: ORPCError<string, unknown>, pathParameters: readonly string[]): CallError {
  if (error.cause instanceof ValidationError && error.status === 400)
    return refusedInput(error.cause.issues, pathParameters);
  const byStatus = { 400: "BAD_REQUEST", 404: "NOT_FOUND", 413: "TOO_LARGE", 415: "UNSUPPORTED_TYPE" } as const;
  return new CallError(byStatus[error.status as keyof typeof byStatus] ?? "INTERNAL");
}

/** The fields an issue is about: of fields that nobody asked for, each by its name. */
function fieldsOf(issue: object, place: string): string[] {
  const keys = "keys" in issue && Array.isArray(issue.keys) ? issue.keys.slice(0, MOST_ISSUES).map(String) : null;
  const names = keys?.map((key) => (place === "" ? key : `${place}.${key}`)) ?? [place];
  return names.filter((name) => name !== "");
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

/** PostgreSQL refused a value, not us: text it cannot hold, a number out of range. The person can mend it. */
function isDataRefusal(error: unknown): boolean {
  return ["22021", "22P05", "22003", "22001", "22007", "22008", "22P02"].includes(String(codeOf(error)));
}

/**
 * A constraint refused the row (unique, foreign key, exclusion): two saved the same at once (a race), or what was named is gone. Reloading
 * shows it.
 */
function isRefusedByRow(error: unknown): boolean {
  return ["23505", "23503", "23P01"].includes(String(codeOf(error)));
}

const DISK_FULL = "53100";

function isOverload(error: unknown): boolean {
  const code = String(codeOf(error));
  return (
    // 57014: statement time-out. 40001, 40P01, 55P03: serialization failure, deadlock, lock not available. Nothing was written, so a retry
    // is right.
    /^(57P|57014$|08|53|40001$|40P01$|55P03$)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT"].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
      (error as Error | null)?.message ?? "",
    )
  );
}
