import { needsAction, needsExport } from "@okaeri/contract/call";
import { ID_TEXT } from "@okaeri/contract/paging";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { accountsExport } from "../sections/accounts/export-accounts.ts";
import { billingExport } from "../sections/clients/export-billing.ts";
import { clientsExport } from "../sections/clients/export-clients.ts";
import { rejectionsDownload } from "../sections/imports/rejections-download.ts";
import { usersExport } from "../sections/users/export-users.ts";
import { prove, type RequestContext } from "./binder.ts";
import { CallError } from "./errors.ts";
import { guardedStream } from "./guarded-stream.ts";
import { listExports } from "./list-export.ts";
import { refuseUnknownQuery } from "./unknown-query.ts";

/** Files that are streamed rather than answered as JSON; each proves its need like every call. */
export function downloads(
  server: FastifyInstance,
  app: App,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): void {
  listExports(server, app, [usersExport, accountsExport, clientsExport, billingExport], contextOf, attachment);
  server.get<{ Params: { id: string } }>("/api/imports/:id/rejections.csv", async (request, reply) => {
    const context = contextOf(request, reply);
    const needs = needsExport(needsAction("customers/read"));
    const { scope } = await prove(needs, context);
    if (!scope || !ID_TEXT.test(request.params.id)) throw new CallError("NOT_FOUND");
    const { language, ip } = context;
    refuseUnknownQuery(context.queryNames, [], language);
    const file = await rejectionsDownload(app, scope, { id: Number(request.params.id), language, ip });
    return reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", attachment(`取り込めなかった行_${file.fileName}.csv`, "rejections.csv"))
      .send(guardedStream(reply, file.pieces, { prove: () => prove(needs, context.again()), log: app.log }));
  });
}

/** RFC 6266: a plain name for old clients, the real one percent-encoded as UTF-8 (RFC 8187), which leaves no room for quotes or breaks. */
function attachment(name: string, plain: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
