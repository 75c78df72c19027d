import type { LanguageCode } from "@okaeri/domain/enumerations";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../../app.ts";
import { recordAudit } from "../../../audit/record-audit.ts";
import { todayOf } from "../../../clock.ts";
import { isActiveOn } from "../../../database/active-version.ts";
import type { Tx } from "../../../database/connection.ts";
import { clientAddress } from "../../../http/client-address.ts";
import { giveToOne } from "../../coupons/give-to-one.ts";
import { guestTickets, type Ticket } from "../../coupons/guest-tickets.read.ts";
import { livingGuest } from "../../customers/living-guest.read.ts";
import { addressChangedPage } from "../../guest-pages/address-changed.ts";
import { guestAddresses } from "../../guest-pages/guest-addresses.ts";
import { guestLanguage, sendGuestPage, sendUnknownLink } from "../../guest-pages/guest-page.ts";
import { occasionsOfPushes, otherPushes, type PushOccasion } from "../../pushes/occasions.read.ts";
import { isSentTo } from "../address-mark.ts";
import { mailSenderOf } from "../mail-sender.read.ts";
import { type CouponTarget, readCouponToken } from "../mail-urls.ts";
import { type CouponClaimResult, couponPage } from "./coupon-page.ts";

type Link = { Params: { token: string } };
/** The coupons of a link's customer, and the sender of its mail; no coupons where the customer has another address now. */
type Opened = { language: LanguageCode; sender: string } & (
  | { tickets: Ticket[]; taking: CouponClaimResult | null }
  | { tickets: null }
);
type Take = { couponId: number; ip: string };

/**
 * `/c/<token>`: the coupons that a mail tells of, as they stand for its guest now. Opening it only shows; pressing the button takes, so that
 * no link scanner does. The token is the only key (docs/adr/0552).
 */
export function couponPages(server: FastifyInstance, app: App): void {
  guestAddresses(server, (pages) => {
    pages.get<Link>("/c/:token", async (request, reply) => show(request, reply, await open(app, request.params.token)));
    pages.post<Link>("/c/:token", async (request, reply) => {
      const asked = request.body instanceof URLSearchParams ? request.body.get("coupon") : null;
      const take = /^\d{1,15}$/.test(asked ?? "") ? { couponId: Number(asked), ip: clientAddress(request) } : null;
      return show(request, reply, await open(app, request.params.token, take));
    });
  });
}

function show(request: FastifyRequest, reply: FastifyReply, opened: Opened | null): FastifyReply {
  if (opened === null) return sendUnknownLink(request, reply);
  const language = guestLanguage(request, opened.language);
  const { sender: house } = opened;
  const page =
    opened.tickets === null ? addressChangedPage(language, house) : couponPage(language, opened.tickets, opened.taking);
  return sendGuestPage(reply, { language, house, ...page });
}

async function open(app: App, token: string, take: Take | null = null): Promise<Opened | null> {
  const target = readCouponToken(app, token);
  if (target === null) return null;
  const { accountId, pushActionId } = target;
  const today = todayOf(app.clock);
  return app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const guest = (await isActiveOn(tx, accountId, today))
      ? await livingGuest(tx, accountId, target.customerId)
      : undefined;
    if (guest === undefined) return null;
    const { guestName } = await mailSenderOf(tx, accountId, app.origin);
    const shown = { language: guest.language, sender: guestName };
    if (!isSentTo(target, guest.email)) return { ...shown, tickets: null };
    const pushes = await otherPushes(tx, accountId, "coupon", target);
    const occasion = (await occasionsOfPushes(tx, accountId, [pushActionId])).get(pushActionId);
    // The send it came from is gone.
    if (occasion === undefined) return null;
    const sent = pushes.length === 0 ? null : { pushes, occasion: occasion.key };
    const read = () => guestTickets(tx, { accountId, customerId: guest.id, today, sent });
    const tickets = await read();
    const wanted = tickets.find(({ couponId, state }) => couponId === take?.couponId && state === "takeable");
    if (take === null || wanted === undefined) return { ...shown, tickets, taking: null };
    const couponPushId = pushes.find((push) => push.campaign_action_id === wanted.actionId)?.id ?? null;
    const isTaken = await takeCoupon(app, tx, { target, guestId: guest.id, couponPushId, occasion, take });
    return { ...shown, tickets: await read(), taking: { couponId: wanted.couponId, isTaken } };
  });
}

type TakeOf = {
  target: CouponTarget;
  guestId: number;
  couponPushId: number | null;
  occasion: PushOccasion;
  take: Take;
};

/** Under the coupon's lock, so that a limit of a hundred gives a hundred. False: somebody was faster. */
async function takeCoupon(
  app: App,
  tx: Tx,
  { target, guestId, couponPushId, occasion, take }: TakeOf,
): Promise<boolean> {
  const { accountId } = target;
  const { couponId, ip } = take;
  const ctx = { accountId, today: todayOf(app.clock), userId: null };
  const receiver = {
    customerId: guestId,
    pushActionId: couponPushId,
    key: `taken:${target.pushActionId}:${couponId}`,
    occasion: occasion.key,
    occasionOn: occasion.day,
  };
  const given = await giveToOne(tx, ctx, { couponId, remarks: "" }, receiver);
  if ("refused" in given) return given.refused === "coupon_held";
  const after = { coupon_id: couponId, customer_id: guestId };
  const audited = { action: "take_coupon", entity: "acquire_coupons", entityId: given.id, after } as const;
  await recordAudit(tx, { actorUserId: null, ip, accountId, ...audited });
  return true;
}
