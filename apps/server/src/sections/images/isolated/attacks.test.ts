import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { chunk, gifOf, photographWithPlace, pictureOf, pngOf } from "../images.fixture.ts";
import { decode } from "./decode.ts";

// In this process, which is quick; that the product does it in another one, and outlives its end, decode-isolated.test.ts shows.
const attempted = (bytes: Buffer) => decode(bytes).catch(() => ({ refused: "image_unreadable" as const }));
const decodedOf = async (bytes: Buffer) => {
  const found = await attempted(bytes);
  if (!("decoded" in found)) throw new Error(found.refused);
  return { ...found.decoded, bytes: Buffer.from(found.decoded.bytes) };
};

const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));
/** Compressed text that says nothing, 64 MB long. */
const BOMB = deflateSync(Buffer.alloc(67_108_864), { level: 1 });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ["30,000 x 30,000 pixels, as the header says", () => pngOf(30_000, 30_000, Buffer.alloc(100)), "image_many_pixels"],
  ["8,000 x 8,000 pixels", () => pngOf(8_000, 8_000, Buffer.alloc(100)), "image_many_pixels"],
  ["a moving picture of 5,000 frames", () => gifOf(5_000, 1, 1), "image_many_frames"],
  ["a moving picture of 200 large frames, in 5 KB", () => gifOf(200, 4_000, 4_000), "image_many_frames"],
  ["a still one on a ground of 65,535 x 65,535", () => gifOf(1, 65_535, 65_535), "image_many_pixels"],
  ["SVG with a script", () => Buffer.from(svg), "image_unreadable"],
  ["SVG behind a byte order mark", () => Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`), "image_unreadable"],
  ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), "image_unreadable"],
  ["a script that begins like a GIF", () => Buffer.from("GIF89a=1;alert(1)//"), "image_unreadable"],
  ["PDF", () => Buffer.from("%PDF-1.7\n1 0 obj\n"), "image_unreadable"],
  [
    "TIFF",
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: "#f00" } })
        .tiff()
        .toBuffer(),
    "image_unreadable",
  ],
  [
    "AVIF",
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: "#f00" } })
        .avif()
        .toBuffer(),
    "image_unreadable",
  ],
  ["nothing", () => Buffer.alloc(0), "image_unreadable"],
  ["noise", () => randomBytes(10_000), "image_unreadable"],
  ["half a PNG", async () => cut(await pictureOf("png")), "image_unreadable"],
  ["half a JPEG", async () => cut(await pictureOf("jpeg")), "image_unreadable"],
  ["half a WebP", async () => cut(await pictureOf("webp")), "image_unreadable"],
  ["half a GIF", async () => cut(await pictureOf("gif")), "image_unreadable"],
])("%s is refused", async (_name, make, problem) => {
  expect(await attempted(await make())).toEqual({ refused: problem });
});

test.each<[string, Buffer]>([
  ["text of 64 MB", chunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), BOMB]))],
  ["a colour profile of 64 MB", chunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), BOMB]))],
])("a PNG with %s is a small picture", async (_name, part) => {
  const { bytes } = await decodedOf(pngOf(10, 10, Buffer.alloc(110), [part]));
  expect(bytes.length).toBeLessThan(1_000);
});

test("a photograph stands upright, and says neither where it was taken nor with what", async () => {
  const taken = await photographWithPlace();
  expect((await sharp(taken).metadata()).exif?.includes("PhoneMaker")).toBe(true);
  const { type, width, height, bytes } = await decodedOf(taken);
  expect([type, width, height]).toEqual(["image/jpeg", 300, 400]);
  const seen = await sharp(bytes).metadata();
  expect([seen.exif, seen.xmp, seen.iptc, seen.icc, seen.orientation]).toEqual(Array(5).fill(undefined));
  expect(bytes.includes("PhoneMaker")).toBe(false);
});

test.each(["png", "jpeg", "webp", "gif"] as const)(
  "nothing that hung behind or within a %s is left",
  async (format) => {
    const { bytes } = await decodedOf(
      Buffer.concat([await pictureOf(format), Buffer.from("<script>alert(1)</script>PK\x03\x04")]),
    );
    expect(bytes.includes("<script>")).toBe(false);
    const commented = pngOf(10, 10, Buffer.alloc(110), [chunk("tEXt", Buffer.from("Comment\0secret words"))]);
    expect((await decodedOf(commented)).bytes.includes("secret words")).toBe(false);
  },
);

test.each([
  ["png", { width: 300, height: 200 }, "image/png", 300, 200],
  ["png", { width: 3_000, height: 1_000 }, "image/png", 1_200, 400],
  ["jpeg", { width: 1_000, height: 3_000 }, "image/jpeg", 400, 1_200],
  ["webp", { width: 300, height: 200, alpha: 0.5 }, "image/png", 300, 200],
  ["gif", { width: 300, height: 200 }, "image/png", 300, 200],
] as const)("a %s of %o is stored as %s", async (format, size, type, width, height) => {
  const decoded = await decodedOf(await pictureOf(format, size));
  expect([decoded.type, decoded.width, decoded.height]).toEqual([type, width, height]);
  expect(await sharp(decoded.bytes).metadata()).toMatchObject({ format: type.slice(6), width, height });
});

test("what is large as a PNG becomes a JPEG, or one of fewer colours where one sees through it", async () => {
  const noise = randomBytes(400 * 400 * 4);
  const raw = { raw: { width: 400, height: 400, channels: 4 as const } };
  const through = await decodedOf(await sharp(noise, raw).png().toBuffer());
  const opaque = await decodedOf(await sharp(noise, raw).removeAlpha().png().toBuffer());
  expect([through.type, opaque.type]).toEqual(["image/png", "image/jpeg"]);
  expect(through.bytes.length).toBeLessThan(noise.length / 2);
});

test("a moving picture still moves", async () => {
  const frames = await Promise.all(
    [20, 120, 220].map((n) =>
      sharp({ create: { width: 800, height: 400, channels: 3, background: { r: n, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  );
  const { type, width, height, bytes } = await decodedOf(
    await sharp(frames, { join: { animated: true } })
      .gif({ delay: [90, 90, 90] })
      .toBuffer(),
  );
  expect([type, width, height]).toEqual(["image/gif", 600, 300]);
  expect(await sharp(bytes).metadata()).toMatchObject({ pages: 3, delay: [90, 90, 90] });
});
