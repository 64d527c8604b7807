/** How long SQS knows a message again that is sent twice. */
const KNOWN_MS = 300_000;

/** A message, as far as its order goes. */
interface Placed {
  readonly group?: string;
  readonly sequence: number;
  readonly movedMs: number;
}

/** What an ordered queue looks at besides what it keeps of every message. */
export interface Sent {
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
  readonly DelaySeconds?: number;
}

/** Why an ordered queue does not take a message, as SQS says it; undefined where it does. */
export function orderFault({ MessageGroupId, MessageDeduplicationId, DelaySeconds }: Sent): string | undefined {
  if (!MessageGroupId) return "The request must contain the parameter MessageGroupId.";
  if (!MessageDeduplicationId)
    return "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly";
  if (DelaySeconds !== undefined)
    return `Value ${DelaySeconds} for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.`;
  return undefined;
}

/** Remembers what was sent to an ordered queue within the last five minutes. */
export function sentBefore<Message>() {
  const known = new Map<string, { readonly at: number; readonly message: Message }>();
  return {
    find({ MessageGroupId, MessageDeduplicationId }: Sent): Message | undefined {
      for (const [id, { at }] of known) if (at < Date.now() - KNOWN_MS) known.delete(id);
      return known.get(`${MessageGroupId} ${MessageDeduplicationId}`)?.message;
    },
    keep({ MessageGroupId, MessageDeduplicationId }: Sent, message: Message): void {
      known.set(`${MessageGroupId} ${MessageDeduplicationId}`, { at: Date.now(), message });
    },
  };
}

/** Puts a message back where it stood: before those of its group that came after it. */
export function putInOrder<Message extends Placed>(waiting: Message[], message: Message): void {
  const at = waiting.findIndex(({ sequence }) => sequence > message.sequence);
  waiting.splice(at < 0 ? waiting.length : at, 0, message);
}

/** The next batch: of no group that a message is in flight of. It is taken out of those that wait. */
export function nextInOrder<Message extends Placed>(
  waiting: Message[],
  inFlight: Iterable<Message>,
  batchSize: number,
): Message[] {
  const busy = new Set([...inFlight].map(({ group }) => group));
  const free = waiting.filter(({ group }) => !busy.has(group));
  const batch = free.filter(({ movedMs }) => movedMs === free[0]!.movedMs).slice(0, batchSize);
  for (const message of batch) waiting.splice(waiting.indexOf(message), 1);
  return batch;
}
