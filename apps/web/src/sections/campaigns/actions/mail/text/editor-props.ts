import type { Ref } from "react";
import type { Mark } from "../mail-marks.ts";

export type MailTextHandle = {
  /** Puts words in where the cursor is, and the cursor behind them. */
  insert: (words: string) => void;
  /** Puts other words in the place of the mark beside the cursor. */
  replaceMark: (words: string) => void;
};

export type MailTextProps = {
  ref?: Ref<MailTextHandle>;
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** A subject: Enter adds no line. */
  oneLine: boolean;
  required: boolean;
  /** So many lines tall, at least. */
  lines: number;
  wrong: boolean;
  describedBy: string;
  /** The language it is written in. */
  lang?: string | undefined;
  /** It was opened to be written in: the cursor goes to its end. */
  takesFocus?: boolean | undefined;
  onFocus: () => void;
  /** The mark beside the cursor has changed. */
  onMark?: (mark: Mark | undefined) => void;
};
