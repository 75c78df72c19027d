/** The words of every page behind the sign-in, by file: they come together, with the first of them. */
export const files = import.meta.glob<Record<string, unknown>>(
  ["./ja/*.ts", "!./ja/{shell,ui,auth,signup,credentials}.ts"],
  { eager: true, import: "texts" },
);
