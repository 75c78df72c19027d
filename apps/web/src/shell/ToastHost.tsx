import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ToastContainer, toast } from "react-toastify";
import "./toast-colours.css";
import type { ToastMessage } from "./toasts.tsx";

/** Time the leaving message needs; a new one waits for it so that two never overlap (specification §2). */
const GUARD_MS = 390;

let shownAt: number | undefined;

/** One message at a time: 5000 ms, bottom right, coloured, pauses on hover, closes on click, with a progress bar. */
export function ToastHost({ message }: { message: ToastMessage }) {
  const { t } = useTranslation();
  useEffect(() => {
    const show = () => {
      shownAt = Date.now();
      toast(message.text, { type: message.kind, onClose: () => (shownAt = undefined) });
    };
    if (shownAt === undefined) {
      show();
      return undefined;
    }
    toast.dismiss();
    const timer = setTimeout(show, GUARD_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <ToastContainer
      position="bottom-right"
      autoClose={5000}
      theme="colored"
      limit={1}
      pauseOnHover
      closeOnClick
      hideProgressBar={false}
      newestOnTop
      aria-label={t("toast.region")}
    />
  );
}
