/** What an address answered. */
export interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** Asks an address for what it has. Throws `NoAnswer`. */
export type Ask = (url: string) => Promise<Answer>;

/** An address gave nothing that can be judged. The message is the end of a sentence: `badges.example.org did not answer`. */
export class NoAnswer extends Error {}

const limits = { milliseconds: 10_000, bytes: 2_000_000 };

/**
 * Asks with bounds that hold whatever a host does: no redirect is followed, nothing of who asks is sent, and time and size
 * end together with the body.
 */
export const limitedAsk =
  (request: typeof fetch, { milliseconds, bytes: bytesMax } = limits): Ask =>
  async (url) => {
    const { host } = new URL(url);
    const signal = AbortSignal.timeout(milliseconds);
    try {
      const response = await request(url, {
        signal,
        redirect: "manual",
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
      });
      if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400))
        throw new NoAnswer(`${host} redirects to another address, which we don’t follow`);
      return { status: response.status, bytes: await bytesOf(response, host, bytesMax) };
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(
        signal.aborted
          ? `${host} didn’t respond within ${milliseconds / 1000} seconds`
          : `${host} didn’t respond or doesn’t let other sites read its response`,
      );
    }
  };

async function bytesOf(response: Response, host: string, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  if (response.body)
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > bytesMax) {
        await reader.cancel();
        throw new NoAnswer(`${host} sent more than ${bytesMax / 1_000_000} MB`);
      }
      parts.push(value);
    }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
