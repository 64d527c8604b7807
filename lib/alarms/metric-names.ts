/** Where a stage's counts of its log lines stand in CloudWatch. */
export const metricsNamespaceOf = (stage: string): string => `Laurel/${stage}`;

/** The metric that counts the log lines of a message. */
export const metricNameOf = (message: string): string => message.replaceAll("_", "-");
