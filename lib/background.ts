import type { BackgroundFunction } from "./background-function.ts";
import { schedules } from "./schedules.ts";
import { workers } from "./workers.ts";

/** Every function that is not a call, by the path of its file in functions/. */
export const background = { ...workers, ...schedules };

/** A function that is not a call, as `payment/export-payouts`. */
export type BackgroundName = keyof typeof background;

/** The functions that a stage's schedules run, by their names at Lambda. */
export const scheduledOf = (stage: string): string[] =>
  Object.entries<BackgroundFunction>(background).flatMap(([path, { runs }]) =>
    runs.on === "schedule" ? [`laurel-${stage}-${path.replace("/", "-")}`] : [],
  );
