import "fonts:first";
import "./styles/tokens.css";
import "./styles/mantine-base.css";
import "./styles/mantine-tuning.css";
import "./styles/base.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchForMissingParts } from "./api/missing-part.ts";
import { queryClient } from "./api/query-client.ts";
import { startWords } from "./i18n/i18n.ts";
import { DEFAULT_LOCALE, splitLocale } from "./i18n/locales.ts";
import { router } from "./router.tsx";
import { failStart, watchForFatalErrors } from "./shell/errors/app-failure.ts";
import { LastNet } from "./shell/errors/LastNet.tsx";
import { followNavigation } from "./shell/router/follow-navigation.ts";
import { followConnection } from "./shell/router/prefetch.ts";
import { Toasts } from "./shell/toasts.tsx";
import { cssVariablesResolver, theme } from "./ui/theme.ts";

watchForFatalErrors();
watchForMissingParts();
followConnection(router);
followNavigation(router);
await startWords(splitLocale(location.pathname).locale ?? DEFAULT_LOCALE).catch(failStart);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <LastNet>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </LastNet>
    </MantineProvider>
  </StrictMode>,
);
