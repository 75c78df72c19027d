import { Fragment } from "react";
import styles from "./MailTextView.module.css";
import { mailTextPieces } from "./mail-marks.ts";
import { useMarkWords } from "./use-mark-words.ts";

/** A text of a mail to be read: what is put in stands in it as chips with its name. */
export function MailTextView({ words }: { words: string }) {
  const wordsOf = useMarkWords();
  return mailTextPieces(words).map((piece, at) => {
    const named = typeof piece === "string" ? undefined : wordsOf(piece);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name than their place
      <Fragment key={at}>
        {typeof piece === "string" ? (
          piece
        ) : named === undefined ? (
          <span className={styles.unknown}>{`{{ ${piece.name} }}`}</span>
        ) : (
          <span className={styles.chip}>{named}</span>
        )}
      </Fragment>
    );
  });
}
