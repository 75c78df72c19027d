import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useNotFound } from "../../shell/app-failure.ts";
import { BareFrame } from "../../shell/BareFrame.tsx";
import { InAppError } from "../../shell/ErrorDisplay.tsx";

/** Sign-in and profile: no menu (specification §2). */
export const Route = createFileRoute("/{-$locale}/_bare")({ component: Bare, codeSplitGroupings: [] });

function Bare() {
  const gone = useNotFound();
  return <BareFrame>{gone === undefined ? <Outlet /> : <InAppError error={gone} />}</BareFrame>;
}
