/** Puts the focus on an element that the change under way brings: the first of these that is there then. */
export function focusSoon(...ids: string[]): void {
  setTimeout(() => {
    const element = ids.map((id) => document.getElementById(id)).find((one) => one !== null);
    element?.focus();
  });
}
