/** Words of the field for a picture. */
export const texts = {
  label: "Picture",
  choose: "Choose a picture",
  hint: "PNG, JPEG, WebP or GIF, up to 5 MB. You can also paste one. Details such as where it was taken are removed.",
  wrongType: "Pictures of this kind cannot be used. Choose a PNG, JPEG, WebP or GIF.",
  tooLarge: "The picture is too large. Choose one of up to 5 MB.",
  uploading: "Sending the picture…",
  replace: "Replace the picture",
  keep: "Keep this picture",
  remove: "Remove the picture",
  gone: "This picture cannot be found. Choose it again.",
  alt: "Description of the picture",
  altHelp: "Read in its place where the picture is not shown, and by screen readers.",
};
