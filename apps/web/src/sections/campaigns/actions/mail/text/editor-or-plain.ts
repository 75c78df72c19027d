import type { ComponentType } from "react";
import type { MailTextProps } from "./editor-props.ts";
import { PlainText } from "./PlainText.tsx";

type Part = { default: ComponentType<MailTextProps> };

/** The editor with chips, or a plain field where it cannot be loaded: a page with a half-written mail must not go away for it. */
export async function editorOrPlain(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    return { default: PlainText };
  }
}
