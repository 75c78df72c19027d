import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodObject } from "zod";
import type { App } from "../app.ts";
import type { CsvFile, OpenFile } from "../files/csv-file.ts";
import { encodeShiftJis, forShiftJis } from "../files/shift-jis.ts";
import { prove, type RequestContext } from "./binder.ts";
import { CallError, fieldError } from "./errors.ts";
import { guardedStream } from "./guarded-stream.ts";
import { isHead } from "./head-requests.ts";
import { issuesToTell, problemOfIssue } from "./problem-of-issue.ts";
import { refuseUnknownQuery } from "./unknown-query.ts";

/**
 * Concurrency limit of exports (quality E06): one file at a time per person, a bounded number in all, so that their snapshots do not take
 * all database connections, and a bounded share per company, because a slow reader keeps its place as long. Person → company.
 */
const running = new Map<number, number>();
const AT_ONCE = 4;
const OF_ONE = 3;
/** Who has a file already, or comes while all are taken, asks again after these seconds. */
const PAUSE_SECONDS = 5;
/** How many of the characters that Shift_JIS lacks are named. */
const EXAMPLES = 5;
const BYTE_ORDER_MARK = "\ufeff";

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => RequestContext;
type Opened = { context: RequestContext; file: OpenFile; sjis: boolean };

/**
 * GET {path} with `encoding=utf8|sjis`; rows are read as they are sent.
 * GET {path}/check with the same answers `{ lost, examples }`: how many characters of that file Shift_JIS lacks.
 */
export function csvFiles(server: FastifyInstance, app: App, files: readonly CsvFile[], contextOf: ContextOf): void {
  for (const each of files) {
    const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<Opened> => {
      const context = contextOf(request, reply);
      const { language, ip } = context;
      const { signedIn, scope } = await prove(each.needs, context);
      if (!signedIn) throw new CallError("NO_SESSION");
      const { encoding = "utf8", ...query } = request.query as Record<string, string>;
      refuseUnknownQuery(context.queryNames, ["encoding", ...Object.keys(each.input.shape)]);
      if (encoding !== "sjis" && encoding !== "utf8") throw fieldError("encoding", { code: "not_a_choice" });
      const filter = readFilter(each.input, query);
      const { userId, companyId } = signedIn;
      const ofCompany = [...running.values()].filter((one) => one === companyId).length;
      if (running.has(userId) || running.size >= AT_ONCE || ofCompany >= OF_ONE)
        throw new CallError("TOO_MANY_REQUESTS", { retryAfter: PAUSE_SECONDS });
      running.set(userId, companyId);
      reply.raw.once("close", () => running.delete(userId));
      const params = request.params as Record<string, string>;
      const file = await each.open({ app, signedIn, scope, language, ip, params, filter });
      return { context, file, sjis: encoding === "sjis" };
    };
    server.get(each.path, async (request, reply) => {
      const { context, file, sjis } = await begin(request, reply);
      void reply
        .header("content-type", `text/csv; charset=${sjis ? "Shift_JIS" : "utf-8"}`)
        .header("content-disposition", attachment(`${file.fileName}.csv`, `${file.plainName}.csv`));
      if (file.omitted) reply.header("okaeri-omitted", file.omitted);
      // HEAD sends no row, so it is not logged as an export.
      if (isHead(request.raw)) return reply.send("");
      await file.record();
      const pieces = sjis ? encodeShiftJis(file.lines) : marked(file.lines);
      return reply.send(
        guardedStream<string | Buffer>(reply, pieces, {
          prove: () => prove(each.needs, context.again()),
          log: app.log,
        }),
      );
    });
    server.get(`${each.path}/check`, async (request, reply) => {
      const { context, file, sjis } = await begin(request, reply);
      let lost = 0;
      const examples = new Set<string>();
      if (sjis)
        for await (const piece of file.lines) {
          if (reply.raw.destroyed) return reply;
          const missing = forShiftJis(piece).lost;
          lost += missing.length;
          for (const character of missing) if (examples.size < EXAMPLES) examples.add(character);
        }
      await prove(each.needs, context.again());
      return reply.send({ lost, examples: [...examples] });
    });
  }
}

/** Spreadsheets read the Japanese as UTF-8 only behind this mark. */
async function* marked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let start = BYTE_ORDER_MARK;
  for await (const piece of lines) {
    yield start + piece;
    start = "";
  }
}

function readFilter(input: ZodObject, query: Record<string, string>): object {
  const { account_id: _scope, ...filter } = query;
  const read = input.safeParse(filter);
  if (read.success) return read.data;
  const fields = issuesToTell(read.error.issues).map((issue) => [issue.path.join("."), problemOfIssue(issue)]);
  throw new CallError("INVALID_INPUT", { fields: Object.fromEntries(fields) });
}

/** RFC 6266: a plain name for old clients, the real one percent-encoded as UTF-8 (RFC 8187), which leaves no room for quotes or breaks. */
function attachment(name: string, plain: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
