import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import tokens from "../../styles/tokens.css?raw";
import type { Picture } from "./picture.ts";

const MARGIN = 24;
const TITLE = 18;
const NOTE = 13;
const FONT = "'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic', Meiryo, sans-serif";
/** Device pixels for each unit of a PNG, so that it is sharp in print. */
const SCALE = 2;

// The first rule of the file is the light theme.
const light = new Map(
  [...(/:root\s*\{([^}]*)\}/.exec(tokens)?.[1] ?? "").matchAll(/--ok-([\w-]+):\s*([^;]+);/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  ),
);
const colour = (token: string) => light.get(token) ?? "none";

/** The whole picture as the text of an SVG file that needs nothing else: no style sheet, no page. */
export function svgOf({ title, notes, draw }: Picture): { text: string; width: number; height: number } {
  const { width, height, body } = draw(colour);
  const top = MARGIN + TITLE + notes.length * (NOTE + 6) + 20;
  const [whole, high] = [width + 2 * MARGIN, top + height + MARGIN];
  const host = document.createElement("div");
  const root = createRoot(host);
  flushSync(() =>
    root.render(
      <svg width={whole} height={high} viewBox={`0 0 ${whole} ${high}`} fontFamily={FONT} role="img">
        <title>{[title, ...notes].join(" ")}</title>
        <rect width={whole} height={high} fill={colour("card")} />
        <text x={MARGIN} y={MARGIN + TITLE - 4} fontSize={TITLE} fontWeight={700} fill={colour("ink")}>
          {title}
        </text>
        {notes.map((note, line) => (
          <text
            key={note}
            x={MARGIN}
            y={MARGIN + TITLE + (line + 1) * (NOTE + 6)}
            fontSize={NOTE}
            fill={colour("ink-2")}
          >
            {note}
          </text>
        ))}
        <g transform={`translate(${MARGIN} ${top})`}>{body}</g>
      </svg>,
    ),
  );
  const svg = host.querySelector("svg");
  const text = svg ? new XMLSerializer().serializeToString(svg) : "";
  root.unmount();
  return { text, width: whole, height: high };
}

/** The picture as a file of its form. */
export async function pictureFile(picture: Picture, form: "svg" | "png"): Promise<{ file: Blob; name: string }> {
  const drawn = svgOf(picture);
  const file = form === "svg" ? new Blob([drawn.text], { type: "image/svg+xml" }) : await pngOf(drawn);
  return { file, name: `${picture.title}.${form}` };
}

/** An image may only use the fonts of the machine, so its words are written over it in the page's own. */
async function pngOf({ text, width, height }: ReturnType<typeof svgOf>): Promise<Blob> {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  for (const one of read.querySelectorAll("text")) one.remove();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(read))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.scale(SCALE, SCALE);
  pen.drawImage(image, 0, 0, width, height);
  const { fontFamily } = getComputedStyle(document.body);
  for (const { content, left, top, size, weight, fill, anchor } of placed(text)) {
    pen.font = `${weight} ${size}px ${fontFamily}`;
    await document.fonts.load(pen.font, content);
    pen.fillStyle = fill;
    pen.textAlign = anchor === "middle" ? "center" : anchor === "end" ? "right" : "left";
    pen.fillText(content, left, top);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Every word of the picture with its place on the whole. */
export function placed(svg: string) {
  const read = new DOMParser().parseFromString(svg, "image/svg+xml");
  return [...read.querySelectorAll("text")].map((one) => {
    const [, right = "0", down = "0"] =
      /translate\((\S+) (\S+)\)/.exec(one.closest("g[transform]")?.getAttribute("transform") ?? "") ?? [];
    return {
      content: one.textContent,
      left: Number(one.getAttribute("x")) + Number(right),
      top: Number(one.getAttribute("y")) + Number(down),
      size: Number(one.getAttribute("font-size")),
      weight: one.getAttribute("font-weight") ?? "400",
      fill: one.getAttribute("fill") ?? "",
      anchor: one.getAttribute("text-anchor") ?? "start",
    };
  });
}
