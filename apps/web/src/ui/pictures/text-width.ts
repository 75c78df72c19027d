/** About how wide a text is; pictures are drawn where nothing can be measured. Japanese letters are as wide as high. */
export function textWidth(text: string, size: number): number {
  return [...text].reduce((sum, character) => sum + (character > "\u02ff" ? size : size * 0.58), 0);
}

/** The text, cut with an ellipsis where it is too long. */
export function fitText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && textWidth(`${characters.join("")}…`, size) > width) characters.pop();
  return `${characters.join("")}…`;
}
