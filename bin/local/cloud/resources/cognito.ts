import * as z from "zod";
import type { Resource } from "../assembly.ts";
import { letters, poolId } from "../naming.ts";

/** A user pool with the function that fills its tokens. */
export interface PoolResource {
  readonly id: string;
  readonly passwordPolicy: Readonly<Record<string, unknown>>;
  readonly customAttributes: readonly string[];
  /** Those of the custom attributes that stay as they were first set. */
  readonly immutableAttributes: readonly string[];
  readonly preTokenFunctionArn?: string;
}

/** A client of a user pool; the rest of its settings in the template's own words. */
export interface ClientResource {
  readonly id: string;
  readonly poolId: string;
  readonly authFlows: readonly string[];
  /** The attributes that its ID tokens carry and that triggers are handed. */
  readonly readableAttributes: readonly string[];
  readonly accessTokenSeconds: number;
  readonly idTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly rotatesRefreshTokens: boolean;
  readonly rotationGraceSeconds: number;
  /** An unknown user looks like a wrong password. */
  readonly hidesMissingUsers: boolean;
}

const PoolProperties = z.object({
  Policies: z.object({ PasswordPolicy: z.record(z.string(), z.unknown()).default({}) }).optional(),
  Schema: z.array(z.object({ Name: z.string(), Mutable: z.boolean().default(true) })).default([]),
  LambdaConfig: z
    .object({
      PreTokenGenerationConfig: z.object({ LambdaArn: z.string() }).optional(),
      PreTokenGeneration: z.string().optional(),
    })
    .optional(),
});

/** A user pool. */
export function readPool(resource: Resource): PoolResource {
  const { Policies, Schema, LambdaConfig } = PoolProperties.parse(resource.properties);
  return {
    id: poolId(resource),
    passwordPolicy: Policies?.PasswordPolicy ?? {},
    customAttributes: Schema.map(({ Name }) => Name),
    immutableAttributes: Schema.filter(({ Mutable }) => !Mutable).map(({ Name }) => Name),
    preTokenFunctionArn: LambdaConfig?.PreTokenGenerationConfig?.LambdaArn ?? LambdaConfig?.PreTokenGeneration,
  };
}

const unitSeconds = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;

const Unit = z.enum(["seconds", "minutes", "hours", "days"]);

const ClientProperties = z.object({
  UserPoolId: z.string(),
  ExplicitAuthFlows: z.array(z.string()).default([]),
  ReadAttributes: z.array(z.string()).default([]),
  AccessTokenValidity: z.number().default(1),
  IdTokenValidity: z.number().default(1),
  RefreshTokenValidity: z.number().default(30),
  TokenValidityUnits: z
    .object({ AccessToken: Unit.default("hours"), IdToken: Unit.default("hours"), RefreshToken: Unit.default("days") })
    .default({ AccessToken: "hours", IdToken: "hours", RefreshToken: "days" }),
  PreventUserExistenceErrors: z.string().optional(),
  RefreshTokenRotation: z.object({ Feature: z.string(), RetryGracePeriodSeconds: z.number().default(0) }).optional(),
});

/** A client of a user pool, its times in seconds. */
export function readClient(resource: Resource): ClientResource {
  const client = ClientProperties.parse(resource.properties);
  const units = client.TokenValidityUnits;
  return {
    id: letters(resource.path, 26),
    poolId: client.UserPoolId,
    authFlows: client.ExplicitAuthFlows,
    readableAttributes: client.ReadAttributes,
    accessTokenSeconds: client.AccessTokenValidity * unitSeconds[units.AccessToken],
    idTokenSeconds: client.IdTokenValidity * unitSeconds[units.IdToken],
    refreshTokenSeconds: client.RefreshTokenValidity * unitSeconds[units.RefreshToken],
    rotatesRefreshTokens: client.RefreshTokenRotation?.Feature === "ENABLED",
    rotationGraceSeconds: client.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0,
    hidesMissingUsers: client.PreventUserExistenceErrors === "ENABLED",
  };
}
