const waiting = (requestTimeout: number) =>
  ({ requestHandler: { connectionTimeout: 3000, requestTimeout, throwOnRequestTimeout: true } }) as const;

/**
 * How long a client of AWS's own services waits for an answer; left to itself it waits for ever. The SDK makes three
 * attempts, with random pauses. Whoever asks through functions/clients/resilient.ts has its care instead.
 */
export const clientTimeouts = waiting(5000);

/** The same for parts of large files. */
export const largeObjectTimeouts = waiting(30_000);
