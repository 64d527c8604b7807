/**
 * Whether a service of AWS gave no useful answer: none at all, a fault of its own, a wish to be asked later, or that we may
 * not ask. Its client has asked three times by then. Whoever waited for it may ask again.
 */
export function isUnanswered(error: unknown): boolean {
  const { name = "", $metadata } = (error ?? {}) as { name?: string; $metadata?: { httpStatusCode?: number } };
  const { httpStatusCode: status = 500 } = $metadata ?? { httpStatusCode: 0 };
  return status === 429 || status >= 500 || /Throttl|Throughput|TooManyReq|LimitExc|InProgress|AccessDenied/.test(name);
}
