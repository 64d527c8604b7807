import { vi } from "vitest";

/** Lets the AWS SDK ask a stand-in account alone: not a world that another file left in this worker's environment. */
export function askAccount(url: string): void {
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_ENDPOINT_URL_")) vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_ENDPOINT_URL", url);
}
