import { z } from "zod";
import { call, needsProgramme } from "./call.ts";

/** Pictures of mails: of the programme, put in by whoever makes campaigns. */
export const images = {
  upload: call(needsProgramme("campaigns/edit", "campaigns/create"))
    .route({ method: "POST", path: "/images", summary: "画像をアップロードする", inputStructure: "detailed" })
    .input(z.object({ body: z.instanceof(Blob) }))
    .output(z.object({ hash: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() })),
};
