import type { Entry } from "./entry.ts";

/** Why a picture is not taken. */
export const IMAGES = {
  image_unreadable: {
    ja: "画像として読み取れません。PNG・JPEG・WebP・GIFの画像を選んでください",
    en: "This cannot be read as a picture. Choose a PNG, JPEG, WebP or GIF",
  },
  image_many_pixels: {
    ja: "画像が大きすぎます。5,000万画素までの画像を選んでください",
    en: "The picture is too large. Choose one of at most 50 million pixels",
  },
  image_many_frames: {
    ja: "動く画像のコマ数か大きさが上限を超えています。300コマまでの、小さな画像を選んでください",
    en: "The moving picture has too many or too large frames. Choose a smaller one of at most 300 frames",
  },
  image_costly: {
    ja: "画像の処理に時間かメモリーがかかりすぎるため、途中で止めました。別の形式で保存し直してください",
    en: "The picture took too much time or memory and was stopped. Save it in another format",
  },
  images_full: ({ megabytes }: { megabytes: number }) => ({
    ja: `保存できる画像の合計(${megabytes.toLocaleString("ja")}MB)を超えるため、新しい画像は保存できません。以前に使った画像は、選び直せばそのまま使えます`,
    en: `There is no room for more pictures (${megabytes.toLocaleString("en")} MB in all). One that was uploaded before can still be chosen again`,
  }),
} as const satisfies Record<string, Entry>;
