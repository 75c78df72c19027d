import type { WaitReason } from "@okaeri/domain/customers/likeness";
import type { KnownPerson, Likeness, Together } from "../customers/identity-resolver.ts";
import type { ComparedLine } from "./compare-rows.ts";

/** One line that is to be written, with what is stored for its reservation and whom it belongs to. */
export type Item = ComparedLine & {
  person: KnownPerson | null;
  /** Why the guest is nobody's customer. */
  waits: WaitReason | null;
  alike: Likeness[];
  together: Together[];
  reservationId: number;
};
