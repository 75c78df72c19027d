import type { LanguageCode } from "@okaeri/domain/enumerations";
import { piece, slot } from "./layout.ts";

/** A mail of nothing but text: no more around it than a margin. */
export const plainLayout = (language: LanguageCode): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${slot("subject")}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f5f4">
${piece("preheader")}<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden">${slot("preheader")}</div>
${piece("frame")}<div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;color:#1c1917;font-family:sans-serif;font-size:15px;line-height:1.8;overflow-wrap:anywhere">
${piece("body")}${slot("body")}
${piece("signature")}${slot("signature")}
${piece("frame")}<hr style="border:0;border-top:1px solid #d6d3d1;margin:2em 0 1em">
<p style="margin:0;font-size:12px;color:#57534e">${slot("legal")}</p>
</div>
${piece("pixel")}<img src="${slot("pixel")}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">${piece("frame")}
</body>
</html>`;
