import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useNotFound } from "../../shell/errors/app-failure.ts";
import { InAppError } from "../../shell/errors/ErrorDisplay.tsx";
import { BareFrame } from "../../shell/frame/BareFrame.tsx";

/** Sign-in and profile: no menu (specification §2). */
export const Route = createFileRoute("/{-$locale}/_bare")({ component: Bare, codeSplitGroupings: [] });

function Bare() {
  const gone = useNotFound();
  return <BareFrame>{gone === undefined ? <Outlet /> : <InAppError error={gone} />}</BareFrame>;
}
