/**
 * Latin letters without what makes a vowel long, in small letters: Seiichi and Seichi, Ōno, Ohno and Oono, Homma and Honma are each one.
 * The database's search_short() writes the same.
 */
export function withoutLongVowels(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0302\u0304]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/([aiue])\1+/g, "$1")
    .replace(/o(?:h(?![aiueo])|o|u)+/g, "o")
    .replace(/m(?=[bmp])/g, "n");
}
