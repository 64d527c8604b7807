import { ApiError, lostConnection } from "./api-error.ts";

/** Reads a stored text by the short-lived link the API gave for it. */
export async function readStoredText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal }).catch((error: Error) =>
    Promise.reject(signal.aborted ? error : lostConnection()),
  );
  if (!response.ok) throw new ApiError("file.refused", "We couldn’t read the file.", response.status);
  return response.text();
}
