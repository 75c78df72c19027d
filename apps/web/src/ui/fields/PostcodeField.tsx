import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import styles from "./fields.module.css";
import { TextField } from "./TextField.tsx";

type PostcodeFieldProps = FieldProps<string> & {
  /** Asks the published list for what the code stands for; several where towns share it. */
  find: (code: string) => Promise<readonly string[]>;
  /** The address as it is typed so far: what stands there is left alone. */
  address: string;
  onAddress: (address: string) => void;
};

const WHOLE = /^\d{3}-\d{4}$/;

/** A postcode that fills in the address beside it, as long as nothing stands there. */
export function PostcodeField({ find, address, onAddress, ...props }: PostcodeFieldProps) {
  const { t } = useTranslation("fields");
  const [offered, setOffered] = useState<readonly string[]>([]);
  const [announcement, setAnnouncement] = useState("");
  const lookedUp = useRef(props.value);
  const typed = useRef(address);
  typed.current = address;

  const ask = async (code: string) => {
    if (code === lookedUp.current) return;
    lookedUp.current = code;
    setOffered([]);
    setAnnouncement("");
    if (!WHOLE.test(code)) return;
    try {
      const found = await find(code);
      if (lookedUp.current !== code) return;
      const [only] = found;
      if (only === undefined) setAnnouncement(t("postcode.unknown", { code }));
      else if (found.length === 1 && typed.current.trim() === "") {
        onAddress(only);
        setAnnouncement(t("postcode.filled", { address: only }));
      } else if (!found.some((one) => typed.current.startsWith(one))) setOffered(found);
    } catch {
      setAnnouncement(t("postcode.failed"));
    }
  };
  const take = (one: string) => {
    onAddress(one);
    setOffered([]);
    setAnnouncement(t("postcode.filled", { address: one }));
  };
  return (
    <div>
      <TextField
        {...props}
        rule={{ ...props.rule, form: "postcode" }}
        help={
          <>
            {props.help ?? t("postcode.help")} <span role="status">{announcement}</span>
          </>
        }
        onLeave={(code) => void ask(code)}
      />
      {offered.length > 0 ? (
        <fieldset className={styles.found} aria-label={t("postcode.offered")}>
          {offered.map((one) => (
            <Button key={one} size="xs" variant="light" onClick={() => take(one)}>
              {t("postcode.use", { address: one })}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
