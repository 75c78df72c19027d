import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { halfAMinutePasses } from "./sessions.ts";

const STEP_MS = 30_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** An authenticator app of its own (RFC 6238, SHA-1, 30 seconds, 6 digits), knowing nothing of the product's code. */
export class Authenticator {
  readonly #key: Buffer;
  #used = 0;

  constructor(secret: string) {
    const bits = [...secret.replaceAll(/[\s=]/g, "").toUpperCase()]
      .map((character) => ALPHABET.indexOf(character).toString(2).padStart(5, "0"))
      .join("");
    this.#key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** A code that the product takes: where this half minute's is used up, half a minute passes. */
  async code(): Promise<string> {
    const now = Date.now();
    // Not in the last moments of a step.
    const ready = now % STEP_MS > 27_000 ? (Math.floor(now / STEP_MS) + 1) * STEP_MS + 200 : now;
    await sleep(ready - now);
    const step = Math.floor(ready / STEP_MS);
    if (step <= this.#used) await halfAMinutePasses();
    this.#used = step;
    return this.#codeOf(step);
  }

  #codeOf(step: number): string {
    const message = Buffer.alloc(8);
    message.writeBigUInt64BE(BigInt(step));
    const mac = createHmac("sha1", this.#key).update(message).digest();
    const offset = (mac.at(-1) ?? 0) & 0x0f;
    return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
  }
}
