import { errorOf, lostConnection } from "./api-error.ts";

const timeoutMs = 35_000;

/**
 * What lies at a path of the portal's origin beside its calls: a signed document or a picture. Undefined where nothing
 * does. Throws an `ApiError` where it could not be read.
 */
export async function readObject(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs), cache: "no-cache" }).catch(() => {
    throw lostConnection();
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw await errorOf(response);
  return new Uint8Array(await response.arrayBuffer());
}
