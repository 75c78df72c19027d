import type { Ref } from "react";

export type MailTextHandle = {
  /** Puts words in where the cursor is, and the cursor behind them. */
  insert: (words: string) => void;
};

export type MailTextProps = {
  ref?: Ref<MailTextHandle>;
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** A subject: Enter adds no line. */
  oneLine: boolean;
  /** So many lines tall, at least. */
  lines: number;
  wrong: boolean;
  describedBy: string;
  onFocus: () => void;
};
