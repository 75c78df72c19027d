import type { English } from "../english.ts";
import type { texts as ja } from "../ja/auth.ts";

/** Words of the sign-in pages. */
export const texts: English<typeof ja> = {
  login: {
    title: "Sign in",
    lead: "Enter your user ID and password.",
    userId: "User ID",
    password: "Password",
    submit: "Continue",
    userIdMissing: "Enter your user ID.",
    passwordMissing: "Enter your password.",
    showPassword: "Show or hide the password",
    forgot: "Forgot your password?",
    already: "You are signed in as {{userId}}.",
    toTop: "Back to the home page",
  },
  code: {
    title: "Enter the code",
    lead: "Enter the six digits shown in your authenticator app.",
    code: "Code",
    submit: "Sign in",
    invalid: "Enter the six digits.",
    back: "Sign in as somebody else",
    as: "Signing in as {{userId}}.",
    noApp: "Cannot use the authenticator app?",
    useApp: "Use the authenticator app",
    recoveryTitle: "Enter a recovery code",
    recoveryLead: "Enter one of the recovery codes you kept when you signed up. A code works only once.",
    recovery: "Recovery code",
    recoveryInvalid: "A recovery code has 12 letters and digits, such as abcd-efgh-jkmn.",
    recoveryLost: "No recovery codes either? Ask your administrator to reset your authenticator.",
  },
  demo: {
    title: "Demo sign-ins",
    lead: "Choose a role to fill in its user ID and password.",
    fetchCode: "Fill in the demo code",
    fetching: "Getting the code. This takes up to 30 seconds.",
    filled: "The code is filled in.",
  },
};
