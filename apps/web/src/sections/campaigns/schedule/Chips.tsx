import text from "../text.module.css";
import styles from "./when.module.css";

type ChipsProps<V extends string | number> = {
  id: string;
  label: string;
  picked: readonly V[];
  choices: readonly { value: V; label: string }[];
  several?: boolean;
  error?: string | undefined;
  onPick: (value: V) => void;
};

/** All choices at once, one or several of them chosen. */
export function Chips<V extends string | number>({
  id,
  label,
  picked,
  choices,
  several,
  error,
  onPick,
}: ChipsProps<V>) {
  return (
    <div>
      <fieldset id={id} tabIndex={-1} className={styles.chips} aria-invalid={error !== undefined}>
        <legend>{label}</legend>
        {choices.map(({ value, label: name }) => (
          <label key={value}>
            <input
              type={several ? "checkbox" : "radio"}
              name={id}
              checked={picked.includes(value)}
              onChange={() => onPick(value)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {error ? (
        <p className={text.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
