import { Button } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RecordForm } from "./RecordForm.tsx";
import { type RecordFormState as Form, type RecordFormOptions, useRecordForm } from "./use-record-form.ts";

type NewRecordOptions<V, Made> = Omit<RecordFormOptions<V>, "loaded" | "save"> & {
  /** What the form starts with, and with again after each record. */
  empty: V;
  /** Asks the call, and says to the pages that are open what is new. */
  create: (values: V) => Promise<Made>;
  /** What is said of it, where it is not its name alone. */
  successText?: (made: Made) => string;
};

/** A record that does not exist yet: its form, and `register`, which answers what was made, or undefined when it was refused. */
export function useNewRecord<V extends Record<string, unknown>, Made extends { name: string }>({
  empty,
  create,
  successText,
  ...options
}: NewRecordOptions<V, Made>) {
  const { t } = useTranslation("fields");
  const made = useRef<Made>(undefined);
  const loaded = { version: 0, values: empty };
  const form = useRecordForm<V>({
    ...options,
    loaded,
    save: async ({ values }) => {
      made.current = await create(values);
      return loaded;
    },
  });
  const register = async (): Promise<Made | undefined> => {
    if ((await form.save()) === undefined || made.current === undefined) return undefined;
    notify("success", successText?.(made.current) ?? t("record.created", { name: made.current.name }));
    return made.current;
  };
  return { form, register };
}

type NewRecordPageProps<V extends Record<string, unknown>> = {
  title: string;
  lead: string;
  /** Links above the title; `list`: the address that the way back leads to. */
  crumbs: ReactNode;
  list: string;
  form: Form<V>;
  onSubmit: () => unknown;
  /** What the button says, where it is not 登録する. */
  submit?: string | undefined;
  icon?: ReactNode;
  /** Another way to register, before the button. */
  more?: ReactNode;
  children: ReactNode;
};

/** The frame of every new record: what it becomes, its fields, the way back and the button. */
export function NewRecordPage<V extends Record<string, unknown>>(props: NewRecordPageProps<V>) {
  const { title, lead, crumbs, list, form, onSubmit, submit, icon, more, children } = props;
  const { t } = useTranslation("fields");
  const go = useGo();
  return (
    <>
      <PageHeader title={title} caption={lead} crumbs={crumbs} />
      <RecordForm
        form={form}
        onSubmit={onSubmit}
        foot={
          <>
            <Button onClick={() => void go(list)}>{t("record.toList")}</Button>
            {more}
            <Button type="submit" variant="filled" leftSection={icon} loading={form.saving}>
              {submit ?? t("record.submit")}
            </Button>
          </>
        }
      >
        {children}
      </RecordForm>
    </>
  );
}
