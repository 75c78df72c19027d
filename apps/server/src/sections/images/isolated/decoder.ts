// Decodes one picture in a process of its own (a sandbox, docs/adr/0355, 0536): a hostile file may cost this process its memory or its
// life, and nobody else. It has no database, no key and no setting.
import { limitCpu } from "../../../files/cpu-limit.ts";
import { decode } from "./decode.ts";
import { CPU_MS, DECODER_MEMORY_MB, type FromDecoder, type ToDecoder } from "./messages.ts";

const LOOK_MS = 50;
/** Looks during which nothing was worked on, a minute of them: it hangs. One that waits for a core does not look either. */
const IDLE_LOOKS = 1_200;
const IDLE_MS = 1;

process.once("message", ({ bytes }: ToDecoder) => {
  // Ends also what never comes back to this thread.
  limitCpu(CPU_MS).begin();
  let [before, idle] = [0, 0];
  // The pixels are worked on beside this thread.
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const used = (user + system) / 1_000;
    idle = used - before < IDLE_MS ? idle + 1 : 0;
    before = used;
    if (used > CPU_MS || idle > IDLE_LOOKS || process.memoryUsage.rss() / 1_048_576 > DECODER_MEMORY_MB)
      answer({ refused: "image_costly" });
  }, LOOK_MS);
  // What a library says of a file that it cannot read is not for people.
  void decode(bytes).then(answer, () => answer({ refused: "image_unreadable" }));
});
process.on("disconnect", () => process.exit());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

function answer(message: FromDecoder): void {
  process.send?.(message);
}
