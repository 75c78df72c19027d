import type { Need } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import type { ZodObject } from "zod";
import type { App } from "../app.ts";
import type { Scope } from "../session/scope.ts";
import type { SignedIn } from "../session/session-store.ts";

/** Who asks, and for what. `scope` is there where the need is a page action in an account. */
export type FileRequest = {
  app: App;
  signedIn: SignedIn;
  scope: Scope | undefined;
  language: Language;
  ip: string;
  params: Record<string, string>;
  /** What the query holds, as `input` reads it. */
  filter: object;
};

export type OpenFile = {
  fileName: string;
  /** For clients that know only ASCII. */
  plainName: string;
  /** Of those that were named one by one: how many are not in it. */
  omitted?: number;
  /** Whole lines, piece by piece, the heading first. */
  lines: AsyncIterable<string>;
  /** Writes down that it was taken out; not asked for a mere check. */
  record(): Promise<void>;
};

/** A table as a file, at an address of its own: `/api/users/export.csv`. */
export type CsvFile = {
  path: `/api/${string}.csv`;
  needs: Need;
  input: ZodObject;
  /** @throws CallError when there is no such file. */
  open(request: FileRequest): Promise<OpenFile>;
};
