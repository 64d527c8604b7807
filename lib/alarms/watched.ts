import type { HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import type { ILogGroup } from "aws-cdk-lib/aws-logs";
import type { DomainStack } from "../domain.ts";
import type { Running } from "../function.ts";
import type { Identity } from "../identity.ts";
import type { Jobs } from "../jobs.ts";
import type { Settings } from "../settings.ts";
import type { Storage } from "../storage.ts";
import type { LogMetrics } from "./log-metrics.ts";

/** What the alarms watch. */
export interface Watched {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly identity: Identity;
  readonly stage: HttpStage;
  /** A line for each call: who called what, and how long it took. */
  readonly accessLog: ILogGroup;
  readonly jobs: Jobs;
  readonly domains: readonly DomainStack[];
  /** Of the functions that are not calls. */
  readonly running: Running;
  readonly logMetrics: LogMetrics;
}
