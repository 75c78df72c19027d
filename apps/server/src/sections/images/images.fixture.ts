import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

type Format = "png" | "jpeg" | "webp" | "gif";

/** A picture with something to see in it. */
export function pictureOf(format: Format, { width = 300, height = 200, alpha = 1 } = {}): Promise<Buffer> {
  const background = { r: 39, g: 75, b: 122, alpha };
  const spot = { r: 217, g: 99, b: 43 };
  const box = {
    create: { width: Math.ceil(width / 3), height: Math.ceil(height / 3), channels: 3 as const, background: spot },
  };
  return sharp({ create: { width, height, channels: alpha < 1 ? 4 : 3, background } })
    .composite([{ input: box }])
    .toFormat(format)
    .toBuffer();
}

/** A photograph as telephones take it: lying on its side, with the place where it was taken. */
export async function photographWithPlace(): Promise<Buffer> {
  const plain = await pictureOf("jpeg", { width: 400, height: 300 });
  return sharp(plain)
    .withExif({ IFD0: { Make: "PhoneMaker" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "35/1 41/1 22/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of that size as its header says, with these lines of pixels packed behind it. */
export function pngOf(width: number, height: number, pixels: Buffer, between: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...between,
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A GIF of so many frames of that size, each of a few bytes. */
export function gifOf(frames: number, width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = [Buffer.from("GIF89a"), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])];
  const begin = Buffer.from([0x21, 0xf9, 4, 0, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0]);
  const frame = Buffer.concat([begin, size, Buffer.from([0, 2, 2, 0x44, 1, 0])]);
  return Buffer.concat([...head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}
