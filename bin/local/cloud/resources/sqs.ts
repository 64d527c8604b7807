import * as z from "zod";
import type { Resource } from "../assembly.ts";
import { arnOf, nameOf } from "../naming.ts";

/** A queue. Messages that failed `maxReceiveCount` times go to the dead-letter queue. */
export interface QueueResource {
  readonly name: string;
  readonly arn: string;
  readonly visibilityTimeoutSeconds: number;
  /** Messages of a group are handed over one batch after the other, and those sent twice are there once. */
  readonly isOrdered?: boolean;
  readonly redrive?: { readonly deadLetterArn: string; readonly maxReceiveCount: number };
}

const QueueProperties = z.object({
  FifoQueue: z.boolean().default(false),
  VisibilityTimeout: z.number().default(30),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
});

/** A queue with its dead-letter queue. */
export function readQueue(resource: Resource): QueueResource {
  const { VisibilityTimeout, RedrivePolicy, FifoQueue } = QueueProperties.parse(resource.properties);
  return {
    name: nameOf(resource),
    arn: arnOf(resource),
    visibilityTimeoutSeconds: VisibilityTimeout,
    ...(FifoQueue && { isOrdered: true }),
    ...(RedrivePolicy && {
      redrive: { deadLetterArn: RedrivePolicy.deadLetterTargetArn, maxReceiveCount: RedrivePolicy.maxReceiveCount },
    }),
  };
}
