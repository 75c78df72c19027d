import styles from "./when.module.css";

type TilesProps<V extends string> = {
  id: string;
  label: string;
  value: V;
  choices: readonly { value: V; name: string; does: string }[];
  onChange: (value: V) => void;
};

/** One of a few whole choices, each with what it does. */
export function Tiles<V extends string>({ id, label, value, choices, onChange }: TilesProps<V>) {
  return (
    <fieldset id={id} tabIndex={-1} className={styles.tiles} aria-label={label}>
      {choices.map((one) => (
        <label key={one.value}>
          <input type="radio" name={id} checked={one.value === value} onChange={() => onChange(one.value)} />
          {one.name}
          <small>{one.does}</small>
        </label>
      ))}
    </fieldset>
  );
}
