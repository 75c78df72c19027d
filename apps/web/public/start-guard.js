// Reloads once if a part of the program is missing (specification §4, src/shell/errors/reload-once.ts), then shows a message.
{
  const MARKER = "okaeri:reload";
  const [title, text, again] = /^\/en(\/|$)/.test(location.pathname)
    ? ["Something went wrong", "The page could not be loaded. Check your connection and try again.", "Load again"]
    : [
        "エラーが発生しました",
        "画面を読み込めませんでした。通信状況を確認して、もう一度お試しください。",
        "もう一度読み込む",
      ];

  const part = (name, textContent) => Object.assign(document.createElement(name), { textContent });

  const tell = () => {
    const root = document.getElementById("root");
    // Once the program draws, it shows its errors itself.
    if (root?.childElementCount > 0) return;
    if (!root) return addEventListener("DOMContentLoaded", tell);
    const place = part("main");
    place.role = "alert";
    place.style.cssText = "margin:20vh auto;padding:0 1rem;text-align:center;font-family:sans-serif";
    const button = part("button", again);
    button.onclick = () => location.reload();
    place.append(part("h1", title), part("p", text), button);
    root.append(place);
  };

  const reloaded = () => {
    try {
      if (!navigator.onLine || Date.now() < sessionStorage.getItem(MARKER)) return false;
      sessionStorage.setItem(MARKER, Date.now() + 10_000);
    } catch {
      return false;
    }
    location.reload();
    return true;
  };

  addEventListener(
    "error",
    ({ target }) => {
      const script = target instanceof HTMLScriptElement;
      if ((script || target.rel === "stylesheet") && reloaded()) return;
      // A page without its style still says more than this message; an error of the program itself has no element.
      if (script || target === window) tell();
    },
    true,
  );
}
