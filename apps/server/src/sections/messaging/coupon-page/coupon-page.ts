import { figureIsPlans } from "@okaeri/domain/coupons/applicability";
import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import type { LanguageCode } from "@okaeri/domain/enumerations";
import { type Html, html } from "../../../http/html.ts";
import type { Ticket } from "../../coupons/guest-tickets.read.ts";
import { dayIn, figureIn, listIn, monthIn, weekdayIn, yenIn } from "../../guest-pages/guest-words.ts";
import { COUPON_WORDS } from "./coupon-words.ts";

/** What became of a press on the button: of this coupon, and whether the guest has it now. */
export type CouponClaimResult = { couponId: number; isTaken: boolean };

/** The tickets of a message in its guest's words. */
export function couponPage(
  language: LanguageCode,
  tickets: readonly Ticket[],
  taking: CouponClaimResult | null,
): { title: string; body: Html } {
  const { title, none } = COUPON_WORDS[language];
  const shown = tickets.map((ticket) => ticketHtml(language, ticket, taking));
  return { title, body: html`<h1>${title}</h1>${tickets.length === 0 ? html`<p>${none}</p>` : shown}` };
}

function ticketHtml(language: LanguageCode, ticket: Ticket, taking: CouponClaimResult | null): Html {
  const words = COUPON_WORDS[language];
  const { couponId, terms, state, code, until, usesLeft } = ticket;
  const isUsable = state === "usable";
  const notice = taking?.couponId === couponId ? (taking.isTaken ? words.taken : words.tooLate) : "";
  const left = isUsable && usesLeft !== null && usesLeft > 1 ? words.usesLeft(figureIn(language, usesLeft)) : "";
  const says = [notice, words.state[state], left].filter((one) => one !== "").join(" ");
  return html`<section class="ticket"><h2>${terms.name}</h2><p class="discount">${discountOf(language, terms)}</p>${
    until === null ? null : html`<p class="end">${words.until(dayIn(language, until))}</p>`
  }</section>
<p class="${isUsable || state === "takeable" ? "good" : "warn"}"${{ html: notice === "" ? "" : ' role="status"' }}>${says}</p>
${
  state === "takeable"
    ? html`<form method="post"><input type="hidden" name="coupon" value="${couponId}"><button type="submit">${words.take}</button></form>`
    : null
}
${isUsable && code !== null ? html`<p class="code"><small>${words.code}</small><b>${code}</b></p>` : null}
${isUsable ? html`<p>${code === null ? words.showPage : words.tellCode}</p>` : null}
${terms.description.trim() === "" ? null : html`<p class="typed">${terms.description.trim()}</p>`}
<h3>${words.terms}</h3><dl>${termsOf(language, ticket).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

function discountOf(language: LanguageCode, terms: CouponTerms): string {
  const { discountWords } = COUPON_WORDS[language];
  const limit = terms.discount_limit;
  const cut = limit === null ? "" : discountWords.atMost(yenIn(language, limit));
  if (figureIsPlans(terms)) return `${discountWords.plan}${cut}`;
  if (terms.discount_type === "absolute") return discountWords.yen(yenIn(language, terms.discount_absolute ?? 0));
  return `${discountWords.percent(figureIn(language, terms.discount_rate ?? 0))}${cut}`;
}

/** What it asks; what it does not ask is not there. */
function termsOf(language: LanguageCode, { terms, state }: Ticket): [string, string][] {
  const { term, says, counted } = COUPON_WORDS[language];
  const day = (date: string) => dayIn(language, date);
  const figure = (n: number) => figureIn(language, n);
  const list = (words: readonly string[]) => listIn(language, words);
  const { stay_start_date: from, stay_end_date: to, valid_days_from_acquire: days } = terms;
  const { valid_months_from_acquire: months, use_times_limit: times, use_quantity_limit: sheets } = terms;
  // Of what was taken the day is known, and stands on the ticket.
  const span =
    state !== "takeable"
      ? null
      : days !== null
        ? says.days(figure(days))
        : months === null
          ? null
          : months === 0
            ? says.thisMonth
            : says.monthsOn(figure(months));
  const rows: [string, string | null][] = [
    [counted, span],
    [term.bookBy, terms.reservation_end_date && day(terms.reservation_end_date)],
    [term.stays, from === null && to === null ? null : says.period(from ? day(from) : "", to ? day(to) : "").trim()],
    [term.months, list(terms.available_months.map((month) => monthIn(language, month)))],
    [term.weekdays, list(terms.day_of_week.map((weekday) => weekdayIn(language, weekday)))],
    [
      term.blackouts,
      list(
        terms.unavailable_period.map(({ start, end }) =>
          start === end ? day(start) : says.period(day(start), day(end)),
        ),
      ),
    ],
    [term.least, leastOf(language, terms)],
    [term.plans, terms.plan_code.length === 0 ? null : says.somePlans],
    [term.times, times === null ? null : says.times(figure(times))],
    [term.quantity, sheets === null ? null : says.quantity(figure(sheets))],
    [term.together, terms.can_use_together ? says.together : says.alone],
    [term.fee, terms.cancellation_includes_discount ? says.feeAfter : says.feeBefore],
  ];
  return rows.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []));
}

function leastOf(language: LanguageCode, { use_condition: least, includes_free: free }: CouponTerms): string | null {
  const { says } = COUPON_WORDS[language];
  const conditions = [least > 0 ? says.atLeast(yenIn(language, least)) : "", free ? says.free : ""].filter(Boolean);
  return conditions.length === 0 ? null : listIn(language, conditions);
}
