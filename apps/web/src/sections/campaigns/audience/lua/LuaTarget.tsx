import type { EvaluationTime } from "@okaeri/domain/segments/as-of";
import { lazy, Suspense, useDeferredValue, useId, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Locale } from "../../../../i18n/locales.ts";
import { editorOrPlain } from "../../../../ui/editor-or-plain.ts";
import text from "../../text.module.css";
import type { LuaEditorHandle } from "./editor-props.ts";
import styles from "./LuaTarget.module.css";
import { PlainEditor } from "./PlainEditor.tsx";
import { remarksOn } from "./remarks.ts";

// Lazy loading: the editor of code is larger than the page around it, and most people never open it.
const LuaEditor = lazy(() => editorOrPlain(() => import("./LuaEditor.tsx"), PlainEditor));

type LuaTargetProps = {
  script: string;
  judged: EvaluationTime;
  onChange: (script: string) => void;
  label: string;
  /** What only the server knows to be wrong. */
  refused: string | undefined;
};

/** The target as a script: typed with help, and what is wrong with it beneath, line by line. */
export function LuaTarget({ script, judged, onChange, label, refused }: LuaTargetProps) {
  const { t, i18n } = useTranslation("campaigns");
  const language = i18n.language as Locale;
  const hint = useId();
  const editor = useRef<LuaEditorHandle>(null);
  // What is typed is shown at once; judging it may come a moment later.
  const shown = useDeferredValue(script);
  const remarks = useMemo(() => remarksOn(shown, judged, language), [shown, judged, language]);
  const errors = remarks.filter(({ severity }) => severity === "error").length;
  return (
    <div className={styles.script}>
      <p className={text.quiet} id={hint}>
        {t("lua.hint")}
      </p>
      <Suspense fallback={<div className={styles.waiting} role="status" aria-label={t("lua.loading")} />}>
        <LuaEditor ref={editor} value={script} onChange={onChange} remarks={remarks} label={label} describedBy={hint} />
      </Suspense>
      <p className={text.quiet} role="status">
        {errors > 0 ? t("lua.errors", { count: errors }) : t(remarks.length > 0 ? "lua.warned" : "lua.fine")}
      </p>
      {remarks.length > 0 ? (
        <ul className={styles.remarks} aria-label={t("lua.remarks")}>
          {remarks.map((remark) => (
            <li key={`${remark.line} ${remark.column} ${remark.message}`} data-severity={remark.severity}>
              <button type="button" onClick={() => editor.current?.goTo(remark)}>
                {t(`lua.place.${remark.severity}`, { line: remark.line, column: remark.column })}
              </button>
              {t("problem.line", { message: remark.message })}
            </li>
          ))}
        </ul>
      ) : null}
      {errors === 0 && refused !== undefined ? (
        <p className={text.error} role="alert">
          {refused}
        </p>
      ) : null}
      <p className={text.quiet}>{t("lua.keys")}</p>
    </div>
  );
}
