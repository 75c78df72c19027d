import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";

/** Mantine asks for ten shades of a colour; ours are named tokens (styles/tokens.css), so each shade points at one. */
function shades(tint: string, tint2: string, strong: string, hover: string): MantineColorsTuple {
  const [a, b, c, d] = [`var(--ok-${tint})`, `var(--ok-${tint2})`, `var(--ok-${strong})`, `var(--ok-${hover})`];
  return [a, a, b, b, c, c, c, d, d, d];
}

const filled = {
  ai: ["ai", "ai-hover", "on-ai"],
  danger: ["danger", "danger-hover", "on-danger"],
  kaki: ["kaki", "kaki", "on-kaki"],
} as const;

const tinted = {
  ai: ["ai-tint", "ai-tint-2", "ai"],
  danger: ["danger-tint", "danger-tint", "danger"],
  kaki: ["kaki-tint", "kaki-tint", "kaki-text"],
} as const;

const token = (name: string): string => `var(--ok-${name})`;

/** Colours of buttons and icons: filled for the one main action, default (card and line) for the rest, subtle inside rows. */
const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  const family: keyof typeof filled = color === "danger" ? "danger" : color === "kaki" ? "kaki" : "ai";
  if (variant === "filled") {
    const [background, hover, text] = filled[family];
    return {
      background: token(background),
      hover: token(hover),
      color: token(text),
      border: `1px solid ${token(background)}`,
    };
  }
  const [background, hover, text] = tinted[family];
  if (variant === "light") {
    return { background: token(background), hover: token(hover), color: token(text), border: "1px solid transparent" };
  }
  if (variant === "subtle" || variant === "transparent") {
    return {
      background: "transparent",
      hover: token(variant === "subtle" ? background : "hover"),
      color: color === "neutral" ? token("ink-2") : token(text),
      border: "1px solid transparent",
    };
  }
  return {
    background: token("card"),
    hover: token("hover"),
    color: color === "danger" || color === "kaki" ? token(text) : token("ink"),
    border: `1px solid ${token("line")}`,
  };
};

/** Mantine's own variables, pointed at our tokens; the tokens change with the colour scheme by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const both = {
    "--mantine-color-body": token("card"),
    "--mantine-color-text": token("ink"),
    "--mantine-color-bright": token("ink"),
    "--mantine-color-dimmed": token("ink-3"),
    "--mantine-color-placeholder": token("ink-3"),
    "--mantine-color-anchor": token("ai"),
    "--mantine-color-error": token("danger"),
    "--mantine-color-default": token("card"),
    "--mantine-color-default-hover": token("hover"),
    "--mantine-color-default-color": token("ink"),
    "--mantine-color-default-border": token("line"),
    "--mantine-color-disabled": token("line-2"),
    "--mantine-color-disabled-color": token("ink-3"),
    "--mantine-color-disabled-border": token("line"),
    "--mantine-color-ai-filled": token("ai"),
    "--mantine-color-ai-filled-hover": token("ai-hover"),
    "--mantine-color-ai-light": token("ai-tint"),
    "--mantine-color-ai-light-hover": token("ai-tint-2"),
    "--mantine-color-ai-light-color": token("ai"),
    "--mantine-color-ai-outline": token("ai"),
    "--mantine-color-ai-contrast": token("on-ai"),
    "--mantine-primary-color-contrast": token("on-ai"),
  };
  return { variables: {}, light: both, dark: both };
};

/** Lists, menus and tips open above dialogs (which start at 1051, specification §9) and below toasts (9999). */
const floatingLayer = 5000;

export const theme = createTheme({
  primaryColor: "ai",
  colors: {
    ai: shades("ai-tint", "ai-tint-2", "ai", "ai-hover"),
    kaki: shades("kaki-tint", "kaki-tint", "kaki", "kaki"),
    danger: shades("danger-tint", "danger-tint", "danger", "danger-hover"),
    success: shades("success-tint", "success-tint", "success", "success"),
    warning: shades("warning-tint", "warning-tint", "warning", "warning"),
  },
  variantColorResolver,
  white: token("card"),
  black: token("ink"),
  fontFamily: '"Noto Sans JP Variable", "Hiragino Sans", "Yu Gothic UI", "Meiryo", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace',
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "1.5", sm: "1.5", md: "1.65", lg: "1.65", xl: "1.5" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "10px", xl: "16px" },
  defaultRadius: "md",
  headings: { fontWeight: "700", sizes: { h1: { fontSize: "20px", lineHeight: "1.5" } } },
  breakpoints: { xs: "30em", sm: "48em", md: "56.25em", lg: "75em", xl: "90em" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { variant: "default", size: "sm" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "neutral", size: 32 } },
    Popover: { defaultProps: { zIndex: floatingLayer, shadow: "md", transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { zIndex: floatingLayer, shadow: "md", transitionProps: { duration: 120 } } },
    Combobox: { defaultProps: { zIndex: floatingLayer } },
    Select: { defaultProps: { comboboxProps: { zIndex: floatingLayer }, size: "sm" } },
    MultiSelect: { defaultProps: { comboboxProps: { zIndex: floatingLayer }, size: "sm" } },
    Tooltip: {
      defaultProps: { zIndex: floatingLayer, openDelay: 200, events: { hover: true, focus: true, touch: true } },
    },
    TextInput: { defaultProps: { size: "sm" } },
    NumberInput: { defaultProps: { size: "sm" } },
    Textarea: { defaultProps: { size: "sm", autosize: true, minRows: 2 } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Checkbox: { defaultProps: { size: "sm" } },
    Radio: { defaultProps: { size: "sm" } },
    Switch: { defaultProps: { size: "sm" } },
  },
  shadows: { md: "var(--ok-popover-shadow)", sm: "none", xs: "none", lg: "var(--ok-popover-shadow)" },
});
