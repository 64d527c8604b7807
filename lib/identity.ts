import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  StringAttribute,
  UserPool,
  UserPoolClient,
  UserPoolOperation,
} from "aws-cdk-lib/aws-cognito";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { explain } from "./explain.ts";
import type { Settings } from "./settings.ts";

/** Who people are: the user pool, and the one client through which our own functions sign them in. */
export class Identity extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, { stage, poolNumber }: Settings, preToken: IFunction) {
    super(scope, id);
    this.pool = new UserPool(this, `Pool${poolNumber ?? ""}`, {
      userPoolName: `laurel-${stage}`,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: false,
      passwordPolicy: {
        minLength: 8,
        requireDigits: false,
        requireLowercase: false,
        requireUppercase: false,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(1),
      },
      customAttributes: { user_id: new StringAttribute({ mutable: false, minLen: 1, maxLen: 64 }) },
      accountRecovery: AccountRecovery.NONE, // the pool's own ForgotPassword would pass by our tokens, throttles and audit
      mfa: Mfa.OFF,
      featurePlan: FeaturePlan.ESSENTIALS, // the first plan whose pre-token trigger may change the access token
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    explain(this.pool, {
      COG1: "Length, a list of common passwords and throttles protect better than rules of composition (ASVS 6.2.5).",
      COG2: "The second factor is ours: the pool's would ask on remembered devices, too, and knows no recovery codes.",
      COG8: "The Plus plan's risk checks cost more per person than the product; common passwords are refused by us.",
    });
    this.pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, preToken, LambdaVersion.V2_0);
    this.client = new UserPoolClient(this, "Client", {
      userPool: this.pool,
      generateSecret: false,
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.days(30),
      refreshTokenRotationGracePeriod: Duration.seconds(10),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
      // The pre-token trigger is promised no more than the client may read; the ID token never leaves our functions.
      readAttributes: new ClientAttributes()
        .withStandardAttributes({ email: true, emailVerified: true })
        .withCustomAttributes("user_id"),
      writeAttributes: new ClientAttributes(),
    });
  }
}
