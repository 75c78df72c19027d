const MARK = "\u0001";

/** Stands in a sentence for a word that can be pressed. */
export const mark = (name: string) => `${MARK}${name}${MARK}`;

/** A sentence in the order of its language, cut where its words stand. */
export const sentencePieces = (sentence: string) => sentence.split(MARK).filter((piece) => piece !== "");
