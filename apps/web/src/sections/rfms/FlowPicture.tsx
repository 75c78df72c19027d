import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { formatCount } from "../../ui/format.ts";
import type { Colour, Drawn } from "../../ui/pictures/picture.ts";
import { fitText, textWidth } from "../../ui/pictures/text-width.ts";
import { RowAnchor } from "../../ui/RowAnchor.tsx";
import { BAR, flowShape, NARROW, WIDE } from "./flow-shape.ts";
import styles from "./movement.module.css";

type Flow = { was: string; is: string; count: number };
export type FlowWords = {
  columns: [string, string];
  flows: readonly Flow[];
  /** Places from top to bottom. */
  order: readonly string[];
  nameOf: (place: string) => string;
  says: (flow: Flow) => string;
};
type FlowPictureProps = FlowWords & {
  title: string;
  /** Opens the guests of a flow. */
  link?: { href: (flow: Flow) => string; open: (flow: Flow) => void };
};

const ofThePage: Colour = (token) => `var(--ok-${token})`;

/** Who went where between two days: ribbons as wide as their guests are many. Who stayed is grey. */
export function FlowPicture({ title, link, ...words }: FlowPictureProps) {
  const narrow = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  const { width, height, body } = drawFlow(words, ofThePage, {
    form: narrow ? NARROW : WIDE,
    opening: (flow, shape) =>
      link ? (
        <RowAnchor href={link.href(flow)} open={() => link.open(flow)} label={words.says(flow)}>
          {shape}
        </RowAnchor>
      ) : (
        shape
      ),
  });
  return (
    <section aria-label={title}>
      {/* biome-ignore lint/a11y/useSemanticElements: the links within are the content */}
      <svg
        className={styles.picture}
        style={{ maxWidth: width * 1.11 }}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={title}
      >
        {body}
      </svg>
    </section>
  );
}

type Form = { form: typeof WIDE; opening: (flow: Flow, shape: ReactNode) => ReactNode };

/** The picture itself, on the page and in a file. On a narrow page a name stands above its count. */
export function drawFlow(
  { columns, flows, order, nameOf, says }: FlowWords,
  colour: Colour,
  { form, opening }: Form = { form: WIDE, opening: (_flow, shape) => shape },
): Drawn {
  const { bars, ribbons, height } = flowShape(flows, order, form);
  const room = form.side - 8;
  const head = { y: 12, fontSize: 12, fontWeight: 600, fill: colour("ink-2") };
  const body = (
    <>
      <text x={0} {...head}>
        {columns[0]}
      </text>
      <text x={form.width} textAnchor="end" {...head}>
        {columns[1]}
      </text>
      {ribbons.map(({ flow, path }) => {
        const stayed = flow.was === flow.is;
        return (
          <g key={`${flow.was}/${flow.is}`}>
            {opening(
              flow,
              <path
                className={styles.ribbon}
                d={path}
                fill={colour(stayed ? "chart-2" : "chart-1")}
                fillOpacity={stayed ? 0.2 : 0.35}
              >
                <title>{says(flow)}</title>
              </path>,
            )}
          </g>
        );
      })}
      {bars.map(({ place, side, x, y, height: tall, count }) => {
        const was = side === "was";
        const people = formatCount(count, "people");
        const lines = form.stacked
          ? [fitText(nameOf(place), 12, room), people]
          : [`${fitText(nameOf(place), 12, room - textWidth(people, 12) - 6)} ${people}`];
        const middle = y + Math.max(form.least, tall) / 2;
        return (
          <g key={`${side}/${place}`}>
            <title>{`${nameOf(place)} ${people}`}</title>
            <rect x={x} y={y} width={BAR} height={Math.max(1, tall)} fill={colour("chart-1")} />
            {lines.map((line, at) => (
              <text
                key={line}
                x={was ? x - 8 : x + BAR + 8}
                y={middle + 4 + (at - (lines.length - 1) / 2) * 15}
                textAnchor={was ? "end" : "start"}
                fontSize={12}
                fill={colour("ink")}
              >
                {line}
              </text>
            ))}
          </g>
        );
      })}
    </>
  );
  return { width: form.width, height, body };
}
