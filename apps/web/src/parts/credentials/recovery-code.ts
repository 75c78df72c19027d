/** Twelve letters and digits, with or without the hyphens between. */
export function recoveryCode(typed: string): string | undefined {
  const plain = typed
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
  return plain.length === 12 ? plain : undefined;
}
