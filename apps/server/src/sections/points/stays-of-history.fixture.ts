import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type CampaignRules, type CountedStay, owedPoints } from "@okaeri/domain/points/stay-points";
import type { LedgerModel, ModelLot, NewGrant } from "./ledger-model.fixture.ts";

export type Stay = CountedStay & { customer: number; counts: boolean };
const NOBODY = { birthday: null, gender: null };

/** The stays of a history, and what they bring into the model: worked out from scratch, from all of them. */
export class StaysOfHistory {
  readonly all: Stay[] = [];
  readonly rules: [CampaignRules[], CampaignRules[]] = [[], []];
  readonly #model: LedgerModel;
  #next = 1;

  constructor(model: LedgerModel) {
    this.#model = model;
  }
  /** The model's next row. */
  nextId = () => this.#next++;

  checkOuts = (holder: number): CalendarDate[] =>
    this.all.filter((stay) => stay.counts && stay.customer === holder).map((stay) => stay.check_out_date);

  /** The differences between what the stays of these guests are owed, from scratch, and what the model holds for them. */
  settle(holders: readonly number[]): void {
    const model = this.#model;
    const wanted = new Map<string, NewGrant & { order: (number | string)[] }>();
    const keyOf = (one: Pick<ModelLot, "earned" | "grantedOn" | "promised">, holder: number) =>
      JSON.stringify([one.earned?.stay, one.earned?.action, holder, one.grantedOn, one.promised]);
    for (const holder of holders) {
      const stays = this.all.filter((stay) => stay.counts && stay.customer === holder);
      for (const owed of owedPoints(stays, NOBODY, this.rules)) {
        const { action_id: action, stay_id: stay, expiration_date: promised, grant_date: grantedOn } = owed;
        const rolling = this.rules.flat().find((one) => one.id === action)?.segments[0]?.actions[0];
        const rollingDays = rolling?.expiration_days_from_last_stay ?? null;
        const grant = { id: 0, customer: holder, granted: owed.points, lastDay: promised, promised, grantedOn };
        const earned = { stay, action };
        wanted.set(keyOf({ earned, grantedOn, promised }, holder), {
          ...grant,
          rollingDays,
          earned,
          order: [holder, grantedOn, stay, action, owed.points],
        });
      }
    }
    const taken: { grantId: number; points: number; date: CalendarDate; order: (number | string)[] }[] = [];
    // What is owed keeps the oldest: the newest are taken back first.
    for (const lot of [...model.lots].sort((a, b) => a.id - b.id)) {
      const holder = model.holder(lot.customer);
      const left = lot.granted - lot.reversed;
      const { earned, grantedOn } = lot;
      if (earned === null || left === 0 || !this.#concerns(earned.stay, holder, holders)) continue;
      const want = wanted.get(keyOf(lot, holder));
      const retained = Math.min(left, want?.granted ?? 0);
      if (want) want.granted -= retained;
      const order = [lot.customer, grantedOn, earned.stay, earned.action, retained - left];
      if (left > retained) taken.push({ grantId: lot.id, points: left - retained, date: grantedOn, order });
    }
    this.#book(
      holders,
      [...wanted.values()].filter(({ granted }) => granted > 0),
      taken,
    );
  }
  #concerns = (stay: number, holder: number, holders: readonly number[]) =>
    holders.includes(holder) || holders.includes(this.all.find((one) => one.id === stay)?.customer ?? 0);
  #book(
    holders: readonly number[],
    grants: (NewGrant & { order: (number | string)[] })[],
    taken: { grantId: number; points: number; date: CalendarDate; order: (number | string)[]; id?: number }[],
  ): void {
    const inOrder = [...grants, ...taken].sort((a, b) => {
      const at = a.order.findIndex((one, index) => one !== b.order[index]);
      return (a.order[at] ?? 0) < (b.order[at] ?? 0) ? -1 : 1;
    });
    for (const one of inOrder) one.id = this.nextId();
    const days = new Map(holders.map((holder) => [holder, this.checkOuts(holder)]));
    const reversals = taken.map((one) => ({ ...one, id: one.id ?? 0 })).sort((a, b) => a.id - b.id);
    this.#model.bookStays({ grants: [...grants].sort((a, b) => a.id - b.id), reversals }, days);
  }
}
