/** The words of the Japanese area. What is counted there in its only form, `stays_other`, has `stays_one` beside it in English. */
export type English<Japanese> = {
  [Key in keyof Japanese as Key extends `${infer Counted}_other`
    ? Key | `${Counted}_one`
    : Key]: Japanese[Key] extends string ? string : English<Japanese[Key]>;
};
