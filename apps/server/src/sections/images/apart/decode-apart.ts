import { join } from "node:path";
import { fairTurns } from "../../../files/fair-turns.ts";
import { endedFromOutside, forkApart } from "../../../files/fork-apart.ts";
import { CallError } from "../../../http/errors.ts";
import { type FromDecoder, DECODER_HEAP_MB, type ToDecoder } from "./messages.ts";

/** Pictures that are decoded at once in this process, one of each account. */
const turn = fairTurns(2, 1);
/** What a picture is, from a process that is started for it alone. @throws CallError UNAVAILABLE when somebody ended that process. */
export async function decodeApart(bytes: Uint8Array, accountId: number): Promise<FromDecoder> {
  const endTurn = await turn(accountId);
  const child = forkApart(join(import.meta.dirname, "decoder.ts"), DECODER_HEAP_MB);
  try {
    return await new Promise<FromDecoder>((resolve, reject) => {
      child.on("message", resolve);
      child.on("error", reject);
      child.on("exit", (_code, signal) =>
        endedFromOutside(signal) ? reject(new CallError("UNAVAILABLE")) : resolve({ refused: "image_costly" }),
      );
      child.send({ bytes } satisfies ToDecoder);
    });
  } finally {
    child.kill("SIGKILL");
    endTurn();
  }
}
