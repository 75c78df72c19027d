import type { Need } from "@okaeri/contract/call";
import type { Language } from "@okaeri/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import iconv from "iconv-lite";
import type { ZodType } from "zod";
import type { App } from "../app.ts";
import { recordAudit } from "../sections/audit/record-audit.ts";
import { csvRecord, neutraliseFormula } from "../sections/imports/reading/rejected-csv.ts";
import type { SignedIn } from "../session/session-store.ts";
import { prove, type RequestContext } from "./binder.ts";
import { CallError } from "./errors.ts";
import { fieldMessage } from "./field-messages.ts";
import { guardedStream } from "./guarded-stream.ts";

/** A list as a file: what it needs, which filters it takes, and its rows page by page. */
export type ListExport = {
  /** As in the address: /api/users/export.csv. */
  section: "users" | "accounts" | "clients";
  needs: Need;
  /** The filters of the list's own call. */
  input: ZodType<object>;
  fileName: Record<Language, string>;
  header: Record<Language, readonly string[]>;
  /** Pages of cells, in the list's order, until one is short. */
  page(
    app: App,
    viewer: SignedIn,
    filter: object,
    at: { limit: number; offset: number; language: Language },
  ): Promise<string[][]>;
};

const PAGE = 500;
/** quality E06: one export at a time per person. */
const running = new Set<number>();

/** GET /api/{section}/export.csv with the list's filters and `encoding=utf8|sjis`; rows are read as they are sent. */
export function listExports(
  server: FastifyInstance,
  app: App,
  lists: readonly ListExport[],
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
  attachment: (name: string, plain: string) => string,
): void {
  for (const list of lists) {
    server.get(`/api/${list.section}/export.csv`, async (request, reply) => {
      const context = contextOf(request, reply);
      const { signedIn } = await prove(list.needs, context);
      if (!signedIn) throw new CallError("NO_SESSION");
      const { encoding = "utf8", ...query } = request.query as Record<string, string>;
      const sjis = encoding === "sjis";
      if (!sjis && encoding !== "utf8") throw new CallError("INVALID_INPUT");
      const filter = readFilter(list, query, context.language);
      if (running.has(signedIn.userId)) throw new CallError("TOO_MANY_REQUESTS");
      running.add(signedIn.userId);
      reply.raw.once("close", () => running.delete(signedIn.userId));
      await app.database.asSystem((tx) =>
        recordAudit(tx, {
          actorUserId: signedIn.userId,
          ip: context.ip,
          action: "export",
          entity: list.section === "clients" ? "companies" : list.section,
          companyId: signedIn.companyId,
          after: filter,
        }),
      );
      const text = lines(app, signedIn, list, filter, context.language, sjis ? "" : "\ufeff");
      const pieces = sjis ? encoded(text) : text;
      return reply
        .header("content-type", `text/csv; charset=${sjis ? "Shift_JIS" : "utf-8"}`)
        .header("content-disposition", attachment(`${list.fileName[context.language]}.csv`, `${list.section}.csv`))
        .send(
          guardedStream<string | Buffer>(reply, pieces, {
            prove: () => prove(list.needs, context.again()),
            log: app.log,
          }),
        );
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

/** Every piece is whole lines, so each can be encoded by itself. */
async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield iconv.encode(piece, "CP932");
}

async function* lines(
  app: App,
  viewer: SignedIn,
  list: ListExport,
  filter: object,
  language: Language,
  start: string,
): AsyncGenerator<string> {
  const line = (cells: readonly string[]) => `${csvRecord(cells.map(neutraliseFormula))}\r\n`;
  yield start + line(list.header[language]);
  for (let offset = 0; ; offset += PAGE) {
    const rows = await list.page(app, viewer, filter, { limit: PAGE, offset, language });
    if (rows.length > 0) yield rows.map(line).join("");
    if (rows.length < PAGE) return;
  }
}
