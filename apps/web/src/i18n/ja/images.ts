/** Words of the field for a picture. */
export const texts = {
  label: "画像",
  choose: "画像を選ぶ",
  hint: "PNG・JPEG・WebP・GIF、5MBまで。貼り付けもできます。撮影場所などの情報は取り除きます。",
  wrongType: "この形式の画像は使えません。PNG・JPEG・WebP・GIFの画像を選んでください。",
  tooLarge: "画像が大きすぎます。5MBまでの画像を選んでください。",
  uploading: "画像を送っています…",
  replace: "画像を替える",
  keep: "替えるのをやめる",
  remove: "画像を外す",
  gone: "この画像は見つかりません。もう一度選んでください。",
  alt: "画像の説明",
  altHelp: "画像が表示されないときや、画面を読み上げるときに、代わりに読まれる言葉です。",
};
