// @vitest-environment jsdom
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { act, useState } from "react";
import { expect, test } from "vitest";
import { startWords } from "../i18n/i18n.ts";
import { mount, until } from "../test/mount.fixture.tsx";
import { useSearchWords } from "./use-search-words.ts";

/** What was asked, and how to answer it. */
const questions: { words: string; answer: (found: string) => void }[] = [];

function Search() {
  const [typed, setTyped] = useState("");
  const { asked, areOld } = useSearchWords(typed, 50);
  const answer = useQuery({
    queryKey: ["search-words", asked],
    queryFn: () => new Promise<string>((resolve) => questions.push({ words: asked, answer: resolve })),
    placeholderData: keepPreviousData,
  });
  return (
    <label aria-busy={areOld(answer)}>
      words
      <input aria-label="words" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <output>{answer.data}</output>
    </label>
  );
}

test("results are old from the first key on until the answer to what is typed has come", async () => {
  await startWords("ja");
  const page = await mount(<Search />);
  const state = () => [
    page.place.querySelector("output")?.textContent,
    page.place.querySelector("label")?.getAttribute("aria-busy"),
  ];
  const answered = async (words: string, found: string) => {
    const question = await until(() => questions.find((one) => one.words === words), `asked for ${words}`);
    await act(async () => question.answer(found));
    await until(() => state()[0] === found || undefined, "answered");
  };
  await answered("", "everybody");
  expect(state()).toEqual(["everybody", "false"]);
  await page.type(page.field("words"), "山");
  expect(state(), "before it is asked for").toEqual(["everybody", "true"]);
  await until(() => questions.length === 2 || undefined, "asked");
  expect(state(), "while it loads").toEqual(["everybody", "true"]);
  await answered("山", "山田");
  expect(state()).toEqual(["山田", "false"]);
});
