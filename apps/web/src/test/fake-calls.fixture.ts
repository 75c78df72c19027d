import contractLines from "virtual:contract-lines";
import signedInLines from "virtual:signed-in-lines";
import { contract } from "@okaeri/contract/contract";
import type { AnyContractProcedure, InferContractRouterOutputs } from "@orpc/contract";
import { contractOf, routes } from "../api/contract-routes.ts";

contractOf(contractLines);
contractOf(signedInLines);

type Contract = typeof contract;
type NamesIn<Part, Before extends string = ""> = {
  [Key in keyof Part & string]: Part[Key] extends AnyContractProcedure
    ? `${Before}${Key}`
    : NamesIn<Part[Key], `${Before}${Key}.`>;
}[keyof Part & string];
type At<Part, Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? At<Part[First & keyof Part], Rest>
  : Part[Name & keyof Part];

/** `users.list` */
export type CallName = NamesIn<Contract>;
/** What the contract says a call answers: a test cannot make up another. */
export type AnswerOf<Name extends CallName> = At<InferContractRouterOutputs<Contract>, Name>;
export type RecordedCall = {
  name: string;
  method: string;
  /** Numbers in the path, by name. */
  path: Record<string, string>;
  query: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the page sent; the tests look at single fields
  body: any;
  language: string | null;
};
type Reply = (recorded: RecordedCall) => unknown;

type Call = { name: string; method: string; pattern: RegExp };
const calls: Call[] = [...routes]
  .map(([name, { method, path }]) => ({ name, method, path }))
  // `/accounts/picker` before `/accounts/{id}`.
  .sort((a, b) => a.path.split("{").length - b.path.split("{").length)
  .map(({ name, method, path }) => ({
    name,
    method,
    pattern: new RegExp(`^/api${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }));

/** Fields that pages sent and the contract refuses as unknown. The real server would have answered 400 (each-file.ts). */
export const unknownFields: string[] = [];

type Issue = { code: string; path: PropertyKey[]; keys?: string[]; errors?: Issue[][] };
type InputSchema = { safeParse(input: unknown): { error?: { issues: Issue[] } } };
type Node = { "~orpc"?: { inputSchema?: InputSchema } } & Record<string, unknown>;

function inputSchemaOf(name: string): InputSchema | undefined {
  const part = name.split(".").reduce((node: unknown, key) => (node as Node)[key], contract) as Node;
  return part["~orpc"]?.inputSchema;
}

/** Paths of the fields that a schema does not know; of a union, where no member knows all of them. */
const unknownIn = (issues: readonly Issue[]): string[] =>
  issues.flatMap(({ code, path, keys = [], errors = [] }) => {
    if (code === "unrecognized_keys") return keys.map((key) => [...path, key].join("."));
    const members = errors.map(unknownIn);
    return members.length > 0 && members.every((unknown) => unknown.length > 0) ? (members[0] ?? []) : [];
  });

/** An answer that is none: status and body as the server sends them. */
export const refusal = (status: number, body: object = {}) =>
  new Response(JSON.stringify({ status, ...body }), { status, headers: { "content-type": "application/json" } });

const isJson = (request: Request) => request.headers.get("content-type")?.startsWith("application/json") ?? false;

/** The server as a page sees it: what a test says the calls answer, and what they were asked. */
export class FakeCalls {
  readonly calls: RecordedCall[] = [];
  readonly #replies = new Map<string, Reply>();

  answer<Name extends CallName>(
    name: Name,
    reply:
      | AnswerOf<Name>
      | ((recorded: RecordedCall) => AnswerOf<Name> | Response | Promise<AnswerOf<Name> | Response>),
  ): void {
    this.#replies.set(name, typeof reply === "function" ? (reply as Reply) : () => reply);
  }

  refuse(name: CallName, status: number, body: object = {}): void {
    this.#replies.set(name, () => refusal(status, body));
  }

  /** Whether something is there, asked without its content. */
  head: (path: string, query: Record<string, string>) => number = () => 404;

  callsOf(name: CallName): RecordedCall[] {
    return this.calls.filter((one) => one.name === name);
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url, location.origin);
    if (request.method === "HEAD")
      return new Response(null, { status: this.head(url.pathname, Object.fromEntries(url.searchParams)) });
    const call = calls.find(({ method, pattern }) => method === request.method && pattern.test(url.pathname));
    const reply = this.#replies.get(call?.name ?? "");
    if (call === undefined || reply === undefined) throw new Error(`no answer for ${request.method} ${url.pathname}`);
    const text = await request.text();
    const recorded = {
      name: call.name,
      method: call.method,
      path: { ...call.pattern.exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      // Bytes are what the page sent of them.
      body: text === "" ? undefined : isJson(request) ? JSON.parse(text) : text,
      language: request.headers.get("x-okaeri-language"),
    };
    this.calls.push(recorded);
    if (typeof recorded.body === "object") {
      const input = { ...recorded.path, ...recorded.body };
      const unknown = unknownIn(inputSchemaOf(call.name)?.safeParse(input).error?.issues ?? []);
      unknownFields.push(...unknown.map((field) => `${call.name}: ${field}`));
    }
    const answer = await reply(recorded);
    // Each its own: a body is read once.
    if (answer instanceof Response) return answer.clone();
    return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
  };
}
