import sharp, { type Sharp } from "sharp";
import type { Decoded, FromDecoder } from "./messages.ts";

// Runs in the decoder's process alone.

// Of libvips' many readers four, of those that read from memory: no SVG, no PDF, nothing that could open another file.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** Pixels of a picture, of all frames together: more than any telephone takes. */
const MAX_PIXELS = 50_000_000;
const MAX_FRAMES = 300;
/** Longest side in pixels: a mail is 600 wide, and screens show two pixels for one. Moving pictures are stored for one. */
const LONG_SIDE = 1_200;
const MOVING_SIDE = 600;
/** A PNG up to this size stays one: logos and drawings stay sharp. */
const MAX_PNG_BYTES = 300_000;
const MAX_STORED_BYTES = 3_145_728;

/** The picture made anew from its pixels: nothing else of the file is left, neither where it was taken nor what hung behind it. */
export async function decode(bytes: Uint8Array): Promise<FromDecoder> {
  const seen = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { format, width, height, pages = 1 } = seen;
  const frameHeight = seen.pageHeight ?? height;
  if (width * frameHeight > MAX_PIXELS) return { refused: "image_many_pixels" };
  if (pages > MAX_FRAMES || width * frameHeight * pages > MAX_PIXELS) return { refused: "image_many_frames" };
  const decoded = pages > 1 ? await moving(bytes) : await still(bytes, format === "jpeg");
  return decoded.bytes.length > MAX_STORED_BYTES ? { refused: "image_many_frames" } : { decoded };
}

async function moving(bytes: Uint8Array): Promise<Decoded> {
  const { data, info } = await sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS, animated: true })
    .resize(within(MOVING_SIDE))
    .gif()
    .toBuffer({ resolveWithObject: true });
  return { type: "image/gif", width: info.width, height: info.pageHeight ?? info.height, bytes: data };
}

async function still(bytes: Uint8Array, isPhoto: boolean): Promise<Decoded> {
  const picture = sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize(within(LONG_SIDE))
    .toColourspace("srgb");
  if (isPhoto) return jpeg(picture);
  const { data, info } = await picture.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (data.length <= MAX_PNG_BYTES) return { type: "image/png", width, height, bytes: data };
  if ((await sharp(data).stats()).isOpaque) return jpeg(sharp(data).removeAlpha());
  const palette = await sharp(data).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
  return { type: "image/png", width, height, bytes: palette };
}

async function jpeg(picture: Sharp): Promise<Decoded> {
  const { data, info } = await picture.jpeg({ quality: 82, mozjpeg: true }).toBuffer({ resolveWithObject: true });
  return { type: "image/jpeg", width: info.width, height: info.height, bytes: data };
}

const within = (side: number) => ({ width: side, height: side, fit: "inside" as const, withoutEnlargement: true });
