import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { callsOf } from "../shared/contract.ts";
import { background } from "./background.ts";

const functions = resolve(dirname(fileURLToPath(import.meta.url)), "../functions");

/** Every handler the product has, as `credential/publish` and `auth/pre-token`. */
export function handlerNames(): string[] {
  return [...callsOf().map(({ domain, file }) => `${domain}/${file}`), ...Object.keys(background)];
}

/** The handlers that have no source file. */
export function missingHandlers(): string[] {
  return handlerNames().filter((name) => !existsSync(resolve(functions, `${name}.ts`)));
}

/** The handlers that have a source file. */
export function existingHandlers(): string[] {
  const missing = missingHandlers();
  return handlerNames().filter((name) => !missing.includes(name));
}

/** What is said when handlers are missing. */
export const missingSentence = (missing: readonly string[]) =>
  `These handlers are missing:\n${missing.map((name) => `  functions/${name}.ts`).join("\n")}`;
