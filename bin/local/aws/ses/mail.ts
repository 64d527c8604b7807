/** A mail as it was sent. */
export interface Mail {
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly from: string;
  /** Everyone it went to, copies included. */
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
}
