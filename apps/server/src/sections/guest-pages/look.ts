import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Every colour of the product stands there, and nowhere else. */
const TOKENS = readFileSync(new URL("../../../../web/src/styles/tokens.css", import.meta.url), "utf8");

const RULES = `
*{box-sizing:border-box}
body{margin:0;background:var(--ok-paper);color:var(--ok-ink);font:16px/1.75 "Hiragino Sans","Hiragino Kaku Gothic ProN","Yu Gothic UI","Noto Sans CJK JP","Noto Sans JP",system-ui,sans-serif;font-feature-settings:"palt";overflow-wrap:anywhere;line-break:strict}
header,main{max-width:520px;margin:0 auto;padding:0 16px}
header{display:flex;justify-content:space-between;align-items:center;gap:16px;padding-top:12px;padding-bottom:12px;color:var(--ok-ink-2);font-size:14px}
header b{color:var(--ok-ink);font-size:15px}
nav{display:flex;flex:none}
nav a{min-height:44px;padding:10px 8px;color:var(--ok-ai)}
nav a[aria-current]{color:var(--ok-ink-2);text-decoration:none}
main{padding:24px 20px;background:var(--ok-card);border:1px solid var(--ok-line);border-radius:10px}
@media (max-width:552px){main{margin:0 16px}}
h1{margin:0 0 12px;font-size:20px;line-height:1.5}
h2{margin:24px 0 8px;font-size:16px}
h3{margin:20px 0 0;font-size:14px}
p{margin:0 0 12px}
a{color:var(--ok-ai)}
:focus-visible{outline:2px solid var(--ok-focus);outline-offset:2px}
form{margin:20px 0 0}
button{display:block;width:100%;min-height:50px;padding:10px 20px;border:1px solid var(--ok-ai);border-radius:8px;background:var(--ok-ai);color:var(--ok-on-ai);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--ok-ai-hover)}
button.plain{background:var(--ok-card);color:var(--ok-ai)}
button.plain:hover{background:var(--ok-ai-tint)}
form+form{margin-top:12px}
fieldset{margin:0 0 16px;padding:0;border:0}
legend{padding:0;font-weight:600}
label{display:flex;gap:12px;align-items:flex-start;min-height:50px;padding:12px;margin:8px 0 0;border:1px solid var(--ok-field-line);border-radius:8px;cursor:pointer}
label:has(:checked){border-color:var(--ok-ai);background:var(--ok-ai-tint)}
label:has(:focus-visible){outline:2px solid var(--ok-focus);outline-offset:2px}
input{flex:none;width:20px;height:20px;margin:4px 0;accent-color:var(--ok-ai)}
label small{display:block;color:var(--ok-ink-2)}
small{font-size:13px;color:var(--ok-ink-2)}
dl{margin:16px 0 0;border-top:1px solid var(--ok-line)}
dl div{display:flex;gap:12px;padding:10px 0;border-bottom:1px solid var(--ok-line)}
dt{flex:0 0 7.5em;color:var(--ok-ink-2);font-size:14px}
dd{margin:0;flex:1}
.good,.warn{margin:16px 0;padding:12px;border-radius:8px}
.good{background:var(--ok-success-tint);color:var(--ok-success)}
.warn{background:var(--ok-warning-tint);color:var(--ok-warning)}
.good :last-child,.warn :last-child{margin-bottom:0}
.good ul,.warn ul{margin:0;padding-left:1.2em}
.ticket{margin:0 0 16px;padding:16px 20px;border-left:6px solid var(--ok-kaki);border-radius:10px;background:var(--ok-kaki-tint)}
.ticket h2{margin:0;font-size:17px}
.ticket .discount{margin:4px 0;font-size:28px;font-weight:700;line-height:1.4;font-variant-numeric:tabular-nums;color:var(--ok-kaki-text)}
.ticket .end{margin:0;color:var(--ok-ink-2)}
.code{margin:16px 0;padding:16px;border:1px dashed var(--ok-field-line);border-radius:8px;text-align:center}
.typed{white-space:pre-line}
.code b{display:block;font:700 24px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.08em;user-select:all}
@media print{nav,form{display:none}}
`;

const USED = new Set(RULES.match(/--ok-[a-z0-9-]+/g));

/** The tokens that the rules use, of one of the two themes. */
function tokensOf(selector: string): string {
  const block = TOKENS.split(`${selector} {`)[1]?.split("}")[0];
  if (block === undefined) throw new Error(`tokens.css has no block ${selector}`);
  return [...block.matchAll(/(--ok-[a-z0-9-]+):\s*([^;]+);/g)]
    .flatMap(([, name = "", value = ""]) => (USED.has(name) ? [`${name}:${value}`] : []))
    .join(";");
}

/** The one style sheet of the pages that guests see: light, and dark where their device is. */
export const GUEST_PAGE_STYLE = `:root{color-scheme:light dark;${tokensOf(":root")}}
@media (prefers-color-scheme:dark){:root{${tokensOf(':root[data-mantine-color-scheme="dark"]')}}}${RULES}`;

/** What a browser may do with such a page: show it with this style sheet and our pictures, and send its form to us. No script. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(GUEST_PAGE_STYLE).digest("base64")}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");
