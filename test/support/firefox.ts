import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["firefox-esr", "firefox"];

/** The Firefox of this machine; undefined where there is none. No npm package carries one, as one does Chromium. */
export const firefoxPath: string | undefined = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((path) => existsSync(path));
