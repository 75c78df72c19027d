import { Combobox, useCombobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./SearchMenu.module.css";

export type MenuOption = {
  value: string;
  label: string;
  /** What it means, beneath its name. */
  note?: string | undefined;
  /** A figure at its right. */
  aside?: string | undefined;
  /** Can be chosen, and most will not want to. */
  faint?: boolean;
};
export type MenuGroup = { label?: string; options: MenuOption[] };

type SearchMenuProps = {
  /** What is chosen, for a screen reader. */
  label: string;
  searchLabel: string;
  /** Asked for while it is open. */
  groups: () => MenuGroup[];
  picked: readonly string[];
  /** Stays open; what is picked again is taken out. */
  several?: boolean;
  onPick: (value: string) => void;
  /** What is picked takes the focus along. */
  leaves?: boolean;
  onOpened?: (opened: boolean) => void;
  /** Beneath the options: how many there are, what could not be counted. */
  foot?: ReactNode;
  /** The button that opens it. */
  children: ReactElement<{ onClick?: () => void }>;
};

const plain = (text: string) => text.normalize("NFKC").toLowerCase().trim();

/** With more options than these there is a field to search them. */
const SEEN_AT_ONCE = 8;

/** Options in groups beneath a button, all of them, searched by typing and walked with the arrow keys. */
export function SearchMenu(props: SearchMenuProps) {
  const { several = false, leaves = false, onPick, onOpened, foot, children } = props;
  const combobox = useCombobox({
    onDropdownOpen: () => {
      onOpened?.(true);
      combobox.focusSearchInput();
      combobox.updateSelectedOptionIndex("active");
    },
    onDropdownClose: (source) => {
      onOpened?.(false);
      combobox.resetSelectedOption();
      // Whoever pressed elsewhere wants to be there.
      if (source === "keyboard") combobox.focusTarget();
    },
  });
  /** The list stands at the end of the document: from its button one goes on, not from there. */
  const onTab = (event: KeyboardEvent) => {
    if (event.key !== "Tab" || !combobox.dropdownOpened) return;
    combobox.targetRef.current?.focus();
    combobox.closeDropdown();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over keys pressed in the button and its list
    <span className={styles.menu} onKeyDown={onTab}>
      <Combobox
        store={combobox}
        position="bottom-start"
        width="max-content"
        keepMounted={false}
        onOptionSubmit={(value) => {
          onPick(value);
          if (!several) combobox.closeDropdown(leaves ? "mouse" : "keyboard");
        }}
      >
        {/* Its own way to say so would make a combobox of the button, which has no name. */}
        <Combobox.Target targetType="button" aria-expanded={combobox.dropdownOpened}>
          {cloneElement(children, { onClick: () => combobox.toggleDropdown() })}
        </Combobox.Target>
        <Combobox.Dropdown className={styles.dropdown ?? ""}>
          {combobox.dropdownOpened ? <Options {...props} onTyped={combobox.resetSelectedOption} /> : null}
          {foot ? <Combobox.Footer className={styles.foot ?? ""}>{foot}</Combobox.Footer> : null}
        </Combobox.Dropdown>
      </Combobox>
    </span>
  );
}

function Options({
  label,
  searchLabel,
  groups,
  picked,
  several = false,
  onTyped,
}: SearchMenuProps & { onTyped: () => void }) {
  const { t } = useTranslation("campaigns");
  const [typed, setTyped] = useState("");
  const all = groups();
  const wanted = plain(typed);
  const matching = (isMatching: (one: MenuOption) => boolean) =>
    all
      .map((group) => ({ ...group, options: group.options.filter(isMatching) }))
      .filter(({ options }) => options.length > 0);
  const isNamed = ({ label }: MenuOption) => plain(label).includes(wanted);
  // What is called so comes before what is only explained so.
  const shown = [...matching(isNamed), ...matching((one) => !isNamed(one) && plain(one.note ?? "").includes(wanted))];
  return (
    <>
      {all.reduce((sum, { options }) => sum + options.length, 0) > SEEN_AT_ONCE ? (
        <Combobox.Search
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onTyped();
          }}
        />
      ) : null}
      <Combobox.Options className={styles.options ?? ""} aria-label={label} aria-multiselectable={several}>
        {shown.length === 0 ? <Combobox.Empty>{t("menu.none")}</Combobox.Empty> : null}
        {shown.map((group, at) => {
          const options = group.options.map((one) => (
            <Option key={one.value} option={one} isPicked={picked.includes(one.value)} />
          ));
          return group.label === undefined ? (
            options
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups of one menu keep their places
            <Combobox.Group key={at} label={group.label}>
              {options}
            </Combobox.Group>
          );
        })}
      </Combobox.Options>
    </>
  );
}

function Option({ option, isPicked }: { option: MenuOption; isPicked: boolean }) {
  const { value, label, note, aside, faint = false } = option;
  return (
    <Combobox.Option
      value={value}
      active={isPicked}
      aria-selected={isPicked}
      className={styles.option ?? ""}
      data-faint={faint}
    >
      <span className={styles.tick} aria-hidden>
        {isPicked ? <IconCheck size={14} /> : null}
      </span>
      <span className={styles.words}>
        {label}
        {note ? <small>{note}</small> : null}
      </span>
      {aside ? <span className={styles.aside}>{aside}</span> : null}
    </Combobox.Option>
  );
}
