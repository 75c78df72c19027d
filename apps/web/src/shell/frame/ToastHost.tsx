import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cssTransition, ToastContainer, toast } from "react-toastify";
import "./toast-colours.css";

export type ToastKind = "success" | "info" | "warning" | "error";

export type ToastMessage = { id: number; kind: ToastKind; text: string };

/** Time the leaving message needs; a new one waits for it so that two never overlap (specification §2). */
const GUARD_MS = 390;

// Comes and goes within 120 ms, well inside the guard; the library's own would still be collapsing.
const slide = cssTransition({
  enter: "Toastify--animate Toastify__slide-enter",
  exit: "Toastify--animate Toastify__slide-exit",
  appendPosition: true,
  collapse: false,
});

let onScreen = false;
/** From this instant on nothing of the last message is left. */
let freeAt = 0;

function leaves(): void {
  onScreen = false;
  freeAt = Date.now() + GUARD_MS;
}

function show(message: ToastMessage): void {
  onScreen = true;
  toast(<Words text={message.text} />, { toastId: `toast-${message.id}`, type: message.kind, onClose: leaves });
}

/** One message at a time: 5000 ms, bottom right, coloured, pauses on hover, closes on click, with a progress bar. */
export function ToastHost({ message }: { message: ToastMessage }) {
  const { t } = useTranslation();
  useEffect(() => {
    if (onScreen) {
      toast.dismiss();
      leaves();
    }
    const timer = setTimeout(show, Math.max(0, freeAt - Date.now()), message);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <ToastContainer
      position="bottom-right"
      autoClose={5000}
      theme="colored"
      transition={slide}
      pauseOnHover
      closeOnClick
      hideProgressBar={false}
      closeButton={CloseButton}
      aria-label={t("toast.region")}
    />
  );
}

function Words({ text }: { text: string }) {
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The bar is for the eye; its name would be read out in English.
    const bar = words.current?.closest(".Toastify__toast")?.querySelector('[role="progressbar"]');
    bar?.setAttribute("aria-hidden", "true");
  }, []);
  return <span ref={words}>{text}</span>;
}

function CloseButton({ closeToast }: { closeToast: (removedByUser?: true) => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="Toastify__close-button Toastify__close-button--colored"
      aria-label={t("toast.close")}
      onClick={(event) => {
        event.stopPropagation();
        closeToast(true);
      }}
    >
      <svg aria-hidden="true" viewBox="0 0 14 16">
        <path d="M2 3l10 10M12 3L2 13" fill="none" stroke="currentColor" strokeWidth="1.8" />
      </svg>
    </button>
  );
}
