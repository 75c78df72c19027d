import type { Need } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import { type CsvCell, csvLine } from "@okaeri/domain/csv";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodObject } from "zod";
import type { App } from "../app.ts";
import { recordAudit } from "../sections/audit/record-audit.ts";
import type { SignedIn } from "../session/session-store.ts";
import { prove, type RequestContext } from "./binder.ts";
import { CallError } from "./errors.ts";
import { fieldMessage } from "./field-messages.ts";
import { guardedStream } from "./guarded-stream.ts";
import { encodeShiftJis, forShiftJis } from "./shift-jis.ts";
import { refuseUnknownQuery } from "./unknown-query.ts";

/** A list as a file: what it needs, which filters it takes, and its rows piece by piece. */
export type ListExport = {
  /** As in the address: /api/users/export.csv. */
  section: "users" | "accounts" | "clients";
  /** A second file of the section: /api/clients/billing.csv. */
  file?: "billing";
  needs: Need;
  /** The filters of the list's own call. */
  input: ZodObject;
  fileName: Record<Language, string>;
  header: Record<Language, readonly string[]>;
  /** Pieces of rows from one snapshot, in the list's order; days, times and values as the screens show them. */
  rows(app: App, viewer: SignedIn, filter: object, language: Language): AsyncIterable<CsvCell[][]>;
};

/** quality E06: one export at a time per person, and never so many that their snapshots take the database from everybody else. */
const running = new Set<number>();
const AT_ONCE = 4;
/** How many of the characters that Shift_JIS lacks are named. */
const EXAMPLES = 5;

type Asked = { context: RequestContext; signedIn: SignedIn; filter: object; sjis: boolean };

/**
 * GET /api/{section}/export.csv with the list's filters and `encoding=utf8|sjis`; rows are read as they are sent.
 * GET /api/{section}/export.csv/check with the same answers `{ lost, examples }`: how many characters of that file Shift_JIS lacks.
 */
export function listExports(
  server: FastifyInstance,
  app: App,
  lists: readonly ListExport[],
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
  attachment: (name: string, plain: string) => string,
): void {
  for (const list of lists) {
    const address = `/api/${list.section}/${list.file ?? "export"}.csv`;
    const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<Asked> => {
      const context = contextOf(request, reply);
      const { signedIn } = await prove(list.needs, context);
      if (!signedIn) throw new CallError("NO_SESSION");
      const { encoding = "utf8", ...query } = request.query as Record<string, string>;
      refuseUnknownQuery(context.queryNames, ["encoding", ...Object.keys(list.input.shape)], context.language);
      if (encoding !== "sjis" && encoding !== "utf8")
        throw new CallError("INVALID_INPUT", {
          fields: { encoding: fieldMessage({ code: "invalid_value" }, context.language) },
        });
      const filter = readFilter(list, query, context.language);
      if (running.has(signedIn.userId) || running.size >= AT_ONCE) throw new CallError("TOO_MANY_REQUESTS");
      running.add(signedIn.userId);
      reply.raw.once("close", () => running.delete(signedIn.userId));
      return { context, signedIn, filter, sjis: encoding === "sjis" };
    };
    server.get(address, async (request, reply) => {
      const { context, signedIn, filter, sjis } = await begin(request, reply);
      await app.database.asSystem((tx) =>
        recordAudit(tx, {
          actorUserId: signedIn.userId,
          ip: context.ip,
          action: list.file === "billing" ? "export_billing" : "export",
          entity: list.section === "clients" ? "companies" : list.section,
          companyId: signedIn.companyId,
          after: filter,
        }),
      );
      const text = lines(app, signedIn, list, filter, context.language, sjis ? "" : "\ufeff");
      const pieces = sjis ? encodeShiftJis(text) : text;
      return reply
        .header("content-type", `text/csv; charset=${sjis ? "Shift_JIS" : "utf-8"}`)
        .header(
          "content-disposition",
          attachment(`${list.fileName[context.language]}.csv`, `${list.file ?? list.section}.csv`),
        )
        .send(
          guardedStream<string | Buffer>(reply, pieces, {
            prove: () => prove(list.needs, context.again()),
            log: app.log,
          }),
        );
    });
    server.get(`${address}/check`, async (request, reply) => {
      const { context, signedIn, filter, sjis } = await begin(request, reply);
      let lost = 0;
      const examples = new Set<string>();
      if (sjis)
        for await (const piece of lines(app, signedIn, list, filter, context.language, "")) {
          if (reply.raw.destroyed) return reply;
          const missing = forShiftJis(piece).lost;
          lost += missing.length;
          for (const character of missing) if (examples.size < EXAMPLES) examples.add(character);
        }
      await prove(list.needs, context.again());
      return reply.send({ lost, examples: [...examples] });
    });
  }
}

function readFilter(list: ListExport, query: Record<string, string>, language: Language): object {
  const { account_id: _scope, ...filter } = query;
  const read = list.input.safeParse(filter);
  if (read.success) return read.data;
  const fields = read.error.issues.map((issue) => [issue.path.join("."), fieldMessage(issue, language)]);
  throw new CallError("INVALID_INPUT", { fields: Object.fromEntries(fields) });
}

async function* lines(
  app: App,
  viewer: SignedIn,
  list: ListExport,
  filter: object,
  language: Language,
  start: string,
): AsyncGenerator<string> {
  yield start + csvLine(list.header[language]);
  for await (const rows of list.rows(app, viewer, filter, language)) yield rows.map(csvLine).join("");
}
