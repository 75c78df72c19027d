import type { English } from "../english.ts";
import type { texts as ja } from "../ja/credentials.ts";

/** Words of the parts for passwords, authenticators and recovery codes. */
export const texts: English<typeof ja> = {
  password: {
    new: "New password",
    hint: "At least 12 characters. Spaces and any letters are fine: a long sentence of your own is best.",
    show: "Show or hide the password",
    strength: "Password strength",
    levels: {
      none: "empty",
      unusable: "cannot be used",
      weak: "weak",
      fair: "fair",
      strong: "strong",
      excellent: "very strong",
    },
    missing: "Enter a new password.",
    left: "({{n}} to go)",
  },
  code: {
    label: "Code",
    invalid: "Enter the six digits.",
  },
  proof: {
    noApp: "I cannot use the authenticator app",
    useApp: "Use the code of the app",
    recovery: "Recovery code",
    recoveryHint: "Enter one of the recovery codes you kept. A code that was used does not work again.",
  },
  key: {
    lead: "Scan the QR code with your authenticator app.",
    apps: "Google Authenticator, Microsoft Authenticator, 1Password and others work.",
    qr: "QR code for the authenticator app",
    typed: "If you cannot scan it, type this key into the app.",
    open: "Open in this device's authenticator app",
    copy: "Copy the key",
  },
  recovery: {
    title: "Recovery codes",
    lead: "If you lose your authenticator app, each of these works once in place of a code. They are shown only here: print them or keep them in a safe place.",
    list: "Recovery codes",
    copy: "Copy all",
    copied: "Copied",
    copyFailed: "Could not copy. Please select the text and copy it.",
    download: "Save as a file",
    file: "okaeri-recovery-codes.txt",
    fileHead: "Okaeri recovery codes ({{userId}})",
    noted: "I have kept the recovery codes",
    notedMissing: "Please keep the recovery codes before you go on.",
    lost: "your copy of the recovery codes",
  },
};
