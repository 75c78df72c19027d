/** Sizes of a flow picture in units of a pixel; `side`: room for names, `least`: for those of a small place, on one line or two. */
export const WIDE = { width: 720, side: 170, least: 14, stacked: false };
export const NARROW = { width: 320, side: 92, least: 28, stacked: true };
const GAP = 10;
export const BAR = 10;
/** Above the bars: what each column is. */
const TOP = 26;

export type Ribbon<Flow> = { flow: Flow; path: string };
export type Bar = { place: string; side: "was" | "is"; x: number; y: number; height: number; count: number };
type Counted = { was: string; is: string; count: number };

/** Two columns of places and a ribbon for each flow between them; heights are shares of all guests. */
export function flowShape<Flow extends Counted>(flows: readonly Flow[], order: readonly string[], form = WIDE) {
  const { width, side: names, least } = form;
  const total = flows.reduce((sum, { count }) => sum + count, 0);
  const scale = total === 0 ? 0 : 360 / total;
  const columns = (["was", "is"] as const).map((side) => {
    let y = TOP;
    return order.flatMap((place): Bar[] => {
      const count = flows.reduce((sum, flow) => (flow[side] === place ? sum + flow.count : sum), 0);
      if (count === 0) return [];
      const bar = { place, side, count, y, height: count * scale, x: side === "was" ? names : width - names - BAR };
      // A small place still has room for its name.
      y += Math.max(bar.height, least) + GAP;
      return [bar];
    });
  });
  const bars = columns.flat();
  const filled = new Map(bars.map((bar) => [bar, bar.y]));
  const take = (side: "was" | "is", place: string, height: number) => {
    const bar = bars.find((one) => one.side === side && one.place === place);
    const y = bar ? (filled.get(bar) ?? 0) : 0;
    if (bar) filled.set(bar, y + height);
    return y;
  };
  const [left, right, middle] = [names + BAR, width - names - BAR, width / 2];
  const sorted = [...flows].sort(
    (a, b) => order.indexOf(a.was) - order.indexOf(b.was) || order.indexOf(a.is) - order.indexOf(b.is),
  );
  const ribbons = sorted.map((flow): Ribbon<Flow> => {
    const height = flow.count * scale;
    const [a, b] = [take("was", flow.was, height), take("is", flow.is, height)].map((y) => Math.round(y * 100) / 100);
    const [c, d] = [(a ?? 0) + height, (b ?? 0) + height].map((y) => Math.round(y * 100) / 100);
    const path = `M${left} ${a}C${middle} ${a} ${middle} ${b} ${right} ${b}V${d}C${middle} ${d} ${middle} ${c} ${left} ${c}Z`;
    return { flow, path };
  });
  const height = bars.reduce((most, bar) => Math.max(most, bar.y + Math.max(bar.height, least)), 0) + TOP;
  return { bars, ribbons, height: Math.ceil(height) };
}
