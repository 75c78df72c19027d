import {
  type CallError,
  describeError,
  type ErrorBehaviour,
  type FailedCall,
} from "@okaeri/domain/auth/error-catalogue";
import { ORPCError } from "@orpc/client";
import i18next from "i18next";

/** A failed call or navigation, in the words the person reads. Status -1 when none was given (specification §8). */
export class AppError extends Error {
  readonly status: number;
  readonly behaviour: ErrorBehaviour;
  /** Dotted path of the input → what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(error: CallError, fields: Record<string, string> = {}) {
    super(error.message);
    this.name = "AppError";
    this.status = error.status;
    this.behaviour = error.behaviour;
    this.fields = fields;
  }
}

type ErrorBody = { message?: unknown; fields?: unknown };

function isBody(value: unknown): value is ErrorBody {
  return typeof value === "object" && value !== null;
}

/** Any thrown thing → what the error catalogue says about it. */
export function toAppError(error: unknown, call: FailedCall["call"] = "other"): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) {
    const body: unknown = error.data;
    const message = isBody(body) && typeof body.message === "string" ? body.message : undefined;
    const fields = isBody(body) && isBody(body.fields) ? (body.fields as Record<string, string>) : {};
    return new AppError(describeError({ status: error.status, message, call }), fields);
  }
  // fetch reports an unreachable server as a TypeError without any status.
  if (error instanceof TypeError) return new AppError(describeError({ message: i18next.t("error.network"), call }));
  return new AppError(describeError({ message: error instanceof Error ? error.message : undefined, call }));
}

/** An error that starts here, such as an empty answer or a guard's decision. */
export function appError(failed: Omit<FailedCall, "call">): AppError {
  return new AppError(describeError({ ...failed, call: "other" }));
}
