/**
 * How the times of the template count on this machine. In AWS each run has a machine to itself; here all share one process.
 * Measured on two cores: the p95 of `credential/list` was 52 ms alone, 104 with five at a time and 449 with ten. So each
 * function may take six times its timeout, as among seven or eight others. Waiting is a hundredth, as nobody here has time
 * for it: delays of messages, and windows in which batches are gathered.
 */
export const timeScale = {
  /** Each function may take this many times its timeout. */
  functionFactor: 6,
  /** A picture may be drawn as many times as long as in AWS. */
  drawingMs: 6 * 8000,
  /** Locally a second of a message's delay, or of a batch's window, is this long. */
  waitedSecondMs: 10,
} as const;

/** The same in words, for whoever starts the product. */
export const timeScaleWords = `Functions may take ${timeScale.functionFactor} times their timeouts here; delays and batch windows of queues and the stream last 1/${1000 / timeScale.waitedSecondMs} of theirs (bin/local/cloud/time-scale.ts).`;
