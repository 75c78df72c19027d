import { type HistoryState, Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { splitLocale, withLocale } from "../i18n/locales.ts";
import type { SearchParams } from "./navigation.ts";

type AppLinkProps = {
  to: string;
  search?: SearchParams;
  state?: HistoryState;
  className?: string | undefined;
  children: ReactNode;
  "aria-label"?: string;
  "aria-current"?: "page" | "step" | undefined;
};

/** A link inside the app by plain path: `<AppLink to="/customers/12">`. Locale and working account come along. */
export function AppLink({ to, search = {}, ...rest }: AppLinkProps) {
  const locale = useLocation({ select: (location) => splitLocale(location.pathname).locale });
  return <Link to={withLocale(to, locale)} search={search as never} {...rest} />;
}
