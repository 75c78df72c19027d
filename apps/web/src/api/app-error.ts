import {
  BAD_REQUEST_MESSAGE,
  type CallFailure,
  describeError,
  type ErrorBehaviour,
  type FailedCall,
  NOT_FOUND_MESSAGE,
  SESSION_EXPIRED_MESSAGE,
  TRY_LATER_MESSAGE,
  UNKNOWN_ERROR_MESSAGE,
  USER_CHANGED_MESSAGE,
} from "@okaeri/domain/auth/error-catalogue";
import { ORPCError } from "@orpc/client";
import i18next from "i18next";
import { isMissingPart } from "./missing-part.ts";

/** A failed call or navigation, in the words the person reads. Status -1 when none was given (specification §8). */
export class AppError extends Error {
  readonly status: number;
  readonly behaviour: ErrorBehaviour;
  /** Dotted path of the input → what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** With a 412: who saved first, where that may be told, and when. */
  readonly changed: Changed | undefined;
  /** Seconds after which the server may be asked again, where it said so. */
  retryAfter: number | undefined;
  /** A part of the program could not be loaded: loading the page afresh may help. */
  readonly missingPart: boolean;
  /** Where the page's own words for it are: what is shown follows the page's language, also when that changes. */
  readonly words: (typeof CATALOGUE)[keyof typeof CATALOGUE] | undefined;

  constructor(error: CallFailure, fields: Record<string, string> = {}, missingPart = false, changed?: Changed) {
    const words = CATALOGUE[error.message as keyof typeof CATALOGUE];
    super(words === undefined ? error.message : i18next.t(words, { defaultValue: error.message }));
    this.name = "AppError";
    this.words = words;
    this.status = error.status;
    this.behaviour = error.behaviour;
    this.fields = fields;
    this.missingPart = missingPart;
    this.changed = changed;
  }

  /** Whether the person has to sign in again (specification §8: 401 and 409). */
  get endsSession(): boolean {
    return this.behaviour === "fatal" || this.behaviour === "logout";
  }
}

/** The catalogue's own messages in the page's language; what the server says already is in it. */
const CATALOGUE = {
  [BAD_REQUEST_MESSAGE]: "error.badRequest",
  [NOT_FOUND_MESSAGE]: "error.notFound",
  [SESSION_EXPIRED_MESSAGE]: "error.sessionExpired",
  [USER_CHANGED_MESSAGE]: "error.userChanged",
  [TRY_LATER_MESSAGE]: "error.tryLater",
  [UNKNOWN_ERROR_MESSAGE]: "error.unknown",
} as const;

type Changed = { by: string | null; at: string };
type ErrorBody = { message?: unknown; fields?: unknown; changed?: unknown };

function isBody(value: unknown): value is ErrorBody {
  return typeof value === "object" && value !== null;
}

/** An answer that is none, with what its headers say. */
export class FailedAnswer extends ORPCError<string, unknown> {
  readonly retryAfter: number | undefined;

  constructor(status: number, body: unknown, retryAfter: unknown) {
    super("CALL_FAILED", { status, data: body });
    const seconds = Number(retryAfter ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/** Any thrown thing → what the error catalogue says about it. */
export function toAppError(error: unknown, call: FailedCall["call"] = "other"): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) {
    const body: unknown = error.data;
    const message = isBody(body) && typeof body.message === "string" ? body.message : undefined;
    const fields = isBody(body) && isBody(body.fields) ? (body.fields as Record<string, string>) : {};
    const changed = isBody(body) ? (body.changed as Changed | undefined) : undefined;
    const described = new AppError(describeError({ status: error.status, message, call }), fields, false, changed);
    described.retryAfter = error instanceof FailedAnswer ? error.retryAfter : undefined;
    return described;
  }
  if (isMissingPart(error)) return new AppError(describeError({ message: i18next.t("error.chunk"), call }), {}, true);
  // fetch reports an unreachable server as a TypeError without any status.
  if (error instanceof TypeError && isUnreachable(error))
    return new AppError(describeError({ message: i18next.t("error.network"), call }));
  return new AppError(describeError({ message: spoken(error), call }));
}

/** What an error says to the person. The text of a fault in the program helps developers only: it goes to the console. */
function spoken(error: unknown): string | undefined {
  const ofTheProgram = [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);
  return error instanceof Error && !ofTheProgram ? error.message : undefined;
}

/** What browsers call a fetch that got no answer: Chromium, Firefox, Safari. */
function isUnreachable(error: TypeError): boolean {
  return /failed to fetch|networkerror|load failed|network connection/i.test(error.message);
}

/** An error that starts here, such as an empty answer or a guard's decision. */
export function appError(failed: Omit<FailedCall, "call">): AppError {
  return new AppError(describeError({ ...failed, call: "other" }));
}
