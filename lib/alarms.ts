import type { HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import { Construct } from "constructs";
import type { Api } from "./api.ts";
import type { DomainStack } from "./domain.ts";
import type { Running } from "./function.ts";
import type { Identity } from "./identity.ts";
import type { Jobs } from "./jobs.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage.ts";

/** What the alarms watch. */
export interface Watched {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly identity: Identity;
  readonly api: Api;
  readonly stage: HttpStage;
  readonly jobs: Jobs;
  readonly domains: readonly DomainStack[];
  readonly running: Running;
}

export class Alarms extends Construct {
  constructor(scope: Construct, id: string, _watched: Watched) {
    super(scope, id);
  }
}
