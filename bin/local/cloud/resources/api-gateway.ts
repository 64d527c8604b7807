import * as z from "zod";
import type { Resource } from "../assembly.ts";
import { letters } from "../naming.ts";
import { PermissionProperties } from "./lambda.ts";

/** A route of the HTTP API. `functionArn` is that of a function or of its alias; `authorizer` is absent where the route is public. */
export interface RouteResource {
  /** Method and path, as in `POST /api/user/login`. */
  readonly key: string;
  readonly functionArn: string;
  readonly authorizer?: {
    readonly issuer: string;
    readonly audience: readonly string[];
    readonly scopes: readonly string[];
  };
}

const RouteProperties = z.object({
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.string().optional(),
  AuthorizerId: z.string().optional(),
  AuthorizationScopes: z.array(z.string()).default([]),
});

const JwtConfiguration = z.object({ Issuer: z.string(), Audience: z.array(z.string()) });

/** Each route with the function it calls, and who may ask there. A right to call a function is none to call its alias. */
export function readRoutes(resources: readonly Resource[]): RouteResource[] {
  const integrations = new Map<string, string>();
  const authorizers = new Map<string, z.infer<typeof JwtConfiguration>>();
  const callable = new Set(
    resources
      .filter(({ type }) => type === "AWS::Lambda::Permission")
      .map(({ properties }) => PermissionProperties.parse(properties))
      .filter(({ Principal }) => Principal === "apigateway.amazonaws.com")
      .map(({ FunctionName }) => FunctionName),
  );
  for (const resource of resources) {
    const id = letters(resource.path, 8);
    if (resource.type === "AWS::ApiGatewayV2::Integration") {
      integrations.set(id, functionArnIn(String(resource.properties.IntegrationUri)));
    } else if (resource.type === "AWS::ApiGatewayV2::Authorizer") {
      authorizers.set(id, JwtConfiguration.parse(resource.properties.JwtConfiguration));
    }
  }
  return resources
    .filter(({ type }) => type === "AWS::ApiGatewayV2::Route")
    .map((resource) => {
      const route = RouteProperties.parse(resource.properties);
      const functionArn = integrations.get(route.Target.replace("integrations/", ""));
      if (functionArn === undefined) throw new Error(`The route ${route.RouteKey} leads to no function.`);
      if (!callable.has(functionArn)) throw new Error(`The gateway may not call ${functionArn}.`);
      const jwt = route.AuthorizationType === "JWT" ? authorizers.get(route.AuthorizerId ?? "") : undefined;
      return {
        key: route.RouteKey,
        functionArn,
        ...(jwt && { authorizer: { issuer: jwt.Issuer, audience: jwt.Audience, scopes: route.AuthorizationScopes } }),
      };
    });
}

/** An integration names the function or its alias by an ARN, or by API Gateway's path that contains it. */
const functionArnIn = (text: string) =>
  /arn:aws:lambda:[^/:]*:[^/:]*:function:[\w-]+(?::[\w-]+)?/.exec(text)?.[0] ?? text;
