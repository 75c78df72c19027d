// How mails look: the colours of the product's own screens, by day and by night, in fonts that readers have.

export const FONTS = "'Helvetica Neue',Arial,'Hiragino Kaku Gothic ProN','Hiragino Sans','Yu Gothic',Meiryo,sans-serif";
export const HEADING_FONTS = "'Hiragino Mincho ProN','Yu Mincho','Noto Serif JP',Georgia,serif";

export const LIGHT = {
  paper: "#faf9f6",
  card: "#ffffff",
  line: "#e8e4dc",
  ink: "#1d2733",
  second: "#4f5965",
  third: "#66707c",
  press: "#274b7a",
  onPress: "#ffffff",
  tint: "#f4f6f9",
  accent: "#d9632b",
  accentTint: "#fdf0e8",
};

export const DARK = {
  paper: "#14181f",
  card: "#1b212a",
  line: "#2b333f",
  ink: "#e6e9ee",
  second: "#b6bec9",
  third: "#98a2af",
  press: "#86a9d8",
  onPress: "#14181f",
  tint: "#222a35",
  accent: "#f0915f",
  accentTint: "#2b221d",
};

/** Selector and what it is by night. */
const NIGHT: readonly [string, string][] = [
  ["body,.paper>div", `background-color:${DARK.paper}`],
  [".card,.card table", `background:${DARK.card};background-color:${DARK.card}`],
  [".card>table>tbody>tr>td", `border-color:${DARK.line}`],
  [".ink,.ink div,.ink p,.ink span", `color:${DARK.ink}`],
  [".soft,.soft div", `color:${DARK.second}`],
  [".faint div", `color:${DARK.third}`],
  [".ink a,.soft a,.faint a", `color:${DARK.press}`],
  [".rule p", `border-top-color:${DARK.line}`],
  [".card .press td,.card .press a", `background:${DARK.press};color:${DARK.onPress}`],
  [".card .tint", `background:${DARK.tint};background-color:${DARK.tint};border-color:${DARK.line}`],
  [".card .ticket", `background:${DARK.accentTint};background-color:${DARK.accentTint};border-color:${DARK.accent}`],
];

const rules = (within: string): string =>
  NIGHT.map(([selectors, style]) => {
    const scoped = selectors.split(",").map((selector) => `${within}${selector}`);
    return `${scoped.join(",")}{${style.replaceAll(/(;|$)/g, " !important$1")}}`;
  }).join("");

/** Small screens, and the night: of who asks for it, and of Outlook's web page, which marks its own. */
export const MAIL_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media only screen and (max-width:479px){.pad{padding-left:20px !important;padding-right:20px !important}}@media (prefers-color-scheme:dark){${rules("")}}${rules("[data-ogsc] ")}`;
