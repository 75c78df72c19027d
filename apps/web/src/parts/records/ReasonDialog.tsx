import type { ReactNode } from "react";
import { TextField } from "../../ui/fields/TextField.tsx";
import { TwoStepDialog } from "./TwoStepDialog.tsx";
import { useRecordForm } from "./use-record-form.ts";
import { useTwoSteps } from "./use-two-steps.ts";

type ReasonDialogProps = {
  /** Of the form, such as `coupons/revoke`. */
  name: string;
  /** The call of the contract that takes the reason. */
  call: string;
  words: { title: string; reason: string; help: string; submit: string; done: string };
  /** What will happen. */
  confirmation: ReactNode;
  act: (remarks: string, idempotencyKey: string) => Promise<unknown>;
  changed: () => Promise<void>;
  onClose: () => void;
};

/** Takes back or ends what a guest was given, with the reason that stays in the history. */
export function ReasonDialog({ name, call, words, confirmation, act, changed, onClose }: ReasonDialogProps) {
  const { toConfirm, save, back } = useTwoSteps<{ remarks: string }>(
    ({ remarks }, idempotencyKey) => act(remarks, idempotencyKey),
    () => words.done,
    { changed, onClose },
  );
  const form = useRecordForm({
    name,
    call,
    loaded: { version: 0, values: { remarks: "" } },
    labels: { remarks: words.reason },
    secret: ["remarks"],
    save,
  });
  return (
    <TwoStepDialog
      title={words.title}
      form={form}
      confirmation={toConfirm && confirmation}
      submit={words.submit}
      danger
      onBack={back}
      onClose={onClose}
    >
      <TextField {...form.field("remarks")} help={words.help} autoFocus />
    </TwoStepDialog>
  );
}
