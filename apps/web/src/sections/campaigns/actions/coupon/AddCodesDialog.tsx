import { Button } from "@mantine/core";
import { MAX_PIECE } from "@okaeri/domain/coupons/pool";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../../api/app-error.ts";
import { client } from "../../../../api/client.ts";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { FileDrop } from "../../../../ui/FileDrop.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { formatCount, formatNumber } from "../../../../ui/format.ts";
import styles from "../../form.module.css";
import { fileText, listPieces } from "../../list/list-pieces.ts";
import textStyles from "../../text.module.css";

type Refused = { line: number; message: string };
type Outcome = { added: number; refused_count: number; refused: Refused[] };
type AddCodesDialogProps = {
  ids: { id: number; coupon_id: number };
  changed: () => Promise<unknown>;
  onClose: () => void;
};

/** So many lines are named on screen. */
const NAMED = 20;
const NOTHING: Outcome = { added: 0, refused_count: 0, refused: [] };

/** Codes from a file or from the clipboard, sent piece by piece; what was not added is named by its line. */
export function AddCodesDialog({ ids, changed, onClose }: AddCodesDialogProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const [file, setFile] = useState<File>();
  const [text, setText] = useState("");
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string>();
  const stopped = useRef(false);
  const filled = file !== undefined || text.trim() !== "";
  const send = async () => {
    setSending(true);
    setFailure(undefined);
    let so_far = NOTHING;
    setOutcome(so_far);
    try {
      for await (const piece of listPieces(file ? fileText(file) : [text], MAX_PIECE)) {
        if (stopped.current) return;
        const { added, refused_count, refused } = await client.couponCodes.add({ ...ids, ...piece });
        so_far = {
          added: so_far.added + added,
          refused_count: so_far.refused_count + refused_count,
          refused: [...so_far.refused, ...refused].slice(0, NAMED),
        };
        setOutcome(so_far);
      }
    } catch (error) {
      const { message, fields } = toAppError(error);
      setFailure(fields?.text ?? message);
    } finally {
      setSending(false);
      await changed();
    }
  };
  const close = () => {
    stopped.current = true;
    onClose();
  };
  const ended = outcome !== undefined && !sending;
  return (
    <Dialog
      opened
      onClose={close}
      title={t("coupon.pool.add")}
      actions={
        ended ? (
          <Button variant="filled" onClick={close} data-autofocus>
            {t("ui:dialog.close")}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t("ui:dialog.cancel")}</Button>
            <Button variant="filled" loading={sending} disabled={!filled} onClick={() => void send()}>
              {t("coupon.pool.addSubmit")}
            </Button>
          </>
        )
      }
    >
      {outcome === undefined ? (
        <div className={styles.form}>
          <FileDrop
            label={t("coupon.pool.file")}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            hint={t("coupon.pool.fileHint")}
            file={file}
            onFile={setFile}
          />
          {file === undefined ? (
            <TextField
              id="codes-text"
              label={t("coupon.pool.paste")}
              help={t("coupon.pool.pasteHelp")}
              lines={6}
              value={text}
              onChange={setText}
            />
          ) : null}
        </div>
      ) : (
        <OutcomeWords outcome={outcome} failure={failure} />
      )}
    </Dialog>
  );
}

function OutcomeWords({ outcome, failure }: { outcome: Outcome; failure: string | undefined }) {
  const { t } = useTranslation("campaigns");
  const more = outcome.refused_count - outcome.refused.length;
  return (
    <div role="status">
      {failure ? (
        <p className={textStyles.error} role="alert">
          {failure}
        </p>
      ) : null}
      <p>{t("coupon.pool.added", { n: formatCount(outcome.added, "codes") })}</p>
      {outcome.refused_count > 0 ? (
        <>
          <p>{t("coupon.pool.refused", { n: formatCount(outcome.refused_count, "rows") })}</p>
          <ul>
            {outcome.refused.map(({ line, message }) => (
              <li key={line}>{t("coupon.pool.refusedLine", { line: formatNumber(line), message })}</li>
            ))}
          </ul>
          {more > 0 ? <p>{t("coupon.pool.more", { n: formatCount(more, "rows") })}</p> : null}
        </>
      ) : null}
    </div>
  );
}
