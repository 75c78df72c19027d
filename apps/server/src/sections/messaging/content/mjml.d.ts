// The packages bring no types of their own: what is used of them.

declare module "mjml-core" {
  type MjmlNode = {
    tagName: string;
    attributes?: Readonly<Record<string, string>>;
    content?: string;
    children?: readonly MjmlNode[];
  };
  type MjmlOptions = {
    presets: readonly unknown[];
    validationLevel: "strict" | "soft" | "skip";
    fonts: Readonly<Record<string, string>>;
  };

  export type { MjmlNode };
  export default function mjml2html(mjml: MjmlNode, options: MjmlOptions): Promise<{ html: string }>;
}

declare module "mjml-preset-core" {
  export const components: unknown;
  export const dependencies: unknown;
}
