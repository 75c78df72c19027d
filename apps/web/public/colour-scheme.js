// Runs before the first paint, so that colours never flash. The content security policy allows no inline script. The key is Mantine's.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage switched off: the system's choice holds.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
