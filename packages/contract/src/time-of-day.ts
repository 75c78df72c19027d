import { z } from "zod";

/** "HH:MM" */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
