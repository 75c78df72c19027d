import type { Page } from "playwright-core";

/** Short names for what tests look for, on the file's page unless another is given. */
export function partsOf(own: () => Page) {
  return {
    button: (name: string | RegExp, on = own()) => on.getByRole("button", { name, exact: typeof name === "string" }),
    field: (name: string, on = own()) => on.getByRole("textbox", { name, exact: true }),
    heading: (name: string, on = own()) => on.getByRole("heading", { name, exact: true }),
    toast: (text: string | RegExp, on = own()) => on.locator(".Toastify__toast").filter({ hasText: text }),
    /** A field that holds a password: its label also names the button beside it. */
    secret: (name: string, on = own()) => on.locator(`input[name=${name}]`),
  };
}
