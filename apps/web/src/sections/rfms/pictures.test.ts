// @vitest-environment jsdom
import { expect, it } from "vitest";
import tokens from "../../styles/tokens.css?raw";
import { drawBars } from "../../ui/pictures/draw-bars.tsx";
import { drawHeat } from "../../ui/pictures/draw-heat.tsx";
import { drawStacked } from "../../ui/pictures/draw-stacked.tsx";
import type { Picture } from "../../ui/pictures/picture.ts";
import { placed, svgOf } from "../../ui/pictures/picture-file.tsx";
import { fitText } from "../../ui/pictures/text-width.ts";
import { drawFlow } from "./FlowPicture.tsx";

/** The light theme comes first in the file. */
const paper = /--ok-card: (.*);/.exec(tokens)?.[1];

const pictures: Record<string, Picture["draw"]> = {
  heat: (colour) =>
    drawHeat(
      {
        rowTitle: "R 最終宿泊",
        columnTitle: "F 宿泊回数",
        unit: "people",
        rows: [{ key: 5, label: "R5", note: "90日未満" }],
        columns: [{ key: 1, label: "F1", note: "2回未満" }],
        cells: [{ row: 5, column: 1, value: 1234, level: 4, note: "平均M 3.8" }],
        legend: { title: "平均M", levels: ["1", "2", "3", "4", "5"] },
      },
      colour,
    ),
  bars: (colour) =>
    drawBars(
      {
        bars: [
          { key: 1, label: "優良 & <常連>", value: 1234 },
          { key: 2, label: "グループなし", value: 0, tone: "quiet" },
        ],
        unit: "people",
        whole: 2468,
        percent: (n) => `${n}%`,
      },
      colour,
    ),
  // More series than colours.
  stacked: (colour) =>
    drawStacked(
      {
        points: [
          { label: "2026年09月", a: 0, b: 0, c: 0, d: 0, e: 0 },
          { label: "2026年10月", a: 1000, b: 200, c: 30, d: 4, e: 0 },
        ],
        series: [..."abcde"].map((key) => ({ key, label: `ランク${key}` })),
      },
      colour,
    ),
  flow: (colour) =>
    drawFlow(
      {
        columns: ["2026年09月30日のグループ", "2026年11月20日のグループ"],
        flows: [{ was: "1", is: "none", count: 1234 }],
        order: ["1", "none"],
        nameOf: (place) => (place === "1" ? "優良" : "グループなし"),
        says: () => "優良からグループなしへ 1,234人",
      },
      colour,
    ),
};

it.each(Object.keys(pictures))(
  "the %s picture stands alone as a file: title, account, day and figures inside, the light theme's colours also in the dark",
  (kind) => {
    document.documentElement.dataset.mantineColorScheme = "dark";
    const draw = pictures[kind] as Picture["draw"];
    const { text, width, height } = svgOf({ title: "題名", notes: ["温泉宿 & 別館", "2026年11月20日の評価"], draw });
    const read = new DOMParser().parseFromString(text, "image/svg+xml");
    expect(read.querySelector("parsererror")).toBeNull();
    const words = [...read.querySelectorAll("text")].map((one) => one.textContent);
    expect(words.slice(0, 3)).toEqual(["題名", "温泉宿 & 別館", "2026年11月20日の評価"]);
    expect(words.join(" ")).toContain("1,234");
    expect(read.querySelector("rect")?.getAttribute("fill")).toBe(paper);
    const fills = [...read.querySelectorAll("[fill]")].map((one) => one.getAttribute("fill") ?? "");
    expect(fills.every((fill) => /^#[0-9a-f]{6}$/.test(fill))).toBe(true);
    for (const name of text.matchAll(/(?:var\(|href=|url\()/g)) expect(name[0]).toBe("");
    // Over a PNG the words are written by themselves: each within the picture.
    const over = placed(text);
    expect(over.map(({ content }) => content)).toEqual(words);
    expect(
      over.every(({ left, top, size }) => left >= 24 && left <= width - 24 && top > 0 && top <= height && size > 0),
    ).toBe(true);
    const ends = [...read.querySelectorAll("rect")].map(
      (one) => Number(one.getAttribute("y")) + Number(one.getAttribute("height")),
    );
    expect([Math.max(...ends) <= height, width > 300]).toEqual([true, true]);
  },
);

it("a name that has no room ends with an ellipsis", () => {
  expect(fitText("とても長いグループの名前です", 10, 60)).toBe("とても長い…");
  expect(fitText("短い", 10, 60)).toBe("短い");
});
