import type { ReactNode } from "react";
import { RecordFormTop } from "../../shell/RecordFormTop.tsx";
import { UnsavedGuard } from "../../shell/UnsavedGuard.tsx";
import type { UserForm } from "./use-user-form.ts";

type UserFormFrameProps = { form: UserForm; onSubmit: () => void; children: ReactNode };

/** What stands around the fields: a form kept from before, why a save was refused, the guard on leaving. */
export function UserFormFrame({ form, onSubmit, children }: UserFormFrameProps) {
  return (
    <>
      <RecordFormTop form={form} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {/* Enter in a field saves, as the bar's button does. */}
        <button type="submit" hidden />
      </form>
      <UnsavedGuard isDirty={form.isDirty} changes={form.changes} />
    </>
  );
}
