import { withLinkFields } from "@okaeri/domain/messaging/link-fields";
import { isPage, parseLink } from "@okaeri/domain/messaging/link-target";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { App } from "../../../app.ts";
import type { Tx } from "../../../database/connection.ts";
import { errorFacts } from "../../../log.ts";
import { guestAddresses } from "../../guest-pages/guest-addresses.ts";
import { sendUnknownLink } from "../../guest-pages/guest-page.ts";
import { pushOfId } from "../../pushes/pushes.read.ts";
import { readTrackingToken, type Tracked } from "../mail-urls.ts";
import { isMachine } from "./machines.ts";
import { type MessageEvent, recordMessageEvents } from "./record-message-events.ts";

/** One point that is not seen. */
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

type Link = { Params: { token: string } };

/**
 * `/r/<token>` leads on to the link that stands in the mail as it was sent, and nowhere else, whatever the address says beside it;
 * `/o/<token>` is the picture that tells of an open. Tokens that are changed, foreign, too old or of an erased customer have one answer
 * (quality K01, K03).
 */
export function trackingAddresses(server: FastifyInstance, app: App): void {
  guestAddresses(server, (pages) => {
    pages.get<Link>("/r/:token", async (request, reply) => {
      const tracked = readTrackingToken(app, request.params.token);
      const target = tracked && (await targetOf(app, tracked));
      if (!tracked || !target) return sendUnknownLink(request, reply);
      await note(app, tracked, "clicked", request);
      return reply.header("cache-control", "no-store").redirect(target, 302);
    });
    pages.get<Link>("/o/:token", async (request, reply) => {
      const tracked = readTrackingToken(app, request.params.token);
      if (!tracked || tracked.linkNo !== 0 || !(await isThere(app, tracked))) return sendUnknownLink(request, reply);
      await note(app, tracked, "opened", request);
      return reply.header("cache-control", "no-store").type("image/gif").send(PICTURE);
    });
  });
}

const inScope = <T>(app: App, { accountId }: Tracked, work: (tx: Tx) => Promise<T>) =>
  app.database.inScope({ accountIds: [accountId] }, work);

/** Whether the customer of a mail exists and was not erased. */
const isThere = (app: App, tracked: Tracked): Promise<boolean> =>
  inScope(app, tracked, async (tx) => {
    const found = await tx.maybe<{ one: number }>`select 1 as one
      from customers
      where account_id = ${tracked.accountId} and id = ${tracked.customerId} and erased_at is null`;
    return found !== undefined;
  });

type FoundLink = { url: string | null; source: string | null; campaign_id: number | null };

/** Where the link of a mail leads that was sent, with what the programme lets it say; null where it leads to no page. */
async function targetOf(app: App, tracked: Tracked): Promise<string | null> {
  const { accountId, contentId, customerId, linkNo, pushActionId } = tracked;
  const link = await inScope(
    app,
    tracked,
    (tx) => tx.maybe<FoundLink>`select link ->> 'url' as url, setting.link_utm_source as source, p.campaign_id
      from mail_contents mail_content
      cross join lateral jsonb_array_elements(mail_content.compiled -> 'links') link
      left join account_settings setting on setting.account_id = mail_content.account_id
      join customers customer on customer.account_id = mail_content.account_id and customer.id = ${customerId}
        and customer.erased_at is null
      left join lateral ${pushOfId(accountId, sql`${pushActionId}::bigint`)} p on true
      where mail_content.account_id = ${accountId} and mail_content.id = ${contentId} and (link ->> 'no')::int = ${linkNo}`,
  );
  const stored = link?.url ?? "";
  const url = parseLink(stored);
  if (url === null || !isPage(url)) return null;
  // As it was written, where a header can say it.
  const written = /^[!-~]+$/.test(stored) ? stored : url.href;
  const { source, campaign_id: campaignId } = link ?? {};
  return source && campaignId ? withLinkFields(written, { source, campaignId }) : written;
}

/** The guest gets where they want also where it cannot be noted. */
async function note(app: App, tracked: Tracked, kind: "opened" | "clicked", request: FastifyRequest): Promise<void> {
  const { accountId, pushActionId, customerId, mailId, linkNo } = tracked;
  const now = app.clock.now();
  const machine = isMachine(request.raw);
  const event: MessageEvent = {
    // What comes twice within a second is one.
    providerEventId: [
      kind,
      pushActionId,
      customerId,
      linkNo,
      machine ? "m" : "p",
      Math.floor(now.getTime() / 1_000),
    ].join(":"),
    kind,
    happenedAt: now,
    pushActionId,
    customerId,
    mailId,
    linkNo: kind === "clicked" ? linkNo : null,
    isMachine: machine,
  };
  try {
    await inScope(app, tracked, (tx) => recordMessageEvents(tx, accountId, [event]));
  } catch (error) {
    app.log.error(
      { event: "mails.not_noted", account: accountId, ...errorFacts(error) },
      "an open or a click was not noted",
    );
  }
}
