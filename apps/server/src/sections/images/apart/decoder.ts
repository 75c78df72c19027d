// Decodes one picture in a process of its own (a sandbox, docs/adr/0355, 0536): a hostile file may cost this process its memory or its
// life, and nobody else. It has no database, no key and no setting.
import { decode } from "./decode.ts";
import { CPU_MS, type FromDecoder, MEMORY_MB, type ToDecoder } from "./messages.ts";

const LOOK_MS = 50;

process.once("message", ({ bytes }: ToDecoder) => {
  // The pixels are worked on beside this thread.
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1_000 > CPU_MS || process.memoryUsage.rss() / 1_048_576 > MEMORY_MB)
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
