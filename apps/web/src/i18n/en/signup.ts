import type { texts as ja } from "../ja/signup.ts";

/** Words of signing up and of choosing a new password. */
export const texts: typeof ja = {
  forget: {
    title: "Reset your password",
    lead: "Enter your user ID. We will send a link to the mail address we have for it.",
    submit: "Send the mail",
    sentTitle: "The mail is on its way",
    sent: "If {{userId}} is registered, a mail will arrive shortly. Open its link within 30 minutes.",
    notArrived:
      "Nothing arrived? Check your spam folder and the user ID. If that does not help, ask your administrator.",
    again: "Send it again",
    toLogin: "Back to sign-in",
  },
  reset: {
    title: "Choose a new password",
    lead: "Choose a new password for {{userId}}. You will be signed out on all devices.",
    submit: "Change the password",
    done: "Your password was changed. Sign in with the new one.",
  },
  link: {
    title: "The link could not be confirmed",
    missing: "Please open the link in the mail again. If it was cut off, copy all of it into the address bar.",
    askAgain: "Send the mail again",
    askInviter: "Please ask the administrator who invited you to send it again.",
    toLogin: "Back to sign-in",
  },
  signup: {
    title: "Sign up",
    steps: { id: "User ID", tfa: "Authenticator", password: "Password", codes: "Recovery codes" },
    invited: "Invited by {{company}}.",
    person: "{{name}} ({{mail}})",
    idLead: "Choose the user ID you will sign in with.",
    userId: "User ID",
    idHint: "4 to 64 letters, digits and . _ - @. It cannot be changed later.",
    idInvalid: "Use 4 to 64 letters, digits and . _ - @.",
    checking: "Checking",
    available: "This user ID is free.",
    next: "Continue",
    tfaLead: "Set up the authenticator app you will use at every sign-in.",
    tfaCode: "Enter the six digits the app shows.",
    verify: "Check the code",
    back: "Change the user ID",
    passwordLead: "Last, choose a password.",
    register: "Sign up",
    codesLead: "You are signed up. Before you sign in, keep your recovery codes.",
    finish: "Go to sign-in",
    done: "You are signed up. Sign in with your user ID and password.",
  },
};
