import type { ComponentType } from "react";

type Part<Props> = { default: ComponentType<Props> };

/** An editor, or a plain field where it cannot be loaded: a page with something half-written must not go away for it. */
export async function editorOrPlain<Props>(
  load: () => Promise<Part<Props>>,
  Plain: ComponentType<Props>,
): Promise<Part<Props>> {
  try {
    return await load();
  } catch {
    return { default: Plain };
  }
}
