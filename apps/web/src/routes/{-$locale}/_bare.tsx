import { createFileRoute, Outlet } from "@tanstack/react-router";
import { BareFrame } from "../../shell/BareFrame.tsx";

/** Sign-in and profile: no menu (specification §2). */
export const Route = createFileRoute("/{-$locale}/_bare")({ component: Bare });

function Bare() {
  return (
    <BareFrame>
      <Outlet />
    </BareFrame>
  );
}
