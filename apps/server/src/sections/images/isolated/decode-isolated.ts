import { join } from "node:path";
import { fairSlots } from "../../../files/fair-turns.ts";
import { endedFromOutside, forkIsolated } from "../../../files/fork-isolated.ts";
import { CallError } from "../../../http/errors.ts";
import { DECODER_HEAP_MB, type FromDecoder, type ToDecoder } from "./messages.ts";

/** Pictures that are decoded at once in this process, one of each account. */
const turn = fairSlots(2, 1);
/** What a picture is, from a process that is started for it alone. @throws CallError UNAVAILABLE when somebody ended that process. */
export async function decodeIsolated(bytes: Uint8Array, accountId: number): Promise<FromDecoder> {
  const endTurn = await turn(accountId);
  const child = forkIsolated(join(import.meta.dirname, "decoder.ts"), DECODER_HEAP_MB);
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
