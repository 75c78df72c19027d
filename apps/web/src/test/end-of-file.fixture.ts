/** What goes when a file of tests is through: files share a process, its modules and its document. */
const endings: (() => Promise<unknown> | unknown)[] = [];

/** For a fixture that keeps something from one test to the next: said once, done at the end of each file. */
export function atEndOfFile(ending: () => Promise<unknown> | unknown): void {
  endings.push(ending);
}

export async function endFile(): Promise<void> {
  for (const ending of endings) await ending();
  if (typeof document === "undefined") return;
  document.body.innerHTML = "";
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState({}, "", "/");
}
