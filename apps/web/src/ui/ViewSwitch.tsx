import { SegmentedControl } from "@mantine/core";

type ViewSwitchProps<View extends string> = {
  label: string;
  value: View;
  onChange: (view: View) => void;
  views: { value: View; label: string }[];
};

/** Changes how the same thing is seen: as a picture or as a table, say. */
export function ViewSwitch<View extends string>({ label, value, onChange, views }: ViewSwitchProps<View>) {
  return <SegmentedControl size="xs" aria-label={label} value={value} onChange={onChange} data={views} />;
}
