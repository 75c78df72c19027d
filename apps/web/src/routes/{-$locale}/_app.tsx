import { createFileRoute, Outlet } from "@tanstack/react-router";
import { AppFrame } from "../../shell/AppFrame.tsx";

/** Pages with header, menu and footer. */
export const Route = createFileRoute("/{-$locale}/_app")({ component: Framed });

function Framed() {
  return (
    <AppFrame>
      <Outlet />
    </AppFrame>
  );
}
