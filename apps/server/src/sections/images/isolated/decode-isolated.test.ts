import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { gifOf, pictureOf } from "../images.fixture.ts";
import { decodeIsolated } from "./decode-isolated.ts";

/** The processes that decode for this one. */
const decoders = () =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 67_108_864 })
    .split("\n")
    .flatMap((line) => {
      const [, pid, of, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return Number(of) === process.pid && args.includes("isolated/decoder.ts") ? [Number(pid)] : [];
    });

test("a picture is decoded by a process that is gone afterwards, and so is a refused one's", async () => {
  expect(await decodeIsolated(await pictureOf("png"), 1)).toMatchObject({ decoded: { type: "image/png", width: 300 } });
  expect(await decodeIsolated(gifOf(400, 1, 1), 1)).toEqual({ refused: "image_many_frames" });
  await expect.poll(decoders).toEqual([]);
});

test("a decoder that somebody ends is no fault of the picture; one that dies of it is", async () => {
  // Large enough to be at work still when it is ended.
  const large = await pictureOf("png", { width: 6_000, height: 6_000 });
  for (const [signal, end] of [
    ["SIGKILL", { rejected: "UNAVAILABLE" }],
    ["SIGSEGV", { refused: "image_costly" }],
  ] as const) {
    const decoding = decodeIsolated(large, 1).catch((error: Error) => ({ rejected: error.message }));
    let [pid] = decoders();
    for (; pid === undefined; [pid] = decoders()) await sleep(5);
    process.kill(pid, signal);
    expect(await decoding).toEqual(end);
  }
});
