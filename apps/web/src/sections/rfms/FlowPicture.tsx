import { RowAnchor } from "../../ui/DataTable.tsx";
import { formatCount } from "../../ui/format.ts";
import { flowShape, HEADS, WIDTH } from "./flow-shape.ts";
import styles from "./movement.module.css";

type Flow = { was: string; is: string; count: number };
type FlowPictureProps = {
  title: string;
  columns: [string, string];
  flows: readonly Flow[];
  /** Places from top to bottom. */
  order: readonly string[];
  nameOf: (place: string) => string;
  says: (flow: Flow) => string;
  /** Opens the guests of a flow. */
  link?: { href: (flow: Flow) => string; open: (flow: Flow) => void };
};

/** Who went where between two days: ribbons as wide as their guests are many. Who stayed is grey. */
export function FlowPicture({ title, columns, flows, order, nameOf, says, link }: FlowPictureProps) {
  const { bars, ribbons, height } = flowShape(flows, order);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.scroll} aria-label={title} tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: the links within are the content */}
      <svg className={styles.picture} viewBox={`0 0 ${WIDTH} ${height}`} role="group" aria-label={title}>
        <text className={styles.head} x={HEADS.was} y={HEADS.y} textAnchor="end">
          {columns[0]}
        </text>
        <text className={styles.head} x={HEADS.is} y={HEADS.y}>
          {columns[1]}
        </text>
        {ribbons.map(({ flow, path }) => {
          const key = `${flow.was}/${flow.is}`;
          const shape = (
            <path key={key} className={styles.ribbon} data-stayed={flow.was === flow.is} d={path}>
              <title>{says(flow)}</title>
            </path>
          );
          return link ? (
            <RowAnchor key={key} href={link.href(flow)} open={() => link.open(flow)} label={says(flow)}>
              {shape}
            </RowAnchor>
          ) : (
            shape
          );
        })}
        {bars.map(({ place, side, x, y, height: tall, count }) => (
          <g key={`${side}/${place}`}>
            <rect className={styles.bar} x={x} y={y} width={10} height={Math.max(1, tall)} />
            <text
              className={styles.name}
              x={side === "was" ? x - 8 : x + 18}
              y={y + Math.max(12, tall / 2 + 4)}
              textAnchor={side === "was" ? "end" : "start"}
            >
              {`${nameOf(place)} ${formatCount(count, "people")}`}
            </text>
          </g>
        ))}
      </svg>
    </section>
  );
}
