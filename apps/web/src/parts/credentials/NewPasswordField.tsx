import { PasswordInput } from "@mantine/core";
import {
  normalisePassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type PasswordProblem,
  passwordProblems,
} from "@okaeri/domain/auth/password";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import styles from "./credentials.module.css";
import { passwordStrength } from "./password-strength.ts";

type NewPasswordFieldProps = {
  value: string;
  onChange: (value: string) => void;
  /** Words a stranger would try first: user id, name, company. */
  context: readonly string[];
  /** What the server or the form says about it. */
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
};

const BARS = { none: 0, unusable: 0, weak: 1, fair: 2, strong: 3, excellent: 4 } as const;

/** A new password with its strength and, while typing, every reason why it would be refused. */
export function NewPasswordField({ value, onChange, context, error, inputRef }: NewPasswordFieldProps) {
  const { t } = useTranslation("credentials");
  const say = useProblemText();
  const problems = newPasswordProblems(value, context);
  const level = value === "" ? "none" : problems.length > 0 ? "unusable" : passwordStrength(value);
  const missing = PASSWORD_MIN - [...normalisePassword(value)].length;
  const words = (code: PasswordProblem) => {
    if (code === "too_short") return `${say({ code, min: PASSWORD_MIN })} ${t("password.left", { n: missing })}`;
    return say(code === "too_long" ? { code, max: PASSWORD_MAX } : { code });
  };
  return (
    <div className={styles.newPassword}>
      <PasswordInput
        ref={inputRef}
        label={t("password.new")}
        description={t("password.hint")}
        name="new-password"
        autoComplete="new-password"
        size="md"
        value={value}
        error={error}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={styles.meter} data-level={level}>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={bar <= BARS[level]} aria-hidden="true" />
        ))}
        <em aria-live="polite">
          {t("password.strength")} <strong>{t(`password.levels.${level}`)}</strong>
        </em>
      </p>
      <ul className={styles.problems} aria-live="polite">
        {value === "" ? null : problems.map((problem) => <li key={problem}>{words(problem)}</li>)}
      </ul>
    </div>
  );
}

/** What can be judged here; the published list of common passwords and the history are the server's. */
export function newPasswordProblems(value: string, context: readonly string[]) {
  return passwordProblems(value, ["okaeri", ...context], () => false);
}
