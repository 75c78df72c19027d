import { matchRoute } from "@okaeri/domain/auth/routes";
import { useLocation } from "@tanstack/react-router";
import { appError } from "../../api/app-error.ts";
import { splitLocale } from "../../i18n/locales.ts";
import { useWhyClosed } from "../closed-sections.ts";
import { InAppError } from "./ErrorDisplay.tsx";

/** A page one may not open (specification §8, 403); beneath it why, where an option that ended shut its section. */
export function Forbidden() {
  const section = useLocation({ select: ({ pathname }) => matchRoute(splitLocale(pathname).path)?.section });
  const whyClosed = useWhyClosed();
  return <InAppError error={appError({ status: 403 })} reason={whyClosed(section)} />;
}
