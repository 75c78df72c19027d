import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, client as calls } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { EditNotices } from "../../parts/edited-document/EditNotices.tsx";
import { type Loaded, useRecordForm } from "../../parts/records/use-record-form.ts";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { DateText } from "../../ui/values.tsx";
import { notesQuery } from "./customers.api.ts";
import styles from "./customers.module.css";
import notesStyles from "./notes.module.css";

type Note = {
  id: number;
  body: string;
  version: number;
  created_at: string;
  updated_at: string;
  written_by: string | null;
};

/** What staff pass on to each other about a guest. */
export function CustomerNotes({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const { t } = useTranslation("customers");
  const { data } = useQuery(notesQuery(id));
  const [editing, setEditing] = useState<number>();
  const [removing, setRemoving] = useState<Note>();
  const notes = data?.items ?? [];
  return (
    <Card title={t("notes.title")}>
      {mayEdit ? <NoteForm id={id} /> : null}
      {notes.length === 0 ? <p className={styles.quiet}>{t("notes.none")}</p> : null}
      <ul className={notesStyles.notes}>
        {notes.map((note) =>
          editing === note.id ? (
            <li key={note.id}>
              <NoteForm id={id} note={note} onClose={() => setEditing(undefined)} />
            </li>
          ) : (
            <li key={note.id}>
              <p className={notesStyles.note}>{note.body}</p>
              <p className={styles.quiet}>
                <DateText value={note.created_at} withTime /> {note.written_by}{" "}
                {note.version > 1 ? t("notes.changed") : null}
              </p>
              {mayEdit ? (
                <p>
                  <Button size="compact-xs" variant="subtle" onClick={() => setEditing(note.id)}>
                    {t("notes.change")}
                  </Button>
                  <Button size="compact-xs" variant="subtle" onClick={() => setRemoving(note)}>
                    {t("notes.remove")}
                  </Button>
                </p>
              ) : null}
            </li>
          ),
        )}
      </ul>
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t("notes.removeTitle")}
        confirm={t("notes.remove")}
        danger
        onConfirm={async () => {
          if (removing) await calls.customers.removeNote({ id, note_id: removing.id });
          await notesChanged(id);
        }}
      >
        <p className={notesStyles.note}>{removing?.body}</p>
      </ConfirmDialog>
    </Card>
  );
}

function notesChanged(id: number): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: api.customers.notes.key({ input: { id } }) });
}

type Values = { body: string };
const loadedFrom = (note: Note | undefined): Loaded<Values> =>
  note ? { version: note.version, values: { body: note.body } } : { version: 0, values: { body: "" } };

type NoteFormProps = {
  id: number;
  /** The note that is edited; without it a new one is added. */
  note?: Note;
  onClose?: () => void;
};

function NoteForm({ id, note, onClose }: NoteFormProps) {
  const { t } = useTranslation("customers");
  const form = useRecordForm<Values>({
    name: `customers/${id}/notes/${note?.id ?? "new"}`,
    call: note ? "customers.changeNote" : "customers.addNote",
    loaded: loadedFrom(note),
    labels: { body: t("notes.label") },
    save: async ({ version, values }) => {
      await (note
        ? calls.customers.changeNote({ id, note_id: note.id, version, ...values })
        : calls.customers.addNote({ id, ...values }));
      await notesChanged(id);
      onClose?.();
      return loadedFrom(note && { ...note, ...values, version: version + 1 });
    },
    newest: async () => {
      const { items } = await queryClient.fetchQuery({ ...notesQuery(id), staleTime: 0 });
      return loadedFrom(items.find((one) => one.id === note?.id) ?? note);
    },
  });
  return (
    <>
      <EditNotices form={form} />
      <form
        className={notesStyles.noteForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <TextField {...form.field("body")} hideLabel placeholder={t("notes.hint")} lines={2} maxLines={10} />
        <div className={styles.noteButtons}>
          {onClose ? <Button onClick={onClose}>{t("form.cancel")}</Button> : null}
          <Button type="submit" loading={form.saving} disabled={form.values.body.trim() === ""}>
            {t(note ? "notes.save" : "notes.add")}
          </Button>
        </div>
      </form>
    </>
  );
}
