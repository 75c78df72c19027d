import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, client as calls } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { notify } from "../../shell/toasts.tsx";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { DateText } from "../../ui/values.tsx";
import { notesQuery } from "./customers.api.ts";
import styles from "./customers.module.css";

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
  const changed = () => queryClient.invalidateQueries({ queryKey: api.customers.notes.key({ input: { id } }) });
  const notes = data?.items ?? [];
  return (
    <Card title={t("notes.title")}>
      {mayEdit ? (
        <NoteForm
          submit={t("notes.add")}
          save={async (body) => {
            await calls.customers.addNote({ id, body });
            await changed();
          }}
        />
      ) : null}
      {notes.length === 0 ? <p className={styles.quiet}>{t("notes.none")}</p> : null}
      <ul className={styles.notes}>
        {notes.map((note) =>
          editing === note.id ? (
            <li key={note.id}>
              <NoteForm
                from={note.body}
                submit={t("notes.save")}
                onCancel={() => setEditing(undefined)}
                save={async (body) => {
                  await calls.customers.changeNote({ id, note_id: note.id, version: note.version, body });
                  await changed();
                  setEditing(undefined);
                }}
              />
            </li>
          ) : (
            <li key={note.id}>
              <p className={styles.note}>{note.body}</p>
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
          await changed();
        }}
      >
        <p className={styles.note}>{removing?.body}</p>
      </ConfirmDialog>
    </Card>
  );
}

type NoteFormProps = { from?: string; submit: string; save: (body: string) => Promise<unknown>; onCancel?: () => void };

function NoteForm({ from = "", submit, save, onCancel }: NoteFormProps) {
  const { t } = useTranslation("customers");
  const [body, setBody] = useState(from);
  const [saving, setSaving] = useState(false);
  const write = async () => {
    setSaving(true);
    try {
      await save(body);
      setBody("");
    } catch (error) {
      notify("error", toAppError(error).message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={styles.noteForm}
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      <Textarea
        aria-label={t("notes.label")}
        placeholder={t("notes.hint")}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <div className={styles.noteButtons}>
        {onCancel ? <Button onClick={onCancel}>{t("form.cancel")}</Button> : null}
        <Button type="submit" loading={saving} disabled={body.trim() === ""}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
