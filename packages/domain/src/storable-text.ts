/** Text from outside in a form that PostgreSQL stores: NUL is shown as ␀, half of a surrogate pair as �. */
export const storableText = (text: string): string => text.replaceAll("\0", "␀").toWellFormed();
