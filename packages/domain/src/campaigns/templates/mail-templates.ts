/** Templates of one programme. */
export const MOST_MAIL_TEMPLATES = 500;
/** So many earlier versions of each are kept. */
export const MOST_TEMPLATE_VERSIONS = 50;
/** Longest name, characters. */
export const MAX_TEMPLATE_NAME = 120;
