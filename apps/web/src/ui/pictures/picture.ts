import type { ReactNode } from "react";

/** A colour of tokens.css by its name without `--ok-`, always the light theme's: a file is for a page of paper. */
export type Colour = (token: string) => string;

/** What a picture shows, in units of a pixel. */
export type Drawn = { width: number; height: number; body: ReactNode };

/** A picture as a file: what it is, whose and of which day, and the drawing. */
export type Picture = { title: string; notes: string[]; draw: (colour: Colour) => Drawn };
