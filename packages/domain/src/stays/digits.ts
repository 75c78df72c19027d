/** How many hex digits tell one value from another. */
export const DIGITS = 6;

/** FNV-1a, never all zeros. */
export function digitsOf(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (((value >>> 0) % 0xffffff) + 1).toString(16).padStart(DIGITS, "0");
}
