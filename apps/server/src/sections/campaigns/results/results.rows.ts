import {
  RESULT_FIGURES,
  type ResultDimension,
  type ResultFigure,
} from "@okaeri/contract/campaigns/results/result-figures";
import type { resultFigures, resultRow } from "@okaeri/contract/campaigns/results/results";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { VARIANTS, type Variant } from "@okaeri/domain/pushes/variants";
import type { z } from "zod";
import { COUNTED_SEND_FIGURES, type SendCount } from "../../pushes/result-entries.read.ts";
import type { ActionKinds } from "../actions/action-kind.ts";
import type { ReportedAction, ResultCell } from "./results.queries.ts";

type Figures = z.output<typeof resultFigures>;
type Row = z.output<typeof resultRow>;
type Sums = Partial<Record<ResultFigure, number>>;

/** What happens at a facility. */
const AT_FACILITIES: readonly ResultFigure[] = [
  "reserved",
  "reserved_price",
  "transacted",
  "use_price",
  "points",
  "points_used",
  "coupons_used",
  "cost",
];

/** Figures of a row that can have `possible`: 0 where nothing was counted. */
function figuresOf(sums: Sums, possible: readonly ResultFigure[] = RESULT_FIGURES): Figures {
  const figures = RESULT_FIGURES.map((name) => [name, sums[name] ?? (possible.includes(name) ? 0 : null)]);
  return Object.fromEntries(figures) as Figures;
}

/** What is known of rows beside their figures. */
export type Known = {
  kinds: ActionKinds;
  actions: readonly ReportedAction[];
  facilities: ReadonlyMap<number, string>;
};

/** What sends count, by `by`: messages have no facility. */
export function cellsOfSends(sends: readonly SendCount[], by: ResultDimension): ResultCell[] {
  return sends.flatMap((send) => {
    const key = by === "day" ? send.day : by === "facility" ? null : `${send.action_id}`;
    const days = { first_day: send.day, last_day: send.day };
    return COUNTED_SEND_FIGURES.filter((figure) => send[figure] !== 0).map((figure) => {
      const amount = send[figure];
      return { key, figure, amount, counted: send.tells_reach ? amount : 0, ...days };
    });
  });
}

/** The same by texts: of each what it counts, and of its action what is left beside. */
export function cellsOfVariants(
  sends: readonly SendCount[],
  variants: readonly (SendCount & { variant: Variant })[],
): ResultCell[] {
  const keyed = (count: SendCount, key: string, sign: 1 | -1): ResultCell[] =>
    cellsOfSends([count], "variant").map((cell) => ({
      ...cell,
      key,
      amount: sign * cell.amount,
      counted: sign * cell.counted,
    }));
  return [
    ...cellsOfSends(sends, "variant"),
    ...variants.flatMap((count) => [
      ...keyed(count, `${count.action_id}-${count.variant}`, 1),
      ...keyed(count, `${count.action_id}`, -1),
    ]),
  ];
}

/** Sends that went to anybody: when, and to how many guests, whatever became of it. */
export function sendsThen(counts: readonly SendCount[]): { at: string; sent: number }[] {
  const sends = new Map<string, { at: Date; sent: number }>();
  for (const { send, at, sent, tells_reach } of counts) {
    const so = sends.get(send) ?? { at, sent: 0 };
    if (tells_reach) sends.set(send, { ...so, sent: so.sent + sent });
  }
  return [...sends.values()].filter(({ sent }) => sent > 0).map(({ at, sent }) => ({ at: at.toISOString(), sent }));
}

/** Over all of them. */
export function totalOf(cells: readonly ResultCell[]): Figures {
  const sums: Sums = {};
  for (const { figure, counted } of cells) sums[figure] = (sums[figure] ?? 0) + counted;
  return figuresOf(sums);
}

const NOTHING = { name: null, type: null, priority_seq: null, variant: null };

/** Actions that can have several texts or coupons have a row also where they have one. */
const hasVariantRows = (kinds: ActionKinds, { type, variants }: ReportedAction) =>
  isMessage(type) ||
  variants !== null ||
  kinds.find((kind) => kind.type === type)?.delivery?.results.withVariants !== undefined;

/** A row for each of what the results are told by, without those of which nothing is counted. */
export function rowsBy(by: ResultDimension, cells: readonly ResultCell[], known: Known): Row[] {
  const { kinds, actions } = known;
  // Told by itself, an action counts all whom it reached; elsewhere each guest of a send counts once.
  const ownFigures = by === "action" || by === "variant";
  const sums = new Map<string, Sums>();
  for (const { key, figure, amount, counted } of cells) {
    const n = ownFigures ? amount : counted;
    const row = by === "segment" ? actions.find(({ id }) => `${id}` === key)?.segment_id : key;
    if (row === undefined || row === null || n === 0) continue;
    const so = sums.get(`${row}`) ?? {};
    sums.set(`${row}`, { ...so, [figure]: (so[figure] ?? 0) + n });
  }
  const found = (key: string) => sums.get(key);
  const possibleOf = (type: ReportedAction["type"]) =>
    kinds.find((kind) => kind.type === type)?.delivery?.results.figures;
  switch (by) {
    case "day":
      return [...sums.keys()].sort().map((key) => ({ key, ...NOTHING, ...figuresOf(found(key) ?? {}) }));
    case "facility":
      return [...sums.keys()].map(Number).flatMap((key) => {
        const name = known.facilities.get(key) ?? null;
        return [{ key, ...NOTHING, name, ...figuresOf(found(`${key}`) ?? {}, AT_FACILITIES) }];
      });
    case "segment": {
      const segments = new Map(actions.map((action) => [action.segment_id, action]));
      return [...segments.values()].flatMap(({ segment_id: key, segment_name, priority_seq }) => {
        const so = found(`${key}`);
        return so ? [{ key, ...NOTHING, name: segment_name || null, priority_seq, ...figuresOf(so) }] : [];
      });
    }
    case "action":
      return actions.flatMap(({ id, type, name, priority_seq }) => {
        const so = found(`${id}`);
        return so ? [{ key: id, type, name, priority_seq, variant: null, ...figuresOf(so, possibleOf(type)) }] : [];
      });
    case "variant":
      return actions
        .filter((action) => hasVariantRows(kinds, action))
        .flatMap(({ id, type, name, priority_seq, variants }) =>
          [null, ...VARIANTS].flatMap((variant) => {
            const key = variant === null ? `${id}` : `${id}-${variant}`;
            const so = found(key);
            // What letters count is taken from their action: nothing may be left.
            if (!so || Object.values(so).every((n) => n === 0)) return [];
            const called = variant === null ? name : (variants?.[variant] ?? name);
            return [{ key, type, name: called, priority_seq, variant, ...figuresOf(so, possibleOf(type)) }];
          }),
        );
  }
}
