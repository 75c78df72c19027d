import "fonts:frequent";
import "./styles/tokens.css";
import "./styles/mantine-base.css";
import "./styles/mantine-tuning.css";
import "./styles/base.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { startWords } from "./i18n/i18n.ts";
import { DEFAULT_LOCALE, splitLocale } from "./i18n/locales.ts";
import { router } from "./router.tsx";
import { failStart, watchForFatalErrors } from "./shell/app-failure.ts";
import { watchForChunkErrors } from "./shell/chunk-errors.ts";
import { followNavigation } from "./shell/follow-navigation.ts";
import { followConnection } from "./shell/prefetch.ts";
import { Toasts } from "./shell/toasts.tsx";
import { cssVariablesResolver, theme } from "./ui/theme.ts";

watchForFatalErrors();
watchForChunkErrors(router);
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
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
